public import Scenarios
public import Values

extension TraceRecord {
  /// Everything that the log of a scenario tells.
  public static func all(
    of log: RunLog, in scenario: ScenarioRecord, _ sources: SourceMap
  ) -> [TraceRecord] {
    log.entries.enumerated().map { number, entry in
      TraceRecord(entry, number, of: scenario, in: sources)
    }
  }

  private init(
    _ entry: RunLog.Entry, _ number: Int, of scenario: ScenarioRecord, in sources: SourceMap
  ) {
    let words = LogText(entry, width: .max, sources: sources).line?.1.first
    self.init(of: scenario, number: number, kind: "", subject: "", text: words ?? "")
    parent = entry.parent
    cause = entry.cause
    turn = entry.turn
    time = entry.time.description
    fill(entry.event, in: sources)
  }

  private mutating func set(
    _ kind: String, _ subject: String = "", to receiver: String? = nil, name: String? = nil,
    old: Value? = nil, _ value: Value? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.receiver = receiver
    self.name = name
    self.old = old?.description
    self.value = value?.description
  }

  private mutating func fill(_ event: TraceEvent, in sources: SourceMap) {
    switch event {
    case .started: set("start")
    case .step(let verb, _, let span):
      set("step", name: verb)
      place = PlaceRecord(span, in: sources)
    case .round(let number, let name, let value):
      set("round", name: name, value)
      count = number
    case .moved: set("moved")
    case .turn(let about): set("turn", about)
    case .ran(let name, let number):
      set("ran", name)
      count = number
    case .note(let words): set("note", words)
    case .timed(let about, let delay): set("timed", about, .duration(delay))
    case .changed(let path, let old, let new): set("changed", path, old: old, new)
    case .cutOff(let path, let value): set("cut-off", path, value)
    case .unchanged(let path, let value): set("unchanged", path, value)
    case .derived(let name, let old, let value): set("derived", name, old: old, value)
    default: fillParts(event)
    }
  }

  private mutating func fillParts(_ event: TraceEvent) {
    switch event {
    case .stopped(let name): set("stopped", name)
    case .emitted(let channel, let value): set("emitted", channel, value)
    case .reported(let words): set("reported", words)
    case .failed(let name): set("failed", name)
    case .sent(let from, let to, let action, let value):
      set("sent", from, to: to, name: action, value)
    case .mutated(let name, let mutation, let value):
      set("mutated", name, name: mutation, value)
    case .state(let name, let value):
      set("state", name, value)
      text = "\(SafeText.shown(name)) emits the state \(value)"
    case .replaced(let store, let action, let other?, let value):
      set("replaced", store, to: other, name: action, value)
    case .replaced(let store, let action, nil, _): set("caught", store, name: action)
    case .presented(let store, let route): set("presented", store, name: route)
    case .dismissed(let store, let left):
      set("dismissed", store)
      count = left
    case .called(let from, let method, let value): set("called", from, to: method, value)
    case .answered(let name, let value): set("answered", name, value)
    case .rejected(let name, let value): set("rejected", name, value)
    case .cancelled(let name): set("cancelled", name)
    default: fillActors(event)
    }
  }

  private mutating func fillActors(_ event: TraceEvent) {
    switch event {
    case .messaged(let from, let to, let message, let value, _):
      set("told", from, to: to, name: message, value)
    case .began(let name): set("began", name)
    case .spawned(let name, let maker): set("spawned", maker, to: name)
    case .restarted(let name): set("restarted", name)
    case .crashed(let name): set("crashed", name)
    case .became(let name, let behavior): set("became", name, name: behavior)
    case .stashed(let name, let message): set("stashed", name, name: message)
    case .unstashed(let name): set("unstashed", name)
    case .watched(let name, let watcher): set("watched", watcher, to: name)
    default: preconditionFailure("no record of \(event)")
    }
  }
}

extension ModelRecord {
  public init(
    _ graph: ModelGraph, of file: String, fileIndex: Int, in sources: SourceMap
  ) {
    self.init(file: file, fileIndex: fileIndex)
    nodes = graph.nodes.map { node in
      Node(
        node.name, kind: node.kind.rawValue, detail: node.detail,
        at: node.span.map { PlaceRecord($0, in: sources) })
    }
    edges = graph.edges.map {
      Edge(from: $0.from, to: $0.to, kind: $0.kind.rawValue, labels: $0.labels)
    }
  }
}
