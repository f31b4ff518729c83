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
/// chance of at least 1 in w² · n^(d - 1); d goes round from 1 to 4.
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
  /// The most turns that a walk has taken so far.
  private var longest = 16

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
      walk(depth: walked % 4 + 1)
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
    var chains = Chains(run)
    var changes: Set<Int> = []
    if hasPriorities, depth > 1 { for _ in 1..<depth { changes.insert(below(longest)) } }
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
        if let violation = run.violationAtEnd() {
          found = (path, violation)
          return
        }
      }
      guard !options.moves.isEmpty else { break }
      let index =
        hasPriorities
        ? chains.pick(options, isChange: changes.contains(turns)) { below($0) }
        : below(options.moves.count)
      let move = options.moves[index]
      ending = run.take(move)
      chains.note(options.moves[index])
      path = path.adding(RunMaker.Choice(move: move, inner: run.inner.map(\.index)), index)
      turns += 1
      taken += 1
    }
    longest = max(longest, turns)
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

/// The chains to which what can happen next belongs, each with its priority.
private struct Chains {
  /// What is told apart by what it is, as long as it waits.
  private enum Key: Hashable {
    case message(UInt64)
    case turn(UInt32, UInt32, UInt64)
    case thread(Int)
    case delayed(Int)
    case event(Int)
    case fault
  }

  private let run: ExploredRun
  private var priorities: [Key: Int] = [:]
  private var lowest = 0
  /// The priority of the turn that was taken last, which what it makes ready first goes on with.
  private var inherited: Int?

  init(_ run: ExploredRun) { self.run = run }

  /// The one of the highest priority; at a change that one becomes the lowest, and the next is taken.
  mutating func pick(
    _ options: NextMoves, isChange: Bool, _ below: (Int) -> Int
  ) -> Int {
    let keys = options.moves.map(key)
    for key in keys where priorities[key] == nil {
      priorities[key] = inherited ?? below(1 << 30) + 1
      inherited = nil
    }
    var best = highest(keys)
    if isChange {
      lowest -= 1
      priorities[keys[best]] = lowest
      best = highest(keys)
    }
    // What comes from outside is no chain: it is drawn anew each time.
    if options.moves[best].isFromOutside {
      priorities[keys[best]] = nil
      inherited = nil
    } else {
      inherited = priorities.removeValue(forKey: keys[best])
    }
    return best
  }

  mutating func note(_ move: Move) {
    switch move {
    // A script goes on by itself.
    case .script, .thread: if let priority = inherited { priorities[key(move)] = priority }
    case .ready, .overtaking, .delayed, .event, .message, .crash: break
    }
  }

  private func highest(_ keys: [Key]) -> Int {
    var best = 0
    for (index, key) in keys.enumerated()
    where priorities[key, default: 0] > priorities[keys[best], default: 0] {
      best = index
    }
    return best
  }

  private func key(_ move: Move) -> Key {
    switch move {
    case .ready(let place):
      let turn = run.world.scheduler.ready(place)
      switch ReadyTurn(turn, of: run.runtime) {
      case .message(let envelope, _): return .message(envelope.word)
      case .next(let actor):
        let envelope = run.actors.waiting(at: .mail(0), of: actor)
        return .message(envelope?.word ?? 0)
      case .element, .dispatch, .queued, .other:
        return .turn(turn.party, turn.kind, turn.word)
      }
    case .overtaking(let actor, let place):
      return .message(run.actors.waiting(at: place, of: actor)?.word ?? 0)
    case .script: return .thread(0)
    case .thread(let number): return .thread(number)
    case .delayed(let place): return .delayed(place)
    case .event(let number, _): return .event(number)
    case .message, .crash: return .fault
    }
  }
}
