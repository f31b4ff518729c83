import Scenarios

extension ModelPicture {
  /// The graph in Mermaid, which GitHub and GitLab draw in Markdown.
  public var mermaid: String {
    var text = "flowchart LR\n"
    for (index, node) in graph.nodes.enumerated() {
      let label = label(node)
      let (open, close) = node.kind.brackets
      let shown = "\(DiagramText.mermaid(label.name))<br/>\(label.kind)"
      text += "  n\(index + 1)\(open)\"\(shown)\"\(close)\n"
    }
    for edge in graph.edges {
      let label = label(edge)
      let shown = label.isEmpty ? "" : "|\"\(DiagramText.mermaid(label))\"|"
      text += "  n\(edge.from + 1) \(edge.kind.look.arrow)\(shown) n\(edge.to + 1)\n"
    }
    for (index, node) in graph.nodes.enumerated() {
      let tip = tip(node)
      if !tip.isEmpty { text += "  click n\(index + 1) callback \"\(DiagramText.mermaid(tip))\"\n" }
    }
    return text
  }

  /// Whether GitHub would refuse to draw it.
  public func isTooLargeForGitHub(_ mermaid: String) -> Bool {
    DiagramText.isTooLargeForGitHub(mermaid, edges: graph.edges.count)
  }
}

extension ModelGraph.Node.Part {
  fileprivate var brackets: (String, String) {
    switch self {
    case .cell: ("([", "])")
    case .derived: ("[", "]")
    case .computation: ("{{", "}}")
    case .reactor: ("[/", "/]")
    case .store: ("[(", ")]")
    case .parcel: ("[/", "\\]")
    case .actor: ("[[", "]]")
    case .pool: ("[\\", "\\]")
    case .service: (">", "]")
    case .channel: ("((", "))")
    }
  }
}

extension ModelGraph.Edge.Relation.Look {
  fileprivate var arrow: String {
    switch self {
    case .data: "-->"
    case .dynamic: "-.->"
    case .event: "==>"
    case .message: "==>"
    case .structure: "--o"
    }
  }
}
