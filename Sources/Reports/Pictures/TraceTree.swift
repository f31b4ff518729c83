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
    var text = "\(word(result.verdict))  \(palette.strong(title))\n"
    guard let log = result.log else { return text }
    let lines = LogLine.lines(of: log, in: sources)
    let stems = TraceTree.stems(lines)
    for (line, stem) in zip(lines, stems) {
      let note = note(log.entries[line.entry], in: sources)
      for (index, part) in line.text.enumerated() {
        let lead = index == 0 ? stem.first : stem.rest
        let end = index + 1 == line.text.count ? note : ""
        text += palette.faint(lead) + painted(part, line.kind) + end + "\n"
      }
    }
    if log.isCut {
      text += palette.failed("… a log holds \(RunLog.mostEntries) events, or ")
      text += palette.failed("\(RunLog.mostBytes >> 20) MB; the rest is left out") + "\n"
    }
    return text
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

  private func painted(_ text: String, _ kind: LogLine.Kind) -> String {
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
  private func note(_ entry: RunLog.Entry, in sources: SourceMap) -> String {
    switch entry.event {
    case .step(_, _, let event):
      palette.faint("  (line \(sources[event].position(of: Int(event.start)).line))")
    case .ran(_, let count): palette.faint("  (\(count))")
    default: ""
    }
  }

  /// What stands in front of each line: of its first row, and of those that it continues on.
  private static func stems(_ lines: [LogLine]) -> [(first: String, rest: String)] {
    var stems: [(first: String, rest: String)] = []
    stems.reserveCapacity(lines.count)
    // Whether another line of that depth follows, before one that is less deep.
    var follows: [Bool] = []
    for line in lines.reversed() {
      while follows.count <= line.depth { follows.append(false) }
      follows.removeSubrange((line.depth + 1)...)
      let stem = follows[..<line.depth].map { $0 ? "│  " : "   " }.joined()
      stems.append((stem + (follows[line.depth] ? "├─ " : "└─ "), stem + "│  "))
      if !follows[line.depth] { stems[stems.count - 1].rest = stem + "   " }
      follows[line.depth] = true
    }
    return stems.reversed()
  }
}
