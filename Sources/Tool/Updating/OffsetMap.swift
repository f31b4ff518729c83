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
    var shift = 0
    for piece in pieces {
      if piece.written.lowerBound > range.upperBound { break }
      if piece.written.upperBound < range.lowerBound
        || (piece.written.upperBound == range.lowerBound && !range.isEmpty)
      {
        shift = piece.original.upperBound - piece.written.upperBound
        continue
      }
      if piece.written.lowerBound == range.upperBound, !range.isEmpty { break }
      return nil
    }
    return range.lowerBound + shift..<range.upperBound + shift
  }

  /// The place with the edits of a place without them.
  func written(_ offset: Int) -> Int {
    var shift = 0
    for piece in pieces {
      if piece.original.lowerBound > offset { break }
      if piece.original.contains(offset) || piece.original.lowerBound == offset {
        return piece.written.lowerBound
      }
      shift = piece.written.upperBound - piece.original.upperBound
    }
    return offset + shift
  }

  /// The edits, by their number, that wrote in the range or next to it.
  func touching(_ range: Range<Int>) -> [Int] {
    pieces.filter {
      $0.written.lowerBound <= range.upperBound && range.lowerBound <= $0.written.upperBound
    }.map(\.number)
  }

  /// The edits, by their number, that something in the span was written by.
  func written(in span: SourceSpan) -> [Int] {
    let range = Int(span.start)..<Int(span.end)
    return pieces.filter { piece in
      piece.written.isEmpty
        ? range.lowerBound < piece.written.lowerBound && piece.written.lowerBound < range.upperBound
        : piece.written.overlaps(range)
    }.map(\.number)
  }
}
