internal import Values

extension Library {
  /// What CEL lacks for changing records: merging, by the name that kro gave it.
  static let maps = Library(
    "maps",
    functions: [
      Function(
        "merge", isMethod: true, arity: 2, mergeTypes,
        """
        the entries of both maps; where both have a key, the value of the last one counts
        {'a': 1, 'b': 2}.merge({'b': 3, 'c': 4}) => {a: 1, b: 3, c: 4}
        {'a': {'x': 1}}.merge({'a': {'y': 2}}) => {a: {y: 2}}
        """, .binary(merge)),
      Function(
        "maps.merge", arity: 2, mergeTypes,
        """
        like m.merge(n)
        maps.merge({'a': 1}, {'a': 2}) => {a: 2}
        """, .binary(merge)),
    ])

  private static let mergeTypes: Overloads = "map(K, V), map(K, V) -> map(K, V)"

  /// Keys keep their places and their types, new ones come behind them.
  @Sendable
  private static func merge(
    _ left: Value, _ right: Value, _ budget: inout Budget
  ) throws(Fault) -> Value {
    guard case .map(let first) = left, case .map(let last) = right else { throw .noOverload }
    if last.count == 0 { return left }
    try budget.charge(first.copiedByWriting + last.count)
    for key in last.keys { try budget.charge(scanning: key.measure.text) }
    do { return .map(try first.merging(last)) } catch { throw Fault(error) }
  }
}
