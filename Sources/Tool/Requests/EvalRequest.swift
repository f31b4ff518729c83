import Loader
import Reports
import Values

/// What `eval` is asked for, of one formula.
struct EvalRequest: Request {
  static let command = "eval"

  var formula: String
  /// The path of a file of names and values.
  var bindings: String?
  /// Whether the value is printed with its type.
  var isTyped: Bool

  /// Evaluates the formula, and prints its value.
  func run(_ console: Console) -> ExitStatus {
    var entries: [(name: String, value: Value)] = []
    if let bindings {
      let path = FilePath(argument: bindings)
      let loaded = ScenarioLoader.bindings(path)
      guard let found = loaded.bindings else {
        return Evaluation.refuse(FileReport(unusable: loaded.outcome, path), console)
      }
      entries = found
    }
    return Evaluation(bindings: entries, isTyped: isTyped).run(formula, console)
  }
}
