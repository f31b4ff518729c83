public import Values

/// A word of the file and its place: a name, a key, a verb.
public struct Name: Sendable, Hashable {
  public var text: String
  public var span: SourceSpan

  public init(_ text: String, at span: SourceSpan) {
    self.text = text
    self.span = span
  }
}
