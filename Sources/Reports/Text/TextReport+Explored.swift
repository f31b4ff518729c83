import Scenarios
import Values

// What explorations came to: a line a scenario.
extension TextReport {
  func explored(_ report: FileReport) -> String {
    lines(report) + unseen(report)
  }

  /// What no scenario of the file has come to.
  private func unseen(_ report: FileReport) -> String {
    let all = report.scenarios.compactMap(\.explored)
    var unseen = all.first?.unseen ?? []
    for other in all.dropFirst() { unseen.removeAll { !other.unseen.contains($0) } }
    if unseen.isEmpty { return "" }
    let words = unseen.prefix(TextReport.mostUnseen).map { part -> String in
      guard let span = part.span else { return SafeText.shown(part.words) }
      let file = report.sources[span]
      return "\(part.words) at \(file.name):\(file.position(of: Int(span.start)).line)"
    }
    let rest = unseen.count - words.count
    let more = rest > 0 ? ", and \(rest) more" : ""
    return palette.faint("  not seen: \(words.joined(separator: ", "))\(more)") + "\n"
  }

  private static let mostUnseen = 20

  private func lines(_ report: FileReport) -> String {
    report.scenarios.map { scenario in
      let id = ScenarioRecord.id(
        file: report.path, name: scenario.name, row: scenario.numberedRow)
      guard let explored = scenario.explored else {
        return line(.init(scenario.verdict), id, reason: TextReport.reason(scenario.verdict))
      }
      let isExpected = explored.verdict == .violated && scenario.verdict == .passed
      var text =
        "\(word(explored, scenario.verdict))  \(SafeText.shown(id))  "
        + palette.faint(TextReport.extent(explored) + (isExpected ? ", as expected" : "")) + "\n"
      if detail == .verbose {
        for line in TextReport.details(explored) { text += palette.faint("  \(line)") + "\n" }
      }
      guard detail == .verbose, isExpected, let found = explored.found else { return text }
      return text + headline(of: found, in: report.sources) + self.found(found)
    }.joined()
  }

  /// How it was done, for those who ask.
  private static func details(_ explored: Explored) -> [String] {
    var lines: [String] = []
    if let reason = explored.byReplay { lines.append("by replay, since \(reason)") }
    if explored.hasRivals, explored.verdict == .holds {
      lines.append(
        "messages kept the order in which they were sent: `delivery: pairwise` was not tried")
    }
    if let bits = explored.bits {
      lines.append(
        "states known by \(bits) bits: the odds that two were taken for one are below "
          + odds(explored.states, bits))
    }
    return lines
  }

  /// That of so many states two have one fingerprint, as a power of ten that it is below.
  private static func odds(_ states: Int, _ bits: Int) -> String {
    var odds = Double(states) * Double(states) / 2
    for _ in 0..<bits { odds /= 2 }
    var power = 0
    while odds < 0.1, power < 99 {
      odds *= 10
      power += 1
    }
    return power == 0 ? "1" : "1 in 10^\(power)"
  }

  private static func reason(_ verdict: ScenarioResult.Verdict) -> String? {
    switch verdict {
    case .skipped(let reason), .todo(let reason), .missing(let reason): reason
    case .passed, .failed: nil
    }
  }

  private func word(_ explored: Explored, _ verdict: ScenarioResult.Verdict) -> String {
    let word = explored.verdict == .holds ? "holds   " : "violated"
    return verdict == .failed ? palette.failed(word) : palette.passed(word)
  }

  /// `complete, 62 states`; `in 1 of 62 states`.
  private static func extent(_ explored: Explored) -> String {
    let states = explored.states.counted("state")
    if let walks = explored.walks {
      let notes = explored.notes.map { ", \($0)" }.joined()
      return "in \(explored.verdict == .holds ? "" : "one of ")\(walks.counted("walk"))\(notes)"
    }
    switch explored.verdict {
    case .holds:
      return explored.bound.map { "in \(states), bounded by \($0)" } ?? "complete, \(states)"
    case .violated:
      let bound = explored.bound.map { ", bounded by \($0)" } ?? ""
      let found = explored.found.map {
        ", by \($0.deviations.counted("deviation")) in \($0.turns.counted("turn"))"
      }
      return "in \(explored.violating) of \(states)\(bound)\(found ?? "")"
    }
  }

  private func headline(of found: Explored.Found, in sources: SourceMap) -> String {
    let file = sources[found.failure.span]
    let (line, column) = file.position(of: Int(found.failure.span.start))
    let code = palette.faint("  [\(found.failure.code.rawValue)]")
    return "  \(file.name):\(line):\(column): \(Cut.line(found.failure.message, to: 400))\(code)\n"
  }

  /// How a violation comes about: lines that each have an end.
  func found(_ found: Explored.Found) -> String {
    let deviations = found.deviations.counted("deviation")
    let least = found.isLeast ? "" : " (not proved least)"
    let head =
      "found with \(deviations), \(found.turns.counted("turn"))\(least); token \(found.token)"
    return "  \(head)\n"
      + ScheduleDiagram(found.schedule, width: width - 2).lines.map { "  \($0)\n" }.joined() + "\n"
  }
}
