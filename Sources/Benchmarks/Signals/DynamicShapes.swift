import Reactor

// The graphs of reactively's benchmark: layers of derived cells of which each reads some of the layer
// before, some of them others from time to time. Nobody watches the leaves; they are read after each
// write. Of the last one they are watched, as in later versions of that benchmark.
extension SignalShape {
  static var dynamics: [SignalShape] {
    [
      dynamic("simple", Layers(width: 10, count: 5, reads: 2, dropping: 0, leaves: 2), 10_000),
      dynamic("component", Layers(width: 10, count: 10, reads: 6, dropping: 25, leaves: 2), 1_000),
      dynamic("web-app", Layers(width: 1000, count: 12, reads: 4, dropping: 5, leaves: 1000), 100),
      dynamic("dense", Layers(width: 1000, count: 5, reads: 25, dropping: 0, leaves: 1000), 50),
      dynamic("deep", Layers(width: 5, count: 500, reads: 3, dropping: 0, leaves: 5), 50),
      dynamic("very", Layers(width: 100, count: 15, reads: 6, dropping: 50, leaves: 100), 100),
      dynamic(
        "watched",
        Layers(width: 1000, count: 12, reads: 4, dropping: 5, leaves: 1000, isWatched: true), 100),
    ]
  }

  /// How many cells stand side by side, in how many layers, what each reads of the layer before, how
  /// many of a hundred drop one of these depending on the first, and how many of the last are read.
  private struct Layers {
    let width: Int
    let count: Int
    let reads: Int
    let dropping: Int
    let leaves: Int
    var isWatched = false
  }

  private static func dynamic(_ name: String, _ layers: Layers, _ count: Int) -> SignalShape {
    SignalShape("dynamic-\(name)", count) { graph in
      let heads = (0..<layers.width).map { graph.cell($0) }
      var seed: UInt32 = 12_345
      var last = layer(graph, layers, &seed, heads)
      for _ in 2..<layers.count { last = layer(graph, layers, &seed, last) }
      let leaves = Array(last.prefix(layers.leaves))
      if layers.isWatched {
        try graph.computation { _ in for leaf in leaves { _ = try leaf.value } }
      }
      return { i in
        heads[i % heads.count].value = i &+ i % heads.count
        sure {
          try graph.flush()
          for leaf in leaves { _ = try leaf.value }
        }
      }
    }
  }

  private static func layer(
    _ graph: Graph, _ layers: Layers, _ seed: inout UInt32, _ before: [some Readable<Int>]
  ) -> [Derived<Int>] {
    before.indices.map { place in
      let sources = (0..<layers.reads).map { before[(place + $0) % before.count] }
      // The same numbers as the peers draw.
      seed = (seed &* 1_103_515_245 &+ 12_345) & 0x7fff_ffff
      return Int(seed >> 8) % 100 < layers.dropping ? dropping(graph, sources) : sum(graph, sources)
    }
  }

  private static func sum(_ graph: Graph, _ sources: [some Readable<Int>]) -> Derived<Int> {
    graph.derived {
      var sum = 0
      for source in sources { sum &+= try source.read() }
      return sum
    }
  }

  /// One that leaves out one of its sources where the first is odd.
  private static func dropping(_ graph: Graph, _ sources: [some Readable<Int>]) -> Derived<Int> {
    let (first, rest) = (sources[0], Array(sources.dropFirst()))
    return graph.derived {
      var sum = try first.read()
      let dropped = sum & 1 == 1 ? sum % rest.count : rest.count
      for place in rest.indices where place != dropped { sum &+= try rest[place].read() }
      return sum
    }
  }
}
