import Scenarios
import Values

extension World {
  /// The case that a step means: an action or mutation, `kind`, of the part of that name.
  func value(
    of written: Case, in frame: Frame, _ kind: String, of part: String
  ) throws(RunError) -> CaseValue {
    switch written.content {
    case .named(let named):
      return try Lent(named).lend { (named) throws(RunError) in
        CaseValue(
          named.name.text, try value(of: named.formula, else: named.payload, in: frame))
      }
    case .formula(let formula):
      let value = try evaluate(formula, in: frame)
      guard let found = CaseValue(value) else {
        throw RunError(
          .notACase, "\(value) is no \(kind) of \(part)", at: written.span,
          help: ["give a name, or a map of one key"])
      }
      return found
    }
  }
}
