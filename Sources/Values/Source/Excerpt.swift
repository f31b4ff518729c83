/// Lines of a file shown with their numbers, a place in them underlined:
///
///       3 | cels:
///         | ^^^^
///
/// Foreign text is shown escaped, and a long line only near the place.
public struct Excerpt: Sendable {
  /// At most this many characters of a source line are shown.
  static let widest = 160

  private let file: SourceFile
  /// The width of the numbers, with what stands before them.
  public let margin: Int

  /// An excerpt in which the line of this number fits best, and lower numbers are set right.
  public init(of file: SourceFile, upTo line: Int) {
    self.file = file
    margin = String(line).utf8.count + 2
  }

  /// The line, with its end; behind it the underline where some bytes of the file are marked.
  public func line(_ number: Int, marking range: Range<Int>? = nil) -> String {
    let content = file.line(number)
    let marks = range.map { columns($0, in: content) }
    let isCut = marks.map { $0.lowerBound > Excerpt.widest - 40 } ?? false
    let beginning =
      isCut ? start(before: range?.lowerBound ?? 0, in: content) : content.startIndex
    // Of a long line no more is read than is shown: it may be all of a file, with much to tell of it.
    let window = content[beginning...].prefix(4 * (Excerpt.widest + 1))
    let scalars = String(decoding: window, as: UTF8.self).unicodeScalars
    let first = isCut ? file.codePoints(in: content.startIndex..<beginning) : 0
    var shown = isCut ? "…" : ""
    var under = isCut ? " " : ""
    for (index, scalar) in zip(first..., scalars.prefix(Excerpt.widest)) {
      let piece = scalar == "\t" ? " " : SafeText.shown(String(scalar))
      shown += piece
      let mark = marks?.contains(index) == true ? "^" : " "
      let width = piece.unicodeScalars.reduce(0) { $0 + $1.columns }
      under += String(repeating: mark, count: width)
    }
    if scalars.count > Excerpt.widest { shown += "…" }
    let text = head(String(number)) + (shown.isEmpty ? "" : " ") + shown + "\n"
    guard let marks else { return text }
    if marks.lowerBound >= first + scalars.count { under += "^" }
    while under.last == " " { under.removeLast() }
    return text + head("") + " \(under)\n"
  }

  private func head(_ label: String) -> String {
    String(repeating: " ", count: max(0, margin - label.utf8.count)) + label + " |"
  }

  /// The marked characters of the line, from 0; at least one.
  private func columns(_ range: Range<Int>, in content: ArraySlice<UInt8>) -> Range<Int> {
    let start = min(max(range.lowerBound, content.startIndex), content.endIndex)
    let end = min(max(range.upperBound, start), content.endIndex)
    let first = file.codePoints(in: content.startIndex..<start)
    return first..<first + max(1, file.codePoints(in: start..<end))
  }

  /// Where the character begins that stands sixty before a place of the line.
  private func start(before place: Int, in content: ArraySlice<UInt8>) -> Int {
    var start = min(place, content.endIndex)
    for _ in 0..<60 {
      repeat { start -= 1 } while start > content.startIndex && content[start] & 0xc0 == 0x80
    }
    return start
  }
}

extension Unicode.Scalar {
  /// How many columns a terminal gives it: none for what joins the character before it, two for
  /// ideographs, kana, Hangul, full-width forms and what is shown as a picture.
  ///
  /// What is wide by Unicode's East Asian Width (14.0), and its marks without a width. Halves of a flag are narrow: two
  /// of them are one picture.
  package var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if value == 0x200d || (0xfe00...0xfe0f).contains(value) { return 0 }
    let wide: [ClosedRange<UInt32>] = [
      0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf,
      0x4e00...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
      0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18d08, 0x1aff0...0x1b2fb,
      0x1f200...0x1f265, 0x20000...0x3fffd,
    ]
    if wide.contains(where: { $0.contains(value) }) { return 2 }
    return properties.isEmojiPresentation && !(0x1f1e6...0x1f1ff).contains(value) ? 2 : 1
  }
}
