import Scenarios

extension ModelPicture {
  /// The graph in DOT, the language of Graphviz.
  public func graphviz(titled title: String) -> String {
    var text = "digraph \(quoted(Cut.line(title, to: 200))) {\n"
    text += "  rankdir=LR\n  node [fontname=\"Helvetica\"]\n"
    text += "  edge [fontname=\"Helvetica\", fontsize=10]\n"
    for (index, node) in graph.nodes.enumerated() {
      let label = label(node)
      var attributes = ["label=\(quoted(label.name, label.kind))", node.kind.shape]
      let tip = tip(node)
      if !tip.isEmpty { attributes.append("tooltip=\(quoted(tip))") }
      text += "  n\(index + 1) [\(attributes.joined(separator: ", "))]\n"
    }
    for edge in graph.edges {
      var attributes: [String] = []
      let label = label(edge)
      if !label.isEmpty { attributes.append("label=\(quoted(label))") }
      if let style = edge.kind.look.style { attributes.append(style) }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      text += "  n\(edge.from + 1) -> n\(edge.to + 1)\(list)\n"
    }
    return text + "}\n"
  }

  /// A quoted text of one line or several. Graphviz reads entities in labels, so `&` is one.
  private func quoted(_ lines: String...) -> String {
    let escaped = lines.map { line in
      var text = ""
      for character in line.unicodeScalars {
        switch character {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "&": text += "&amp;"
        default: text.unicodeScalars.append(character)
        }
      }
      return text
    }
    return "\"\(escaped.joined(separator: "\\n"))\""
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
