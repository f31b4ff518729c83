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
    help: """
      Files, or folders that are searched for *.yaml and *.yml, but for names that begin with a dot \
      (default: scenarios).
      """,
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
    try refuseUnheard()
    if session.trace, !reports.canTrace {
      throw ValidationError(
        "--trace adds to a jsonl report: --report jsonl=PATH. For people there is \"trace\".")
    }
    if session.watch || session.list, !reports.reports.isEmpty {
      let option = session.watch ? "--watch" : "--list"
      throw ValidationError("\(option) makes no reports: leave --report out.")
    }
  }

  /// An option that another one would leave without a meaning.
  private func refuseUnheard() throws {
    if session.list, updating.update != nil {
      throw ValidationError("--list runs nothing, and so writes nothing: leave --update out.")
    }
    if session.list, let option = session.firstAboutRunning {
      throw ValidationError("--list runs nothing: leave \(option) out.")
    }
    if session.watch, updating.update == .review {
      throw ValidationError(
        "--watch hears keys and cannot ask: leave --watch out, or --update=review, and press u.")
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
