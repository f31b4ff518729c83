import ArgumentParser
import Reports

struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: RunRequest.command,
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

  var request: RunRequest {
    RunRequest(
      paths: paths, purpose: session.purpose, selection: selection.request,
      settings: session.settings(project.rule),
      shuffle: session.shuffle.flatMap { RunRequest.Shuffle($0) }, durations: session.durations,
      update: updating.update, display: display.request, reports: reports.request)
  }

  func execute(_ console: Console) -> ExitStatus { request.run(console) }
}
