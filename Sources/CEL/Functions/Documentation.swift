/// What a function or macro does, as a text: one line that says it, then lines that show it, each a
/// formula and what it gives.
///
///     how many characters, bytes, elements or entries there are
///     size('one') => 3
///
/// The text is taken apart where someone asks, not where functions are made.
public struct Documentation: Sendable, ExpressibleByStringInterpolation {
  /// A formula and what it gives.
  public struct Example: Sendable {
    /// The formula as it is written.
    public let formula: String
    /// As the value prints; `error: …` with its message where the formula fails.
    public let result: String
  }

  let text: String

  /// The text as a whole: the line that says it, then the lines that show it.
  public init(stringLiteral text: String) { self.text = text }

  /// One line, without a full stop; empty where nothing is documented.
  public var meaning: String { lines.first.map(String.init) ?? "" }

  /// The examples of the text, in order.
  public var examples: [Example] {
    lines.dropFirst().map { line in
      let arrow = TextSearch.find(" => ", in: String(line)) ?? line.utf8.count
      let text = String(line)
      let end = text.utf8.count
      return Example(
        formula: TextEdit.slice(text, 0, arrow),
        result: TextEdit.slice(text, min(arrow + 4, end), end))
    }
  }

  private var lines: [Substring] { text.split(separator: "\n") }
}
