import Reactor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Times the shapes, and, where the environment names a module in `REACTOR_PEER`, the same shapes
/// on that JavaScript library in a node process, in turns: a sample of one and a sample of the
/// other, each round the other way about. The ratio is taken round by round, so that both sides see
/// the same noise; what is printed is its median.
struct SignalsBenchmark {
  let only: [String]
  private let rounds = 15

  func run() {
    let peer = signalsPeer()
    print(
      Table.row([
        "shape", "ns/update", "range", peer == nil ? "" : "peer", peer == nil ? "" : "ratio",
      ]))
    var logs: [Double] = []
    for shape in SignalShape.all where only.isEmpty || only.contains(shape.name) {
      logs.append(contentsOf: report(shape, shape.hasPeer ? peer : nil))
    }
    if !logs.isEmpty {
      print(
        "geometric mean of the ratios: \(Table.decimals(Numbers.exp(logs.reduce(0, +) / Double(logs.count)), 2))"
      )
    }
  }

  private func report(_ shape: SignalShape, _ peer: Peer?) -> [Double] {
    let sample = sampler(shape)
    var own: [Double] = []
    var other: [Double] = []
    for round in -3..<rounds {
      var mine = 0.0
      var theirs = 0.0
      if round % 2 == 0 { mine = sample() }
      if let peer {
        theirs = peer.nanoseconds("\(shape.name) \(shape.count)") / Double(shape.count)
      }
      if round % 2 != 0 { mine = sample() }
      if round >= 0 {
        own.append(mine)
        other.append(theirs)
      }
    }
    let ratios = zip(other, own).map { $0 / $1 }
    let range = "\(Table.decimals(own.min() ?? 0, 0))-\(Table.decimals(own.max() ?? 0, 0))"
    var columns = [shape.name, Table.decimals(Table.median(own), 1), range]
    if peer != nil {
      columns += [
        Table.decimals(Table.median(other), 1), Table.decimals(Table.median(ratios), 2) + "x",
      ]
    }
    print(Table.row(columns))
    return peer == nil ? [] : [Numbers.log(Table.median(ratios))]
  }

  /// The library that the environment names, in a node process; nil where it names none.
  private func signalsPeer() -> Peer? {
    guard let module = getenv("REACTOR_PEER") else { return nil }
    return Peer.start(["node", Peer.script("signals.mjs"), String(cString: module)])
  }

  /// Nanoseconds an update, by a graph that stays warm or by a new one each time.
  private func sampler(_ shape: SignalShape) -> () -> Double {
    var done = 0
    func time(_ update: SignalShape.Update) -> Double {
      let first = done + 1
      done += shape.count
      let start = Clock.nanoseconds()
      for i in first...done { update(i) }
      return Double(Clock.nanoseconds() - start) / Double(shape.count)
    }
    func made() -> (Graph, SignalShape.Update) {
      let graph = Graph()
      do {
        return (graph, try shape.build(graph))
      } catch {
        fatalError("\(shape.name): \(error)")
      }
    }
    if shape.isFresh {
      return {
        let (graph, update) = made()
        return withExtendedLifetime(graph) { time(update) }
      }
    }
    let (graph, update) = made()
    return { withExtendedLifetime(graph) { time(update) } }
  }
}
