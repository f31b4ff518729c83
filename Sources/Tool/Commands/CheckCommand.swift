import ArgumentParser
import Loader
import Reports
import Runner
import Scenarios
import Values

struct CheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says what is wrong with scenario files without running them.",
    discussion: """
      Finds everything that a run would stumble over before its first step, and what can be known \
      of the model besides: formulas whose types clash, unused cells, cycles. A part is used where \
      any of the files given uses it. Warnings alone leave the exit code 0.
      """)

  @Argument(
    help: "Files, or folders that are searched for *.yaml and *.yml (default: scenarios).",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = []

  @Flag(
    help: """
      Also run the scenarios, and note every outcome that shows nothing: that held already before \
      its step began, or that was never evaluated.
      """)
  var vacuous = false

  @OptionGroup(title: "Where they lie") var project: ProjectOptions
  @OptionGroup(title: "What is shown") var display: DisplayOptions
  @OptionGroup(title: "Reports for other programs") var reports: ReportOptions

  func execute(_ console: Console) -> ExitStatus {
    var input = Input(paths, project.rule, console)
    let inputs = RunInputs(input.files, project.rule)
    let reports = ReportSet(self.reports.request, console, off: inputs)
    guard reports.status == .success else { return reports.status }
    let console = reports.text
    let report = display.request.report(console)
    var status = ExitStatus.success
    var absent: [AbsentPick] = []
    var totals = Totals()
    let documents = SharedDocuments()
    let rule = project.rule
    let load = { ScenarioLoader.load($0, root: rule, sharing: documents) }
    var queue = CheckQueue(load: load)
    func tell(isEnd: Bool) {
      while let (checked, index) = queue.next(isEnd: isEnd) {
        totals.add(checked)
        if !reports.isEmpty { reports.receive(.file(FileRecord(checked, index: index))) }
        console.out.put(report.line(checked) + report.failures(checked))
        status = status.joined(checked.status)
        if console.out.isTerminal { console.out.flush() }
      }
    }
    reports.receive(
      .started(
        RunStart(
          version: Release.version, command: .check, files: input.files.count)))
    for (index, path) in input.files.enumerated() where Interruption.requested == nil {
      let loaded = load(path)
      inputs.add(loaded)
      absent += CheckCommand.absent(in: loaded, input.picks(from: path))
      queue.add(
        loaded, path, index: index,
        further: vacuous ? loaded.file.map(CheckCommand.vacuous) ?? [] : [])
      tell(isEnd: false)
    }
    tell(isEnd: true)
    input.report(absent: absent, console)
    status = status.joined(input.status)
    for file in input.lost {
      totals.add(.file(file))
      reports.receive(.file(file))
    }
    if input.files.isEmpty {
      status = status.joined(input.explainNothing(console))
      return status.joined(reports.end(status))
    }
    let written = reports.end(status)
    console.out.put(report.end(checked: totals))
    return status.joined(written)
  }

  /// Files are checked as a whole, but what is picked from them must exist.
  private static func absent(in loaded: LoadResult, _ picks: FilePicks) -> [AbsentPick] {
    guard picks.nameScenarios, let file = loaded.file else { return [] }
    return Picks(picks, file, loaded.sources, ScenarioRunner(file).candidates).absent
  }

  private static func vacuous(in file: ScenarioFile) -> [Diagnostic] {
    let runner = RunClock().runner(file)
    var held = HeldBefore()
    for candidate in runner.candidates where Interruption.requested == nil {
      runner.look(at: candidate, for: &held)
    }
    if Interruption.requested != nil { return [] }
    let unevaluated = held.unevaluated.map { outcome in
      Diagnostic(
        .note, code: .neverEvaluated, "`\(outcome.keyword.text)` was never evaluated",
        at: outcome.keyword.span,
        help: [
          outcome.isCut
            ? "the scenario ended before it: run it to see why"
            : "no pass of a loop and no branch led to it: give the loop something to go over, or remove it"
        ])
    }
    return unevaluated
      + held.outcomes.map { keyword in
        Diagnostic(
          .note, code: .heldBefore, "`\(keyword.text)` held already before the step",
          at: keyword.span,
          help: [
            "expect something that the step changes; if nothing is to change, say so: emits: [] or runs"
          ])
      }
  }
}
