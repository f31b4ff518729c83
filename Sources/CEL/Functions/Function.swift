public import Values

/// A function of formulas: what it is called, which arguments it takes, and what it does.
///
/// A method is a function whose first argument stands before the dot; `arity` counts it. The body
/// checks the types itself, and answers `Fault.noOverload` where none fits; the overloads are what
/// the type checker and messages speak of.
public final class Function: Sendable {
  /// A function of one value. What it costs beyond a call is taken off the budget.
  public typealias Unary = @Sendable (Value, inout Budget) throws(Fault) -> Value
  /// A function of two values. What it costs beyond a call is taken off the budget.
  public typealias Binary = @Sendable (Value, Value, inout Budget) throws(Fault) -> Value
  /// A function of any number of values. What it costs beyond a call is taken off the budget.
  public typealias Variadic = @Sendable ([Value], inout Budget) throws(Fault) -> Value

  /// Gives a value where the argument decides by itself, else nil.
  public typealias Decision = @Sendable (Value, inout Budget) throws(Fault) -> Value?
  /// Makes a body for arguments that are known when a formula is planned, nil where there is
  /// nothing to gain.
  public typealias Preparation = @Sendable ([Value?]) throws(Fault) -> Body?

  /// How a function is called.
  public enum Body: Sendable {
    /// With one value.
    case unary(Unary)
    /// With two values.
    case binary(Binary)
    /// With a list of values.
    case variadic(Variadic)
    /// Of two arguments the second is evaluated only where `decide` gives nil for the first.
    case fallback(decide: Decision, otherwise: Binary)
  }

  /// What formulas call it.
  public let name: String
  /// Whether it is called as `receiver.name(…)`.
  public let isMethod: Bool
  /// How many values it takes, the target of a method counted.
  public let arity: Int
  /// Takes more arguments than `arity` too.
  public let isVariadic: Bool
  /// What it takes and gives, for the checker.
  public let overloads: Overloads
  /// What manuals say of it.
  public let documentation: Documentation
  /// What it does.
  public let body: Body
  /// Makes a body for arguments of which some are known from the text alone (nil: not known); nil
  /// where that gains nothing. For what is worth preparing once, such as a regular expression.
  /// Throws where those arguments can only fail.
  public let prepare: Preparation?

  /// A function as its parts are named; nothing is checked before it is called.
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
