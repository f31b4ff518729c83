internal import Values

/// CEL's operators on values. Every result that its type cannot hold is an error, never a trap.
enum Arithmetic {
  /// Two scalars; nil where the slow road must be taken, which is also where what is wrong with them
  /// is found out.
  @inline(__always)
  static func fast(
    _ kind: Token.Kind?, _ left: ScalarValue, _ right: ScalarValue
  ) -> ScalarValue? {
    kind?.scalarOperation?.apply(left, right)
  }

  static func apply(
    _ kind: Token.Kind, _ left: Value, _ right: Value, _ budget: inout Budget
  ) throws(Fault) -> Value {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .int(try integer(kind, a, b, "int"))
    case (.uint(let a), .uint(let b)): return .uint(try integer(kind, a, b, "uint"))
    case (.double(let a), .double(let b)):
      switch kind {
      case .plus: return .double(a + b)
      case .minus: return .double(a - b)
      case .times: return .double(a * b)
      case .divide: return .double(a / b)
      default: throw .noOverload
      }
    default:
      switch kind {
      case .plus: return try add(left, right, &budget)
      case .minus: return try subtract(left, right)
      default: throw .noOverload
      }
    }
  }

  private static func integer<Number: FixedWidthInteger>(
    _ kind: Token.Kind, _ a: Number, _ b: Number, _ type: String
  ) throws(Fault) -> Number {
    let result: (partialValue: Number, overflow: Bool)
    switch kind {
    case .plus: result = a.addingReportingOverflow(b)
    case .minus: result = a.subtractingReportingOverflow(b)
    case .times: result = a.multipliedReportingOverflow(by: b)
    case .divide:
      if b == 0 { throw Fault(.divisionByZero, "divide by zero") }
      result = a.dividedReportingOverflow(by: b)
    case .remainder:
      if b == 0 { throw Fault(.divisionByZero, "modulus by zero") }
      result = a.remainderReportingOverflow(dividingBy: b)
    default: throw .noOverload
    }
    if result.overflow { throw .overflow(type) }
    return result.partialValue
  }

  private static func add(
    _ left: Value, _ right: Value, _ budget: inout Budget
  ) throws(Fault) -> Value {
    switch (left, right) {
    case (.string(let a), .string(let b)):
      try budget.charge(making: a.utf8.count + b.utf8.count)
      return .string(a + b)
    case (.bytes(let a), .bytes(let b)):
      try budget.charge(making: a.octets.count + b.octets.count)
      return .bytes(Bytes(a.octets + b.octets))
    case (.list(let a), .list(let b)):
      // Charged before the work, so that no list beyond the limit is ever made.
      try budget.charge(a.copied(byAppending: b))
      if a.count == 0 { return right }
      if b.count == 0 { return left }
      do { return .list(try a.appending(b)) } catch { throw Fault(error) }
    case (.duration(let a), .duration(let b)):
      guard let sum = a.adding(b) else { throw .overflow("duration") }
      return .duration(sum)
    case (.timestamp(let a), .duration(let b)), (.duration(let b), .timestamp(let a)):
      guard let sum = a.adding(b) else { throw .overflow("timestamp") }
      return .timestamp(sum)
    default: throw .noOverload
    }
  }

  private static func subtract(_ left: Value, _ right: Value) throws(Fault) -> Value {
    switch (left, right) {
    case (.duration(let a), .duration(let b)):
      guard let difference = a.subtracting(b) else { throw .overflow("duration") }
      return .duration(difference)
    case (.timestamp(let a), .duration(let b)):
      guard let difference = a.subtracting(b) else { throw .overflow("timestamp") }
      return .timestamp(difference)
    case (.timestamp(let a), .timestamp(let b)):
      guard let span = a.since(b) else { throw .overflow("duration") }
      return .duration(span)
    default: throw .noOverload
    }
  }

  static func compare(
    _ kind: Token.Kind, _ left: Value, _ right: Value, _ budget: inout Budget
  ) throws(Fault) -> Bool {
    let order = try order(left, right, &budget)
    return switch kind {
    case .less: order == .less
    case .lessOrEqual: order == .less || order == .equal
    case .greater: order == .greater
    case .greaterOrEqual: order == .greater || order == .equal
    default: throw .noOverload
    }
  }

  /// How two values of an ordered type stand to each other.
  static func order(
    _ left: Value, _ right: Value, _ budget: inout Budget
  ) throws(Fault) -> NumberOrder {
    switch (left, right) {
    case (.string, .string), (.bytes, .bytes):
      try budget.charge(scanning: min(left.measure.text, right.measure.text))
    default: break
    }
    guard let order = Ordering.order(left, right) else { throw .noOverload }
    return order
  }
}

extension Token.Kind {
  /// What an operator does with two scalars; nil where it is none for them.
  var scalarOperation: ScalarOperation? {
    switch self {
    case .plus: .sum
    case .minus: .difference
    case .times: .product
    case .divide: .quotient
    case .remainder: .remainder
    case .equal: .equal
    case .notEqual: .unequal
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: nil
    }
  }
}
