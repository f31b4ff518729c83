import ArgumentParser
import Reports
import Runner

struct ReplayCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: ReplayRequest.command,
    abstract: "Goes the way of a token that explore has given, and prints what each turn caused.",
    discussion: """
      The way is the one that violated something. Where the file was edited since, it is followed as \
      far as it leads, by what its picks were about. The exit code is 1 where something is violated.
      """)

  @Argument(
    help: "The file, or FILE::NAME for one of its scenarios.",
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @Argument(help: "The token, such as rx1.7f2kq.3g1x.") var token: String

  @Option(help: "Colours: auto, always or never. NO_COLOR and FORCE_COLOR are heard too.")
  var color = ColourChoice.auto

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if !ScenarioRunner.isToken(token) {
      if let whole = ScenarioRunner.token(withoutDot: token) {
        throw ValidationError("\"\(token)\" lacks the dot at its end: write \(whole)")
      }
      throw ValidationError(
        "\"\(token)\" is no token: explore prints them, such as rx1.7f2kq.3g1x.")
    }
  }

  func execute(_ console: Console) -> ExitStatus {
    ReplayRequest(
      path: file, token: token, root: project.rule, display: Display(colours: color)
    ).run(console)
  }
}
