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

  func accepts(_ change: FileUpdate.Change, of path: FilePath, _ original: [UInt8]) -> Bool {
    accepts(Review.difference(change, of: path, original) + change.story)
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

  /// The lines before and after, and where they are.
  static func difference(
    _ change: FileUpdate.Change, of path: FilePath, _ original: [UInt8]
  ) -> String {
    let ranges = change.edits.map(\.range)
    let first = ranges.map(\.lowerBound).min() ?? 0
    let last = ranges.map(\.upperBound).max() ?? 0
    let start = original[..<first].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let end = original[last...].firstIndex(of: 0x0a) ?? original.count
    let inside = change.edits.map { edit in
      Edit(
        edit.range.lowerBound - start..<edit.range.upperBound - start, edit.replacement)
    }
    let before = lines(original[start..<end])
    let after = lines(Edit.apply(inside, to: Array(original[start..<end]))[...])
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

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      SafeText.shown(String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self))
    }
  }
}
