/// Runs that have come to states of a search. Each goes on where the way to another state leads by there, so that
/// a long way is led once, and not anew to each state of it: as many scripts side by side go on at once.
struct StandingRuns {
  /// Each is a whole world, and they hold no more bytes together than this, but for one that does so alone.
  private static let most = 16
  private static let mostBytes = 256 << 20

  private let maker: RunMaker
  /// The last one is that of the state with the highest number.
  private var standing: [(number: Int, run: ExploredRun)] = []

  init(_ maker: RunMaker) { self.maker = maker }

  /// A run that stands at a state; whoever takes it must close it.
  mutating func take(
    at number: Int, in graph: StateGraph, _ tally: inout SearchTally
  ) -> ExploredRun {
    guard let (place, rest) = graph.choices(fromLastOf: standing.map(\.number), to: number) else {
      return maker.run(at: number, in: graph, &tally)
    }
    let run = standing.remove(at: place).run
    if rest.isEmpty { return run }
    tally.repeated += rest.count
    maker.lead(run, along: rest)
    return run
  }

  /// Stands there from now on, as long as there is room.
  /// - Parameter current: The state from which the search goes on. It has gone on from all before.
  mutating func put(_ run: ExploredRun, at number: Int, goingOnFrom current: Int) {
    while !hasRoom(for: run) {
      guard standing[0].number < current else { return run.close() }
      standing.removeFirst().run.close()
    }
    insert(run, at: number)
  }

  /// A run that stands at a state, to be asked and not to be led on, by none but who holds these.
  mutating func look(
    at number: Int, in graph: StateGraph, _ tally: inout SearchTally
  ) -> ExploredRun {
    let run = take(at: number, in: graph, &tally)
    while !hasRoom(for: run) { standing.removeLast().run.close() }
    insert(run, at: number)
    return run
  }

  private func hasRoom(for run: ExploredRun) -> Bool {
    if standing.isEmpty { return true }
    let bytes = standing.reduce(run.world.memory.mostHeld) { $0 + $1.run.world.memory.mostHeld }
    return standing.count < StandingRuns.most && bytes <= StandingRuns.mostBytes
  }

  private mutating func insert(_ run: ExploredRun, at number: Int) {
    let place = standing.firstIndex { $0.number > number } ?? standing.count
    standing.insert((number, run), at: place)
  }

  mutating func drop() {
    for (_, run) in standing { run.close() }
    standing = []
  }
}

extension RunMaker {
  /// A run that begins anew, and has come to a state.
  func run(at number: Int, in graph: StateGraph, _ tally: inout SearchTally) -> ExploredRun {
    let path = graph.path(to: number)
    tally.repeated += path.choices.count
    return run(path.start, path.first, path.choices)
  }
}
