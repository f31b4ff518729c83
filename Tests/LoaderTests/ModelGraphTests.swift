import Loader
import Scenarios
import Testing
import Values

/// Who has to do with whom, as the text of a model says.
@Suite struct ModelGraphTests {
  private func graph(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ModelGraph {
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
    let problems = loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined()
    return ModelGraph(try #require(loaded.file, "\(problems)", sourceLocation: sourceLocation))
  }

  /// `price reads total`, with labels behind.
  private func edges(_ graph: ModelGraph) -> [String] {
    graph.edges.map { edge in
      let labels = edge.labels.isEmpty ? "" : " (\(edge.labels.joined(separator: ", ")))"
      return "\(graph.nodes[edge.from].name) \(edge.kind.rawValue) "
        + "\(graph.nodes[edge.to].name)\(labels)"
    }
  }

  @Test func readsLeadFromWhatIsReadAndConditionsMakeThemDashed() throws {
    let graph = try graph(
      """
      cells:
        price: 10
        person: {name: Ada, age: 36}
        total: = price * 2
        shown: '= total > 3 ? person.name : person.age'
      computations:
        label: = string(total)
      """)
    #expect(graph.nodes.map(\.kind) == [.cell, .cell, .derived, .derived, .computation])
    #expect(graph.nodes[2].detail == "= price * 2")
    #expect(
      edges(graph) == [
        "price reads total", "total reads shown", "person may-read shown (name, age)",
        "total reads label",
      ])
  }

  @Test func bodiesSetSendDispatchCallAndEmit() throws {
    let graph = try graph(
      """
      cells: {n: 0}
      reactors:
        counter: {state: 0, reduce: {up: = state + 1, down: = state - 1}}
      stores:
        app: {state: {n: 0}, reducers: {add: {n: = state.n + action}}, routes: {home: {screen: x}}}
      services:
        api: {provides: [Net], methods: {get: = args}}
      computations:
        all:
          - set: {n: 1}
          - send: {counter: up}
          - send: {counter: down}
          - dispatch: {app: {add: = counter}}
          - call: {Net.get: 1}
          - present: {app: home}
          - emit: {log: 1, all: 2}
          - autorun: {name: inner, run: [{emit: = n}]}
      """)
    #expect(
      edges(graph) == [
        "all sets n", "all sends counter (up, down)", "all dispatches app (add)",
        "counter reads all", "all calls api (get)", "all presents app (home)", "all emits log",
        "all makes inner", "n reads inner",
      ])
    #expect(graph.nodes.contains(ModelGraph.Node(.channel, "log")))
  }

  @Test func actorsTellAskForwardSpawnWatchAndSupervise() throws {
    let graph = try graph(
      """
      cells: {state: 1}
      actors:
        boss:
          children: [kid]
          on:
            Go:
              - spawn: {worker: {x: 1}}
                as: w
              - tell: {w: Work}
              - watch: w
              - ask: {api: {Get: = message}}
              - tell: {self: Again}
            Again: = state
            Terminated: []
        worker: {on: {Work: [{stop: self}]}}
        kid: {on: {Stay: []}}
        api: {provider: {pool: 2}, on: {Get: {future: [{forward: {worker: Work}}]}}}
      """)
    #expect(graph.nodes.map(\.kind) == [.cell, .actor, .actor, .actor, .pool])
    #expect(
      edges(graph) == [
        "boss supervises kid", "boss spawns worker", "boss tells worker (Work)",
        "boss watches worker", "boss asks api (Get)", "boss tells boss (Again)",
        "worker stops worker", "api forwards worker (Work)",
      ])
  }

  @Test func localsHideNamesOfTheModel() throws {
    let graph = try graph(
      """
      cells: {action: 1, x: 2, y: 3}
      reactors:
        r: {state: 0, mutate: {go: [{let: {x: = y}}, {mutation: {put: = action + x}}]}, reduce: {put: = mutation}}
      """)
    #expect(edges(graph) == ["y reads r"])
  }

  @Test func storesHoldParcels() throws {
    let graph = try graph(
      """
      stores:
        app: {state: {}, parcels: [{parcel: counter, focus: left, prefix: left}, {parcel: counter, focus: right, prefix: right}]}
      parcels:
        counter: {state: {count: 0}, reducers: {increment: {count: = state.count + 1}}}
      """)
    #expect(edges(graph) == ["app holds counter (left, right)"])
  }
}
