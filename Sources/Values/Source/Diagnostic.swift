/// Something to tell the author of a file: what is wrong, where, and what to do about it.
public struct Diagnostic: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable { case error, warning, note }

  /// A second place that the message speaks of, such as the first of two equal keys.
  public struct Related: Sendable, Hashable {
    /// Where it is.
    public var span: SourceSpan
    /// One line without an end mark.
    public var message: String

    /// Another place, and what it has to do with it.
    public init(_ span: SourceSpan, _ message: String) {
      self.span = span
      self.message = message
    }
  }

  /// How bad it is.
  public var severity: Severity
  /// What kind of mistake it is.
  public var code: ProblemCode
  /// What is wrong, in one line without a full stop.
  public var message: String
  /// Where it is.
  public var span: SourceSpan
  /// What to do or to write instead; empty where the message says it all.
  public var help: [String]
  /// Other places that have to do with it.
  public var related: [Related]

  /// A diagnostic as its parts are named.
  public init(
    _ severity: Severity = .error, code: ProblemCode, _ message: String, at span: SourceSpan,
    help: [String] = [], related: [Related] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.span = span
    self.help = help
    self.related = related
  }
}
