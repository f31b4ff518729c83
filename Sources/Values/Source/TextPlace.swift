/// Where the characters of a decoded text stand in its file: what lets a mistake inside a quoted
/// or folded scalar be underlined where the author wrote it.
public struct TextPlace: Sendable {
  /// The number of the file in its `SourceMap`.
  public let file: UInt32
  /// The file offset of the text's first byte, where the text stands in the file as it is.
  private let start: Int
  /// Otherwise the file offset of every byte of the text, and of its end.
  private let offsets: ArraySlice<UInt32>

  /// A text that stands in the file byte for byte.
  public init(file: UInt32, start: Int) {
    self.file = file
    self.start = start
    offsets = []
  }

  /// A text with escapes or folded lines: for each of its bytes, and for its end, the offset of
  /// what it was written as.
  public init(file: UInt32, offsets: [UInt32]) {
    self.file = file
    start = Int(offsets.first ?? 0)
    self.offsets = offsets[...]
  }

  private init(file: UInt32, start: Int, offsets: ArraySlice<UInt32>) {
    self.file = file
    self.start = start
    self.offsets = offsets
  }

  /// The place of the text without its first bytes.
  public func dropping(_ bytes: Int) -> TextPlace {
    let rest = offsets.isEmpty ? offsets : offsets.dropFirst(min(bytes, offsets.count - 1))
    return TextPlace(
      file: file, start: rest.first.map(Int.init) ?? start + bytes, offsets: rest)
  }

  /// The place of a range of the text's UTF-8 bytes.
  public func span(of range: Range<Int>) -> SourceSpan {
    SourceSpan(file: file, start: offset(range.lowerBound), end: offset(range.upperBound))
  }

  private func offset(_ byte: Int) -> Int {
    if offsets.isEmpty { return start + byte }
    return Int(offsets[min(offsets.startIndex + byte, offsets.endIndex - 1)])
  }
}
