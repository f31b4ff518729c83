import Reactor
import Testing

/// Flows that somebody has let go of in the middle of it: nothing may be kept for what cannot come.
@Suite struct LettingGoTests {
  private final class Held {}
  private struct Failure: Error {}

  struct Operator: Sendable {
    let name: String
    let apply: @Sendable (Flow<Int>, _ other: Flow<Int>) -> Flow<Int>

    init(_ name: String, _ apply: @escaping @Sendable (Flow<Int>, Flow<Int>) -> Flow<Int>) {
      self.name = name
      self.apply = apply
    }
  }

  static let operators: [Operator] = [
    Operator("map") { flow, _ in flow.map { $0 + 1 } },
    Operator("filter") { flow, _ in flow.filter { $0 != 9 } },
    Operator("compactMap") { flow, _ in flow.compactMap { $0 } },
    Operator("distinct") { flow, _ in flow.distinct() },
    Operator("take") { flow, _ in flow.take(5) },
    Operator("take while") { flow, _ in flow.take { $0 < 100 } },
    Operator("skip") { flow, _ in flow.skip(1) },
    Operator("skip while") { flow, _ in flow.skip { $0 < 0 } },
    Operator("atEnd") { flow, _ in flow.atEnd {} },
    Operator("tap") { flow, _ in flow.tap { _ in } },
    Operator("debounce") { flow, _ in flow.debounce(nanoseconds: 10) },
    Operator("throttle") { flow, _ in flow.throttle(nanoseconds: 10) },
    Operator("sample") { flow, _ in flow.sample(nanoseconds: 10) },
    Operator("sample on") { flow, other in flow.sample(on: other) },
    Operator("take for") { flow, _ in flow.take(nanoseconds: 1_000) },
    Operator("skip for") { flow, _ in flow.skip(nanoseconds: 1) },
    Operator("delay") { flow, _ in flow.delay(nanoseconds: 10) },
    Operator("concat") { flow, other in flow.concat(other) },
    Operator("concat behind") { flow, _ in Flow.just(7).concat(flow) },
    Operator("merge") { flow, other in flow.merge(other) },
    Operator("flatMap") { flow, _ in flow.flatMap { .after(nanoseconds: 5, $0) } },
    Operator("flatMapLatest") { flow, _ in flow.flatMapLatest { .after(nanoseconds: 5, $0) } },
    Operator("flatMap never") { flow, _ in flow.flatMap { _ in Flow.never } },
    Operator("take until") { flow, other in flow.take(until: other) },
    Operator("recover") { flow, _ in flow.recover { _ in .just(1) } },
    Operator("recover from") { flow, _ in Flow.fail(Failure()).recover { _ in flow } },
    Operator("deferred") { flow, _ in .deferred { flow } },
  ]

  /// Who lets go first.
  enum Order: CaseIterable { case source, subscription, bothAtOnce, scheduler }

  /// What is left of a chain when all is dropped in an order; nothing, unless something is kept.
  private func left(of chain: [Operator], _ order: Order) -> [String] {
    var scheduler: Scheduler? = Scheduler()
    var source: Source<Int>? = Source()
    var other: Source<Int>? = Source()
    var subscription: Subscription?
    weak var held: Held?
    do {
      let mine = Held()
      held = mine
      guard let source, let other, let scheduler else { return ["nothing to begin with"] }
      let flow = chain.reduce(source.flow) { $1.apply($0, other.flow) }
      subscription = flow.subscribe(in: scheduler) { _ in _ = mine }
    }
    weak let (sourceLeft, otherLeft) = (source, other)
    weak let (subscriptionLeft, schedulerLeft) = (subscription, scheduler)
    func pass(_ time: Int64) {
      guard let scheduler else { return }
      let end = Instant(nanoseconds: scheduler.now.nanoseconds + time)
      while scheduler.step() {}
      while scheduler.moveToNextDue(upTo: end) { while scheduler.step() {} }
    }
    source?.next(1)
    pass(3)
    source?.next(2)
    switch order {
    case .source:
      (source, other) = (nil, nil)
      pass(10_000)
      subscription = nil
    case .subscription:
      subscription = nil
      source?.next(3)
      (source, other) = (nil, nil)
      pass(10_000)
    case .bothAtOnce:
      (source, other, subscription) = (nil, nil, nil)
      pass(10_000)
    case .scheduler:
      (source, other, scheduler, subscription) = (nil, nil, nil, nil)
    }
    scheduler = nil
    return [
      sourceLeft == nil ? nil : "source", otherLeft == nil ? nil : "other",
      subscriptionLeft == nil ? nil : "subscription", held == nil ? nil : "what it holds",
      schedulerLeft == nil ? nil : "scheduler",
    ].compactMap { $0 }
  }

  private func check(_ chain: [Operator]) {
    for order in Order.allCases {
      let left = left(of: chain, order)
      #expect(left.isEmpty, "\(chain.map(\.name)), first \(order): \(left)")
    }
  }

  @Test(arguments: operators.indices)
  func `nothing is left of an operator, a pair or a triple of them`(first: Int) {
    let first = LettingGoTests.operators[first]
    check([first])
    for second in LettingGoTests.operators {
      check([first, second])
      for third in LettingGoTests.operators { check([first, second, third]) }
    }
  }

  @Test func `what a dropped source has left is given back with the end of the flow`() {
    var ended: [String] = []
    let scheduler = Scheduler()
    var source: Source<Int>? = Source()
    let subscription = source?.flow.atEnd { ended.append("upper") }.map { $0 }
      .flatMap { _ in Flow<Int>.never.atEnd { ended.append("inner") }.map { $0 } }
      .atEnd { ended.append("lower") }.subscribe(in: scheduler) { _ in }
    source?.next(1)
    source = nil
    #expect(ended.isEmpty)
    subscription?.cancel()
    #expect(ended == ["lower", "inner", "upper"])
    subscription?.cancel()
    #expect(ended.count == 3)
  }

  @Test func `what waits comes, also when its source and its subscription are dropped`() {
    var got: [Int] = []
    let scheduler = Scheduler()
    do {
      let source = Source<Int>()
      source.flow.map { $0 + 1 }.debounce(nanoseconds: 5).map { $0 + 1 }
        .subscribe(in: scheduler) { got.append($0) }
      source.next(1)
    }
    #expect(scheduler.moveToNextDue(upTo: Instant(nanoseconds: 5)))
    #expect(scheduler.step())
    #expect(got == [3])
  }

  @Test func `of the flow of a source that is gone comes its end, where it had one`() {
    let scheduler = Scheduler()
    var log: [String] = []
    func note(_ flow: Flow<Int>?) -> Subscription? {
      flow?.subscribe(in: scheduler) {
        log.append("\($0)")
      } completed: {
        log.append("end")
      }
    }
    var source: Source<Int>? = Source()
    let flow = source?.flow
    source?.complete()
    source = nil
    _ = note(flow)
    #expect(log == ["end"])
    source = Source()
    let open = source?.flow
    source = nil
    let subscription = note(open)
    #expect(subscription?.isActive == true && log.count == 1)
  }
}
