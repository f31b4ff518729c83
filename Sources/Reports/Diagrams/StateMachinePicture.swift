public import Scenarios

/// The state machine of a model in the language of a program that draws. A small circle leads to where
/// runs begin; a doubled line is round states in which runs end, a thick one round those in which
/// something does not hold, which are filled besides.
///
/// Pure: equal machines give equal bytes.
public struct StateMachinePicture: Sendable {
  private static let longestLabel = 60
  private static let mostLabels = 12
  /// Of the turns between two states that many are told.
  private static let mostTurns = 4

  private let machine: StateMachine

  public init(_ machine: StateMachine) { self.machine = machine }

  /// In Mermaid, which GitHub and GitLab draw in Markdown.
  public var mermaid: String {
    var text = "flowchart LR\n"
    for (index, state) in machine.states.enumerated() {
      let label = lines(state).map { DiagramText.mermaid($0) }.joined(separator: "<br/>")
      let (open, close) = state.isEnd ? ("[[", "]]") : ("(", ")")
      text += "  s\(index + 1)\(open)\"\(label)\"\(close)\n"
    }
    for (index, state) in machine.states.enumerated() where state.isStart {
      text += "  start\(index + 1)(( )) --> s\(index + 1)\n"
    }
    for turn in machine.turns {
      text +=
        "  s\(turn.from + 1) -->|\"\(DiagramText.mermaid(label(turn)))\"| s\(turn.to + 1)\n"
    }
    let violating = machine.states.indices.filter { machine.states[$0].isViolating }
    if !violating.isEmpty {
      text += "  classDef violated fill:#fdd,stroke:#c00,stroke-width:3px,color:#000\n"
      text += "  class \(violating.map { "s\($0 + 1)" }.joined(separator: ",")) violated\n"
    }
    return text
  }

  /// Whether GitHub would refuse to draw it.
  public func isTooLargeForGitHub(_ mermaid: String) -> Bool {
    DiagramText.isTooLargeForGitHub(mermaid, edges: machine.turns.count)
  }

  /// In DOT, the language of Graphviz.
  public func graphviz(titled title: String) -> String {
    var text = "digraph \(DiagramText.graphviz([Cut.line(title, to: 200)])) {\n"
    text += "  rankdir=LR\n  node [fontname=\"Helvetica\", shape=box, style=rounded]\n"
    text += "  edge [fontname=\"Helvetica\", fontsize=10]\n"
    for (index, state) in machine.states.enumerated() {
      var attributes = ["label=\(DiagramText.graphviz(lines(state)))"]
      if state.isEnd { attributes.append("peripheries=2") }
      if state.isViolating {
        attributes.append("style=\"rounded,filled\", fillcolor=\"#ffdddd\", penwidth=3")
      }
      text += "  s\(index + 1) [\(attributes.joined(separator: ", "))]\n"
    }
    for (index, state) in machine.states.enumerated() where state.isStart {
      text += "  start\(index + 1) [shape=circle, style=filled, fillcolor=black, "
      text += "label=\"\", width=0.15]\n"
      text += "  start\(index + 1) -> s\(index + 1)\n"
    }
    for turn in machine.turns {
      let label = DiagramText.graphviz([label(turn)])
      text += "  s\(turn.from + 1) -> s\(turn.to + 1) [label=\(label)]\n"
    }
    return text + "}\n"
  }

  /// What it looks like, and how many look so where there are several.
  private func lines(_ state: StateMachine.State) -> [String] {
    var lines = state.labels.prefix(StateMachinePicture.mostLabels).map {
      Cut.line("\($0.name) = \($0.value)", to: StateMachinePicture.longestLabel)
    }
    if state.labels.count > lines.count { lines.append("…") }
    if lines.isEmpty { lines.append("at the beginning") }
    if state.count > 1 { lines.append("\(state.count) states") }
    return lines
  }

  private func label(_ turn: StateMachine.Turn) -> String {
    let shown = turn.words.prefix(StateMachinePicture.mostTurns)
      .map { Cut.line($0, to: StateMachinePicture.longestLabel) }
    return shown.joined(separator: ", ") + (turn.words.count > shown.count ? ", …" : "")
  }
}
