import ArgumentParser
import Reports

struct EvalCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: EvalRequest.command,
    abstract: "Evaluates a formula and prints its value.",
    discussion: """
      With --batch every line of a file is one formula, {"expr": TEXT, "bindings": {NAME: VALUE}, \
      "container": TEXT}, and gives one line, {"value": VALUE} or {"error": TEXT}, with every value \
      written with its type: {"int64": "1"}.
      """)

  @Argument(help: "The formula, in CEL.")
  var formula: String?

  @Option(
    help: ArgumentHelp("A YAML or JSON mapping of names to values.", valueName: "file"),
    completion: .file())
  var bindings: String?

  @Flag(help: "Print the value with its type, as JSON: {\"int64\":\"3\"}.")
  var typed = false

  @Option(
    help: ArgumentHelp("Evaluate each line of a file; - is the input.", valueName: "file.jsonl"),
    completion: .file())
  var batch: String?

  func validate() throws {
    if batch != nil {
      if formula != nil || bindings != nil || typed {
        throw ValidationError("--batch stands alone: every line has its own formula and bindings.")
      }
    } else if formula == nil {
      throw ValidationError("Give a formula, or --batch with a file of them.")
    }
  }

  func execute(_ console: Console) -> ExitStatus {
    if let batch { return BatchEvaluation(console).run(batch) }
    guard let formula else { return .usage }
    return EvalRequest(formula: formula, bindings: bindings, isTyped: typed).run(console)
  }
}
