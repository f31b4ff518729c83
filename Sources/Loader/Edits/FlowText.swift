import Values

/// The stretches that have been asked for, for a log asks for the same step as often as it was taken.
final class FlowTexts: Sendable {
  /// So many bytes of them are kept.
  private static let most = 1 << 20

  private struct Kept {
    var texts: [SourceSpan: String] = [:]
    var size = 0
  }

  private let kept = Guarded(Kept())

  /// As of `FlowText.line`.
  @Sendable
  func line(_ span: SourceSpan, _ bytes: ArraySlice<UInt8>, _ column: Int) -> String? {
    if let text = kept.with({ $0.texts[span] }) { return text }
    guard let text = FlowText.line(bytes, column: column) else { return nil }
    kept.with { kept in
      if kept.size + text.utf8.count > FlowTexts.most { kept = Kept() }
      kept.texts[span] = text
      kept.size += text.utf8.count
    }
    return text
  }
}

/// A stretch of a file as YAML in one line: the same for the same content, however that is laid out and
/// quoted, so that a log does not change where a file is only written in another way.
struct FlowText {
  private let document: YAMLDocument

  /// The entries of a map, or a scalar, as they stand in a file from a column on; nil where they cannot be read by
  /// themselves, as with an alias of what stands elsewhere.
  static func line(_ bytes: ArraySlice<UInt8>, column: Int) -> String? {
    // Behind as many blanks as there are before it, for the lines that follow are indented by that.
    let blanks = [UInt8](repeating: 0x20, count: column)
    if let map = FlowText(reading: blanks + bytes) {
      return map.entries(of: map.document.root, inFlow: false)
    }
    guard let map = FlowText(reading: blanks + Array("_: ".utf8) + bytes) else { return nil }
    return map.document.entries(map.document.root).last.map { map.text($0, inFlow: false) }
  }

  private init?(reading bytes: [UInt8]) {
    var problems = Problems()
    let source = SourceFile(name: "", bytes: bytes)
    guard let document = DocumentBuilder.read(source, file: 0, &problems), problems.errors == 0
    else { return nil }
    self.document = document
  }

  private func entries(of map: YAMLDocument.ID, inFlow: Bool) -> String {
    let entries = document.entries(map)
    return stride(from: entries.startIndex, to: entries.endIndex, by: 2).map { place in
      let key = ScalarText.shownKey(document.text(entries[place]), inFlow: inFlow)
      // A verb that takes nothing.
      if !inFlow, isNull(entries[place + 1]) { return key }
      return "\(key): \(text(entries[place + 1], inFlow: inFlow))"
    }.joined(separator: ", ")
  }

  private func text(_ id: YAMLDocument.ID, inFlow: Bool) -> String {
    let id = document.target(id)
    switch document[id].kind {
    case .map: return "{\(entries(of: id, inFlow: true))}"
    case .list:
      return "[\(document.elements(id).map { text($0, inFlow: true) }.joined(separator: ", "))]"
    case .scalar: return scalar(id, inFlow: inFlow)
    case .alias: preconditionFailure("an alias of an alias")
    }
  }

  /// What is written plain and read as more than a text stays as it is, but for nothing, which is written in many
  /// ways.
  private func scalar(_ id: YAMLDocument.ID, inFlow: Bool) -> String {
    let text = document.text(id)
    if isNull(id) { return "null" }
    if document[id].style == .plain, text == "_" || reading(id) != .text { return text }
    return text.utf8.first == UInt8(ascii: "=")
      ? ScalarText.formula(text, inFlow: inFlow)
      : ScalarText.text(text, like: .plain, inFlow: inFlow)
  }

  private func isNull(_ id: YAMLDocument.ID) -> Bool {
    let id = document.target(id)
    return document[id].kind == .scalar && document[id].style == .plain && reading(id) == .null
  }

  private func reading(_ id: YAMLDocument.ID) -> CoreSchema.Reading {
    document.withText(id, CoreSchema.read)
  }
}
