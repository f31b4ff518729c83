public import Values

/// Who reads, sets, sends to and calls whom in a model, as far as its text says so. Nodes stand in
/// the order of the file, edges in the order in which the text of their first ends tells of them,
/// each once, so that equal files give equal graphs.
public struct ModelGraph: Sendable, Equatable {
  public struct Node: Sendable, Equatable {
    public enum Part: String, Sendable, CaseIterable {
      case cell, derived, computation, reactor, store, parcel, actor, pool, service
      /// Something that is emitted to and is no part of that name.
      case channel
    }

    public var kind: Part
    public var name: String
    /// A formula, or what it takes: `= price * 2`, `Login, Logout`. May be empty.
    public var detail: String
    /// Where it is declared; nil for channels.
    public var span: SourceSpan?

    public init(_ kind: Part, _ name: String, detail: String = "", at span: SourceSpan? = nil) {
      self.kind = kind
      self.name = name
      self.detail = detail
      self.span = span
    }
  }

  /// Edges lead the way that data goes: from what is read to who reads it, from who sends to who
  /// receives.
  public struct Edge: Sendable, Equatable {
    public enum Relation: String, Sendable, CaseIterable {
      case reads
      /// Only where a condition asks for it.
      case mayRead = "may-read"
      case sets, sends, dispatches, tells, asks, forwards, calls, emits, presents
      case spawns, supervises, watches, starts, stops, invalidates, makes
      /// A store or parcel holds a parcel.
      case holds
    }

    /// Places among the nodes.
    public var from: Int
    public var to: Int
    public var kind: Relation
    /// The cases, methods or properties that it is about, in order of first mention.
    public var labels: [String]

    public init(from: Int, to: Int, _ kind: Relation, labels: [String] = []) {
      self.from = from
      self.to = to
      self.kind = kind
      self.labels = labels
    }
  }

  public internal(set) var nodes: [Node] = []
  public internal(set) var edges: [Edge] = []

  /// The graph of all parts of a file, used ones included. Scenarios are no part of it.
  public init(_ file: ScenarioFile) {
    var builder = ModelGraphBuilder(file.parts)
    builder.addNodes(file.model)
    builder.addEdges(file.model)
    nodes = builder.nodes
    edges = builder.edges
  }

  public init(nodes: [Node], edges: [Edge]) {
    self.nodes = nodes
    self.edges = edges
  }
}
