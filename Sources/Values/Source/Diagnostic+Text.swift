extension Diagnostic {
  /// The diagnostic as text, ending with a line end:
  ///
  ///     shop.yaml:3:1: error: unknown key "cels"  [unknown-key]
  ///       3 | cels:
  ///         | ^^^^
  ///         = help: did you mean "cells"?
  ///
  /// A place in several lines is underlined in its first. Foreign text is shown escaped.
  public func text(in map: SourceMap) -> String {
    var text = Diagnostic.header(span, severity.rawValue, message, code, in: map)
    let width = Diagnostic.excerpt(span, in: map, to: &text)
    let margin = String(repeating: " ", count: width)
    for line in help { text += "\(margin) = help: \(SafeText.shown(line))\n" }
    for other in related {
      text += Diagnostic.header(other.span, "note", other.message, nil, in: map)
      _ = Diagnostic.excerpt(other.span, in: map, to: &text)
    }
    return text
  }

  private static func header(
    _ span: SourceSpan, _ severity: String, _ message: String, _ code: ProblemCode?,
    in map: SourceMap
  ) -> String {
    let file = map[span]
    let (line, column) = file.position(of: Int(span.start))
    let kind = code.map { "  [\($0.rawValue)]" } ?? ""
    return "\(file.name):\(line):\(column): \(severity): \(SafeText.shown(message))\(kind)\n"
  }

  /// Writes the line with its underline; the answer is the width of the number's margin.
  private static func excerpt(
    _ span: SourceSpan, in map: SourceMap, to text: inout String
  ) -> Int {
    let file = map[span]
    // Of a file that could not be read, or is empty, there is no line to show.
    guard !file.bytes.isEmpty else { return 3 }
    let line = file.position(of: Int(span.start)).line
    let excerpt = Excerpt(of: file, upTo: line)
    text += excerpt.line(line, marking: Int(span.start)..<Int(span.end))
    return excerpt.margin
  }
}
