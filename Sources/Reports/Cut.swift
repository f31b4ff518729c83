import Values

/// Foreign text brought to a size. What is cut says how much was cut.
enum Cut {
  /// One line of at most so many characters, safe to print, and the count of those left out.
  static func line(_ text: String, to most: Int) -> String {
    guard let (head, rest) = split(text, at: most) else { return SafeText.shown(text) }
    return SafeText.shown(head) + rest
  }

  /// The same of a text that stays as it is.
  static func plain(_ text: String, to most: Int) -> String {
    guard let (head, rest) = split(text, at: most) else { return text }
    return head + rest
  }

  /// The first characters, and what stands for the others; nil where there are no others. Of a text
  /// that is the beginning of another nobody knows how many there are.
  private static func split(_ text: String, at most: Int) -> (head: String, rest: String)? {
    if text.utf8.count <= most { return nil }
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return nil }
    if text.hasSuffix(" …") { return (String(scalars[..<end]), "…") }
    let rest = scalars.distance(from: end, to: scalars.endIndex)
    return (String(scalars[..<end]), "… (\(rest) more)")
  }

  /// The first lines of them, and a line that counts the others.
  static func lines(_ lines: [String], to most: Int) -> [String] {
    guard lines.count > most else { return lines }
    return lines.prefix(most - 1) + ["… \((lines.count - most + 1).counted("more line"))"]
  }
}
