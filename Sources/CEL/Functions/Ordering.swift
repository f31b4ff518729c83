internal import Values

/// Puts values in order that have one: numbers, texts, bytes, bools, timestamps and durations.
enum Ordering {
  /// The positions of the values in ascending order; equal ones keep theirs. All must be of one
  /// type. Charged for the comparisons that it can take.
  static func ascending(_ keys: [Value], _ budget: inout Budget) throws(Fault) -> [Int] {
    guard let first = keys.first else { return [] }
    var text = 0
    for key in keys {
      guard ValueType(key) == ValueType(first) else { throw unordered(first, key) }
      if key.isNaN || Ordering.order(key, key) == nil { throw unordered(key, key) }
      text += key.measure.text
    }
    let rounds = Int.bitWidth - keys.count.leadingZeroBitCount
    try budget.charge((keys.count + text / 10) * rounds)
    return keys.indices.sorted { left, right in
      switch Ordering.order(keys[left], keys[right]) {
      case .less: true
      case .greater: false
      case .equal, .unordered, nil: left < right
      }
    }
  }

  /// How two values stand to each other, numbers of any type compared by value.
  static func compare(
    _ left: Value, _ right: Value, _ budget: inout Budget
  ) throws(Fault) -> NumberOrder {
    try budget.charge(1 + min(left.measure.text, right.measure.text) / 10)
    guard let order = order(left, right), order != .unordered else { throw unordered(left, right) }
    return order
  }

  /// Nil where there is no order between values of these types.
  static func order(_ left: Value, _ right: Value) -> NumberOrder? {
    switch (left, right) {
    case (.int, .int), (.uint, .uint), (.double, .double), (.int, .uint), (.uint, .int),
      (.int, .double), (.double, .int), (.uint, .double), (.double, .uint):
      return left.compareNumbers(right)
    case (.string(let a), .string(let b)):
      let order = Text.compare(a, b)
      return order < 0 ? .less : order == 0 ? .equal : .greater
    case (.bool(let a), .bool(let b)): return a == b ? .equal : b ? .less : .greater
    case (.bytes(let a), .bytes(let b)):
      if a.octets == b.octets { return .equal }
      return a.octets.lexicographicallyPrecedes(b.octets) ? .less : .greater
    case (.timestamp(let a), .timestamp(let b)):
      return a == b ? .equal : a < b ? .less : .greater
    case (.duration(let a), .duration(let b)):
      return a == b ? .equal : a < b ? .less : .greater
    default: return nil
    }
  }

  private static func unordered(_ left: Value, _ right: Value) -> Fault {
    if left.isNaN || right.isNaN { return Fault(.badArgument, "NaN has no place in an order") }
    if ValueType(left) == ValueType(right) {
      return Fault(.noSuchOverload, "there is no order between values such as \(left.withArticle)")
    }
    return Fault(
      .noSuchOverload, "there is no order between \(left.withArticle) and \(right.withArticle)")
  }
}

extension Value {
  fileprivate var isNaN: Bool { if case .double(let double) = self { double.isNaN } else { false } }
}
