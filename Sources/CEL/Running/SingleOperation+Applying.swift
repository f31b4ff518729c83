package import Values

extension SingleOperation.Operator {
  /// What it gives of two scalars; nil where `Program.evaluate` has to be asked.
  package func apply(_ left: ScalarValue, _ right: ScalarValue) -> ScalarValue? {
    Arithmetic.fast(sign, left, right)
  }

  /// The same of two ints, where it gives an int.
  package func apply(_ left: Int64, _ right: Int64) -> Int64? {
    if case .int(let int)? = Arithmetic.fast(sign, .int(left), .int(right)) { int } else { nil }
  }

  /// The same for a host that does it by itself; nil for what may fail of two ints that are in range.
  package var ofInts: IntOperation? { SingleOperation.Operator.ofInts[sign] }

  private static let ofInts: [Token.Kind: IntOperation] = [
    .plus: .sum, .minus: .difference, .times: .product, .equal: .equal, .notEqual: .unequal,
    .less: .less,
    .lessOrEqual: .lessOrEqual, .greater: .greater, .greaterOrEqual: .greaterOrEqual,
  ]
}
