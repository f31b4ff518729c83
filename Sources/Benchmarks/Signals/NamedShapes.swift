import Reactor

/// The shapes whose dependencies are always the same, with these named.
enum NamedShapes {
  static var all: [SignalShape] {
    [
      headed("avoidable", 20_000) { graph, head in
        try watch(graph, chain(graph, graph.map(head) { _ in 0 }, 3))
      },
      headed("broad", 1_000) { graph, head in
        for i in 0..<50 { try watch(graph, chain(graph, graph.map(head) { $0 + i }, 1)) }
      },
      headed("deep", 3_000) { graph, head in try watch(graph, chain(graph, head, 50)) },
      headed("diamond", 10_000) { graph, head in
        let sides = (0..<5).map { _ in chain(graph, head, 1) }
        try watch(
          graph,
          graph.map(sides[0], sides[1], sides[2], sides[3], sides[4]) { $0 + $1 + $2 + $3 + $4 })
      },
      headed("repeated", 20_000) { graph, head in
        try watch(
          graph,
          graph.map(head) { value in
            var sum = 0
            for _ in 0..<30 { sum += value }
            return sum
          })
      },
      headed("triangle", 5_000) { graph, head in
        var list = [chain(graph, head, 1)]
        for _ in 0..<8 { list.append(chain(graph, list[list.count - 1], 1)) }
        try watch(
          graph,
          graph.map(
            head, list[0], list[1], list[2], list[3], list[4], list[5], list[6], list[7], list[8]
          ) {
            let first: Int = $0 + $1 + $2 + $3 + $4
            let second: Int = $5 + $6 + $7 + $8 + $9
            return first + second
          })
      },
      headed("update-1to1", 50_000) { graph, head in try watch(graph, head) },
      headed("update-1to4", 20_000) { graph, head in
        for _ in 0..<4 { try watch(graph, head) }
      },
      headed("update-1to1000", 100) { graph, head in
        for _ in 0..<1000 { try watch(graph, head) }
      },
      propagate(1, 1, 30_000), propagate(1, 10, 10_000), propagate(10, 10, 1_000),
      propagate(100, 10, 100), propagate(100, 100, 5), cellx(1000, 10), cellx(2500, 4),
    ]
  }

  private static func propagate(_ width: Int, _ height: Int, _ count: Int) -> SignalShape {
    headed("propagate-\(width)x\(height)", count) { graph, head in
      for _ in 0..<width { try watch(graph, chain(graph, head, height)) }
    }
  }

  static func cellx(_ layers: Int, _ count: Int) -> SignalShape {
    SignalShape("map-cellx-\(layers)", count) { graph in
      let start = (1...4).map { graph.cell($0) }
      var layer = start.map { cell in graph.map(cell) { $0 } }
      for _ in 0..<layers {
        let (a, b, c, d) = (layer[0], layer[1], layer[2], layer[3])
        layer = [
          graph.map(b) { $0 }, graph.map(a, c) { $0 - $1 }, graph.map(b, d) { $0 + $1 },
          graph.map(c) { $0 },
        ]
        for node in layer { try watch(graph, node) }
      }
      let end = layer
      return { i in
        for place in 0..<4 { start[place].value = i & 1 == 1 ? 4 - place : place + 1 }
        sure {
          try graph.flush()
          for node in end { _ = try node.read() }
        }
      }
    }
  }

  // MARK: What they are made of

  private static func headed(
    _ name: String, _ count: Int, _ build: @escaping (Graph, Cell<Int>) throws -> Void
  ) -> SignalShape {
    SignalShape("map-" + name, count) { graph in
      let head = graph.cell(0)
      try build(graph, head)
      return { i in
        head.value = i
        sure { try graph.flush() }
      }
    }
  }

  private static func watch(_ graph: Graph, _ node: some Readable<Int>) throws {
    try graph.observe(node) { _ in }
  }

  private static func chain(
    _ graph: Graph, _ from: some Readable<Int>, _ length: Int
  ) -> Derived<Int> {
    let body: (Int) -> Int = { $0 + 1 }
    var last = graph.map(from, body)
    for _ in 1..<length { last = graph.map(last, body) }
    return last
  }
}
