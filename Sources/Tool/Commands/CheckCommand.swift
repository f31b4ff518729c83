import ArgumentParser
import Reports

struct CheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: CheckRequest.command,
    abstract: "Says what is wrong with scenario files without running them.",
    discussion: """
      Finds everything that a run would stumble over before its first step, and what can be known \
      of the model besides: formulas whose types clash, unused cells, cycles. A part is used where \
      any of the files given uses it. Warnings alone leave the exit code 0.
      """)

  @Argument(
    help: """
      Files, or folders that are searched for *.yaml and *.yml, but for names that begin with a dot \
      (default: scenarios).
      """,
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

  var request: CheckRequest {
    CheckRequest(
      paths: paths, root: project.rule, isVacuous: vacuous, display: display.request,
      reports: reports.request)
  }

  func execute(_ console: Console) -> ExitStatus { request.run(console) }
}
