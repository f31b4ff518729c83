import Reactor
import Scenarios
import Values

/// Runs in which chance decides what is next, for what is too large to be searched: by plain chance, or by
/// priorities of what causes each other, of which some change on the way.
///
/// Priorities are those of probabilistic concurrency testing, given to chains of messages rather than to
/// actors (Ozkan et al., "Randomized Testing of Distributed Systems with Probabilistic Guarantees", 2018):
/// what a turn makes ready first goes on with the chain of that turn, what else it makes ready begins
/// chains of their own. A violation that takes d orders among n turns of w chains is found by a run with a
/// chance of at least 1 in w² · n^(d - 1); d goes round from 1 to 4, and each fourth walk may have more.
/// What is no order is drawn: the turns behind which faults come, whom they befall, the elements of events.
final class Walks {
  private let maker: RunMaker
  private let count: Int
  private var chance: SplitMix64
  private let hasPriorities: Bool

  /// The first violation, and the way to it.
  private(set) var found: (path: RunPath, violation: Violation)?
  private(set) var taken = 0
  private(set) var walked = 0
  private(set) var stopped: [Failure]?
  private(set) var isCutShort = false
  private(set) var hasEnd = false
  private(set) var unseen: Set<Int>

  /// Hears of each end that walks come to.
  var onEnd: ((ExploredRun) -> Void)?

  /// The most turns that a walk has taken so far.
  private var longest = 1

  /// How many orders walks go round.
  private static let mostDepth = 4
  /// Where events may happen for ever there is no end, and a walk goes not even so far as others.
  private static let mostTurnsOfEvents = 100

  private var mostTurns: Int {
    let isEndless = !maker.exploration.events.isEmpty && maker.exploration.steps == nil
    return isEndless ? Walks.mostTurnsOfEvents : RunPath.mostTurns
  }

  init(_ maker: RunMaker, count: Int, seed: UInt64) {
    self.maker = maker
    self.count = count
    chance = SplitMix64(seed: seed)
    hasPriorities = maker.exploration.schedules == .pct
    unseen = Set(maker.exploration.sometimes.indices)
  }

  func search() {
    while walked < count, found == nil, stopped == nil, !isCutShort {
      if let ending = maker.ending { return stop(at: ending) }
      walk(depth: walked % Walks.mostDepth + 1)
      walked += 1
    }
    // See `SearchTally.atEnd`.
    if stopped == nil, let ending = maker.ending { stop(at: ending) }
  }

  private func stop(at ending: Ending) {
    if let failure = maker.script.scenario.failure(at: ending) {
      stopped = [failure]
    } else {
      isCutShort = true
    }
  }

  private func walk(depth: Int) {
    let start = below(maker.starts.count)
    var path = RunPath(start: start)
    let run = maker.make(start, isRecording: false)
    defer { run.close() }
    run.guide = { [unowned self] _, count in below(count) }
    run.world.coverage = maker.coverage
    var chains = Chains(run, plan(depth))
    var ending = run.begin(locals: maker.locals)
    path = path.replacingInner(by: run.inner.map(\.index))
    var turns = 0
    while note(ending, run, path), turns < mostTurns {
      let options: NextMoves
      do throws(ExploredFault) { options = try run.options() } catch {
        found = (path, error.violation)
        return
      }
      if options.isEnd, !options.isOutOfSteps {
        hasEnd = true
        onEnd?(run)
        if let violation = run.violationAtEnd() {
          found = (path, violation)
          return
        }
      }
      guard !options.moves.isEmpty else { break }
      let index =
        hasPriorities
        ? chains.pick(options) { below($0) } : below(options.moves.count)
      let move = options.moves[index]
      ending = run.take(move)
      chains.note(move)
      path = path.adding(RunMaker.Choice(move: move, inner: run.inner.map(\.index)), index)
      turns += 1
      taken += 1
    }
    longest = max(longest, turns)
  }

  /// When a walk of so many orders changes priorities, and when it lets faults happen.
  private func plan(_ depth: Int) -> WalkPlan {
    var plan = WalkPlan()
    guard hasPriorities else { return plan }
    var changes = depth - 1
    // Nothing that takes more orders would ever be found, were there no walks with more.
    if depth == Walks.mostDepth { while below(2) == 0 { changes += 1 } }
    for _ in 0..<changes { plan.changes[below(longest), default: 0] += 1 }
    let most = min(maker.plan.mostFaults, longest)
    plan.faults = (0..<below(most + 1)).map { _ in below(longest) }.sorted()
    return plan
  }

  /// Whether the walk goes on.
  private func note(_ ending: ExploredRun.Ending, _ run: ExploredRun, _ path: RunPath) -> Bool {
    switch ending {
    case .over: return false
    case .stopped(let failures):
      if let ending = run.world.watchdog.ending { stop(at: ending) } else { stopped = failures }
      return false
    case .violated(let violation):
      found = (path, violation)
      return false
    case .went: break
    }
    for place in unseen where run.holds(maker.exploration.sometimes[place]) == true {
      unseen.remove(place)
    }
    return true
  }

  private func below(_ count: Int) -> Int {
    count < 2 ? 0 : Int(chance.next() % UInt64(count))
  }
}
