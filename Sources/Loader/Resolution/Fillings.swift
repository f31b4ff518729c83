import CEL

/// The names in braces of a scenario's name, which each row of `each` fills in.
enum Fillings {
  /// Each of a text, in its order, with the bytes where it stands.
  static func all(in text: String) -> [(word: String, bytes: Range<Int>)] {
    let bytes = Array(text.utf8)
    var found: [(word: String, bytes: Range<Int>)] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{") { start = index + 1 }
      guard byte == UInt8(ascii: "}"), let first = start else { continue }
      start = nil
      let word = String(decoding: bytes[first..<index], as: UTF8.self)
      if Names.isName(word) { found.append((word, first..<index)) }
    }
    return found
  }
}
