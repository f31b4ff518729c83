import ArgumentParser
import Loader
import Reports
import Runner
import Scenarios
import Values

struct TraceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Runs scenarios and prints what each of their steps caused, as a tree.",
    discussion: """
      A path picks as for "run": FILE::NAME, FILE::NAME[ROW], FILE:LINE; a file alone means all of \
      its scenarios. The tree shows changes from old to new, re-runs, what a cutoff held back, \
      messages, and virtual times as offsets from the start. The exit code is that of "run".
      """)

  @Argument(
    help: "What to trace: FILE::NAME, FILE::NAME[ROW], FILE:LINE, or FILE.",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String]

  @Option(help: "Colours: auto, always or never. NO_COLOR and FORCE_COLOR are heard too.")
  var color = ColourChoice.auto

  @OptionGroup var project: ProjectOptions

  func execute(_ console: Console) -> ExitStatus {
    var input = Input(paths, project.rule, console)
    if input.files.isEmpty { return input.explainNothing(console) }
    var status = ExitStatus.success
    var absent: [AbsentPick] = []
    var count = 0
    var once = ToldOnce()
    let documents = SharedDocuments()
    for path in input.files where Interruption.requested == nil {
      let loaded = ScenarioLoader.load(path, root: project.rule, sharing: documents)
      guard let file = loaded.file else {
        var report = FileReport(unloadable: loaded, path)
        once.filter(&report)
        console.out.put(self.report(console).failures(report))
        status = status.joined(report.status)
        continue
      }
      let runner = RunClock().runner(file)
      let candidates = runner.candidates
      let picks = Picks(input.picks(from: path), file, loaded.sources, candidates)
      absent += picks.absent
      // Compared as by "run"; nothing is written.
      let goldens = FileGoldens(
        of: path, loaded, file, project.rule, .standard, isWhole: false)
      for candidate in candidates
      where picks.include(candidate) && Interruption.requested == nil {
        if count > 0 { console.out.put("\n") }
        count += 1
        var result = runner.run(candidate, isRecording: true)
        goldens.finish(&result, in: loaded.sources)
        result.settleTodo()
        show(result, of: path, loaded.sources, console)
        if result.verdict == .failed { status = status.joined(.failed) }
      }
    }
    input.report(absent: absent, console)
    status = status.joined(input.status)
    if count == 0, status == .success, Interruption.requested == nil {
      console.complain("nothing to trace: no scenario in \(input.names)")
      return .nothing
    }
    return status
  }

  private func show(
    _ result: ScenarioResult, of path: FilePath, _ sources: SourceMap, _ console: Console
  ) {
    let title = SafeText.shown(
      ScenarioRecord.id(file: path.shown, name: result.title, row: result.row))
    let tree = TraceTree(colours: console.usesColours(color))
    tree.write(result, titled: title, in: sources) { console.out.put($0) }
    if result.verdict == .failed {
      let report = FileReport(path: path.shown, sources: sources, scenarios: [result])
      console.out.put("\n" + self.report(console).failures(report))
    }
    if console.out.isTerminal { console.out.flush() }
  }

  private func report(_ console: Console) -> TextReport {
    Display(colours: color).report(console)
  }
}
