/// A run that has come to a state of a search. It goes on where the way to another state leads by there, so that a long way
/// is led once.
struct StandingRun {
  private let maker: RunMaker
  private var standing: (number: Int, run: ExploredRun)?

  init(_ maker: RunMaker) { self.maker = maker }

  var isThere: Bool { standing != nil }

  /// A run that stands at a state; whoever takes it must close it.
  mutating func take(
    at number: Int, in graph: StateGraph, _ tally: inout SearchTally
  ) -> ExploredRun {
    // One that has come further is for later.
    guard let (known, run) = standing, known <= number else {
      return maker.run(at: number, in: graph, &tally)
    }
    standing = nil
    guard let rest = graph.choices(from: known, to: number) else {
      run.close()
      return maker.run(at: number, in: graph, &tally)
    }
    if rest.isEmpty { return run }
    tally.repeated += rest.count
    maker.lead(run, along: rest)
    return run
  }

  /// Stands there from now on, instead of another.
  mutating func put(_ run: ExploredRun, at number: Int) {
    drop()
    standing = (number, run)
  }

  mutating func drop() {
    standing?.run.close()
    standing = nil
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
