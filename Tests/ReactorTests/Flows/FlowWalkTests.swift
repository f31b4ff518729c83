import Reactor
import TestSupport
import Testing

/// Flows made of flows at random against what the words of their operators come to, read off the tree.
@Suite struct FlowWalkTests {
  private indirect enum Plan {
    case just(Int)
    case fail(Int)
    case empty
    case after(Int64, Int)
    case failAfter(Int64, Int)
    case concat([Plan])
    case merge([Plan])
    case deferred(Plan)
    case recover(Plan, Plan)
    /// Fails otherwise than the plan does: what `recover` asks throws itself.
    case throwing(Plan, Int)

    init(_ random: inout Seeded, depth: Int) {
      let leaf = depth == 0 || random.below(4) == 0
      func some(_ random: inout Seeded) -> [Plan] {
        (0..<random.below(4)).map { _ in Plan(&random, depth: depth - 1) }
      }
      // Times that no two leaves share, so that what comes at one instant comes of one leaf.
      let time = Int64(random.below(1 << 40)) + 1
      switch leaf ? random.below(6) : 6 + random.below(8) {
      case 0: self = .just(random.below(1000))
      case 1: self = .fail(random.below(1000))
      case 2: self = .empty
      case 3, 4: self = .after(time, random.below(1000))
      case 5: self = .failAfter(time, random.below(1000))
      case 6, 7, 8: self = .concat(some(&random))
      case 9, 10: self = .merge(some(&random))
      case 11: self = .deferred(Plan(&random, depth: depth - 1))
      case 12:
        self = .recover(Plan(&random, depth: depth - 1), Plan(&random, depth: depth - 1))
      default: self = .throwing(Plan(&random, depth: depth - 1), random.below(1000))
      }
    }

    var flow: Flow<Int> {
      switch self {
      case .just(let mark): .just(mark)
      case .fail(let mark): .fail(Oops(text: "\(mark)"))
      case .empty: .empty
      case .after(let time, let mark): .after(nanoseconds: time, mark)
      case .failAfter(let time, let mark):
        Flow.after(nanoseconds: time, mark).map { throw Oops(text: "\($0)") }
      case .concat(let plans): .concat(plans.map(\.flow))
      case .merge(let plans): .merge(plans.map(\.flow))
      case .deferred(let plan): .deferred { plan.flow }
      case .recover(let plan, let other): plan.flow.recover { _ in other.flow }
      case .throwing(let plan, let mark): plan.flow.recover { _ in throw Oops(text: "\(mark)") }
      }
    }

    /// What comes of it, begun at a time, and when and how it ends.
    func outcome(at start: Int64) -> Outcome {
      switch self {
      case .just(let mark): return Outcome(events: [(start, mark)], end: start)
      case .fail(let mark): return Outcome(end: start, error: mark)
      case .empty: return Outcome(end: start)
      case .after(let time, let mark):
        return Outcome(events: [(start + time, mark)], end: start + time)
      case .failAfter(let time, let mark): return Outcome(end: start + time, error: mark)
      case .deferred(let plan): return plan.outcome(at: start)
      case .concat(let plans):
        var whole = Outcome(end: start)
        for plan in plans where whole.error == nil { whole.goOn(with: plan.outcome(at: whole.end)) }
        return whole
      case .recover(let plan, let other):
        var whole = plan.outcome(at: start)
        if whole.error != nil { whole.goOn(with: other.outcome(at: whole.end)) }
        return whole
      case .throwing(let plan, let mark):
        var whole = plan.outcome(at: start)
        if whole.error != nil { whole.error = mark }
        return whole
      case .merge(let plans):
        var parts: [Outcome] = []
        for plan in plans {
          parts.append(plan.outcome(at: start))
          // What fails at once keeps those behind it from beginning.
          if let last = parts.last, last.error != nil, last.end == start { break }
        }
        let failed = parts.filter { $0.error != nil }.min { $0.end < $1.end }
        let end = failed?.end ?? parts.map(\.end).max() ?? start
        let events = parts.flatMap(\.events).filter { $0.time <= end }
        return Outcome(
          events: events.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
          }.map(\.element), end: end, error: failed?.error)
      }
    }
  }

  private struct Outcome {
    var events: [(time: Int64, mark: Int)] = []
    var end: Int64
    var error: Int?

    mutating func goOn(with next: Outcome) {
      events += next.events
      (end, error) = (next.end, next.error)
    }

    var text: String {
      let events = events.map { "\($0.mark) at \($0.time)" }
      return (events + ["\(error.map { "failed \($0)" } ?? "over") at \(end)"])
        .joined(separator: ", ")
    }
  }

  @Test func `trees of flows give what their operators say, and leave nothing behind`() throws {
    for seed in 0..<UInt64(4000) {
      var random = Seeded(seed)
      let plan = Plan(&random, depth: 5)
      let scheduler = Scheduler()
      var found = Outcome(end: -1)
      weak var held: Subscription?
      do {
        let subscription = plan.flow.subscribe(
          in: scheduler, next: { found.events.append((scheduler.now.nanoseconds, $0)) },
          failed: { error in
            found.end = scheduler.now.nanoseconds
            found.error = (error as? Oops).flatMap { Int($0.text) } ?? -1
          }, completed: { found.end = scheduler.now.nanoseconds })
        held = subscription
        scheduler.run(to: 1 << 60)
        #expect(!subscription.isActive, "seed \(seed)")
      }
      #expect(found.text == plan.outcome(at: 0).text, "seed \(seed): \(plan)")
      #expect(held == nil && scheduler.timerCount == 0, "seed \(seed): something is left")
    }
  }

  @Test func `a tree of flows that is cancelled at any moment is silent and gone`() throws {
    for seed in 0..<UInt64(2000) {
      var random = Seeded(seed)
      let plan = Plan(&random, depth: 5)
      let time = Int64(random.below(1 << 41))
      let scheduler = Scheduler()
      var marks: [Int] = []
      weak var held: Subscription?
      do {
        let subscription = plan.flow.subscribe(in: scheduler, next: { marks.append($0) })
        held = subscription
        scheduler.run(to: time)
        subscription.cancel()
      }
      let wanted = plan.outcome(at: 0).events.filter { $0.time <= time }.map(\.mark)
      #expect(marks == wanted, "seed \(seed)")
      #expect(held == nil && scheduler.timerCount == 0, "seed \(seed): something is left")
      scheduler.run(to: 1 << 60)
      #expect(marks == wanted, "seed \(seed)")
    }
  }
}
