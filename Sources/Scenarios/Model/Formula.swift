public import CEL
public import Values

/// A formula as written: its text, parsed, and the place of every character of it.
public struct Formula: Sendable {
  /// The formula without the leading `=`.
  public var text: String
  public var expression: Expression
  /// Where the formula's text stands, without the leading `=`.
  public var span: SourceSpan
  /// Finds the place of a part of the formula.
  public var place: TextPlace

  public init(text: String, expression: Expression, span: SourceSpan, place: TextPlace) {
    self.text = text
    self.expression = expression
    self.span = span
    self.place = place
  }
}
