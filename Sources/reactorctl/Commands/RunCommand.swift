import ArgumentParser
import Runner
import Scenarios
import Values

struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the scenarios of files and folders.",
    discussion: """
      A path may pick one scenario: FILE:LINE the one that stands at the line, FILE::NAME the one \
      of that name, FILE::NAME[ROW] one row of its "each", counted from 0.
      """)

  @Argument(
    help: "Files, or folders that are searched for *.yaml and *.yml (default: scenarios).",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = []

  @Option(help: ArgumentHelp("Run the scenarios whose name contains the text.", valueName: "text"))
  var filter: String?

  @Option(help: "Run the scenarios with this tag; may be given several times.")
  var tag: [String] = []

  @Flag(help: "End the run after the first scenario that fails.")
  var failFast = false

  @OptionGroup var display: DisplayOptions

  func execute(_ console: Console) -> ExitStatus {
    let input = Input(paths, console)
    if input.files.isEmpty { return input.explainNothing(console, input.status) }
    var run = Run(input: input, command: self, console: console)
    for path in input.files where !run.isOver { run.run(path) }
    return run.end()
  }

  func wants(_ candidate: ScenarioRunner.Candidate) -> Bool {
    if let filter, !candidate.name.holds(filter) { return false }
    return tag.isEmpty || candidate.scenario.tags.contains { own in tag.contains { $0 == own } }
  }

  /// What was asked for besides the paths, for a message: `--filter "x", --tag y`.
  var conditions: String {
    let filters = filter.map { ["--filter \"\($0)\""] } ?? []
    return SafeText.shown((filters + tag.map { "--tag \($0)" }).joined(separator: ", "))
  }
}
