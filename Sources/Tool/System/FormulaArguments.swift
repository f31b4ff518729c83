/// The formula of `eval` where it begins with a minus: `-7 / 2`. The parser of arguments would take
/// it for an option, so that it is put behind `--` before.
enum FormulaArguments {
  /// Options that take the word behind them, whatever it begins with.
  private static let taking = ["--bindings", "--batch"]

  /// Words with one dash too few, or short ones, that are no formulas.
  private static let options = ["-h", "-help", "-version", "-typed", "-bindings", "-batch"]

  /// The arguments with such a formula behind `--`.
  static func separated(_ arguments: [String]) -> [String] {
    guard arguments.first == EvalRequest.command, !arguments.contains("--") else {
      return arguments
    }
    let found = arguments.indices.first { index in
      isFormula(arguments[index]) && !taking.contains(arguments[index - 1])
    }
    guard let found else { return arguments }
    var rest = arguments
    let formula = rest.remove(at: found)
    return rest + ["--", formula]
  }

  private static func isFormula(_ word: String) -> Bool {
    guard word.utf8.count > 1, word.hasPrefix("-"), !word.hasPrefix("--") else { return false }
    let name = word.prefix { $0 != "=" }
    return !options.contains { $0 == name }
  }
}
