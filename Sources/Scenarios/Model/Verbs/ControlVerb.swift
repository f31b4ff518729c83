/// Verbs that say which steps are done, how often, and what they know.
public enum ControlVerb: Sendable {
  case condition(Formula, expected: Bool, then: [Step], otherwise: [Step])
  /// One pass for each element of the list, or each key of the map, bound to the name.
  case loop(Name, Datum, [Step])
  case repetition(Datum, [Step])
  case batch([Step])
  case bind([Datum.Entry])
}

extension ControlVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .condition(let formula, _, let then, let otherwise):
      visit(.formula(formula))
      visit(.steps(then))
      visit(.steps(otherwise))
    case .loop(let name, let datum, let steps):
      visit(.datum(datum))
      visit(.local(name))
      visit(.steps(steps))
    case .repetition(let times, let steps):
      visit(.datum(times))
      visit(.steps(steps))
    case .batch(let steps): visit(.steps(steps))
    case .bind(let entries):
      for entry in entries {
        visit(.datum(entry.value))
        visit(.local(entry.key))
      }
    }
  }
}
