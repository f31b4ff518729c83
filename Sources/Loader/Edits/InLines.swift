/// Somebody who edits a file by its lines.
protocol InLines {
  var bytes: [UInt8] { get }
}

extension InLines {
  /// How the file ends its lines: as it ends the first.
  static func lineBreak(of bytes: [UInt8]) -> String {
    let first = bytes.firstIndex(of: 0x0a) ?? 0
    return first > 0 && bytes[first - 1] == 0x0d ? "\r\n" : "\n"
  }

  func lineStart(_ offset: Int) -> Int {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0a { start -= 1 }
    return start == 0 && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? min(3, offset) : start
  }

  /// The end of a line, before what ends it.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0a { end += 1 }
    return end > offset && bytes[end - 1] == 0x0d ? end - 1 : end
  }

  /// The start of the next line, or the end of the file.
  func nextLine(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0a { end += 1 }
    return min(end + 1, bytes.count)
  }

  func column(_ offset: Int) -> Int { offset - lineStart(offset) }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }
  }
}
