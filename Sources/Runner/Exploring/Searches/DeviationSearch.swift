import Scenarios
import Values

/// The search for the violation with the fewest deviations, of those the one with the fewest turns, and of
/// those the first by its picks.
///
/// Runs are tried in that order, so that the first violation is it. What a run may still lead to hangs on
/// the order in which turns became ready, for the first of them is no deviation: states are told apart by
/// that too.
final class DeviationSearch {
  private let maker: RunMaker
  private let limit: Int
  private var seen: Set<Fingerprint> = []
  /// The turns that have been thought of, each behind another.
  private var turns: [Turn] = []
  /// The ways to be tried, by deviations and then by turns: each by its last turn.
  private var waiting: [[Int: [Int]]] = []
  /// A run that has gone a way to its end, which goes on where the next one to be tried begins so.
  private var kept: (last: Int, run: ExploredRun)?
  private(set) var found: Found?
  /// How many turns were taken.
  private var taken = 0
  private static let mostTaken = 20_000_000
  private static let mostTurns = 2_500_000

  /// Whether it ended before it found what there is.
  private(set) var isBounded = false

  struct Found {
    let violation: Violation
    let path: RunPath
    let deviations: Int
  }

  /// A turn of a way; the first one makes the world.
  private struct Turn {
    /// The turn before it; of the first, below zero, the complement of the number of the start.
    let before: Int
    let choice: RunMaker.Choice
    /// The number of the move among those that could be taken.
    let index: Int
    /// How many there are before it.
    let depth: Int
  }

  /// - Parameter most: How many deviations a violation is known to take at most.
  init(_ maker: RunMaker, limit: Int, most: Int) {
    self.maker = maker
    self.limit = limit
    waiting = Array(repeating: [:], count: most + 1)
  }

  func search() {
    defer { dropKept() }
    for start in maker.starts.indices {
      let choice = RunMaker.Choice(move: .script, inner: [])
      add(Turn(before: ~start, choice: choice, index: 0, depth: 0), deviations: 0)
    }
    for deviations in waiting.indices {
      while let depth = waiting[deviations].keys.min() {
        // What is tried may add ways of as many turns, where something else is chosen inside one.
        let ways = waiting[deviations].removeValue(forKey: depth) ?? []
        for last in inOrder(ways) {
          attempt(last, deviations)
          if found != nil || isBounded { return }
        }
      }
    }
  }

  private func inOrder(_ ways: [Int]) -> [Int] {
    if ways.count == 1 { return ways }
    return ways.map { (last: $0, picks: path(to: $0).picks) }
      .sorted { $0.picks.lexicographicallyPrecedes($1.picks) }
      .map(\.last)
  }

  private func path(to last: Int) -> RunPath {
    var way: [Turn] = []
    var place = last
    while place >= 0 {
      way.append(turns[place])
      place = turns[place].before
    }
    var path = RunPath(start: ~place)
    path = path.replacingInner(by: way.last?.choice.inner ?? [])
    for turn in way.dropLast().reversed() { path.add(turn.choice, turn.index) }
    return path
  }

  private func add(_ turn: Turn, deviations: Int) {
    guard deviations < waiting.count else { return }
    waiting[deviations][turn.depth, default: []].append(turns.count)
    turns.append(turn)
  }

  /// The run at the end of a way, and what its last turn came to.
  private func end(of last: Int) -> (ExploredRun, ExploredRun.Ending) {
    let turn = turns[last]
    if let kept, kept.last == turn.before {
      self.kept = nil
      taken += 1
      return (kept.run, kept.run.take(turn.choice.move, turn.choice.inner))
    }
    taken += turn.depth
    return maker.end(of: path(to: last))
  }

  private func dropKept() {
    kept?.run.close()
    kept = nil
  }

  private func attempt(_ last: Int, _ deviations: Int) {
    if taken > DeviationSearch.mostTaken || turns.count > DeviationSearch.mostTurns
      || maker.ending != nil
    {
      isBounded = true
      return
    }
    let turn = turns[last]
    let (run, ending) = end(of: last)
    func choosing(_ inner: [Int]) -> Turn {
      Turn(
        before: turn.before, choice: RunMaker.Choice(move: turn.choice.move, inner: inner),
        index: turn.index, depth: turn.depth)
    }
    for inner in StateSearch.variants(of: run.inner, behind: turn.choice.inner) {
      add(choosing(inner), deviations: deviations + 1)
    }
    turns[last] = choosing(run.inner.map(\.index))
    switch ending {
    case .over: break
    case .stopped: isBounded = true
    case .violated(let violation): find(violation, last, deviations)
    case .went:
      if seen.insert(run.fingerprint(withOrder: true)).inserted {
        if seen.count > limit { isBounded = true } else { goOn(run, last, deviations) }
      }
    }
    dropKept()
    if case .went = ending, !isBounded, found == nil { kept = (last, run) } else { run.close() }
  }

  private func find(_ violation: Violation, _ last: Int, _ deviations: Int) {
    found = Found(violation: violation, path: path(to: last), deviations: deviations)
  }

  private func goOn(_ run: ExploredRun, _ last: Int, _ deviations: Int) {
    let options: NextMoves
    do throws(ExploredFault) { options = try run.options() } catch {
      return find(error.violation, last, deviations)
    }
    if options.isEnd, !options.isOutOfSteps, let violation = run.violationAtEnd() {
      return find(violation, last, deviations)
    }
    for (index, move) in options.moves.enumerated() {
      let choice = RunMaker.Choice(move: move, inner: [])
      let depth = turns[last].depth + 1
      add(
        Turn(before: last, choice: choice, index: index, depth: depth),
        deviations: deviations + options.cost(index))
    }
  }
}
