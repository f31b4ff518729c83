/// One thing that happened within a scenario. The order of these records is that of happening.
public struct TraceRecord: Sendable, Equatable {
  /// The scenario's id, places and pass, as in its own record.
  public var id: String
  public var fileIndex: Int
  public var index: Int
  public var pass: Int
  /// From 0 within the scenario and pass.
  public var number: Int
  /// The number of what it happened in; nil for steps that stand in no other.
  public var parent: Int?
  /// Of a turn: the number of what made it ready; nil where that is not known.
  public var cause: Int?
  /// Turns before it.
  public var turn: Int
  /// Virtual time since the start, as `90s` or `0.3s`.
  public var time: String
  /// A word such as `changed` or `ran`; an open set.
  public var kind: String
  /// Whom it is about: a name of the model; empty where it is about the whole world.
  public var subject: String
  /// Whom it goes to.
  public var receiver: String?
  /// A case, method, route, behaviour, or local.
  public var name: String?
  /// Values as formulas write them.
  public var old: String?
  public var value: String?
  /// The run, round, or number left.
  public var count: Int?
  /// Of a step: its verb with what goes with that.
  public var place: PlaceRecord?
  /// What happened, in one line.
  public var text: String

  public init(of scenario: ScenarioRecord, number: Int, kind: String, subject: String, text: String)
  {
    id = scenario.id
    fileIndex = scenario.fileIndex
    index = scenario.index
    pass = scenario.pass
    self.number = number
    turn = 0
    time = "0s"
    self.kind = kind
    self.subject = subject
    self.text = text
  }
}

/// The model of a file of which traces are told, told before the first of them.
public struct ModelRecord: Sendable, Equatable {
  public struct Node: Sendable, Equatable {
    public var name: String
    /// `cell`, `derived`, `computation`, `reactor`, `store`, `parcel`, `actor`, `pool`, `service`
    /// or `channel`; an open set.
    public var kind: String
    /// A formula, a starting value, or what it takes; may be empty.
    public var detail: String
    /// Where its name is declared.
    public var place: PlaceRecord?

    public init(_ name: String, kind: String, detail: String, at place: PlaceRecord?) {
      self.name = name
      self.kind = kind
      self.detail = detail
      self.place = place
    }
  }

  public struct Edge: Sendable, Equatable {
    /// Places among the nodes.
    public var from: Int
    public var to: Int
    /// A word such as `reads` or `tells`; an open set.
    public var kind: String
    public var labels: [String]

    public init(from: Int, to: Int, kind: String, labels: [String]) {
      self.from = from
      self.to = to
      self.kind = kind
      self.labels = labels
    }
  }

  public var file: String
  public var fileIndex: Int
  public var nodes: [Node]
  public var edges: [Edge]

  public init(file: String, fileIndex: Int, nodes: [Node] = [], edges: [Edge] = []) {
    self.file = file
    self.fileIndex = fileIndex
    self.nodes = nodes
    self.edges = edges
  }
}
