import Values

/// Foreign text on its way into XML and HTML. Characters that XML forbids, colours, and what a CI
/// runner would take for a command have become visible escapes before any mark is replaced.
enum Markup {
  /// One line, for an attribute or an element.
  static func line(_ text: String) -> String {
    escaped(LogSafe.guarded(SafeText.shown(text)))
  }

  /// Lines, for an element that keeps them.
  static func block(_ text: String) -> String {
    escaped(LogSafe.guarded(SafeText.shown(text, keepingLineEnds: true)))
  }

  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case UInt8(ascii: "'"): escaped += "&#39;".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
