import Reactor

/// A graph and what one update does to it. The programs in `Peers` build the same ones by other means.
struct SignalShape {
  /// Takes how many updates there have been, this one counted.
  typealias Update = (Int) -> Void

  let name: String
  /// Updates in one sample, so that it takes some milliseconds.
  let count: Int
  /// Whether every sample begins with a new graph.
  var isFresh = false
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
        shapes: [direct.cellx(5000, 2), direct.cellx(5000, 1, isFirst: true)]),
      SignalGroup(title: "dynamic graphs", shapes: SignalShape.dynamics),
      SignalGroup(title: "creation", shapes: SignalShape.creations),
    ]
  }

  static func shape(_ name: String) -> SignalShape? {
    all.lazy.flatMap(\.shapes).first { $0.name == name }
  }
}
