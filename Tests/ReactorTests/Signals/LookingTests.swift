import Reactor
import Testing
import Values

/// What can be seen of the engine between two turns, by whoever writes down a state.
@Suite struct LookingTests {
  /// Nothing of one that nothing can come from any more.
  private func facts(_ subscription: Subscription?) -> [String] {
    guard let subscription else { return [] }
    let own = OperatorDescription(of: subscription).facts.map { name, fact in
      switch fact {
      case .element(let element): "\(name) \(element)"
      case .number(let number): "\(name) \(number)"
      case .span(let nanoseconds): "\(name) \(nanoseconds)ns"
      case .flows(let flows): "\(name) \(flows.map(facts))"
      }
    }
    return own + subscription.upstream.flatMap(facts)
  }

  @Test func operatorsTellWhatTheyHold() {
    let scheduler = Scheduler()
    let source = Source<Int>()
    let flow = source.flow.skip(2).distinct().merge(.never).throttle(nanoseconds: 4)
      .delay(nanoseconds: 3).debounce(nanoseconds: 5)
    let subscription = flow.subscribe(in: scheduler) { _ in }
    let start = ["interval 5ns", "interval 3ns", "interval 4ns", "open 2"]
    #expect(facts(subscription) == start + ["flow [[\"left 2\"], []]"])
    for element in 1...4 { source.next(element) }
    #expect(
      facts(subscription) == [
        "interval 5ns", "interval 3ns", "held 3", "timer 3ns", "interval 4ns", "window 4ns",
        "latest 4", "timer 4ns", "open 2", "flow [[\"last 4\", \"left 0\"], []]",
      ])
    #expect(scheduler.moveToNextDue(upTo: Instant(nanoseconds: 3)))
    #expect(facts(subscription).contains("timer 0ns"))
    #expect(scheduler.step())
    #expect(
      facts(subscription).prefix(4) == ["interval 5ns", "latest 3", "timer 5ns", "interval 3ns"])
    subscription.cancel()
    #expect(facts(subscription) == [])
  }

  @Test func whatIsReadyOrPendingIsTold() throws {
    let scheduler = Scheduler()
    let detail = Scheduler()
    scheduler.post("first", about: detail) {}
    scheduler.post("second") {}
    let cancelled = try scheduler.after(0, "third") {}
    let pending = try scheduler.after(7, "fourth") {}
    scheduler.cancel(cancelled)
    var told: [String] = []
    scheduler.eachReady {
      told.append("\(scheduler.describe($0)) \(scheduler.detail(of: $0) === detail)")
    }
    scheduler.eachPending { told.append("\(scheduler.describe($0)) \($1)") }
    #expect(told == ["first true", "second false", "fourth 7"])
    #expect(scheduler.rest(of: pending) == 7)
    #expect(scheduler.rest(of: cancelled) == nil)
    #expect(scheduler.readyCount == 2)
  }

  @Test func computationsAndDerivedCellsAreToldWithoutBeingEvaluated() throws {
    let graph = Graph()
    let cell = graph.cell(Value.int(1), label: "cell")
    var evaluations = 0
    let derived = graph.derived(label: "derived") {
      evaluations += 1
      return cell.value
    }
    let behind = graph.derived(label: "behind") { try derived.value }
    #expect(try behind.value.isIdentical(to: .int(1)))
    cell.value = .int(2)
    let standings = graph.derivedCells
    #expect(standings.map(\.label) == ["derived", "behind"])
    #expect(standings.map(\.isStale) == [true, true])
    #expect(standings[1].reads.map(\.hasChanged) == [true])
    let computation = try graph.computation(label: "reader") { _ in _ = try behind.value }
    let child = try graph.computation(label: "child") { _ in }
    computation.onInvalidate(stop: child)
    computation.onStop(about: graph) {}
    #expect(graph.derivedCells.map(\.isStale) == [false, false])
    #expect(graph.computations.map(\.label) == ["reader", "child"])
    #expect(graph.computations[0].reads.map(\.label) == ["behind"])
    #expect(graph.computations[0].onInvalidate.count == 1)
    #expect(graph.computations[0].onStop.count == 1)
    cell.value = .int(3)
    #expect(graph.derivedCells.map(\.isStale) == [true, true])
    #expect(evaluations == 2)
    computation.invalidate()
    #expect(child.isStopped)
    #expect(graph.pending == [computation])
    #expect(evaluations == 2)
  }
}
