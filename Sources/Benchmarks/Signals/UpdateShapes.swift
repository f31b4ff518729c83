import Reactor

/// The shapes of js-reactivity-benchmark in which one write is followed by what depends on it: its kairo
/// shapes, updates, propagations and cellx.
struct UpdateShapes<L: SignalLayer> {
  /// What stands before the names of the shapes.
  let prefix: String

  var all: [SignalShape] { kairo + updates + propagations + [cellx(1000, 10), cellx(2500, 4)] }

  private var kairo: [SignalShape] {
    [
      headed("avoidable", 20_000) { layer, head in
        let same = layer.computed {
          _ = try head.read()
          return 0
        }
        try watch(layer, chain(layer, same, 3))
      },
      headed("broad", 1_000) { layer, head in
        for i in 0..<50 {
          try watch(layer, chain(layer, layer.computed { try head.read() + i }, 1))
        }
      },
      headed("deep", 3_000) { layer, head in try watch(layer, chain(layer, head, 50)) },
      headed("diamond", 10_000) { layer, head in
        let sides = (0..<5).map { _ in layer.computed { try head.read() + 1 } }
        try watch(
          layer,
          layer.computed {
            var sum = 0
            for side in sides { sum += try side.read() }
            return sum
          })
      },
      mux,
      headed("repeated", 20_000) { layer, head in
        try watch(
          layer,
          layer.computed {
            var sum = 0
            for _ in 0..<30 { sum += try head.read() }
            return sum
          })
      },
      headed("triangle", 5_000) { layer, head in
        var list = [chain(layer, head, 1)]
        for _ in 0..<8 { list.append(chain(layer, list[list.count - 1], 1)) }
        let nodes = list
        try watch(
          layer,
          layer.computed {
            var sum = try head.read()
            for node in nodes { sum += try node.read() }
            return sum
          })
      },
      headed("unstable", 5_000) { layer, head in
        let double = layer.computed { try head.read() * 2 }
        let inverse = layer.computed { try -head.read() }
        try watch(
          layer,
          layer.computed {
            var sum = 0
            for _ in 0..<20 {
              sum += try head.read() % 2 != 0 ? double.read() : inverse.read()
            }
            return sum
          })
      },
    ]
  }

  private var mux: SignalShape {
    shape("mux", 300) { layer in
      let heads = (0..<100).map { _ in layer.signal(0) }
      let mux = layer.listed { try heads.map { try $0.read() } }
      for i in 0..<heads.count {
        try watch(layer, chain(layer, layer.computed { try mux.read()[i] }, 1))
      }
      return { i in layer.update { heads[i % 100].write(i) } }
    }
  }

  private var updates: [SignalShape] {
    [
      watchers(1, 1, 50_000), watchers(1, 4, 20_000), watchers(4, 1, 30_000),
      watchers(1, 1000, 100), watchers(1000, 1, 200),
    ]
  }

  private func watchers(_ sources: Int, _ effects: Int, _ count: Int) -> SignalShape {
    if sources == 1 {
      return headed("update-1to\(effects)", count) { layer, head in
        for _ in 0..<effects { try watch(layer, head) }
      }
    }
    return shape("update-\(sources)to\(effects)", count) { layer in
      let heads = (0..<sources).map { _ in layer.signal(0) }
      for _ in 0..<effects {
        try layer.computation { for head in heads { _ = try head.read() } }
      }
      return { i in layer.update { heads[i % sources].write(i) } }
    }
  }

  private var propagations: [SignalShape] {
    [
      propagate(1, 1, 30_000), propagate(1, 10, 10_000), propagate(10, 10, 1_000),
      propagate(100, 10, 100), propagate(100, 100, 5),
    ]
  }

  private func propagate(_ width: Int, _ height: Int, _ count: Int) -> SignalShape {
    headed("propagate-\(width)x\(height)", count) { layer, head in
      for _ in 0..<width { try watch(layer, chain(layer, head, height)) }
    }
  }

  func cellx(
    _ layers: Int, _ count: Int, start beginning: SignalShape.Start = .warm
  ) -> SignalShape {
    let name =
      switch beginning {
      case .warm: "cellx-\(layers)"
      case .newGraph: "cellx-\(layers)-first"
      case .newProcess: "cellx-\(layers)-cold"
      }
    var shape = shape(name, count) { layer in
      let start = (1...4).map { layer.signal($0) }
      var row = start.map { head in layer.computed { try head.read() } }
      for _ in 0..<layers {
        let (a, b, c, d) = (row[0], row[1], row[2], row[3])
        row = [
          layer.computed { try b.read() },
          layer.computed { try a.read() - c.read() },
          layer.computed { try b.read() + d.read() },
          layer.computed { try c.read() },
        ]
        for node in row { try watch(layer, node) }
      }
      let end = row
      return { i in
        layer.update {
          for place in 0..<4 { start[place].write(i & 1 == 1 ? 4 - place : place + 1) }
        }
        for node in end { _ = sure { try node.read() } }
      }
    }
    shape.start = beginning
    return shape
  }

  // MARK: What they are made of

  /// A shape over one signal that every update writes.
  private func headed(
    _ name: String, _ count: Int, _ build: @escaping (L, L.Signal) throws -> Void
  ) -> SignalShape {
    shape(name, count) { layer in
      let head = layer.signal(0)
      try build(layer, head)
      return { i in layer.update { head.write(i) } }
    }
  }

  private func shape(
    _ name: String, _ count: Int, _ build: @escaping (L) throws -> SignalShape.Update
  ) -> SignalShape {
    SignalShape(prefix + name, count) { graph in try build(L(graph)) }
  }

  private func watch(_ layer: L, _ node: some SignalValue) throws {
    try layer.watch(node)
  }

  private func chain(_ layer: L, _ from: L.Signal, _ length: Int) -> L.Computed {
    chain(layer, layer.computed { try from.read() + 1 }, length - 1)
  }

  private func chain(_ layer: L, _ from: L.Computed, _ length: Int) -> L.Computed {
    var last = from
    for _ in 0..<length {
      let previous = last
      last = layer.computed { try previous.read() + 1 }
    }
    return last
  }
}
