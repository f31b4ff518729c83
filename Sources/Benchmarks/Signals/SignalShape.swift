import Reactor

/// A graph and what one update does to it. The programs in `Peers` build the same ones by other means.
struct SignalShape {
  /// What a sample begins with: the graph of the one before it, a new graph, or a new process, as an application
  /// begins, where nothing is compiled or known yet.
  enum Start { case warm, newGraph, newProcess }

  /// Takes how many updates there have been, this one counted.
  typealias Update = (Int) -> Void

  let name: String
  /// Updates in one sample, so that it takes some milliseconds.
  let count: Int
  var start = Start.warm
  let build: (Graph) throws -> Update

  init(_ name: String, _ count: Int, _ build: @escaping (Graph) throws -> Update) {
    self.name = name
    self.count = count
    self.build = build
  }

  func repeated(_ count: Int) {
    let graph = Graph()
    let update = sure { try build(graph) }
    for i in 1...max(1, count) { update(i) }
  }

  /// What gives the nanoseconds of an update, by a graph that stays warm or by a new one each time.
  func sampler() -> () -> Double {
    var done = 0
    func time(_ update: Update) -> Double {
      let first = done + 1
      done += count
      let start = Clock.nanoseconds()
      for i in first...done { update(i) }
      return Double(Clock.nanoseconds() - start) / Double(count)
    }
    func made() -> (Graph, Update) {
      let graph = Graph()
      return (graph, sure { try build(graph) })
    }
    if start != .warm {
      return {
        let (graph, update) = made()
        done = 0
        return withExtendedLifetime(graph) { time(update) }
      }
    }
    let (graph, update) = made()
    return { withExtendedLifetime(graph) { time(update) } }
  }
}

/// Shapes whose ratios are told as one mean.
struct SignalGroup {
  let title: String
  let shapes: [SignalShape]

  static var all: [SignalGroup] {
    let direct = UpdateShapes<Handles>(prefix: "")
    return [
      SignalGroup(title: "updates", shapes: direct.all),
      SignalGroup(
        title: "updates through structs around handles",
        shapes: UpdateShapes<Wrappers>(prefix: "wrapper-").all),
      SignalGroup(
        title: "updates through structs of closures",
        shapes: UpdateShapes<Closures>(prefix: "closures-").all),
      SignalGroup(title: "updates of named dependencies", shapes: NamedShapes.all),
      SignalGroup(
        title: "large",
        shapes: [
          direct.cellx(5000, 2), direct.cellx(5000, 1, start: .newGraph),
          direct.cellx(5000, 1, start: .newProcess),
        ]),
      SignalGroup(title: "dynamic graphs", shapes: SignalShape.dynamics),
      SignalGroup(title: "creation", shapes: SignalShape.creations),
    ]
  }

  static func shape(_ name: String) -> SignalShape? {
    all.lazy.flatMap(\.shapes).first { $0.name == name }
  }
}
