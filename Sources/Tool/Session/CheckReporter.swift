import Loader
import Reports
import Runner
import Scenarios
import Values

/// Tells what is wrong with the files of a session, of each as soon as all is known of it.
final class CheckReporter: SessionListener, @unchecked Sendable {
  private let console: Console
  private let report: TextReport
  private let reports: ReportSet
  /// Whether outcomes that show nothing are noted.
  private let isVacuous: Bool

  private let started = Console.seconds()
  private var queue: CheckQueue
  private var totals = Totals()
  private var status = ExitStatus.success
  private var absent: [AbsentPick] = []

  init(_ request: CheckRequest, _ settings: SessionSettings, _ reports: ReportSet) {
    console = reports.text
    report = request.display.report(console)
    self.reports = reports
    isVacuous = request.isVacuous
    queue = CheckQueue { [root = settings.root, documents = settings.documents] in
      var loaded = ScenarioLoader.load($0, root: root, sharing: documents)
      FileGoldens.refuseShared(&loaded, of: $0)
      return loaded
    }
  }

  func tell(_ file: FileRun) {
    guard let loaded = file.loaded, !loaded.isCutShort else { return }
    absent += file.absent
    let further = isVacuous ? loaded.file.map(CheckReporter.vacuous) ?? [] : []
    queue.add(loaded, file.path, index: file.index, further: further)
    tell(isEnd: false)
  }

  private func tell(isEnd: Bool) {
    while let (checked, index) = queue.next(isEnd: isEnd) {
      totals.add(checked)
      if !reports.isEmpty { reports.receive(.file(FileRecord(checked, index: index))) }
      console.out.put(report.line(checked) + report.failures(checked))
      status = status.joined(checked.status)
      if console.out.isTerminal { console.out.flush() }
    }
  }

  /// What the reports are still told when the output is closed behind the last file.
  func rest(_ input: Input) -> [RunRecord]? {
    guard reports.hasToldFiles else { return nil }
    let end = RunEnd(
      totals: totals, exitCode: 0, seconds: Console.seconds() - started, remarks: input.remarks)
    return reports.rest(lost: input.lost(with: absent, console), end)
  }

  /// Tells what is left, and of the whole.
  func end(_ input: inout Input) -> ExitStatus {
    tell(isEnd: true)
    input.report(absent: absent, console)
    status = status.joined(input.status)
    for file in input.lost {
      totals.add(.file(file))
      reports.receive(.file(file))
    }
    if input.files.isEmpty { status = status.joined(input.explainNothing(console)) }
    let written = reports.end(
      status, seconds: Console.seconds() - started, remarks: input.remarks)
    if !input.files.isEmpty { console.out.put(report.end(checked: totals)) }
    return status.joined(written)
  }

  private static func vacuous(in file: ScenarioFile) -> [Diagnostic] {
    let runner = RunClock().runner(file)
    var held = HeldBefore()
    for candidate in runner.candidates where Interruption.requested == nil {
      runner.look(at: candidate, for: &held)
    }
    if Interruption.requested != nil { return [] }
    // Outcomes of used files' procedures may show something to others.
    let unevaluated = held.unevaluated.filter { $0.keyword.span.file == 0 }.map { outcome in
      Diagnostic(
        .note, code: .neverEvaluated, "`\(outcome.keyword.text)` was never evaluated",
        at: outcome.keyword.span,
        help: [
          outcome.isCut
            ? "the scenario ended before it: run it to see why"
            : "no pass of a loop and no branch led to it, or its step failed as one around it expects: "
              + "give the loop something to go over, or remove it"
        ])
    }
    return unevaluated
      + held.outcomes.filter { $0.span.file == 0 }.map { keyword in
        Diagnostic(
          .note, code: .heldBefore, "`\(keyword.text)` held already before the step",
          at: keyword.span,
          help: [
            "expect something that the step changes; if nothing is to change, say so: emits: [] or runs"
          ])
      }
  }
}
