/// A printed value broken into lines that fit a width: `Value.description` is one line, however
/// long. Works on the text alone, by its brackets and quotes; text that is no value comes out as
/// it is.
struct ValueLayout {
  /// Deeper brackets are not broken.
  private static let deepest = 200

  private let bytes: [UInt8]
  private let width: Int
  /// For each opening bracket the place of its closing one; -1 elsewhere.
  private var closing: [Int]
  private var lines: [String] = []

  static func lines(_ text: String, width: Int) -> [String] {
    var layout = ValueLayout(Array(text.utf8), width)
    layout.write(0..<layout.bytes.count, indent: 0, end: "", isForced: true, depth: 0)
    return layout.lines
  }

  /// Whether a quoted text has a line end in it, as `\n`.
  static func holdsLineEnd(_ text: String) -> Bool {
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped, byte == UInt8(ascii: "n") { return true }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return false
  }

  private init(_ bytes: [UInt8], _ width: Int) {
    self.bytes = bytes
    self.width = width
    closing = [Int](repeating: -1, count: bytes.count)
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = endOfString(index)
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("): open.append(index)
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"):
        if let start = open.popLast() { closing[start] = index }
      default: break
      }
      index += 1
    }
  }

  /// The closing quote of a string, or the last byte.
  private func endOfString(_ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count - 1)
  }

  /// Writes one item, such as `name: [1, 2]`, with what stands behind it.
  private mutating func write(
    _ range: Range<Int>, indent: Int, end: String, isForced: Bool = false, depth: Int
  ) {
    let fits = range.count + indent <= width
    if let open = group(in: range), !fits || isForced, depth < ValueLayout.deepest {
      add(range.lowerBound..<open + 1, indent, "")
      let items = items(open + 1..<closing[open])
      for (index, item) in items.enumerated() {
        let end = index + 1 < items.count ? "," : ""
        write(item, indent: indent + 2, end: end, depth: depth + 1)
      }
      add(closing[open]..<range.upperBound, indent, end)
    } else if !fits || isForced {
      let pieces = pieces(range)
      for (index, piece) in pieces.enumerated() {
        add(piece, index == 0 ? indent : indent + 1, index + 1 < pieces.count ? "" : end)
      }
    } else {
      add(range, indent, end)
    }
  }

  private mutating func add(_ range: Range<Int>, _ indent: Int, _ end: String) {
    lines.append(
      String(repeating: " ", count: indent) + String(decoding: bytes[range], as: UTF8.self) + end)
  }

  /// The opening bracket of a group with something in it that reaches to the item's end.
  private func group(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\"") {
        index = endOfString(index)
      } else if closing[index] >= 0 {
        let close = closing[index]
        return close == range.upperBound - 1 && close > index + 1 ? index : nil
      }
      index += 1
    }
    return nil
  }

  /// What stands between the commas of a group.
  private func items(_ range: Range<Int>) -> [Range<Int>] {
    var items: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\"") {
        index = endOfString(index)
      } else if closing[index] >= 0 {
        index = closing[index]
      } else if bytes[index] == UInt8(ascii: ",") {
        items.append(start..<index)
        start = min(index + 2, range.upperBound)
      }
      index += 1
    }
    return items + [start..<range.upperBound]
  }

  /// A long text in pieces, each ending with the line end it holds.
  private func pieces(_ range: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index + 1 < range.upperBound {
      if bytes[index] == UInt8(ascii: "\\") {
        if bytes[index + 1] == UInt8(ascii: "n"), index + 3 < range.upperBound {
          pieces.append(start..<index + 2)
          start = index + 2
        }
        index += 1
      }
      index += 1
    }
    return pieces + [start..<range.upperBound]
  }
}
