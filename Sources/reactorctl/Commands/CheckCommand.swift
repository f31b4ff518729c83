import ArgumentParser
import Loader
import Reports

struct CheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says what is wrong with scenario files without running them.",
    discussion: """
      Finds everything that a run would stumble over before its first step, and what can be known \
      of the model besides: formulas whose types clash, unused cells, cycles. Warnings alone leave \
      the exit code 0.
      """)

  @Argument(
    help: "Files, or folders that are searched for *.yaml and *.yml (default: scenarios).",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = []

  @OptionGroup var display: DisplayOptions

  func execute(_ console: Console) -> ExitStatus {
    let report = display.report(console)
    let input = Input(paths, console)
    var status = input.status
    var totals = Totals()
    for path in input.files where Interruption.requested == nil {
      let loaded = ScenarioLoader.load(path)
      let checked = FileReport(checking: loaded, path)
      totals.add(checked)
      console.out.put(LogSafe.guarded(report.line(checked) + report.failures(checked)))
      status = status.joined(checked.status)
      if console.out.isTerminal { console.out.flush() }
    }
    if input.files.isEmpty { return input.explainNothing(console, status) }
    console.out.put(report.end(checked: totals))
    return status
  }
}
