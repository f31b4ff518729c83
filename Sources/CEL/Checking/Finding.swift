/// Something in a formula that is likely a mistake, found without evaluating it.
public struct Finding: Sendable, Hashable {
  /// What is wrong, as the code at the end of a message.
  public enum Code: String, Sendable {
    /// A name that nobody has declared.
    case undeclared
    /// A call of a function that no library has.
    case unknownFunction = "unknown-function"
    /// A property that the record does not have.
    case unknownProperty = "unknown-property"
    /// A call with too many arguments or too few.
    case wrongArity = "wrong-arity"
    /// Operands or arguments of types that nothing takes together.
    case typeClash = "type-clash"
    /// A literal that the function it is given to cannot read: `duration('5 apples')`.
    case badLiteral = "bad-literal"
    /// A comparison whose sides are of types that have no equal values.
    case neverEqual = "never-equal"
  }

  /// What is wrong, as a code.
  public let code: Code
  /// In UTF-8 offsets within the formula.
  public let range: Range<Int>
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// What to write instead; empty where the message says it all.
  public let help: [String]

  /// The part gives a value all the same.
  public var isWarning: Bool { code == .neverEqual }
}

/// What the place of a formula takes: `the condition` a bool.
public struct Demand: Sendable, Hashable {
  /// Any of these will do.
  public let types: [StaticType]
  /// The place in words, such as `the condition`.
  public let place: String

  /// A place in words, and the types that will do there.
  public init(_ place: String, _ types: StaticType...) {
    self.place = place
    self.types = types
  }
}

/// What is known of a formula without evaluating it.
public struct Judgement: Sendable {
  /// `dyn` where the formula's text leaves it open.
  public let type: StaticType
  /// In the order of the source; 20 at most.
  public let findings: [Finding]
}

extension Expression {
  /// Deduces the formula's type, and finds what can only fail: functions and properties that do not
  /// exist, and types that do not go together. Time linear in the formula's size.
  ///
  /// `types` tells the types of names, nil where none of that very name is declared. It is asked for
  /// `x.y` before `x`, as planning is; `container` is a dotted prefix under which names are looked
  /// for first. Without it no name's type is known. `demand` is what the whole formula must give.
  ///
  /// The judgement is that of the specification's checker, except that it lets pass whatever works
  /// when it is evaluated: a choice between different types gives a `dyn`, as a list of different
  /// types does, and `1 == 1.0` is true.
  public func check(
    container: String = "", demand: Demand? = nil,
    _ types: (String) -> StaticType? = { $0.utf8.contains(UInt8(ascii: ".")) ? nil : .dyn }
  ) -> Judgement {
    var checker = Checker(self)
    checker.declare(Container(container), types)
    return checker.judgement(demand)
  }
}

extension Program {
  /// What there is to say of a formula whose names have been resolved: `types` tells the types of the slots that the
  /// formula reads. It is asked for what is selected first from a slot before the slot itself, and
  /// says nil where that is but a property of the slot's value.
  public func check(
    demand: Demand? = nil, _ types: (_ slot: Int, _ property: String?) -> StaticType?
  ) -> Judgement {
    var checker = Checker(expression)
    checker.declare(reads, types)
    return checker.judgement(demand)
  }
}

extension Checker {
  /// What there is to say once it is known what the names stand for.
  fileprivate mutating func judgement(_ demand: Demand?) -> Judgement {
    run()
    if let demand { self.demand(demand) }
    return Judgement(
      type: result, findings: findings.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }
}
