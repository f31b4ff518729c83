/// Something in a formula that is likely a mistake, found without evaluating it.
public struct Finding: Sendable, Hashable {
  public enum Code: String, Sendable {
    case unknownFunction = "unknown-function"
    case wrongArity = "wrong-arity"
    case typeClash = "type-clash"
    /// A literal that the function it is given to cannot read: `duration('5 apples')`.
    case badLiteral = "bad-literal"
  }

  public let code: Code
  /// In UTF-8 offsets within the formula.
  public let range: Range<Int>
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// What to write instead; empty where the message says it all.
  public let help: [String]

  init(_ code: Code, _ range: Range<Int>, _ message: String, help: [String] = []) {
    self.code = code
    self.range = range
    self.message = message
    self.help = help
  }
}

extension Expression {
  /// Calls of functions that do not exist or do not take so many arguments, and parts that can only
  /// fail because of their types. `types` tells what is known of a name with its path; undeclared
  /// names are the caller's to find, among `references`.
  public func lint(_ types: (Reference) -> ValueType? = { _ in nil }) -> [Finding] {
    var lint = Lint(self)
    lint.run(types)
    return lint.findings.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
