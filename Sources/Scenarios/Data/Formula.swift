public import CEL
public import Values

/// A formula as written, with its names resolved: ready to be evaluated any number of times.
public final class Formula: Sendable {
  /// The formula without the leading `=`.
  public let text: String
  /// Reads each name by the number of its `Slot`.
  public let program: Program
  /// Where the formula's text stands, without the leading `=`.
  public let span: SourceSpan
  /// Finds the place of a part of the formula.
  public let place: TextPlace

  public init(text: String, program: Program, span: SourceSpan, place: TextPlace) {
    self.text = text
    self.program = program
    self.span = span
    self.place = place
  }

  public var expression: Expression { program.expression }
}
