import Loader
import Reports
import Scenarios

/// What `graph` is asked for.
struct GraphRequest: Request {
  static let command = "graph"

  /// What the graph is written in.
  enum Format: String, CaseIterable {
    case mermaid, dot
  }

  var file: String
  var root: RootRule
  var format: Format

  /// Prints the model of the file, and those of the files it uses, as a graph.
  func run(_ console: Console) -> ExitStatus {
    let input = Input([file], root, console)
    guard let path = input.files.first, input.files.count == 1 else {
      if input.files.isEmpty { return input.explainNothing(console) }
      console.complain("graph takes one file, and \(input.names) is a folder")
      return .usage
    }
    if input.picks(from: path).nameScenarios {
      console.complain("graph draws the model of a whole file: give it as \(path.shown)")
      return .usage
    }
    let loaded = ScenarioLoader.load(path, root: root)
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
