/// Cuts and changes texts by UTF-8 offsets that lie between code points.
enum TextEdit {
  /// Where a code point starts, by its number; the text's length for the one behind the last.
  static func offset(of index: Int, in text: String) -> Int? {
    guard index >= 0 else { return nil }
    return Window.lend(text) { bytes -> Int? in
      var count = 0
      for (offset, byte) in bytes.enumerated() where byte & 0xc0 != 0x80 {
        if count == index { return offset }
        count += 1
      }
      return count == index ? bytes.count : nil
    }
  }

  /// The offset behind the code point at an offset.
  static func next(_ text: String, _ offset: Int) -> Int {
    Window.lend(text) { bytes in
      var end = min(offset + 1, bytes.count)
      while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
      return end
    }
  }

  static func slice(_ text: String, _ start: Int, _ end: Int) -> String {
    Window.lend(text) { bytes in
      String(decoding: bytes.part(start..<end), as: UTF8.self)
    }
  }

  /// Every byte in the range moved by so much.
  static func mapped(_ text: String, _ range: ClosedRange<UInt8>, by distance: Int) -> String {
    String(
      decoding: text.utf8.map { range.contains($0) ? UInt8(Int($0) + distance) : $0 },
      as: UTF8.self)
  }

  /// Without the white space of Unicode at both ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(text.unicodeScalars[first...last])
  }

  /// What stands between the first occurrences of a separator, at most `most` of them. An empty one
  /// stands between all code points; for replacing, at both ends too.
  static func pieces(
    of text: String, by separator: String, most: Int64, isReplacing: Bool
  ) -> [String] {
    if separator.utf8.isEmpty { return letters(of: text, most: most, isReplacing: isReplacing) }
    var pieces: [String] = []
    var start = 0
    while pieces.count < most, let found = TextSearch.find(separator, in: text, from: start) {
      pieces.append(slice(text, start, found))
      start = found + separator.utf8.count
    }
    return pieces + [slice(text, start, text.utf8.count)]
  }

  private static func letters(of text: String, most: Int64, isReplacing: Bool) -> [String] {
    guard most > 0 else { return [text] }
    var pieces: [String] = isReplacing ? [""] : []
    var rest = text.unicodeScalars[...]
    while pieces.count < most, let first = rest.first {
      pieces.append(String(first))
      rest.removeFirst()
    }
    if !rest.isEmpty || (isReplacing && pieces.count <= most) { pieces.append(String(rest)) }
    return pieces
  }

  /// In double quotes, with the escapes of CEL for what does not print or would end the text.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{07}": quoted += "\\a"
      case "\u{08}": quoted += "\\b"
      case "\u{0c}": quoted += "\\f"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0b}": quoted += "\\v"
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
