import Reactor

extension SignalShape {
  /// Making what graphs are made of.
  static var creations: [SignalShape] {
    [
      fresh("create-signals", 20_000) { graph in return { _ in _ = graph.cell(0) } },
      fresh("create-computeds", 20_000) { graph in
        let head = graph.cell(0)
        return { _ in _ = graph.derived { head.value } }
      },
      fresh("create-effects", 20_000) { graph in
        // Not a variable that the closure captures: what Swift asks at each access to it is no part of this.
        let heads = (0..<20).map { _ in graph.cell(0) }
        return { i in
          let source = heads[i / 1000 % heads.count]
          sure { _ = try graph.computation { _ in _ = source.value } }
        }
      },
      SignalShape("create-graph", 10_000) { _ in return { _ in _ = Graph() } },
    ]
  }

  private static func fresh(
    _ name: String, _ count: Int, build: @escaping (Graph) throws -> Update
  ) -> SignalShape {
    var shape = SignalShape(name, count, build)
    shape.start = .newGraph
    return shape
  }
}
