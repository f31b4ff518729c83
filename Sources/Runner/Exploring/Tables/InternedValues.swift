import Values

/// The values that cells have held, each once: it is known by its number, the same for all cells.
struct InternedValues {
  /// A value that is told apart by all that formulas can see, the order of keys too.
  private struct Exact: Hashable {
    let value: Value

    static func == (left: Exact, right: Exact) -> Bool { left.value.isExactly(right.value) }

    func hash(into hasher: inout Hasher) { hasher.combine(value.hash) }
  }

  private var numbers: [Exact: UInt32] = [:]
  private var values: [Value] = []
  private var held = HeldBytes()

  /// How much they hold.
  var bytes: Int { held.total + values.count * 64 }

  subscript(_ number: UInt32) -> Value { values[Int(number)] }

  /// The value's number; numbers go by the order in which values were first asked for.
  mutating func number(of value: Value) -> UInt32 {
    let number = UInt32(values.count)
    if let known = numbers.updateValue(number, forKeyIfNew: Exact(value: value)) { return known }
    values.append(value)
    held.add(value)
    return number
  }
}

extension Dictionary {
  /// Puts a value where there is none; gives the one that there is.
  fileprivate mutating func updateValue(_ value: Value, forKeyIfNew key: Key) -> Value? {
    if let known = self[key] { return known }
    self[key] = value
    return nil
  }
}

extension Value {
  /// Whether no formula can tell them apart.
  func isExactly(_ other: Value) -> Bool {
    switch self {
    case .list(let list):
      guard case .list(let others) = other else { return false }
      return list.count == others.count
        && zip(list.elements, others.elements).allSatisfy { $0.isExactly($1) }
    case .map(let map):
      guard case .map(let others) = other else { return false }
      return map.count == others.count
        && zip(map.keys, others.keys).allSatisfy { $0.isExactly($1) }
        && zip(map.values, others.values).allSatisfy { $0.isExactly($1) }
    case .optional(let optional):
      guard case .optional(let others) = other else { return false }
      switch (optional.wrapped, others.wrapped) {
      case (let wrapped?, let other?): return wrapped.isExactly(other)
      case (nil, nil): return true
      case (nil, _?), (_?, nil): return false
      }
    case .double(let double):
      guard case .double(let others) = other else { return false }
      return double.bitPattern == others.bitPattern || double.isNaN && others.isNaN
    case .null, .bool, .int, .uint, .string, .bytes, .timestamp, .duration, .type, .opaque:
      return isIdentical(to: other)
    }
  }
}
