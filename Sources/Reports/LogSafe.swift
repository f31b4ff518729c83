import Values

/// Output that no CI runner takes for a command to itself.
///
/// GitHub's runner obeys `::name` at the start of a line, behind blanks too, and `##[name]`
/// anywhere; others obey `##vso[` and `##teamcity[`.
public enum LogSafe {
  /// How a character is written so that it no longer stands there as itself.
  public enum Escape: Sendable {
    /// `\u{5B}`, as in all other text that is shown.
    case braces
    /// `\u005b`, which a JSON text takes within its strings.
    case json
  }

  /// Text that may be printed as it is: with every such beginning escaped, and every character that
  /// does not show, but for line ends and the colours of a `Palette`.
  public static func printed(_ text: String, _ escape: Escape = .braces) -> String {
    var text = text
    let isPlain = text.withUTF8 { $0.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x0a } }
    return guarded(isPlain ? text : shown(text), escape)
  }

  private static func shown(_ text: String) -> String {
    var pieces: [String] = []
    var rest = text.unicodeScalars[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      pieces.append(SafeText.shown(String(rest[..<escape]), keepingLineEnds: true))
      rest = rest[escape...]
      let colour = Palette.sequences.first { rest.starts(with: $0.unicodeScalars) }
      pieces.append(colour ?? SafeText.shown("\u{1B}"))
      rest = rest.dropFirst(colour?.unicodeScalars.count ?? 1)
    }
    pieces.append(SafeText.shown(String(rest), keepingLineEnds: true))
    return pieces.joined()
  }

  /// The text with every such beginning escaped.
  public static func guarded(_ text: String, _ escape: Escape = .braces) -> String {
    var text = text
    let isClean = text.withUTF8 { bytes in
      !bytes.indices.contains { isCommand(bytes, at: $0) }
    }
    if isClean { return text }
    let bytes = Array(text.utf8)
    var safe: [UInt8] = []
    for index in bytes.indices {
      if bytes.withUnsafeBufferPointer({ isCommand($0, at: index) }) {
        safe += (escape == .json ? "\\u00" : "\\u{").utf8
        safe += String(bytes[index], radix: 16, uppercase: true).utf8
        if escape == .braces { safe += "}".utf8 }
      } else {
        safe.append(bytes[index])
      }
    }
    return String(decoding: safe, as: UTF8.self)
  }

  /// Whether the byte is what makes a command: the `[` behind `##`, or the first `:` of a line.
  private static func isCommand(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "["):
      var before = index
      while before > 0, isLetter(bytes[before - 1]) { before -= 1 }
      return before >= 2 && bytes[before - 1] == UInt8(ascii: "#")
        && bytes[before - 2] == UInt8(ascii: "#")
    case UInt8(ascii: ":"):
      guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ":") else { return false }
      var before = index
      while before > 0, bytes[before - 1] == UInt8(ascii: " ") { before -= 1 }
      return before == 0 || bytes[before - 1] == UInt8(ascii: "\n")
    default: return false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
