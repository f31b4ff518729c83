import Reactor

extension SignalShape {
  static var all: [SignalShape] {
    kairo + updates + propagations + cellx + dynamics + layered + mapped + creations
  }

  private static var kairo: [SignalShape] {
    [
      SignalShape("avoidable", 20_000) { graph, head in
        let same = graph.derived {
          _ = head.value
          return 0
        }
        try graph.watch(graph.chain(same, 3))
      },
      SignalShape("broad", 1_000) { graph, head in
        for i in 0..<50 { try graph.watch(graph.chain(graph.derived { head.value + i }, 1)) }
      },
      SignalShape("deep", 3_000) { graph, head in try graph.watch(graph.chain(head, 50)) },
      SignalShape("diamond", 10_000) { graph, head in
        let sides = (0..<5).map { _ in graph.derived { head.value + 1 } }
        try graph.watch(
          graph.derived {
            var sum = 0
            for side in sides { sum += try side.value }
            return sum
          })
      },
      SignalShape("mux", 300, build: mux),
      SignalShape("repeated", 20_000) { graph, head in
        try graph.watch(
          graph.derived {
            var sum = 0
            for _ in 0..<30 { sum += head.value }
            return sum
          })
      },
      SignalShape("triangle", 5_000) { graph, head in
        var list = [graph.chain(head, 1)]
        for _ in 0..<8 { list.append(graph.chain(list[list.count - 1], 1)) }
        let nodes = list
        try graph.watch(
          graph.derived {
            var sum = head.value
            for node in nodes { sum += try node.value }
            return sum
          })
      },
      SignalShape("unstable", 5_000) { graph, head in
        let double = graph.derived { head.value * 2 }
        let inverse = graph.derived { -head.value }
        try graph.watch(
          graph.derived {
            var sum = 0
            for _ in 0..<20 { sum += try head.value % 2 != 0 ? double.value : inverse.value }
            return sum
          })
      },
    ]
  }

  private static func mux(_ graph: Graph) throws -> Update {
    let heads = (0..<100).map { _ in graph.cell(0) }
    let mux = graph.derived(cutoff: .never) { heads.map { $0.value } }
    for i in 0..<heads.count {
      try graph.watch(graph.chain(graph.derived { try mux.value[i] }, 1))
    }
    return { i in
      heads[i % 100].value = i
      flush(graph)
    }
  }

  private static var updates: [SignalShape] {
    [
      watchers(1, 1, 50_000), watchers(1, 4, 20_000), watchers(4, 1, 30_000),
      watchers(1, 1000, 100), watchers(1000, 1, 200),
    ]
  }

  private static func watchers(_ sources: Int, _ effects: Int, _ count: Int) -> SignalShape {
    if sources == 1 {
      return SignalShape("update-1to\(effects)", count) { graph, head in
        for _ in 0..<effects { try graph.computation { _ in _ = head.value } }
      }
    }
    return SignalShape("update-\(sources)to\(effects)", count) { graph in
      let heads = (0..<sources).map { _ in graph.cell(0) }
      for _ in 0..<effects {
        try graph.computation { _ in for head in heads { _ = head.value } }
      }
      return { i in
        heads[i % sources].value = i
        flush(graph)
      }
    }
  }

  private static var propagations: [SignalShape] {
    [
      propagate(1, 1, 30_000), propagate(1, 10, 10_000), propagate(10, 10, 1_000),
      propagate(100, 10, 100), propagate(100, 100, 5),
    ]
  }

  private static func propagate(_ width: Int, _ height: Int, _ count: Int) -> SignalShape {
    SignalShape("propagate-\(width)x\(height)", count) { graph, head in
      for _ in 0..<width { try graph.watch(graph.chain(head, height)) }
    }
  }

  private static var cellx: [SignalShape] { [cellx(1000, 10), cellx(2500, 4)] }

  private static func cellx(_ layers: Int, _ count: Int) -> SignalShape {
    SignalShape("cellx-\(layers)", count) { graph in
      let start = (1...4).map { graph.cell($0) }
      var layer = start.map { cell in graph.derived { cell.value } }
      for _ in 0..<layers {
        let (a, b, c, d) = (layer[0], layer[1], layer[2], layer[3])
        layer = [
          graph.derived { try b.value },
          graph.derived { try a.value - c.value },
          graph.derived { try b.value + d.value },
          graph.derived { try c.value },
        ]
        for node in layer { try graph.watch(node) }
      }
      return { i in
        start[i & 3].value += 1
        flush(graph)
      }
    }
  }

  private static var creations: [SignalShape] {
    [
      SignalShape("create-graph", 10_000, hasPeer: false) { _ in return { _ in _ = Graph() } },
      SignalShape("create-signals", 20_000, isFresh: true) { graph in
        return { _ in _ = graph.cell(0) }
      },
      SignalShape("create-computeds", 20_000, isFresh: true) { graph in
        let head = graph.cell(0)
        return { _ in _ = graph.derived { head.value } }
      },
      SignalShape("create-effects", 20_000, isFresh: true) { graph in
        var head = graph.cell(0)
        return { i in
          if i % 1000 == 0 { head = graph.cell(0) }
          let source = head
          do {
            try graph.computation { _ in _ = source.value }
          } catch {
            fatalError("\(error)")
          }
        }
      },
    ]
  }

  /// Some of the shapes with dependencies that are named, beside those that are tracked.
  private static var mapped: [SignalShape] {
    [
      SignalShape("map-deep", 3_000) { graph, head in try graph.watch(graph.mapped(head, 50)) },
      SignalShape("map-broad", 1_000) { graph, head in
        for i in 0..<50 { try graph.watch(graph.mapped(graph.map(head) { $0 + i }, 1)) }
      },
      SignalShape("map-propagate-10x10", 1_000) { graph, head in
        for _ in 0..<10 { try graph.watch(graph.mapped(head, 10)) }
      },
      SignalShape("map-cellx-1000", 10) { graph in
        let start = (1...4).map { graph.cell($0) }
        var layer = start.map { cell in graph.map(cell) { $0 } }
        for _ in 0..<1000 {
          let (a, b, c, d) = (layer[0], layer[1], layer[2], layer[3])
          layer = [
            graph.map(b) { $0 }, graph.map(a, c) { $0 - $1 }, graph.map(b, d) { $0 + $1 },
            graph.map(c) { $0 },
          ]
          for node in layer { try graph.watch(node) }
        }
        return { i in
          start[i & 3].value += 1
          flush(graph)
        }
      },
    ]
  }
}

extension Graph {
  fileprivate func mapped(_ from: Cell<Int>, _ length: Int) -> Derived<Int> {
    mapped(map(from) { $0 + 1 }, length - 1)
  }

  fileprivate func mapped(_ from: Derived<Int>, _ length: Int) -> Derived<Int> {
    var last = from
    for _ in 0..<length { last = map(last) { $0 + 1 } }
    return last
  }
}
