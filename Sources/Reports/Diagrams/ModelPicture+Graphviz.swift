import Scenarios

extension ModelPicture {
  /// The graph in DOT, the language of Graphviz.
  public func graphviz(titled title: String) -> String {
    var text = "digraph \(DiagramText.graphviz([Cut.line(title, to: 200)])) {\n"
    text += "  rankdir=LR\n  node [fontname=\"Helvetica\"]\n"
    text += "  edge [fontname=\"Helvetica\", fontsize=10]\n"
    for (index, node) in graph.nodes.enumerated() {
      let label = label(node)
      var attributes = ["label=\(DiagramText.graphviz([label.name, label.kind]))", node.kind.shape]
      let tip = tip(node)
      if !tip.isEmpty { attributes.append("tooltip=\(DiagramText.graphviz([tip]))") }
      text += "  n\(index + 1) [\(attributes.joined(separator: ", "))]\n"
    }
    for edge in graph.edges {
      var attributes: [String] = []
      let label = label(edge)
      if !label.isEmpty { attributes.append("label=\(DiagramText.graphviz([label]))") }
      if let style = edge.kind.look.style { attributes.append(style) }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      text += "  n\(edge.from + 1) -> n\(edge.to + 1)\(list)\n"
    }
    return text + "}\n"
  }
}

extension ModelGraph.Node.Part {
  fileprivate var shape: String {
    switch self {
    case .cell: "shape=box, style=rounded"
    case .derived: "shape=box"
    case .computation: "shape=hexagon"
    case .reactor: "shape=octagon"
    case .store: "shape=cylinder"
    case .parcel: "shape=tab"
    case .actor: "shape=box, peripheries=2"
    case .pool: "shape=box3d"
    case .service: "shape=component"
    case .channel: "shape=cds"
    }
  }
}

extension ModelGraph.Edge.Relation.Look {
  fileprivate var style: String? {
    switch self {
    case .data: nil
    case .dynamic: "style=dashed"
    case .event: "style=bold"
    case .message: "color=\"black:invis:black\""
    case .structure: "style=dotted, arrowhead=odiamond"
    }
  }
}
