import Scenarios
import Values

/// A line of a log as text: what happened, and how deep it is in other things that happened.
struct LogLine: Equatable {
  /// What the line is about, for those who paint it.
  enum Kind: Equatable {
    case step, check, time, turn, run
    case change, unchanged
    case message, answer, emission, life, timer
    case trouble, note
  }

  var depth: Int
  var kind: Kind
  /// Safe to print, without an indent; a value that is too wide continues on lines of its own.
  var text: [String]
  /// The entry of the log that it tells of.
  var entry: Int
}

extension LogLine {
  /// So many columns of a line are used before a value is broken.
  private static let width = 96
  /// What is deeper stands as deep as this.
  private static let deepest = 60

  /// The whole log. Times are offsets from the start; what differs between machines or grows with
  /// what happened before, such as numbers of turns and runs, is left out, so that one line does not
  /// depend on another. Turns, instants and checks in which nothing is to be seen are left out too.
  static func lines(of log: RunLog, in sources: SourceMap) -> [LogLine] {
    var depths: [Int] = []
    depths.reserveCapacity(log.entries.count)
    var lines: [LogLine] = []
    for (number, entry) in log.entries.enumerated() {
      let depth = entry.parent.map { min(depths[$0] + 1, LogLine.deepest) } ?? 0
      depths.append(depth)
      let width = max(40, LogLine.width - 2 * depth)
      guard let (kind, text) = LogText(entry, width: width, sources: sources).line else { continue }
      lines.append(LogLine(depth: depth, kind: kind, text: text, entry: number))
    }
    return withoutEmpty(lines, of: log)
  }

  /// Leaves out turns and instants that hold no other line, but for those in which a message is
  /// received.
  private static func withoutEmpty(_ lines: [LogLine], of log: RunLog) -> [LogLine] {
    var kept: [LogLine] = []
    for line in lines.reversed() {
      let isHolder = [.turn, .time, .check].contains(line.kind)
      let isEmpty = (kept.last?.depth ?? 0) <= line.depth
      if isHolder, isEmpty, !log.isReceipt(line.entry) { continue }
      kept.append(line)
    }
    return kept.reversed()
  }
}

extension RunLog {
  /// Whether an entry is the turn of an actor that receives a message.
  fileprivate func isReceipt(_ entry: Int) -> Bool {
    guard case .turn = entries[entry].event, let cause = entries[entry].cause,
      case .messaged = entries[cause].event
    else { return false }
    return true
  }
}
