/// A stretch of a source file, in UTF-8 bytes. Plain data: the file itself is found through the
/// `SourceMap` that numbered it.
@frozen
public struct SourceSpan: Sendable, Hashable {
  /// The file's number in its `SourceMap`.
  public var file: UInt32
  /// The first byte.
  public var start: UInt32
  /// The byte behind the last one; equal to `start` for a place between characters.
  public var end: UInt32

  /// Offsets beyond four billion count as that; a span never ends before it begins.
  @inlinable
  public init(file: UInt32, start: Int, end: Int) {
    self.file = file
    self.start = UInt32(clamping: start)
    self.end = UInt32(clamping: max(start, end))
  }

  /// From the start of this span to the end of the other, in the same file.
  public func through(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(file: file, start: Int(start), end: Int(max(end, other.end)))
  }

  /// Whether another lies in it as a whole.
  package func holds(_ other: SourceSpan) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}

/// A file as it was read: its name as shown to the user, its bytes, and where its lines begin.
public final class SourceFile: Sendable {
  /// The path as the user gave it, made safe to print.
  public let name: String
  /// The file as it was read.
  public let bytes: [UInt8]
  private let lineStarts: [Int]
  /// How many code points begin before each mark, where a line is longer than from one mark to the
  /// next; otherwise none.
  private let pointsBefore: [Int]
  /// So many bytes lie between two marks.
  private static let markDistance = 1024

  /// - Parameters:
  ///   - name: the path as the user gave it.
  ///   - bytes: all of the file; finding its lines is linear in them.
  public init(name: String, bytes: [UInt8]) {
    self.name = SafeText.shown(name)
    self.bytes = bytes
    var starts = [0]
    starts.reserveCapacity(bytes.count / 24 + 2)
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == 0x0a { starts.append(index + 1) }
    }
    lineStarts = starts
    pointsBefore = SourceFile.marks(in: bytes, lineStarts: starts)
  }

  private static func marks(in bytes: [UInt8], lineStarts: [Int]) -> [Int] {
    let ends = lineStarts.dropFirst() + [bytes.count]
    guard zip(lineStarts, ends).contains(where: { $1 - $0 > markDistance }) else { return [] }
    var marks = [0]
    marks.reserveCapacity(bytes.count / markDistance + 1)
    var start = 0
    while start + markDistance <= bytes.count {
      let end = start + markDistance
      marks.append(marks[marks.count - 1] + pointsBeginning(in: bytes[start..<end]))
      start = end
    }
    return marks
  }

  private static func pointsBeginning(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var points = 0
      for byte in bytes where byte & 0xc0 != 0x80 { points += 1 }
      return points
    }
  }

  /// How many code points begin in a range of the file's bytes. Of a long one only its ends are counted,
  /// for a line may be all of a file, and its places be asked for one by one.
  func codePoints(in range: Range<Int>) -> Int {
    let distance = SourceFile.markDistance
    let first = (range.lowerBound + distance - 1) / distance
    let last = range.upperBound / distance
    guard first < last, last < pointsBefore.count else {
      return SourceFile.pointsBeginning(in: bytes[range])
    }
    return SourceFile.pointsBeginning(in: bytes[range.lowerBound..<(first * distance)])
      + pointsBefore[last] - pointsBefore[first]
      + SourceFile.pointsBeginning(in: bytes[(last * distance)..<range.upperBound])
  }

  /// How many lines there are; a final newline begins no line.
  public var lineCount: Int {
    lineStarts.count - (lineStarts.count > 1 && lineStarts.last == bytes.count ? 1 : 0)
  }

  /// Line from 1 and column from 1 in code points; a leading byte order mark has no column.
  public func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(offset, bytes.count)
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let start = firstByte(ofLine: low + 1)
    return (low + 1, 1 + codePoints(in: start..<max(offset, start)))
  }

  /// Where a line (from 1) begins, behind a byte order mark.
  public func firstByte(ofLine line: Int) -> Int {
    let start = lineStarts[line - 1]
    return start == 0 && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : start
  }

  /// A line's bytes without its end.
  public func line(_ line: Int) -> ArraySlice<UInt8> {
    let start = firstByte(ofLine: line)
    var end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0d { end -= 1 }
    return bytes[start..<max(start, end)]
  }
}

/// The files of one run, numbered in the order in which they were read.
public struct SourceMap: Sendable {
  /// What stands in a span of a file, in one line of its language; nil where it cannot be said so.
  public typealias OneLine = @Sendable (_ span: SourceSpan, _ file: SourceFile) -> String?

  /// By their numbers.
  public private(set) var files: [SourceFile] = []
  private let oneLine: OneLine

  /// A map without files.
  public init(oneLine: @escaping OneLine = { _, _ in nil }) { self.oneLine = oneLine }

  /// What stands in a span, in one line of the language of the files; nil where it cannot be said so.
  public func inOneLine(_ span: SourceSpan) -> String? { oneLine(span, self[span]) }

  /// Adds a file and gives its number.
  public mutating func add(_ file: SourceFile) -> UInt32 {
    files.append(file)
    return UInt32(files.count - 1)
  }

  /// The file that a span is in, which must be in this map.
  public subscript(span: SourceSpan) -> SourceFile { files[Int(span.file)] }
}
