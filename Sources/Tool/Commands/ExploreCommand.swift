import ArgumentParser
import Runner

struct ExploreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Runs scenarios in every order, with every fault and event that they allow.",
    discussion: """
      What is ready at once is done in every order, the scripts of "interleave" side by side, and \
      "choose" takes each of its values; "explore" in a file adds faults, events and worlds to begin \
      from. What must hold is "always" and "eventually", and that nothing deadlocks or goes on for \
      ever. A violation is told by the run with the fewest deviations from what "run" does, with a \
      token for "replay". Paths pick as for "run".
      """)

  @Argument(
    help: "Files, or folders that are searched for *.yaml and *.yml (default: scenarios).",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = []

  @OptionGroup(title: "Which scenarios") var selection: SelectionOptions
  @OptionGroup(title: "Where they lie") var project: ProjectOptions
  @OptionGroup(title: "How they are explored") var exploring: ExploreOptions
  @OptionGroup(title: "What is shown") var display: DisplayOptions
  @OptionGroup(title: "Reports for other programs") var reports: ReportOptions

  func validate() throws { try reports.refuseSARIF() }

  var request: RunRequest {
    RunRequest(
      paths: paths, selection: selection.request, settings: exploring.settings(project.rule),
      display: display.request, reports: reports.request)
  }

  func execute(_ console: Console) -> ExitStatus { request.run(console) }
}
