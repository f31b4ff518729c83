import Values

/// Foreign text brought to a size and made safe to print. What is cut says how much was cut.
enum Cut {
  /// One line of at most so many characters, and the count of those left out.
  static func line(_ text: String, to most: Int) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return SafeText.shown(text) }
    let rest = scalars.distance(from: end, to: scalars.endIndex)
    return SafeText.shown(String(scalars[..<end])) + "… (\(rest) more)"
  }

  /// The first lines of them, and a line that counts the others.
  static func lines(_ lines: [String], to most: Int) -> [String] {
    guard lines.count > most else { return lines }
    return lines.prefix(most - 1) + ["… \(Totals.count(lines.count - most + 1, "more line"))"]
  }
}
