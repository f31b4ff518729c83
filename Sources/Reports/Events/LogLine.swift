import Scenarios
import Values

/// A line of a log as text: what happened, and how deep it is in other things that happened.
struct LogLine: Equatable {
  /// What the line is about, for those who paint it.
  enum Subject: Equatable {
    case step, check, time, turn, run
    case change, unchanged
    case message, answer, emission, life, timer
    case trouble, note
  }

  var depth: Int
  var kind: Subject
  /// Safe to print, without an indent; a value that is too wide continues on lines of its own.
  var text: [String]
  /// The entry of the log that it tells of.
  var entry: Int
}

extension LogLine {
  /// So many columns of a line are used before a value is broken.
  fileprivate static let width = 96
  /// What is deeper stands as deep as this.
  fileprivate static let deepest = 60

  /// The whole log. Times are offsets from the start; what differs between machines or grows with
  /// what happened before, such as numbers of turns and runs, is left out, so that one line does not
  /// depend on another. Turns, instants and checks in which nothing is to be seen are left out too.
  static func lines(of log: RunLog, in sources: SourceMap) -> LogLines { LogLines(log, sources) }

  fileprivate init(_ place: LogLines.Place, _ log: RunLog, _ sources: SourceMap) {
    (depth, entry) = (Int(place.depth), Int(place.entry))
    let text = LogText(
      log.entries[entry].event, width: max(40, LogLine.width - 2 * depth), sources: sources)
    (kind, self.text) = (text.kind, text.lines)
  }
}

/// The lines of a log. Each is made when it is asked for: that there is one, and how deep it stands,
/// takes a few bytes, and its words many.
struct LogLines: RandomAccessCollection {
  fileprivate struct Place {
    var entry: UInt32
    var depth: UInt8
  }

  private let log: RunLog
  private let sources: SourceMap
  private var places: [Place] = []

  fileprivate init(_ log: RunLog, _ sources: SourceMap) {
    self.log = log
    self.sources = sources
    var depths: [UInt8] = []
    depths.reserveCapacity(log.entries.count)
    // What is left out unless something deeper follows, each deeper than the one before.
    var holders: [Place] = []
    for (number, entry) in log.entries.enumerated() {
      let depth = entry.parent.map { Swift.min(depths[$0] + 1, UInt8(LogLine.deepest)) } ?? 0
      depths.append(depth)
      let wording = entry.event.wording
      if wording.isToldByOthers { continue }
      while let last = holders.last, last.depth >= depth { holders.removeLast() }
      holders.append(Place(entry: UInt32(number), depth: depth))
      let isHolder = wording.kind == .turn || wording.kind == .time || entry.event.isCheck
      if isHolder, !log.isReceipt(number) { continue }
      places += holders
      holders.removeAll(keepingCapacity: true)
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }

  subscript(position: Int) -> LogLine { LogLine(places[position], log, sources) }

  /// How deep a line stands.
  func depth(_ position: Int) -> Int { Int(places[position].depth) }
}

extension RunLog {
  /// Whether an entry is the turn of an actor that receives a message.
  fileprivate func isReceipt(_ entry: Int) -> Bool {
    guard entries[entry].event.kind == .turn, let cause = entries[entry].cause else { return false }
    return entries[cause].event.kind == .told
  }
}
