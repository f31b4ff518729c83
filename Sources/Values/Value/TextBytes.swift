/// A text that is being written piece by piece, as its bytes: to put many short pieces to a `String` costs several times as
/// much.
package struct TextBytes {
  private var bytes: [UInt8] = []

  package init() {}

  var count: Int { bytes.count }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The whole characters within so many bytes, of which there must be more.
  func beginning(_ most: Int) -> String {
    var end = most
    while bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  package static func += (text: inout TextBytes, piece: String) {
    text.bytes.append(contentsOf: piece.utf8)
  }

  /// Appends a character of ASCII.
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ scalar: Unicode.Scalar) { bytes.append(contentsOf: scalar.utf8) }
}
