import Values

/// A step as written, in one line: without comments and line ends, and without what goes with its
/// verb.
enum StepText {
  /// No more characters are told.
  private static let longest = 100

  /// Nil where nothing stands there.
  static func line(_ span: SourceSpan, in sources: SourceMap) -> String? {
    let file = sources[span]
    let start = min(Int(span.start), file.bytes.count)
    let end = max(start, min(Int(span.end), file.bytes.count))
    var pieces: [String] = []
    for line in file.bytes[start..<end].split(separator: 0x0a) {
      let piece = trimmed(uncommented(line))
      if !piece.isEmpty { pieces.append(String(decoding: piece, as: UTF8.self)) }
    }
    guard let first = pieces.first else { return nil }
    var text = first
    for piece in pieces.dropFirst() { text += joint(text, piece) + piece }
    return Cut.line(withoutColon(text), to: longest)
  }

  /// The line up to a comment.
  static func uncommented(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var quote: UInt8?
    for (index, byte) in zip(line.indices, line) {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "#"), index > line.startIndex, isBlank(line[index - 1]) {
        return line[..<index]
      }
    }
    return line
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let first = line.first, isBlank(first) { line.removeFirst() }
    while let last = line.last, isBlank(last) { line.removeLast() }
    return line
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0d
  }

  /// What stands between two lines that become one: entries of a block are set apart by commas.
  private static func joint(_ text: String, _ next: String) -> String {
    let last = text.utf8.last
    let opens = [UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ",")]
    let closes = [UInt8(ascii: "}"), UInt8(ascii: "]")]
    if let last, opens.contains(last) { return " " }
    if let first = next.utf8.first, closes.contains(first) { return "" }
    return ", "
  }

  private static func withoutColon(_ text: String) -> String {
    text.utf8.last == UInt8(ascii: ":") ? String(text.dropLast()) : text
  }
}
