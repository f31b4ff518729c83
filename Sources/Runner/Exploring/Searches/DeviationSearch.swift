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
  /// The runs to be tried, by deviations and then by turns.
  private var waiting: [[Int: [Trial]]] = []
  private(set) var found: Found?
  /// How many turns were taken, and how many are remembered, of the ways that are to be tried.
  private var taken = 0
  private var kept = 0
  private static let mostTaken = 20_000_000
  private static let mostKept = 5_000_000

  /// Whether it ended before it found what there is.
  private(set) var isBounded = false

  struct Found {
    let violation: Violation
    let path: RunPath
    let deviations: Int
  }

  /// A way that has been gone, and one turn more that is to be tried.
  private struct Trial {
    let path: RunPath
    let deviations: Int
  }

  /// - Parameter most: How many deviations a violation is known to take at most.
  init(_ maker: RunMaker, limit: Int, most: Int) {
    self.maker = maker
    self.limit = limit
    waiting = Array(repeating: [:], count: most + 1)
  }

  func search() {
    for start in maker.starts.indices {
      add(Trial(path: RunPath(start: start), deviations: 0))
    }
    for deviations in waiting.indices {
      while let turns = waiting[deviations].keys.min() {
        // What is tried may add runs with as many turns, where something else is chosen inside one.
        let trials = (waiting[deviations].removeValue(forKey: turns) ?? []).sorted {
          $0.path.picks.lexicographicallyPrecedes($1.path.picks)
        }
        for trial in trials {
          attempt(trial)
          if found != nil || isBounded { return }
        }
      }
    }
  }

  private func add(_ trial: Trial) {
    guard trial.deviations < waiting.count else { return }
    kept += trial.path.choices.count
    waiting[trial.deviations][trial.path.choices.count, default: []].append(trial)
  }

  private func attempt(_ trial: Trial) {
    let path = trial.path
    taken += path.choices.count
    kept -= path.choices.count
    if taken > DeviationSearch.mostTaken || kept > DeviationSearch.mostKept || maker.ending != nil {
      isBounded = true
      return
    }
    let (run, ending) = maker.end(of: path)
    defer { run.close() }
    for inner in StateSearch.variants(of: run.inner, behind: path.lastInner) {
      add(
        Trial(
          path: path.replacingInner(by: inner),
          deviations: trial.deviations + 1))
    }
    switch ending {
    case .over: return
    case .stopped:
      isBounded = true
      return
    case .violated(let violation):
      found = Found(
        violation: violation, path: path.replacingInner(by: run.inner.map(\.index)),
        deviations: trial.deviations)
      return
    case .went: break
    }
    guard seen.insert(run.fingerprint(withOrder: true)).inserted else { return }
    if seen.count > limit {
      isBounded = true
      return
    }
    goOn(run, path.replacingInner(by: run.inner.map(\.index)), trial.deviations)
  }

  private func goOn(_ run: ExploredRun, _ path: RunPath, _ deviations: Int) {
    let options: NextMoves
    do throws(ExploredFault) { options = try run.options() } catch {
      found = Found(violation: error.violation, path: path, deviations: deviations)
      return
    }
    if options.isEnd, !options.isOutOfSteps, let violation = run.violationAtEnd() {
      found = Found(violation: violation, path: path, deviations: deviations)
      return
    }
    for (index, move) in options.moves.enumerated() {
      add(
        Trial(
          path: path.adding(RunMaker.Choice(move: move, inner: []), index),
          deviations: deviations + options.cost(index)))
    }
  }
}
