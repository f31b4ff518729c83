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

  /// Whether it gives the sum of two ints, or their difference, or their product, as long as there is such an int.
  package var isSum: Bool { sign == .plus }
  package var isDifference: Bool { sign == .minus }
  package var isProduct: Bool { sign == .times }
}
