import Values

/// The stretches that have been asked for, for a log asks for the same step as often as it was taken.
final class FlowTexts: Sendable {
  /// So many bytes of them are kept, of which each takes some beside its own.
  private static let most = 1 << 20
  private static let least = 64

  private struct Kept {
    /// Nil for one that cannot be read by itself.
    var texts: [SourceSpan: String?] = [:]
    var size = 0
  }

  private let kept = Guarded(Kept())

  /// As of `FlowText.line`.
  @Sendable
  func line(_ span: SourceSpan, _ file: SourceFile) -> String? {
    if let text = kept.with({ $0.texts[span] }) { return text }
    let text = FlowText.line(span, of: file)
    let size = (text?.utf8.count ?? 0) + FlowTexts.least
    kept.with { kept in
      if kept.size + size > FlowTexts.most { kept = Kept() }
      kept.texts[span] = .some(text)
      kept.size += size
    }
    return text
  }
}

/// A stretch of a file as YAML in one line: the same for the same content, however that is laid out and
/// quoted, so that a log does not change where a file is only written in another way.
struct FlowText {
  private let document: YAMLDocument

  /// The entries of a map, or a scalar, that stand in a span of a file; nil where they cannot be read by themselves, as
  /// with an alias of what stands elsewhere.
  static func line(_ span: SourceSpan, of file: SourceFile) -> String? {
    let start = min(Int(span.start), file.bytes.count)
    let bytes = file.bytes[start..<end(of: span, in: file)]
    // Behind as many blanks as there are before it, for the lines that follow are indented by that; but no more than it
    // takes to stand further right than all of these, for it may be far out in a long line. It may stand in a block, in
    // braces, or behind the mark of a key.
    let column = min(file.position(of: start).column - 1, indentation(behindFirstLineOf: bytes) + 4)
    let ways = [("", ""), ("{", "\n}"), ("? ", "")]
    for (before, after) in ways where before.utf8.count <= column || before == "{" {
      if let map = FlowText(column, before, bytes, after) {
        return map.entries(of: map.document.root, inFlow: false)
      }
    }
    guard let map = FlowText(column, "_: ", bytes, "") else { return nil }
    return map.document.entries(map.document.root).last.map { map.text($0.value, inFlow: false) }
  }

  /// Line ends and empty lines behind a block scalar are part of it, if it says so; to all else they are nothing.
  private static func end(of span: SourceSpan, in file: SourceFile) -> Int {
    var end = max(Int(span.start), min(Int(span.end), file.bytes.count))
    var place = end
    while place < file.bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(file.bytes[place]) {
      place += 1
      if file.bytes[place - 1] == 0x0a { end = place }
    }
    return end
  }

  /// The most blanks that a line begins with, but for the first one.
  private static func indentation(behindFirstLineOf bytes: ArraySlice<UInt8>) -> Int {
    var (most, current) = (0, Int?.none)
    for byte in bytes {
      if byte == 0x0a {
        current = 0
      } else if byte == 0x20, let blanks = current {
        current = blanks + 1
        most = max(most, blanks + 1)
      } else {
        current = nil
      }
    }
    return most
  }

  private init?(_ column: Int, _ before: String, _ bytes: ArraySlice<UInt8>, _ after: String) {
    var problems = Problems()
    let blanks = [UInt8](repeating: 0x20, count: max(0, column - before.utf8.count))
    let source = SourceFile(
      name: "", bytes: blanks + Array(before.utf8) + bytes + Array(after.utf8))
    guard let document = DocumentBuilder.read(source, file: 0, &problems), problems.errors == 0
    else { return nil }
    self.document = document
  }

  private func entries(of map: YAMLDocument.ID, inFlow: Bool) -> String {
    document.entries(map).map { key, value in
      let key = ScalarText.shownKey(document.text(key), inFlow: inFlow)
      // A verb that takes nothing.
      if !inFlow, isNull(value) { return key }
      return "\(key): \(text(value, inFlow: inFlow))"
    }.joined(separator: ", ")
  }

  private func text(_ id: YAMLDocument.ID, inFlow: Bool) -> String {
    let id = document.target(id)
    switch document[id].kind {
    case .map: return "{\(entries(of: id, inFlow: true))}"
    case .list:
      return "[\(document.elements(id).map { text($0, inFlow: true) }.joined(separator: ", "))]"
    case .scalar: return document.line(ofScalar: id, inFlow: inFlow)
    case .alias: preconditionFailure("an alias of an alias")
    }
  }

  private func isNull(_ id: YAMLDocument.ID) -> Bool { document.plainReading(id) == .null }
}
