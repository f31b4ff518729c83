import ArgumentParser
import Loader
import Reports
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
    help: """
      Files, or folders that are searched for *.yaml and *.yml, but for names that begin with a dot \
      (default: scenarios).
      """,
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = []

  @OptionGroup(title: "Which scenarios") var selection: SelectionOptions
  @OptionGroup(title: "Where they lie") var project: ProjectOptions
  @OptionGroup(title: "How they are explored") var exploring: ExploreOptions
  @OptionGroup(title: "What is shown") var display: DisplayOptions
  @OptionGroup(title: "Reports for other programs") var reports: ReportOptions

  @OptionGroup(title: "A picture instead") var drawing: DrawingOptions

  func validate() throws {
    try reports.refuseSARIF()
    guard drawing.graph else { return }
    if !reports.reports.isEmpty {
      throw ValidationError("--graph makes no reports: leave --report out.")
    }
    if selection.failedFirst {
      throw ValidationError("--graph draws one scenario: leave --failed-first out.")
    }
    if exploring.write {
      throw ValidationError("--graph draws and judges nothing: leave --write out.")
    }
  }

  var request: RunRequest {
    RunRequest(
      paths: paths, selection: selection.request, settings: exploring.settings(project.rule),
      display: display.request, reports: reports.request)
  }

  func execute(_ console: Console) -> ExitStatus {
    drawing.request(request)?.run(console) ?? request.run(console)
  }
}

/// The options that have explore print the state machine that a model amounts to.
struct DrawingOptions: ParsableArguments {
  @Flag(help: "Print the states of one scenario, and the turns between them, as a graph.")
  var graph = false

  @Option(
    help: ArgumentHelp(
      "Draw as one what looks the same by these formulas; without it each state by itself, up to 200.",
      valueName: "formula,...,formula"))
  var by: [String] = []

  @Option(
    help: "With --graph: mermaid, which GitHub draws in Markdown, or dot, the language of Graphviz."
  )
  var format: GraphRequest.Format?

  func validate() throws {
    if !graph, !by.isEmpty || format != nil {
      throw ValidationError("--by and --format say how to draw: add --graph.")
    }
  }

  /// Nil where no picture is wanted.
  func request(_ explored: RunRequest) -> StateMachineRequest? {
    guard graph else { return nil }
    return StateMachineRequest(
      paths: explored.paths, selection: explored.selection, settings: explored.settings,
      format: format ?? .mermaid, formulas: by, display: explored.display)
  }
}
