import ArgumentParser
import Reports

struct TraceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: TraceRequest.command,
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
    TraceRequest(paths: paths, root: project.rule, display: Display(colours: color)).run(console)
  }
}
