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
///
/// A walk is decided by the seed and its number alone, so that several runs can share them, each making some: it
/// has a stream of chance of its own, and how long walks are all runs take from the same first walks.
final class Walks {
  private let maker: RunMaker
  private let count: Int
  private let seed: UInt64
  private let share: Walked.Share
  private let hasPriorities: Bool
  /// Of the walk under way, whose number says all of it.
  private var chance: SplitMix64
  private var number = 0
  /// Whether what it comes to counts.
  private var isOwn: Bool { share.holds(number) }

  /// The first violation, and the way to it.
  private(set) var found: (path: RunPath, violation: Violation)?
  private(set) var stopped: [Failure]?
  private(set) var isCutShort = false
  /// How many turns each of the own walks took.
  private(set) var turns: [Int] = []
  /// The first own walk in which each formula that is to be true sometimes was.
  private(set) var firstSeen: [Int?]
  /// The first own walk that came to an end at which `eventually` is asked.
  private(set) var firstEnd: Int?
  /// The own walks that were ended before they came to an end, by what ended them.
  private(set) var cuts: [Walked.Cut] = []
  private(set) var parts: [Walked.Part]

  /// Hears of each end that walks come to.
  var onEnd: ((ExploredRun) -> Void)?

  /// The most turns that a walk has taken of those that tell how long they are.
  private var longest = 1
  /// How many of the first do. One may well be shorter than most.
  private static let mostProbes = 8
  private let probes: Int

  /// How many orders walks go round.
  private static let mostDepth = 4
  /// Where a file does not say how many events there may be there is often no end of them: a walk has no more.
  static let mostEvents = 100
  private let mostEvents: Int

  /// - Parameters:
  ///   - count: How many walks there are, of which only those of the share are made, and those that tell
  ///     how long walks are.
  init(_ maker: RunMaker, count: Int, seed: UInt64, share: Walked.Share = .all) {
    self.maker = maker
    self.count = count
    self.seed = seed
    self.share = share
    chance = SplitMix64(seed: seed)
    hasPriorities = maker.exploration.schedules == .pct
    probes = hasPriorities ? Walks.mostProbes : 0
    firstSeen = maker.exploration.sometimes.map { _ in nil }
    parts = CoverageReport(maker).unseen(Coverage()).map { Walked.Part($0, firstWalk: nil) }
    mostEvents = maker.exploration.steps == nil ? Walks.mostEvents : .max
  }

  /// The walk that ended them; nil where all were walked.
  var last: Int? { found == nil && stopped == nil ? nil : number }

  func search() {
    let coverage = CoverageReport(maker)
    var seen = 0
    while number < count {
      if isOwn || number < probes {
        if let ending = maker.ending { return stop(at: ending) }
        chance = SplitMix64(seed: seed, stream: UInt64(number))
        walk(depth: number % Walks.mostDepth + 1)
        if maker.coverage.seen.count > seen {
          seen = maker.coverage.seen.count
          note(coverage)
        }
        if found != nil || stopped != nil || isCutShort { return }
      }
      number += 1
    }
    // See `SearchTally.atEnd`.
    if let ending = maker.ending { stop(at: ending) }
  }

  private func note(_ coverage: CoverageReport) {
    for place in coverage.seenPlaces(maker.coverage) where parts[place].firstWalk == nil {
      parts[place].firstWalk = number
    }
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
    if isOwn {
      run.world.coverage = maker.coverage
      turns.append(0)
    }
    var chains = Chains(run, plan(depth))
    var ending = run.begin(locals: maker.locals)
    path = path.replacingInner(by: run.inner.map(\.index))
    var alone = TurnsAlone()
    defer { if number < probes { longest = max(longest, alone.all) } }
    while note(ending, run, path) {
      let options: NextMoves
      do throws(ExploredFault) { options = try run.options() } catch {
        found = (path, error.violation)
        return
      }
      if let violation = violationAtEnd(of: run, options) {
        found = (path, violation)
        return
      }
      if options.moves.isEmpty { return }
      alone.note(options)
      if let bound = alone.bound { return end(path, alone, at: bound) }
      if alone.all % 1024 == 1023, let ending = maker.ending { return stop(at: ending) }
      guard let index = next(options, run, &chains, alone) else {
        return cut(at: .events(Walks.mostEvents))
      }
      let move = options.moves[index]
      ending = run.take(move)
      chains.note(move)
      path.add(RunMaker.Choice(move: move, inner: run.inner.map(\.index)), index)
      alone.add(move)
      if isOwn { turns[turns.count - 1] += 1 }
    }
  }

  /// Which of the moves is next; nil where only events are left, and there were enough of them.
  private func next(
    _ options: NextMoves, _ run: ExploredRun, _ chains: inout Chains, _ alone: TurnsAlone
  ) -> Int? {
    guard run.eventCount >= mostEvents else { return pick(options, &chains, alone) }
    let places = options.moves.indices.filter { !options.moves[$0].isEvent }
    if places.isEmpty { return nil }
    var left = options
    left.moves = places.map { options.moves[$0] }
    return places[pick(left, &chains, alone)]
  }

  private func pick(_ options: NextMoves, _ chains: inout Chains, _ alone: TurnsAlone) -> Int {
    if !hasPriorities || alone.count >= TurnsAlone.mostUnfair { return below(options.moves.count) }
    return chains.pick(options, at: alone.all) { below($0) }
  }

  private func violationAtEnd(of run: ExploredRun, _ options: NextMoves) -> Violation? {
    guard options.isEnd, !options.isOutOfSteps else { return nil }
    if isOwn, firstEnd == nil { firstEnd = number }
    onEnd?(run)
    return run.violationAtEnd()
  }

  // MARK: Walks that come to no end

  /// A walk has gone as far as walks go.
  private func end(_ path: RunPath, _ alone: TurnsAlone, at bound: Explored.Cut.Bound) {
    if alone.isEndless, maker.exploration.forbid.contains(.endless),
      let path = endless(from: path.prefix(0))
        ?? endless(from: path.prefix(path.choices.count - alone.countWithoutRest))
    {
      found = (path, .endlessness(in: maker))
    } else {
      cut(at: bound)
    }
  }

  /// The way into what a replay tells as endless: from where a way leads the run has no rest, either, that takes
  /// what a run takes. That a walk has none is not enough, for what could end it may just not have been chosen.
  private func endless(from path: RunPath) -> RunPath? {
    let run = maker.run(path.start, path.first, path.choices)
    defer { run.close() }
    var (path, alone) = (path, TurnsAlone())
    for choice in path.choices { alone.add(choice.move) }
    while let options = try? run.options() {
      alone.note(options)
      if alone.bound != nil {
        return alone.isEndless
          ? path.prefix(path.choices.count - alone.countWithoutRest) : nil
      }
      guard options.hasDefault, let move = options.moves.first else { return nil }
      guard case .went = run.take(move) else { return nil }
      alone.add(move)
      path.add(RunMaker.Choice(move: move, inner: run.inner.map(\.index)), 0)
    }
    return nil
  }

  private func cut(at bound: Explored.Cut.Bound) {
    guard isOwn else { return }
    if let place = cuts.firstIndex(where: { $0.bound == bound }) {
      cuts[place].walks.append(number)
    } else {
      cuts.append(Walked.Cut(bound, [number]))
    }
  }

  /// When a walk of so many orders changes priorities, and when it lets faults happen.
  private func plan(_ depth: Int) -> WalkPlan {
    var plan = WalkPlan()
    guard hasPriorities else { return plan }
    var changes = depth - 1
    // Nothing that takes more orders would ever be found, were there no walks with more.
    if depth == Walks.mostDepth { while below(2) == 0 { changes += 1 } }
    for _ in 0..<changes { plan.changes[place(), default: 0] += 1 }
    let most = min(maker.plan.mostFaults, longest)
    plan.faults = (0..<below(most + 1)).map { _ in place() }.sorted()
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
    guard isOwn else { return true }
    for (place, formula) in maker.exploration.sometimes.enumerated()
    where firstSeen[place] == nil && run.holds(formula) == true {
      firstSeen[place] = number
    }
    return true
  }

  /// The turns that there are before something is to happen; seldom more than walks have been long, for others may be
  /// longer than those that told.
  private func place() -> Int {
    var range = longest
    while range < TurnsAlone.most, below(Walks.rarity) == 0 { range *= 2 }
    return below(range)
  }

  private static let rarity = 16

  private func below(_ count: Int) -> Int {
    count < 2 ? 0 : Int(chance.next() % UInt64(count))
  }
}
