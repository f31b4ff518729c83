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
    let event = entry.event
    let words = LogText(event, width: .max, sources: sources).lines.first ?? ""
    self.init(
      of: scenario, number: number, kind: event.kind.rawValue,
      subject: (event.subject ?? event.text)?.raw ?? "", text: words)
    parent = entry.parent
    cause = entry.cause
    turn = entry.turn
    time = entry.time.description
    receiver = event.other?.raw
    name = event.name?.raw
    old = event.old?.description
    // The text of an error is its value, and where the clock has moved to is the time.
    let text = event.subject == nil ? nil : event.text.map { Value.string($0.raw) }
    value = event.kind == .moved ? nil : (event.value ?? text)?.description
    count = event.count
    place = event.place.map { PlaceRecord($0, in: sources) }
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
