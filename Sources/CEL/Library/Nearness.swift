internal import Values

extension Library {
  /// Numbers that are equal but for what calculating lost.
  static let nearness = Library(
    "nearness",
    functions: [
      Function(
        "near", arity: 2, "number, number -> bool",
        """
        whether two numbers are equal but for a billionth of the greater
        near(0.1 + 0.2, 0.3) => true
        near(1, 1.001) => false
        """,
        .binary { (left, right, _) throws(Fault) in
          .bool(try isNear(left, right) { 1e-9 * max($0.magnitude, $1.magnitude) })
        }),
      Function(
        "near", arity: 3, "number, number, number -> bool",
        """
        whether two numbers are no further apart than the third says
        near(9.99, 10, 0.01) => true
        near(9.98, 10, 0.01) => false
        """,
        .variadic { (arguments, _) throws(Fault) in
          let distance = try double(arguments[2])
          guard distance >= 0 else {
            throw Fault(.badArgument, "near within \(arguments[2]): a distance is not negative")
          }
          return .bool(try isNear(arguments[0], arguments[1]) { _, _ in distance })
        }),
    ])

  /// What is equal is near, infinities too; NaN is near nothing.
  private static func isNear(
    _ left: Value, _ right: Value, within distance: (Double, Double) -> Double
  ) throws(Fault) -> Bool {
    let (one, other) = (try double(left), try double(right))
    if left.compareNumbers(right) == .equal { return true }
    guard one.isFinite, other.isFinite else { return false }
    // Whole numbers beyond what doubles tell apart are told apart here.
    if let apart = wholeDistance(left, right) { return apart <= distance(one, other) }
    return (one - other).magnitude <= distance(one, other)
  }

  private static func wholeDistance(_ left: Value, _ right: Value) -> Double? {
    if case (.int(let one), .int(let other)) = (left, right) {
      return Double(UInt64(bitPattern: max(one, other)) &- UInt64(bitPattern: min(one, other)))
    }
    if case (.uint(let one), .uint(let other)) = (left, right) {
      return Double(max(one, other) - min(one, other))
    }
    return nil
  }

  private static func double(_ value: Value) throws(Fault) -> Double {
    switch value {
    case .int(let int): Double(int)
    case .uint(let uint): Double(uint)
    case .double(let double): double
    default: throw .noOverload
    }
  }
}
