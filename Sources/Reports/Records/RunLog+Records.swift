public import Scenarios
public import Values

extension TraceRecord {
  /// Everything that the log of a scenario tells, each record made when it is asked for.
  public static func all(
    of log: RunLog, in scenario: ScenarioRecord, _ sources: SourceMap
  ) -> some Sequence<TraceRecord> {
    log.entries.enumerated().lazy.map { number, entry in
      TraceRecord(entry, number, of: scenario, in: sources)
    }
  }

  private init(
    _ entry: RunLog.Entry, _ number: Int, of scenario: ScenarioRecord, in sources: SourceMap
  ) {
    let words = LogText(entry, width: .max, sources: sources).line?.1.first
    self.init(
      of: scenario, number: number, kind: entry.event.kind.rawValue, subject: "", text: words ?? "")
    parent = entry.parent
    cause = entry.cause
    turn = entry.turn
    time = entry.time.description
    fill(entry.event, in: sources)
  }

  /// Everything but the kind and the words, by the event.
  private mutating func fill(_ event: TraceEvent, in sources: SourceMap) {
    switch event {
    case .started, .moved: break
    case .step(let verb, _, let span):
      name = verb
      place = PlaceRecord(span, in: sources)
    case .round(let number, let name, let value):
      set("", name: name, value)
      count = number
    case .turn(let about): set(about)
    case .ran(let name, let number):
      set(name)
      count = number
    case .starting(let name, let value, let given):
      set(name, value)
      // The properties that the scenario has given, an empty text for the whole.
      if !given.isEmpty { self.name = given.map(\.raw).joined(separator: ", ") }
    case .readable(let name, let old, let value), .derived(let name, let old, let value):
      set(name, old: old, value)
    case .changed(let path, let old, let new): set(path, old: old, new)
    case .reduced(let path, let old, let new): set(path, old: old, new)
    case .cutOff(let path, let value), .unchanged(let path, let value),
      .repeated(let path, let value), .pulsed(let path, let value):
      set(path, value)
    case .unreadable(let name, let error), .failed(let name, let error):
      set(name, .string(error.raw))
    case .stopped(let name), .cancelled(let name), .crashed(let name), .unstashed(let name),
      .reported(let name), .threw(let name), .note(let name):
      set(name)
    case .emitted(let name, let value), .answered(let name, let value),
      .rejected(let name, let value), .began(let name, let value), .restarted(let name, let value):
      set(name, value)
    case .state(let name, let value):
      set(name, value)
      text = "\(name) emits the state \(value)"
    case .sent(let from, let to, let action, let value),
      .messaged(let from, let to, let action, let value, _):
      set(from, to: to, name: action, value)
    case .mutated(let name, let mutation, let value): set(name, name: mutation, value)
    case .replaced(let store, let action, let other, let value):
      set(store, to: other, name: action, value)
    case .caught(let name, let other), .became(let name, let other), .stashed(let name, let other):
      set(name, name: other)
    case .presented(let store, let shown, _):
      set(store, name: Untrusted(ShownRoute(shown).name), shown)
    case .dismissed(let store, let left):
      set(store)
      count = left
    case .called(let from, let method, let value): set(from, to: method, value)
    case .spawned(let name, let maker, let value): set(maker, to: name, value)
    case .watched(let name, let watcher): set(watcher, to: name)
    case .timed(let about, let delay): set(about, .duration(delay))
    }
  }

  private mutating func set(
    _ subject: Untrusted, to receiver: Untrusted? = nil, name: Untrusted? = nil,
    old: Value? = nil, _ value: Value? = nil
  ) {
    self.subject = subject.raw
    self.receiver = receiver?.raw
    self.name = name?.raw
    self.old = old?.description
    self.value = value?.description
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
