import Loader
import Values

/// From places in a file with edits back to the places in the file without them.
struct OffsetMap {
  private struct Piece {
    /// In the file with the edits.
    var written: Range<Int>
    var original: Range<Int>
    /// Among the edits as they were given.
    var number: Int
    /// How much further behind it everything is than it was.
    var shift: Int { written.upperBound - original.upperBound }
  }

  private var pieces: [Piece] = []

  init(_ edits: [Edit]) {
    let numbered = edits.enumerated().map { (number: $0.offset, edit: $0.element) }
    let order = Edit.order(edits)
    var shift = 0
    for index in order {
      let (number, edit) = numbered[index]
      let start = edit.range.lowerBound + shift
      pieces.append(
        Piece(
          written: start..<start + edit.replacement.count, original: edit.range, number: number))
      shift += edit.replacement.count - edit.range.count
    }
  }

  /// The range without the edits; nil where it has to do with what was written.
  func original(_ range: Range<Int>) -> Range<Int>? {
    let next = pieces.partitioningIndex {
      $0.written.upperBound > range.lowerBound
        || ($0.written.upperBound == range.lowerBound && range.isEmpty)
    }
    if next < pieces.count {
      let start = pieces[next].written.lowerBound
      if start < range.upperBound || (start == range.upperBound && range.isEmpty) { return nil }
    }
    let shift = next == 0 ? 0 : pieces[next - 1].shift
    return range.lowerBound - shift..<range.upperBound - shift
  }

  /// The place with the edits of a place without them.
  func written(_ offset: Int) -> Int {
    let next = pieces.partitioningIndex {
      $0.original.lowerBound >= offset || $0.original.upperBound > offset
    }
    if next < pieces.count, pieces[next].original.lowerBound <= offset {
      return pieces[next].written.lowerBound
    }
    return offset + (next == 0 ? 0 : pieces[next - 1].shift)
  }

  /// The edits, by their number, that wrote in the range or next to it.
  func touching(_ range: Range<Int>) -> [Int] { near(range).map(\.number) }

  /// The edits, by their number, that something in the span was written by.
  func written(in span: SourceSpan) -> [Int] {
    let range = Int(span.start)..<Int(span.end)
    return near(range).filter { piece in
      piece.written.isEmpty
        ? range.lowerBound < piece.written.lowerBound && piece.written.lowerBound < range.upperBound
        : piece.written.overlaps(range)
    }.map(\.number)
  }

  private func near(_ range: Range<Int>) -> ArraySlice<Piece> {
    let start = pieces.partitioningIndex { $0.written.upperBound >= range.lowerBound }
    return pieces[start...].prefix { $0.written.lowerBound <= range.upperBound }
  }
}
