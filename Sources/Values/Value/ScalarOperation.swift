/// What is done with two scalars, or with one, which stands for both then.
@frozen
@usableFromInline
package enum ScalarOperation: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The first of them alone, whatever it is.
  case first
  case sum
  case difference
  case product
  case quotient
  case remainder
  case equal
  case unequal
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  /// Of a bool: the other one, or the same.
  case not
  case bool
  /// Of a number: with the other sign, or the same.
  case negation
  case number

  /// Whether what comes of two numbers is one.
  package var isArithmetic: Bool {
    switch self {
    case .first, .sum, .difference, .product, .quotient, .remainder, .negation, .number: true
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .not, .bool: false
    }
  }

  /// What comes of it; nil where that is no scalar or an error, or is defined elsewhere.
  @inlinable
  @inline(__always)
  package func apply(_ left: ScalarValue, _ right: ScalarValue) -> ScalarValue? {
    if case .int(let a) = left, case .int(let b) = right { return apply(a, b) }
    if case .double(let a) = left, case .double(let b) = right { return apply(a, b) }
    return applyOther(left, right)
  }

  /// The same of two ints. To divide one by zero overflows, too.
  @inlinable
  @inline(__always)
  package func apply(_ left: Int64, _ right: Int64) -> ScalarValue? {
    switch self {
    case .first: .int(left)
    case .sum: ScalarOperation.int(left.addingReportingOverflow(right))
    case .difference: ScalarOperation.int(left.subtractingReportingOverflow(right))
    case .product: ScalarOperation.int(left.multipliedReportingOverflow(by: right))
    case .quotient: ScalarOperation.int(left.dividedReportingOverflow(by: right))
    case .remainder: ScalarOperation.int(left.remainderReportingOverflow(dividingBy: right))
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: compare(left, right)
    case .not, .bool: nil
    case .negation: left == .min ? nil : .int(-left)
    case .number: left == .min ? nil : .int(left)
    }
  }

  @inlinable
  @inline(__always)
  static func int(_ result: (partialValue: Int64, overflow: Bool)) -> ScalarValue? {
    result.overflow ? nil : .int(result.partialValue)
  }

  @inlinable
  @inline(__always)
  func apply(_ left: Double, _ right: Double) -> ScalarValue? {
    switch self {
    case .first, .number: .double(left)
    case .sum: .double(left + right)
    case .difference: .double(left - right)
    case .product: .double(left * right)
    case .quotient: .double(left / right)
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: compare(left, right)
    case .negation: .double(-left)
    case .remainder, .not, .bool: nil
    }
  }

  /// What comes of two numbers of a kind where it compares them.
  @inlinable
  @inline(__always)
  func compare<Number: Comparable>(_ left: Number, _ right: Number) -> ScalarValue? {
    switch self {
    case .equal: .bool(left == right)
    case .unequal: .bool(left != right)
    case .less: .bool(left < right)
    case .lessOrEqual: .bool(left <= right)
    case .greater: .bool(left > right)
    case .greaterOrEqual: .bool(left >= right)
    case .first, .sum, .difference, .product, .quotient, .remainder, .not, .bool, .negation,
      .number:
      nil
    }
  }

  /// The same of two that are not both ints, nor both doubles.
  @usableFromInline
  func applyOther(_ left: ScalarValue, _ right: ScalarValue) -> ScalarValue? {
    switch (self, left, right) {
    case (.first, _, _): left
    case (.equal, .bool(let a), .bool(let b)): .bool(a == b)
    case (.unequal, .bool(let a), .bool(let b)): .bool(a != b)
    case (.equal, .null, .null): .bool(true)
    case (.unequal, .null, .null): .bool(false)
    case (.not, .bool(let bool), _): .bool(!bool)
    case (.bool, .bool, _): left
    case (.sum, _, _), (.difference, _, _), (.product, _, _), (.quotient, _, _),
      (.remainder, _, _), (.equal, _, _), (.unequal, _, _), (.less, _, _), (.lessOrEqual, _, _),
      (.greater, _, _), (.greaterOrEqual, _, _), (.not, _, _), (.bool, _, _), (.negation, _, _),
      (.number, _, _):
      nil
    }
  }
}

extension ScalarOperation {
  /// What comes of two values where it asks whether they are equal, and one of them is a text; else nil.
  /// - Parameter credit: from which is taken what it costs to read them, which is a tenth of the shorter one.
  package func compare(
    _ left: borrowing Value, _ right: borrowing Value, paying credit: inout Int
  ) -> ScalarValue? {
    guard self == .equal || self == .unequal else { return nil }
    if case .string(let a) = copy left, case .string(let b) = copy right {
      credit &-= min(a.utf8.count, b.utf8.count) / 10
      return .bool(Text.same(a, b) == (self == .equal))
    }
    // No scalar equals a text.
    guard left.isText && ScalarValue(right) != nil || right.isText && ScalarValue(left) != nil
    else { return nil }
    return .bool(self == .unequal)
  }
}

extension Value {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}
