public import Values

/// A function of formulas: what it is called, which arguments it takes, and what it does.
///
/// A method is a function whose first argument stands before the dot; `arity` counts it. The body
/// checks the types itself, and answers `Fault.noOverload` where none fits; the overloads are what
/// the type checker and messages speak of.
public final class Function: Sendable {
  public typealias Unary = @Sendable (Value, inout Budget) throws(Fault) -> Value
  public typealias Binary = @Sendable (Value, Value, inout Budget) throws(Fault) -> Value
  public typealias Variadic = @Sendable ([Value], inout Budget) throws(Fault) -> Value

  public typealias Decision = @Sendable (Value, inout Budget) throws(Fault) -> Value?
  public typealias Preparation = @Sendable ([Value?]) throws(Fault) -> Body?

  public enum Body: Sendable {
    case unary(Unary)
    case binary(Binary)
    case variadic(Variadic)
    /// Of two arguments the second is evaluated only where `decide` gives nil for the first.
    case fallback(decide: Decision, otherwise: Binary)
  }

  public let name: String
  public let isMethod: Bool
  public let arity: Int
  /// Takes more arguments than `arity` too.
  public let isVariadic: Bool
  public let overloads: Overloads
  public let documentation: Documentation
  public let body: Body
  /// Makes a body for arguments of which some are known from the text alone (nil: not known); nil
  /// where that gains nothing. For what is worth preparing once, such as a regular expression.
  /// Throws where those arguments can only fail.
  public let prepare: Preparation?

  public init(
    _ name: String, isMethod: Bool = false, arity: Int, _ overloads: Overloads,
    _ documentation: Documentation, _ body: Body, isVariadic: Bool = false,
    prepare: Preparation? = nil
  ) {
    self.name = name
    self.isMethod = isMethod
    self.arity = arity
    self.isVariadic = isVariadic
    self.overloads = overloads
    self.documentation = documentation
    self.body = body
    self.prepare = prepare
  }

  /// One that nothing is said of.
  public convenience init(
    _ name: String, isMethod: Bool = false, arity: Int, _ overloads: Overloads, _ body: Body,
    isVariadic: Bool = false, prepare: Preparation? = nil
  ) {
    self.init(
      name, isMethod: isMethod, arity: arity, overloads, "", body, isVariadic: isVariadic,
      prepare: prepare)
  }
}

/// The type of a value as far as the text of a formula tells it.
public enum ValueType: String, Sendable, Hashable {
  /// Nothing is known.
  case any = "dyn"
  case null, bool, int, uint, double, string, bytes, list, map, timestamp, duration, type, optional
  /// A value of a library's own type.
  case opaque

  public init(_ value: Value) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .int: .int
      case .uint: .uint
      case .double: .double
      case .string: .string
      case .bytes: .bytes
      case .list: .list
      case .map: .map
      case .timestamp: .timestamp
      case .duration: .duration
      case .type: .type
      case .optional: .optional
      case .opaque: .opaque
      }
  }
}
