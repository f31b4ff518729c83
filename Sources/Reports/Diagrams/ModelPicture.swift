public import Scenarios

/// A model's graph in the language of a program that draws. Kinds are told by shape and by word,
/// never by colour. Nodes are `n1`, `n2` and so on, and names stand in labels alone, escaped as the
/// format asks.
///
/// Pure: equal graphs give equal bytes.
public struct ModelPicture: Sendable {
  /// Labels are cut to so many characters, and tooltips.
  private static let longestLabel = 40
  private static let longestTip = 400
  /// Of an edge's labels that many are told.
  private static let mostLabels = 4

  let graph: ModelGraph

  public init(_ graph: ModelGraph) { self.graph = graph }

  /// The name and what it is: two lines.
  func label(_ node: ModelGraph.Node) -> (name: String, kind: String) {
    (Cut.line(node.name, to: ModelPicture.longestLabel), node.kind.rawValue)
  }

  func tip(_ node: ModelGraph.Node) -> String {
    Cut.line(node.detail, to: ModelPicture.longestTip)
  }

  /// `tells Login, Logout`; empty for plain reads.
  func label(_ edge: ModelGraph.Edge) -> String {
    let shown = edge.labels.prefix(ModelPicture.mostLabels)
      .map { Cut.line($0, to: ModelPicture.longestLabel) }
    let rest = edge.labels.count > shown.count ? ", …" : ""
    let names = shown.joined(separator: ", ") + rest
    switch edge.kind {
    case .reads, .mayRead: return names
    case .sets, .sends, .dispatches, .tells, .asks, .forwards, .calls, .emits, .presents, .spawns,
      .supervises, .watches, .starts, .stops, .invalidates, .makes, .holds:
      return names.isEmpty ? edge.kind.rawValue : "\(edge.kind.rawValue) \(names)"
    }
  }
}

extension ModelGraph.Edge.Relation {
  /// How an edge is drawn.
  enum Look {
    /// Data that is always read.
    case data
    /// Data that is read where a condition asks for it.
    case dynamic
    /// Something that happens to the other.
    case event
    /// A message or call.
    case message
    /// Who belongs to whom.
    case structure
  }

  var look: Look {
    switch self {
    case .reads: .data
    case .mayRead: .dynamic
    case .sets, .emits, .presents, .spawns, .watches, .starts, .stops, .invalidates: .event
    case .sends, .dispatches, .tells, .asks, .forwards, .calls: .message
    case .supervises, .makes, .holds: .structure
    }
  }
}
