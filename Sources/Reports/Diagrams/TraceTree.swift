public import Scenarios
public import Values

/// What one scenario's steps caused, as a tree for people: each step holds the turns that it made
/// ready, each turn what was done in it.
///
/// Pure: the same log gives the same bytes on every machine.
public struct TraceTree: Sendable {
  private let palette: Palette

  public init(colours: Bool = false) {
    palette = Palette(isOn: colours)
  }

  /// A title line and the tree. The title is the scenario's id, safe to print.
  public func text(_ result: ScenarioResult, titled title: String, in sources: SourceMap) -> String
  {
    var text = ""
    write(result, titled: title, in: sources) { text += $0 }
    return text
  }

  /// The same, line by line.
  public func write(
    _ result: ScenarioResult, titled title: String, in sources: SourceMap,
    to put: (String) -> Void
  ) {
    put("\(word(result.verdict))  \(palette.strong(title))\n")
    guard let log = result.log else { return }
    let lines = LogLine.lines(of: log, in: sources)
    for (line, stem) in zip(lines, TraceStems(lines)) {
      let note = note(log.entries[line.entry].event, in: sources)
      for (index, part) in line.text.enumerated() {
        let lead = index == 0 ? stem.first : stem.rest
        let end = index + 1 == line.text.count ? note : ""
        put(palette.faint(lead) + painted(part, line.kind) + end + "\n")
      }
    }
    if log.isCut {
      let words = palette.failed("… a log holds \(RunLog.mostEntries) events, or ")
      put(words + palette.failed("\(RunLog.mostBytes >> 20) MB; the rest is left out") + "\n")
    }
  }

  private func word(_ verdict: ScenarioResult.Verdict) -> String {
    switch verdict {
    case .passed: palette.passed("passed ")
    case .failed: palette.failed("failed ")
    case .skipped: palette.skipped("skipped")
    case .todo: palette.skipped("todo   ")
    case .missing: palette.skipped("missing")
    }
  }

  private func painted(_ text: String, _ kind: LogLine.Subject) -> String {
    switch kind {
    case .step, .check: palette.strong(text)
    case .change, .emission: palette.added(text)
    case .unchanged, .time, .turn, .timer: palette.faint(text)
    case .message: palette.hint(text)
    case .trouble: palette.failed(text)
    case .run, .answer, .life, .note: text
    }
  }

  /// What the log's own text leaves out: where a step stands, and how often something ran.
  private func note(_ event: TraceEvent, in sources: SourceMap) -> String {
    if let place = event.place {
      return palette.faint("  (\(sources.whereabouts(of: place)))")
    }
    return event.kind == .ran ? palette.faint("  (\(event.count ?? 0))") : ""
  }
}

/// What stands in front of each line: of its first row, and of those that it continues on.
private struct TraceStems: RandomAccessCollection {
  /// Of each line how deep it stands, and at which depths another line follows before one that is
  /// less deep.
  private var places: [(depth: UInt8, follows: UInt64)] = []

  init(_ lines: LogLines) {
    places.reserveCapacity(lines.count)
    var follows: UInt64 = 0
    for position in lines.indices.reversed() {
      let depth = lines.depth(position)
      follows &= (2 << depth) - 1
      places.append((UInt8(depth), follows))
      follows |= 1 << depth
    }
    places.reverse()
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }

  subscript(position: Int) -> (first: String, rest: String) {
    let (depth, follows) = places[position]
    let stem = (0..<depth).map { follows >> $0 & 1 == 1 ? "│  " : "   " }.joined()
    return follows >> depth & 1 == 1
      ? (stem + "├─ ", stem + "│  ") : (stem + "└─ ", stem + "   ")
  }
}
