extension Diagnostic {
  /// The diagnostic as text, ending with a line end:
  ///
  ///     shop.yaml:3:1: error: unknown key "cels"
  ///       3 | cels:
  ///         | ^^^^
  ///         = help: did you mean "cells"?
  ///
  /// A place in several lines is underlined in its first. Foreign text is shown escaped.
  public func text(in map: SourceMap) -> String {
    var text = Diagnostic.header(span, severity.rawValue, message, in: map)
    let width = Diagnostic.excerpt(span, in: map, to: &text)
    let margin = String(repeating: " ", count: width)
    for line in help { text += "\(margin) = help: \(SafeText.shown(line))\n" }
    for other in related {
      text += Diagnostic.header(other.span, "note", other.message, in: map)
      _ = Diagnostic.excerpt(other.span, in: map, to: &text)
    }
    return text
  }

  private static func header(
    _ span: SourceSpan, _ severity: String, _ message: String, in map: SourceMap
  ) -> String {
    let file = map[span]
    let (line, column) = file.position(of: Int(span.start))
    return "\(file.name):\(line):\(column): \(severity): \(SafeText.shown(message))\n"
  }

  /// At most this many characters of a source line are shown.
  static let widest = 160

  /// Writes the line with its underline; the answer is the width of the number's margin.
  static func excerpt(
    _ span: SourceSpan, in map: SourceMap, to text: inout String
  ) -> Int {
    let file = map[span]
    let (line, column) = file.position(of: Int(span.start))
    let number = "  \(line)"
    let margin = String(repeating: " ", count: number.count)
    let content = file.line(line)
    let last = min(Int(span.end), content.endIndex)
    let length = max(1, Diagnostic.codePoints(file.bytes, Int(span.start), last))
    let scalars = Array(String(decoding: content, as: UTF8.self).unicodeScalars)
    let first = column - 1 > widest - 40 ? column - 1 - 60 : 0
    var shown = first > 0 ? "…" : ""
    var under = first > 0 ? " " : ""
    for (index, scalar) in scalars.enumerated().dropFirst(first).prefix(widest) {
      let piece = scalar == "\t" ? " " : SafeText.shown(String(scalar))
      shown += piece
      let mark = index >= column - 1 && index < column - 1 + length ? "^" : " "
      under += String(repeating: mark, count: piece.unicodeScalars.count)
    }
    if scalars.count - first > widest { shown += "…" }
    if column - 1 >= scalars.count { under += "^" }
    while under.last == " " { under.removeLast() }
    text += "\(number) |\(shown.isEmpty ? "" : " ")\(shown)\n\(margin) | \(under)\n"
    return number.count
  }

  private static func codePoints(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    guard start < end else { return 0 }
    return bytes[start..<end].reduce(0) { $1 & 0xc0 == 0x80 ? $0 : $0 + 1 }
  }
}
