import Scenarios
import Values

/// An action or mutation as written, ready to be made.
struct CasePlan {
  enum Content {
    /// As written, and of a reactor's its number; nothing goes with it where the payload is nil.
    case named(String, number: Int?, payload: DatumPlan?)
    /// Gives the name, or the map of one key.
    case formula(FormulaPlan)
  }

  let content: Content
  let span: SourceSpan
}

/// An action or mutation: a name and what goes with it.
struct CaseValue {
  let name: String
  let payload: Value

  /// As it is written: the bare name, or a map of one key.
  var value: Value {
    if case .null = payload { return .string(name) }
    return (try? Value.record([(name, payload)])) ?? .string(name)
  }

  init(_ name: String, _ payload: Value) {
    self.name = name
    self.payload = payload
  }

  /// Nil for what is no case.
  init?(_ value: Value) {
    switch value {
    case .string(let name): self.init(name, .null)
    case .map(let map):
      guard map.count == 1, case .string(let name) = map.keys[0] else { return nil }
      self.init(name, map.values[0])
    default: return nil
    }
  }
}

/// An action or mutation of a reactor, by its number there.
struct NumberedCase {
  let number: Int
  let payload: Value
}

/// What a reducer assigns, all from the state before.
struct ReducerPlan {
  enum Change {
    case whole(DatumPlan)
    /// Paths below the state.
    case paths([(properties: [String], path: Path, value: DatumPlan)])
  }

  let name: Name
  let change: Change

  init(_ reducer: Reducer, in scope: NameScope) {
    name = reducer.name
    change =
      switch reducer.change {
      case .whole(let datum): .whole(DatumPlan(datum, in: scope))
      case .paths(let assignments):
        .paths(
          assignments.map { assignment in
            let path = assignment.path
            return ([path.root] + path.properties, path, DatumPlan(assignment.value, in: scope))
          })
      }
  }
}
