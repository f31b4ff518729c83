import ArgumentParser
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
  @OptionGroup(title: "How they run") var session: SessionOptions
  @OptionGroup(title: "What is shown") var display: DisplayOptions

  func execute(_ console: Console) -> ExitStatus {
    let input = Input(paths, console)
    if let problem = Bazel.acknowledgeShards() {
      console.complain(problem)
      return .system
    }
    if input.files.isEmpty, !session.watch {
      let status = input.explainNothing(console, input.status)
      return status == .nothing && selection.noTests == .pass ? .success : status
    }
    let store = RunStore()
    guard let chosen = selection.selection(console, store: store) else { return .usage }
    if session.watch { return Watch(self, chosen, console).run() }
    let run = Run(self, input, chosen, store: store, console: console)
    return session.list ? run.list() : run.run()
  }
}
