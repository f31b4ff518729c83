import Scenarios
public import Values

/// A run as text for people: a line a file, failures in full, totals last.
///
/// Pure: the same results give the same bytes on every machine. No foreign text begins a line, so
/// that none is taken for a command by a CI runner; the exception is a file's path, which
/// `LogSafe` looks after.
public struct TextReport: Sendable {
  public enum Detail: Sendable {
    /// Failures alone, and the totals.
    case quiet
    case normal
    /// Every scenario by its name.
    case verbose
  }

  let palette: Palette
  let width: Int
  let detail: Detail
  /// Whether each failure is told in one line.
  let isBrief: Bool

  /// The command that writes what a `_` stands for, without the place.
  public var updateCommand = "reactorctl run --update"

  /// Whether the files are told of, and not what is wrong alone.
  public var tellsFiles: Bool { detail == .verbose || (detail == .normal && !isBrief) }

  /// Whether it is told without them what an update leaves as it is: where it was to change something, that is
  /// wrong by itself.
  public var tellsWhatIsLeft: Bool { detail == .normal && isBrief }

  /// The width is that of the terminal, or what to keep to where there is none.
  public init(
    colours: Bool = false, width: Int = 100, detail: Detail = .normal, isBrief: Bool = false
  ) {
    palette = Palette(isOn: colours)
    self.width = min(max(width, 60), 160)
    self.detail = detail
    self.isBrief = isBrief
  }

  /// The file's own line, with its end: `failed   shop.yaml  3 scenarios: 2 passed, 1 failed`.
  /// Empty where there is nothing to say.
  public func line(_ report: FileReport) -> String {
    if isSilent(report.verdict, ofNothing: report.scenarios.isEmpty) { return "" }
    if let text = explored(explorations(report)) { return text }
    var text = line(report.verdict, report.path, summary(report))
    if detail == .verbose {
      for scenario in report.scenarios {
        text += line(scenario)
        for note in scenario.replayed?.notes ?? [] { text += palette.faint("    \(note)") + "\n" }
      }
    }
    return text
  }

  /// Whether there is no line of the file: of those that were not begun the totals tell.
  func isSilent(_ verdict: FileReport.Verdict, ofNothing: Bool) -> Bool {
    if !tellsFiles { return true }
    return switch detail {
    case .quiet: true
    case .normal: verdict == .idle || (verdict == .missing && ofNothing)
    case .verbose: false
    }
  }

  /// Everything that is wrong in the file, in full, each part ending with an empty line.
  public func failures(_ report: FileReport) -> String {
    if isBrief { return brief(report) }
    var text = ""
    if let problem = report.problem, report.diagnostics.isEmpty, report.brokenUses.isEmpty,
      report.toldBefore == 0
    {
      text += "\(report.path): \(palette.failed("error")): \(SafeText.shown(problem))\n\n"
    }
    for diagnostic in report.diagnostics {
      text += painted(diagnostic, in: report.sources) + "\n"
    }
    text += unshown(
      FileRecord.unshownErrors(report.path, report.unshown, report.brokenUses)
    ).map { "\($0)\n\n" }.joined()
    for scenario in report.scenarios where scenario.verdict == .failed {
      text += failures(scenario, in: report.sources)
    }
    return text
  }

  /// A diagnostic in full, with its end.
  public func text(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    painted(diagnostic, in: sources)
  }

  /// What stands below the last file: what failed, where that are several files with other lines
  /// between, and the totals. The time is for terminals alone, since it differs from run to run.
  public func end(
    _ failures: FailureList, totals: Totals, remarks: [String], time: String?
  ) -> String {
    var text = ""
    let failed = tellsFiles ? failures.lines(palette) : []
    if !failed.isEmpty {
      text += "\n\(palette.failed("Failed:"))\n" + failed.map { "\($0)\n" }.joined() + "\n"
    }
    for remark in remarks { text += "\(remark)\n" }
    text += totals.text(palette)
    if let time { text += palette.faint(" in \(time)") }
    return text + "\n"
  }

  /// What stands below the last file that was looked at without running.
  public func end(checked totals: Totals) -> String {
    totals.checked(palette) + "\n"
  }

  /// A file's own line, with its end.
  func line(_ verdict: FileReport.Verdict, _ path: String, _ summary: String) -> String {
    let head = "\(word(verdict))  \(path)"
    return summary.isEmpty ? "\(head)\n" : "\(head)  \(palette.faint(summary))\n"
  }

  private func word(_ verdict: FileReport.Verdict) -> String {
    switch verdict {
    case .passed: palette.passed("passed ")
    case .skipped: palette.skipped("skipped")
    case .failed: palette.failed("failed ")
    case .valid: palette.passed("valid  ")
    case .invalid: palette.failed("invalid")
    case .unreadable: palette.failed("unread ")
    case .idle: palette.faint("nothing")
    case .missing: palette.skipped("missing")
    case .absent: palette.failed("absent ")
    }
  }

  private func summary(_ report: FileReport) -> String {
    var totals = Totals()
    totals.add(report)
    let own = report.diagnostics.count { $0.severity == .error && report.isOwn($0.span) }
    let errors = FileRecord.errorCount(
      own: own + report.unshown, before: report.toldBefore, report.brokenUses)
    return summary(
      report.verdict, warnings: totals.warnings, errors: errors,
      isOwn: report.brokenUses.isEmpty && report.toldBefore == 0, totals)
  }

  /// What stands behind the path: counts, of which those of scenarios are in the totals.
  func summary(
    _ verdict: FileReport.Verdict, warnings: Int, errors: String, isOwn: Bool, _ totals: Totals
  ) -> String {
    switch verdict {
    case .unreadable: return isOwn ? "could not be read" : errors
    case .idle: return "no scenario to run"
    case .missing where totals.scenarios == 0: return "not run"
    case .absent: return "names nothing"
    case .valid: return warnings == 0 ? "" : warnings.counted("warning")
    case .invalid: return errors
    case .passed, .failed, .skipped, .missing: break
    }
    let count = totals.scenarios.counted("scenario")
    var odd: [String] = []
    if totals.failed > 0 { odd.append("\(totals.failed) failed") }
    if totals.skipped > 0 { odd.append("\(totals.skipped) skipped") }
    if totals.todo > 0 { odd.append("\(totals.todo) todo") }
    if totals.missing > 0 { odd.append("\(totals.missing) missing") }
    return odd.isEmpty ? count : "\(count), \(odd.joined(separator: ", "))"
  }

  private func line(_ scenario: ScenarioResult) -> String {
    line(.init(scenario.verdict), scenario.name, reason: scenario.verdict.reason)
  }

  /// The file's scenarios with what their explorations came to; none where it was not explored.
  private func explorations(_ report: FileReport) -> [ExploredLine] {
    guard report.scenarios.contains(where: { $0.explored != nil }) else { return [] }
    return report.scenarios.map {
      ExploredLine(
        id: ScenarioRecord.id(file: report.path, name: $0.name, row: $0.numberedRow),
        status: .init($0.verdict), reason: $0.verdict.reason,
        explored: ExploredRecord($0, of: report.path, fileIndex: 0, in: report.sources))
    }
  }

  /// A scenario's line below that of its file.
  func line(_ status: ScenarioRecord.Status, _ name: String, reason: String?) -> String {
    let name = Cut.line(name, to: width)
    switch status {
    case .passed: return "  \(palette.passed("passed "))  \(name)\n"
    case .failed: return "  \(palette.failed("failed "))  \(name)\n"
    case .skipped:
      return "  \(palette.skipped("skipped"))  \(name): \(Cut.line(reason ?? "", to: width))\n"
    case .todo:
      return "  \(palette.skipped("todo   "))  \(name): \(Cut.line(reason ?? "", to: width))\n"
    case .missing:
      return "  \(palette.skipped("missing"))  \(name): \(Cut.line(reason ?? "", to: width))\n"
    }
  }
}
