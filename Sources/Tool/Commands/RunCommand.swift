import ArgumentParser
import Loader
import Reports
import Values

struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the scenarios of files and folders.",
    discussion: """
      A path may pick one scenario: FILE:LINE the one that stands at the line, FILE::NAME the one \
      of that name, FILE::NAME[ROW] one row of its "each", counted from 0. What --list prints can \
      be given back.
      """)

  @Argument(
    help: "Files, or folders that are searched for *.yaml and *.yml (default: scenarios).",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = []

  @OptionGroup(title: "Which scenarios") var selection: SelectionOptions
  @OptionGroup(title: "Where they lie") var project: ProjectOptions
  @OptionGroup(title: "How they run") var session: SessionOptions
  @OptionGroup(title: "What is written") var updating: UpdateOptions
  @OptionGroup(title: "What is shown") var display: DisplayOptions
  @OptionGroup(title: "Reports for other programs") var reports: ReportOptions

  func validate() throws {
    try reports.refuseSARIF()
    if session.trace, !reports.canTrace {
      throw ValidationError(
        "--trace adds to a jsonl report: --report jsonl=PATH. For people there is \"trace\".")
    }
    if session.watch || session.list, !reports.reports.isEmpty {
      let option = session.watch ? "--watch" : "--list"
      throw ValidationError("\(option) makes no reports: leave --report out.")
    }
  }

  func execute(_ console: Console) -> ExitStatus {
    let input = Input(paths, project.rule, console, allowsNothing: selection.noTests == .pass)
    if let problem = Bazel.acknowledgeShards() {
      console.complain(problem)
      return .system
    }
    let store = RunStore()
    guard let chosen = selection.selection(console, store: store) else { return .usage }
    if session.watch { return Watch(self, chosen, console).run() }
    if session.list {
      var run = Run(self, input, chosen, store: store, updater: nil, console: console)
      return run.list()
    }
    let further = Bazel.report.map { [ReportRequest(.junit, to: .file(FilePath($0)))] } ?? []
    let inputs = RunInputs(input.files, project.rule, store: store)
    if let timings = selection.timings {
      inputs.add(FilePath(bytes: Arguments.Path(timings).bytes), as: "the --timings of this run")
    }
    let reports = ReportSet(self.reports, console, off: inputs, further: further)
    guard reports.status == .success else { return reports.status }
    let updater: Updater?
    do { updater = try updating.updater(project.rule, reports.text) } catch { return .usage }
    var run = Run(
      self, input, chosen, store: store, updater: updater, console: reports.text, inputs)
    return run.run(reports).status
  }
}
