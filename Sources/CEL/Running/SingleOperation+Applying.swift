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
}
