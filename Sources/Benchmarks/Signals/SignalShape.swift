import Reactor

/// A graph and what one update does to it. `Peers/signals.mjs` builds the same ones in JavaScript.
struct SignalShape {
  /// Takes how many updates there have been, this one counted.
  typealias Update = (Int) -> Void

  let name: String
  /// Updates in one sample, so that it takes some milliseconds.
  let count: Int
  /// Whether every sample begins with a new graph.
  var isFresh = false
  /// Whether the peers have the shape.
  var hasPeer = true
  let build: (Graph) throws -> Update

  static func named(_ name: String) -> SignalShape? { all.first { $0.name == name } }

  func repeated(_ count: Int) {
    let graph = Graph()
    do {
      let update = try build(graph)
      for i in 1...max(1, count) { update(i) }
    } catch {
      fatalError("\(name): \(error)")
    }
  }

  /// A shape over one cell that every update writes.
  init(_ name: String, _ count: Int, head build: @escaping (Graph, Cell<Int>) throws -> Void) {
    self.name = name
    self.count = count
    self.build = { graph in
      let head = graph.cell(0)
      try build(graph, head)
      return { i in
        head.value = i
        flush(graph)
      }
    }
  }

  init(
    _ name: String, _ count: Int, isFresh: Bool = false, hasPeer: Bool = true,
    build: @escaping (Graph) throws -> Update
  ) {
    self.name = name
    self.count = count
    self.isFresh = isFresh
    self.hasPeer = hasPeer
    self.build = build
  }
}

func flush(_ graph: Graph) {
  do {
    try graph.flush()
  } catch {
    fatalError("\(error)")
  }
}

extension Graph {
  func watch(_ node: Derived<Int>) throws { try computation { _ in _ = try node.value } }

  func chain(_ from: Cell<Int>, _ length: Int) -> Derived<Int> {
    chain(derived { from.value + 1 }, length - 1)
  }

  func chain(_ from: Derived<Int>, _ length: Int) -> Derived<Int> {
    var last = from
    for _ in 0..<length {
      let previous = last
      last = derived { try previous.value + 1 }
    }
    return last
  }
}
