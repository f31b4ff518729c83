/// A formula's syntax: parsed once, immutable, and cheap to share.
///
///     let expression = try Expression.parse("price * quantity > 100")
///     let program = expression.plan(in: host)      // a `Scope`: which names there are
///     let outcome = program.evaluate(host)         // an `Activation`: what they are now
public final class Expression: Sendable {
  /// The formula as it was written.
  public let source: String
  /// The functions and macros that it was parsed with.
  public let environment: Environment
  let syntax: Syntax

  private init(_ source: String, _ environment: Environment, _ syntax: Syntax) {
    self.source = source
    self.environment = environment
    self.syntax = syntax
  }

  /// Linear in the text. Throws all the mistakes that could be told apart, the first one precisely.
  public static func parse(
    _ source: String, in environment: Environment = .standard
  ) throws(SyntaxErrors) -> Expression {
    let result = Window.lend(source) { bytes -> Result<Syntax, SyntaxErrors> in
      var parser = Parser(bytes, environment)
      do throws(SyntaxErrors) {
        return .success(try parser.parse())
      } catch {
        return .failure(error)
      }
    }
    return Expression(source, environment, try result.get())
  }

  /// The text of a part.
  public func text(_ range: Range<Int>) -> String {
    let bytes = source.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return String(source[start..<bytes.index(start, offsetBy: range.count)])
  }

  /// Whether it works something out: more than a name, what is selected from it, or a literal.
  public var isCompound: Bool {
    ![Node.Kind.literal, .name, .select, .nothing].contains(syntax.nodes[Int(syntax.root)].kind)
  }
}
