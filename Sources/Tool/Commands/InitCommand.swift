import ArgumentParser
import Reports

struct InitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: InitRequest.command,
    abstract: "Writes a first scenario file, which passes as it is.",
    discussion: """
      Beside it, or in a folder above, lies the schema by which editors with the YAML language server \
      complete and explain every key; the file's first line names it. The schema is made where there \
      is none yet, and works offline.
      """)

  @Argument(
    help: "The file, or a folder for it.", completion: .file(extensions: ["yaml", "yml"]))
  var path = "scenarios/first.yaml"

  @Flag(help: "Write files anew that are there already.")
  var force = false

  @OptionGroup var project: ProjectOptions

  func execute(_ console: Console) -> ExitStatus {
    InitRequest(path: path, root: project.rule, mayReplace: force).run(console)
  }
}
