import ArgumentParser
import Loader
import Reports
import Scenarios

struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Shows how a file is read, for tests and bug reports.",
    subcommands: [DecodeCommand.self, EvaluateCommand.self, LoadCommand.self])
}

struct DecodeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Prints a YAML mapping as canonical JSON.",
    discussion: "Keys are sorted, and NaN and the infinities are texts.")

  @Argument(help: "The YAML file.", completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  func execute(_ console: Console) -> ExitStatus {
    let path = FilePath(argument: file)
    let decoded = ScenarioLoader.decode(path)
    guard let json = decoded.json else {
      return Evaluation.refuse(FileReport(unusable: decoded.outcome, path), console)
    }
    console.out.put(json + "\n", .json)
    return .success
  }
}

struct EvaluateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Evaluates a file of the form {cel: FORMULA, vars: {NAME: VALUE}}.")

  @Argument(help: "The YAML file.", completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @Flag(help: "Print the value with its type, as JSON: {\"int64\":\"3\"}.")
  var typed = false

  func execute(_ console: Console) -> ExitStatus {
    let path = FilePath(argument: file)
    let loaded = ScenarioLoader.evaluation(path)
    guard let formula = loaded.formula else {
      return Evaluation.refuse(FileReport(unusable: loaded.outcome, path), console)
    }
    return Evaluation(bindings: loaded.bindings, isTyped: typed)
      .run(formula.expression, formula.place, loaded.outcome.sources, console)
  }
}

struct LoadCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Loads files and folders and does no more, for the benchmark.",
    shouldDisplay: false)

  @Argument(
    help: """
      Files, or folders that are searched for *.yaml and *.yml, but for names that begin with a dot.
      """)
  var paths: [String] = []

  func execute(_ console: Console) -> ExitStatus {
    let input = Input(paths, .nearest, console)
    var status = input.status
    for path in input.files {
      let loaded = ScenarioLoader.load(path)
      if loaded.file == nil { status = status.joined(.invalid) }
    }
    console.out.put("\(input.files.count) files\n")
    return status
  }
}
