import Reactor

/// What an application's own layer over the engine looks like: it makes signals, computed ones and
/// effects, and puts writes into batches. The shapes are generic over it.
private protocol Layer {
  associatedtype Signal: LayerSignal
  associatedtype Computed: LayerValue

  init(_ graph: Graph)
  func signal(_ value: Int) -> Signal
  func computed(_ body: @escaping () throws -> Int) -> Computed
  func computation(_ body: @escaping () throws -> Void) throws
  func batch(_ body: () -> Void)
}

private protocol LayerValue {
  func read() throws -> Int
}

private protocol LayerSignal: LayerValue {
  func write(_ value: Int)
}

/// Structs around the engine's handles.
private struct Wrappers: Layer {
  struct Signal: LayerSignal {
    let cell: Cell<Int>
    func read() -> Int { cell.value }
    func write(_ value: Int) { cell.value = value }
  }

  struct Computed: LayerValue {
    let derived: Derived<Int>
    func read() throws -> Int { try derived.value }
  }

  let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  func signal(_ value: Int) -> Signal { Signal(cell: graph.cell(value)) }

  func computed(_ body: @escaping () throws -> Int) -> Computed {
    Computed(derived: graph.derived(body))
  }

  func computation(_ body: @escaping () throws -> Void) throws {
    try graph.computation { _ in try body() }
  }

  func batch(_ body: () -> Void) { batched(graph, body) }
}

/// Structs of closures, as the adapters of js-reactivity-benchmark are objects of functions.
private struct Closures: Layer {
  struct Signal: LayerSignal {
    let reading: () -> Int
    let writing: (Int) -> Void
    func read() -> Int { reading() }
    func write(_ value: Int) { writing(value) }
  }

  struct Computed: LayerValue {
    let reading: () throws -> Int
    func read() throws -> Int { try reading() }
  }

  let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  func signal(_ value: Int) -> Signal {
    let cell = graph.cell(value)
    return Signal(reading: { cell.value }, writing: { cell.value = $0 })
  }

  func computed(_ body: @escaping () throws -> Int) -> Computed {
    let derived = graph.derived(body)
    return Computed(reading: { try derived.value })
  }

  func computation(_ body: @escaping () throws -> Void) throws {
    try graph.computation { _ in try body() }
  }

  func batch(_ body: () -> Void) { batched(graph, body) }
}

@inline(__always)
private func batched(_ graph: Graph, _ body: () -> Void) {
  do {
    try graph.batch(body)
  } catch {
    fatalError("\(error)")
  }
}

extension SignalShape {
  /// Some of the shapes through layers. The peers do all of them through objects of functions.
  static var layered: [SignalShape] {
    shapes("wrapper", Wrappers.self) + shapes("closures", Closures.self)
  }

  private static func shapes<L: Layer>(_ name: String, _: L.Type) -> [SignalShape] {
    [
      headed("\(name)-update-1to1", 50_000, L.self) { layer, head in
        try layer.computation { _ = try head.read() }
      },
      headed("\(name)-deep", 3_000, L.self) { layer, head in
        try watch(layer, chain(layer, layer.computed { try head.read() + 1 }, 49))
      },
      headed("\(name)-broad", 1_000, L.self) { layer, head in
        for i in 0..<50 {
          try watch(layer, chain(layer, layer.computed { try head.read() + i }, 1))
        }
      },
      headed("\(name)-diamond", 10_000, L.self) { layer, head in
        let sides = (0..<5).map { _ in layer.computed { try head.read() + 1 } }
        try watch(
          layer,
          layer.computed {
            var sum = 0
            for side in sides { sum += try side.read() }
            return sum
          })
      },
    ]
  }

  private static func headed<L: Layer>(
    _ name: String, _ count: Int, _: L.Type, build: @escaping (L, L.Signal) throws -> Void
  ) -> SignalShape {
    SignalShape(name, count) { graph in
      let layer = L(graph)
      let head = layer.signal(0)
      try build(layer, head)
      return { i in layer.batch { head.write(i) } }
    }
  }

  private static func chain<L: Layer>(_ layer: L, _ from: L.Computed, _ length: Int) -> L.Computed {
    var last = from
    for _ in 0..<length {
      let previous = last
      last = layer.computed { try previous.read() + 1 }
    }
    return last
  }

  private static func watch<L: Layer>(_ layer: L, _ node: L.Computed) throws {
    try layer.computation { _ = try node.read() }
  }
}
