import Loader
import Reports
import Values

/// `--update=review`: shows each change as the lines that go and come, with the scenario and what
/// happened in it, and asks whether to make it.
/// Must be used by one thread at a time.
final class Review: @unchecked Sendable {
  private enum Answer { case ask, all, none }

  private let show: (String) -> Void
  private let read: () -> String?
  private let now: () -> Double
  private var standing = Answer.ask
  /// For how long it was thought about answers, in seconds.
  private(set) var waited = 0.0

  /// `read` gives the next line of the one who answers, nil where there is none.
  init(
    show: @escaping (String) -> Void, read: @escaping () -> String?,
    now: @escaping () -> Double = Console.seconds
  ) {
    self.show = show
    self.now = now
    self.read = read
  }

  /// Those of a file's changes that are to be made.
  func accepted(
    of changes: [FileUpdate.Change], of path: FilePath, _ original: [UInt8]
  ) -> [FileUpdate.Change] {
    var accepted: [FileUpdate.Change] = []
    for change in changes
    where accepts(
      Review.difference(change, behind: accepted, of: path, original) + change.story)
    {
      accepted.append(change)
    }
    return accepted
  }

  /// Asks of a change that is shown as lines, each with an end. All else in it must be safe to show.
  func accepts(_ difference: @autoclosure () -> String) -> Bool {
    switch standing {
    case .all: return true
    case .none: return false
    case .ask: break
    }
    show(difference())
    while true {
      show("Write this? (y)es, (n)o, (a)ll, (q)uit: ")
      let start = now()
      let answer = read()
      waited += now() - start
      guard let line = answer else {
        show("\n")
        standing = .none
        return false
      }
      switch line.lowercased().filter({ !$0.isWhitespace }) {
      case "y", "yes": return true
      case "n", "no": return false
      case "a", "all":
        standing = .all
        return true
      case "q", "quit":
        standing = .none
        return false
      default: continue
      }
    }
  }

  /// The lines before and after, and where they are in the file as it was. Other changes of these lines are made in
  /// both.
  static func difference(
    _ change: FileUpdate.Change, behind others: [FileUpdate.Change] = [], of path: FilePath,
    _ original: [UInt8]
  ) -> String {
    let ranges = change.edits.map(\.range)
    let first = ranges.map(\.lowerBound).min() ?? 0
    let last = ranges.map(\.upperBound).max() ?? 0
    let start = original[..<first].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let end = original[last...].firstIndex(of: 0x0a) ?? original.count
    let made = others.flatMap(\.edits).filter {
      start <= $0.range.lowerBound && $0.range.upperBound <= end
    }
    let (before, after) = (
      lines(original, start..<end, with: made),
      lines(original, start..<end, with: made + change.edits)
    )
    let least = min(before.count, after.count)
    let head = zip(before, after).prefix { $0 == $1 }.count
    let tail = min(
      least - head, zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count)
    let number = original[..<start].count { $0 == 0x0a } + 1 + head
    var text = "\(path.shown):\(number):\n"
    for line in before.dropFirst(head).dropLast(tail) { text += "  - \(line)\n" }
    for line in after.dropFirst(head).dropLast(tail) { text += "  + \(line)\n" }
    return text
  }

  /// A stretch of a file with edits in it.
  private static func lines(
    _ original: [UInt8], _ range: Range<Int>, with edits: [Edit]
  ) -> [String] {
    let inside = edits.map { edit in
      let (first, end) = (edit.range.lowerBound, edit.range.upperBound)
      return Edit(first - range.lowerBound..<end - range.lowerBound, edit.replacement)
    }
    return lines(Edit.apply(inside, to: Array(original[range]))[...])
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      SafeText.shown(String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self))
    }
  }
}
