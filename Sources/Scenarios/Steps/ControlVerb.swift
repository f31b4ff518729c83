/// Verbs that say which steps are done, how often, and what they know.
public enum ControlVerb: Sendable {
  case loop(LoopVerb)
  case batch([Step])
  /// Each entry sees those before it.
  case bind([Definition])

  /// A local, and what it stands for behind its definition.
  public struct Definition: Sendable {
    public var name: NumberedName
    public var value: Datum

    public init(_ name: NumberedName, _ value: Datum) {
      self.name = name
      self.value = value
    }
  }
}

/// Steps that are done as often as something says: not at all or once, for each element, so many
/// times.
public enum LoopVerb: Sendable {
  case condition(Formula, expected: Bool, then: [Step], otherwise: [Step])
  /// One pass for each element of the list, or each key of the map, bound to the name.
  case elements(NumberedName, Datum, [Step])
  case times(Datum, [Step])
}

extension ControlVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .loop(let loop): loop.eachPiece(visit)
    case .batch(let steps): visit(.steps(steps))
    case .bind(let definitions):
      for definition in definitions {
        visit(.datum(definition.value))
        visit(.local(definition.name.name))
      }
    }
  }
}

extension LoopVerb {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .condition(let formula, _, let then, let otherwise):
      visit(.formula(formula))
      visit(.steps(then))
      visit(.steps(otherwise))
    case .elements(let name, let datum, let steps):
      visit(.datum(datum))
      visit(.local(name.name))
      visit(.steps(steps))
    case .times(let times, let steps):
      visit(.datum(times))
      visit(.steps(steps))
    }
  }
}
