import ArgumentParser
import Reports

struct GraphCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: GraphRequest.command,
    abstract: "Prints a file's model as a graph, in Mermaid or DOT.",
    discussion: """
      The graph shows who reads, sets, sends to and calls whom, as far as the text of the model \
      says so; what is read only under a condition is dashed. Shapes tell the kinds, and formulas \
      are tooltips. Parts of used files are shown too.
      """)

  @Argument(help: "The scenario file.", completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @Option(help: "mermaid, which GitHub draws in Markdown, or dot, the language of Graphviz.")
  var format = GraphRequest.Format.mermaid

  @OptionGroup var project: ProjectOptions

  func execute(_ console: Console) -> ExitStatus {
    GraphRequest(file: file, root: project.rule, format: format).run(console)
  }
}

extension GraphRequest.Format: ExpressibleByArgument {}
