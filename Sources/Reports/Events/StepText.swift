import Values

/// A step as written, in one line: without comments and line ends, and without what goes with its
/// verb.
enum StepText {
  /// No more characters are told.
  private static let longest = 100

  /// Nil where nothing stands there. What cannot be read by itself is told as it is laid out.
  static func line(_ span: SourceSpan, in sources: SourceMap) -> String? {
    if let line = sources.inOneLine(span) { return Cut.line(line, to: longest) }
    let file = sources[span]
    let start = min(Int(span.start), file.bytes.count)
    let end = max(start, min(Int(span.end), file.bytes.count))
    var pieces: [String] = []
    for line in file.bytes[start..<end].split(separator: 0x0a) {
      let piece = trimmed(uncommented(line))
      if !piece.isEmpty { pieces.append(String(decoding: piece, as: UTF8.self)) }
    }
    guard let first = pieces.first else { return nil }
    if pieces.count > 1, first.utf8.last == UInt8(ascii: ":") {
      return Cut.line("\(first) \(bracketed(pieces.dropFirst()))", to: longest)
    }
    return Cut.line(withoutColon(joined(pieces[...])), to: longest)
  }

  /// What stands below a key, as it would stand behind it.
  private static func bracketed(_ pieces: ArraySlice<String>) -> String {
    guard pieces.first?.hasPrefix("- ") ?? false else {
      let first = pieces.first?.utf8.first
      let isFlow = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      return isFlow ? joined(pieces) : "{\(joined(pieces))}"
    }
    let elements = pieces.map { $0.hasPrefix("- ") ? String($0.dropFirst(2)) : $0 }
    return "[\(joined(elements[...]))]"
  }

  private static func joined(_ pieces: ArraySlice<String>) -> String {
    pieces.dropFirst().reduce(pieces.first ?? "") { $0 + joint($0, $1) + $1 }
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

extension SourceMap {
  /// Where a step stands, as it is told beside it: `line 5`; `shared.yaml:5` in another file than the
  /// one that runs, and beside what is told of such a one.
  func whereabouts(of step: SourceSpan, besides span: SourceSpan? = nil) -> String {
    let line = self[step].position(of: Int(step.start)).line
    let isPlain = step.file == 0 && span?.file ?? 0 == 0
    return isPlain ? "line \(line)" : "\(self[step].name):\(line)"
  }
}
