public import Values

/// Why a formula has no value. An error is data: `&&` and `||` may still decide without the part
/// that failed, and hosts keep errors where values would be.
public final class EvaluationError: Error, Sendable {
  /// What went wrong, as hosts tell errors apart.
  public enum Cause: String, Sendable {
    /// An error of the formula or its values, after the names of the CEL specification.
    case noSuchOverload, noSuchKey, outOfRange, overflow, divisionByZero, conversion, badArgument
    /// A name that the host does not know.
    case undeclared
    /// A value, the cost or the depth would exceed its limit.
    case valueLimit, cost, depth
    /// The host could not give a value.
    case host, hostAbort
  }

  /// What went wrong.
  public let kind: Cause
  /// What went wrong, in one line without a full stop.
  public let message: String
  /// What to write instead; empty where the message says it all.
  public let help: [String]
  /// The part that failed, in UTF-8 offsets within the formula.
  public let range: Range<Int>
  /// What the host's `Activation` answered with.
  public let hostError: (any Error & Sendable)?

  init(_ fault: Fault, at range: Range<Int>, hostError: (any Error & Sendable)? = nil) {
    kind = fault.kind
    message = fault.message
    help = fault.help
    self.range = range
    self.hostError = hostError
  }

  /// Whether `&&`, `||`, `all` and `exists` may decide without the failing part. A limit is none of
  /// the formula's business.
  public var isAbsorbable: Bool {
    switch kind {
    case .valueLimit, .cost, .depth, .hostAbort: false
    case .noSuchOverload, .noSuchKey, .outOfRange, .overflow, .divisionByZero, .conversion,
      .badArgument, .undeclared, .host:
      true
    }
  }
}

extension EvaluationError: CustomStringConvertible {
  public var description: String { message }
}

/// What evaluating a formula gives.
public enum Outcome: Sendable {
  /// The formula has a value.
  case value(Value)
  /// It has none, and this is why.
  case error(EvaluationError)

  /// The value, or the error thrown.
  public func get() throws(EvaluationError) -> Value {
    switch self {
    case .value(let value): return value
    case .error(let error): throw error
    }
  }
}
