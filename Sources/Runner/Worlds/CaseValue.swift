import Values

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
    case .null, .bool, .int, .uint, .double, .bytes, .list, .timestamp, .duration, .type, .optional,
      .opaque:
      return nil
    }
  }
}

/// An action or mutation of a reactor, by its number there.
struct NumberedCase {
  let number: Int
  let payload: Value
}
