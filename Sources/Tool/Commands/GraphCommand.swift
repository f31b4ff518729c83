import ArgumentParser
import Loader
import Reports
import Scenarios

struct GraphCommand: ToolCommand {
  /// What the graph is written in.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case mermaid, dot
  }

  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Prints a file's model as a graph, in Mermaid or DOT.",
    discussion: """
      The graph shows who reads, sets, sends to and calls whom, as far as the text of the model \
      says so; what is read only under a condition is dashed. Shapes tell the kinds, and formulas \
      are tooltips. Parts of used files are shown too.
      """)

  @Argument(help: "The scenario file.", completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @Option(help: "mermaid, which GitHub draws in Markdown, or dot, the language of Graphviz.")
  var format = Format.mermaid

  @OptionGroup var project: ProjectOptions

  func execute(_ console: Console) -> ExitStatus {
    let path = FilePath(argument: file)
    let loaded = ScenarioLoader.load(path, root: project.rule)
    guard let content = loaded.file else {
      return Evaluation.refuse(FileReport(unloadable: loaded, path), console)
    }
    let picture = ModelPicture(ModelGraph(content))
    switch format {
    case .dot: console.out.put(picture.graphviz(titled: path.shown))
    case .mermaid:
      let text = picture.mermaid
      if picture.isTooLargeForGitHub(text) {
        console.warn("GitHub draws no graph that large; --format dot has no such limit")
      }
      console.out.put(text)
    }
    return .success
  }
}
