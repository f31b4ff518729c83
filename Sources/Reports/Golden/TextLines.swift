/// Lines of text, held as the bytes of one text: a golden has as many as its log, and a `String` each
/// would take several times what they say.
public struct TextLines: Sendable, Equatable {
  private var bytes: [UInt8] = []
  /// Where each line ends among the bytes.
  private var ends: [UInt32] = []

  public init() {}

  public init(_ lines: some Sequence<String>) {
    for line in lines { append(line) }
  }

  public mutating func append(_ line: String) { append(utf8: line.utf8) }

  /// Adds a line of bytes that are known to be UTF-8.
  mutating func append(utf8 line: some Sequence<UInt8>) {
    bytes.append(contentsOf: line)
    ends.append(UInt32(bytes.count))
  }

  mutating func removeLast() {
    ends.removeLast()
    bytes.removeSubrange(Int(ends.last ?? 0)...)
  }

  /// All of them, each with a line end, behind a text.
  func write(to text: inout String) {
    var start = 0
    for end in ends {
      text += String(decoding: bytes[start..<Int(end)], as: UTF8.self)
      text += "\n"
      start = Int(end)
    }
  }
}

extension TextLines: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.count }

  public subscript(position: Int) -> String {
    let start = position == 0 ? 0 : Int(ends[position - 1])
    return String(decoding: bytes[start..<Int(ends[position])], as: UTF8.self)
  }
}

extension TextLines: ExpressibleByArrayLiteral {
  public init(arrayLiteral lines: String...) { self.init(lines) }
}
