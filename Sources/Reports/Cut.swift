import Values

/// Foreign text brought to a size. What is cut says how much was cut.
enum Cut {
  /// One line of at most so many characters, safe to print, and the count of those left out.
  static func line(_ text: String, to most: Int) -> String {
    guard let (head, rest) = split(text, at: most) else { return SafeText.shown(text) }
    return SafeText.shown(head) + "… (\(rest) more)"
  }

  /// The same of a text that stays as it is.
  static func plain(_ text: String, to most: Int) -> String {
    guard let (head, rest) = split(text, at: most) else { return text }
    return head + "… (\(rest) more)"
  }

  /// The first characters and the count of the others; nil where there are no others.
  private static func split(_ text: String, at most: Int) -> (head: String, rest: Int)? {
    if text.utf8.count <= most { return nil }
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return nil }
    return (String(scalars[..<end]), scalars.distance(from: end, to: scalars.endIndex))
  }

  /// The first lines of them, and a line that counts the others.
  static func lines(_ lines: [String], to most: Int) -> [String] {
    guard lines.count > most else { return lines }
    return lines.prefix(most - 1) + ["… \(Totals.count(lines.count - most + 1, "more line"))"]
  }
}
