import Values

extension TextReport {
  /// The file's own line, with those of its scenarios where every one is named or was explored. The
  /// same text as from the run itself, but for what a replay notes.
  public func line(
    _ file: FileRecord, _ scenarios: [ScenarioRecord], _ explored: [ExploredRecord]
  ) -> String {
    let verdict = file.status
    if isSilent(verdict, ofNothing: scenarios.isEmpty) { return "" }
    let notes = file.notes.map { "\($0)\n" }.joined()
    if let text = self.explored(explorations(scenarios, explored)) { return text + notes }
    var totals = Totals()
    for scenario in scenarios { totals.add(.scenario(scenario)) }
    let own = file.errors.count { Text.same($0.place.file, file.path) }
    let summary = summary(
      verdict, warnings: file.warnings.count, errors: file.errorCount(own: own + file.unshown),
      isOwn: !file.isToldElsewhere, totals)
    var text = line(verdict, file.path, summary)
    if detail == .verbose {
      for scenario in scenarios {
        text += line(scenario.status, scenario.name, reason: scenario.reason)
      }
    }
    return text + notes
  }

  private func explorations(
    _ scenarios: [ScenarioRecord], _ explored: [ExploredRecord]
  ) -> [ExploredLine] {
    let found = TextReport.byIndex(explored)
    return scenarios.map {
      ExploredLine(id: $0.id, status: $0.status, reason: $0.reason, explored: found[$0.index])
    }
  }

  private static func byIndex(_ explored: [ExploredRecord]) -> [Int: ExploredRecord] {
    Dictionary(explored.map { ($0.index, $0) }) { $1 }
  }

  /// Everything that is wrong in the file, in full, each part ending with an empty line.
  public func failures(
    _ file: FileRecord, _ scenarios: [ScenarioRecord], _ explored: [ExploredRecord]
  ) -> String {
    if isBrief { return brief(file, scenarios) }
    let explored = TextReport.byIndex(explored)
    var text = ""
    if let problem = file.problem, file.diagnostics.isEmpty, file.isBroken, !file.isToldElsewhere {
      text += "\(file.path): \(palette.failed("error")): \(SafeText.shown(problem))\n\n"
    }
    for diagnostic in file.toldDiagnostics {
      text += painted(diagnostic.text, code: diagnostic.code) + "\n"
    }
    text += unshown(file.unshownErrors).map { "\($0)\n\n" }.joined()
    for scenario in scenarios where scenario.status == .failed {
      text += scenario.failures.map { painted($0.text, code: $0.code) + "\n" }.joined()
      if scenario.unshown > 0 {
        text += "\(unshown(scenario.unshown, of: scenario.name, scenario.numberedRow))\n"
      }
      if let found = explored[scenario.index]?.found { text += self.found(found) }
    }
    return text
  }
}
