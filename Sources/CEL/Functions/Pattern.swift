/// A regular expression in RE2's syntax, compiled once: what `matches` uses, for hosts that search
/// texts themselves. Searching takes time linear in the text.
public struct Pattern: Sendable {
  private let compiled: RegularExpressions.Engine

  /// Throws with the reason where the text is no regular expression of RE2, or too large a one.
  public init(_ text: String) throws(Fault) { compiled = try RegularExpressions.compile(text) }

  /// Whether any part of the text matches.
  public func isFound(in text: String) -> Bool { compiled.isFound(in: text) }
}
