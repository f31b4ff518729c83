import Scenarios
import Values

/// A scenario of a file of which some were explored, as a line tells it.
struct ExploredLine {
  var id: String
  var status: ScenarioRecord.Status
  var reason: String?
  /// Nil where it was not explored.
  var explored: ExploredRecord?
}

// What explorations came to: a line a scenario.
extension TextReport {
  /// The lines of a file's scenarios, and what none of them has come to; nil where none of the file
  /// was explored.
  func explored(_ scenarios: [ExploredLine]) -> String? {
    guard scenarios.contains(where: { $0.explored != nil }) else { return nil }
    return scenarios.map(line).joined() + unseen(scenarios.compactMap(\.explored))
  }

  /// What no scenario of the file has come to.
  private func unseen(_ all: [ExploredRecord]) -> String {
    var unseen = all.first?.unseen ?? []
    for other in all.dropFirst() where !unseen.isEmpty {
      let theirs = Set(other.unseen)
      unseen.removeAll { !theirs.contains($0) }
    }
    if unseen.isEmpty { return "" }
    let words = unseen.prefix(TextReport.mostUnseen).map { part in
      SafeText.shown(part.words) + (part.line.map { " at \($0)" } ?? "")
    }
    let rest = unseen.count - words.count
    let more = rest > 0 ? ", and \(rest) more" : ""
    return palette.faint("  not seen: \(words.joined(separator: ", "))\(more)") + "\n"
  }

  private static let mostUnseen = 20

  private func line(_ scenario: ExploredLine) -> String {
    guard let explored = scenario.explored else {
      return line(scenario.status, scenario.id, reason: scenario.reason)
    }
    let isExpected = !explored.holds && scenario.status == .passed
    var text =
      "\(word(explored, scenario.status))  \(SafeText.shown(scenario.id))  "
      + palette.faint(TextReport.extent(explored) + (isExpected ? ", as expected" : "")) + "\n"
    for cut in explored.cuts where explored.holds {
      text += palette.faint("  bounded by \(cut.bound): \(cut.cure)") + "\n"
    }
    for what in explored.undecided where explored.holds || isExpected {
      text += palette.faint("  undecided: \(what)") + "\n"
    }
    guard detail == .verbose else { return text }
    for line in explored.details { text += palette.faint("  \(line)") + "\n" }
    guard isExpected, let found = explored.found else { return text }
    return text + headline(of: found) + self.found(found)
  }

  private func word(_ explored: ExploredRecord, _ status: ScenarioRecord.Status) -> String {
    let word = explored.holds ? "holds   " : "violated"
    return status == .failed ? palette.failed(word) : palette.passed(word)
  }

  /// `complete, 62 states`; `in 1 of 62 states`.
  private static func extent(_ explored: ExploredRecord) -> String {
    let states = explored.states.counted("state")
    if let walks = explored.walks {
      let notes = explored.notes.map { ", \($0)" }.joined()
      guard explored.holds else { return "in one of \(walks.counted("walk"))\(notes)" }
      let cuts = explored.cuts.map { ", \($0.walks) bounded by \($0.bound)" }.joined()
      let count = explored.allWalks.map { "\(walks) of \($0.counted("walk"))" }
      return "in \(count ?? walks.counted("walk"))\(cuts)\(notes)"
    }
    if explored.holds {
      return explored.bound.map { "in \(states), bounded by \($0)" } ?? "complete, \(states)"
    }
    let bound = explored.bound.map { ", bounded by \($0)" } ?? ""
    let found = explored.found.map {
      ", by \($0.deviations.counted("deviation")) in \($0.turns.counted("turn"))"
    }
    return "in \(explored.violating) of \(states)\(bound)\(found ?? "")"
  }

  private func headline(of found: ExploredRecord.Found) -> String {
    let place = found.place.map { "\($0.start): " } ?? ""
    let code = palette.faint("  [\(found.code)]")
    return "  \(place)\(Cut.line(found.message, to: 400))\(code)\n"
  }

  /// How a violation comes about: lines that each have an end.
  func found(_ found: ExploredRecord.Found) -> String {
    let deviations = found.deviations.counted("deviation")
    let least = found.isLeast ? "" : " (not proved least)"
    let head =
      "found with \(deviations), \(found.turns.counted("turn"))\(least); token \(found.token)"
    return "  \(head)\n"
      + ScheduleDiagram(found.schedule, width: width - 2).lines.map { "  \($0)\n" }.joined() + "\n"
  }
}
