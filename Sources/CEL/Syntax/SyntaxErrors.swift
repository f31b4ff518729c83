/// Why a text is no formula. Never empty, in the order of the source.
public struct SyntaxErrors: Error, Sendable, Hashable {
  /// One at least, in the order of the source.
  public let errors: [SyntaxError]

  init(_ errors: [SyntaxError]) {
    precondition(!errors.isEmpty, "a formula is refused for a reason")
    self.errors = errors.enumerated()
      .sorted { ($0.1.range.lowerBound, $0.0) < ($1.1.range.lowerBound, $1.0) }.map(\.1)
  }
}

/// One mistake in a formula's text.
public struct SyntaxError: Error, Sendable, Hashable {
  /// UTF-8 offsets within the formula; empty where something is missing.
  public let range: Range<Int>
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// What to write instead; empty where the message says it all.
  public let help: [String]

  init(_ range: Range<Int>, _ message: String, help: String?...) {
    self.range = range
    self.message = message
    self.help = help.compactMap { $0 }
  }
}

/// The most that one formula may be. They bound the stack and the time that parsing and evaluating
/// can take, and are far above what a person writes.
public enum SyntaxLimits {
  /// Code points of source text.
  public static let codePoints = 100_000
  /// How deep parts may stand within each other.
  public static let depth = 250
  /// Errors, or findings, reported for one formula.
  static let errors = 20
}
