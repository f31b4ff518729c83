import Reactor
import Testing

/// The operators that wait, against the timing of RxSwift 6.
@Suite struct TimingTests {
  @Test func `debounce gives the last before a silence`() {
    check("a------|", { $0.debounce(nanoseconds: 3) }, "---a---|")
    check("ab--c|", { $0.debounce(nanoseconds: 2) }, "---b-(c|)")
    check("a-b-c----|", { $0.debounce(nanoseconds: 3) }, "-------c-|")
    check("ab!", { $0.debounce(nanoseconds: 3) }, "--!")
    check("(abc)---|", { $0.debounce(nanoseconds: 1) }, "-c--|")
    check("ab|", { $0.debounce(nanoseconds: 0) }, "ab|")
    #expect(drawn(Flow.of("a", "b").debounce(nanoseconds: 5)) == "(b|)")
  }

  @Test func `throttle gives the first at once, then the latest of each window`() {
    check("a-bc--d----|", { $0.throttle(nanoseconds: 4) }, "a---c---d--|")
    check("a---b---c|", { $0.throttle(nanoseconds: 4) }, "a---b---c|")
    check("a-----b|", { $0.throttle(nanoseconds: 4) }, "a-----b|")
    check("abcdefgh----|", { $0.throttle(nanoseconds: 3) }, "a--d--g--h--|")
    check("ab!", { $0.throttle(nanoseconds: 3) }, "a-!")
    check("ab|", { $0.throttle(nanoseconds: 3) }, "a--(b|)")
    check("abc|", { $0.throttle(nanoseconds: 0) }, "abc|")
  }

  /// What a flow gives, and when, of elements whose turns come before those of its own timers.
  private func overtaken(
    by elements: [(time: Int64, element: String)], _ change: (Flow<String>) -> Flow<String>
  ) throws -> [String] {
    let scheduler = Scheduler()
    let source = Source<String>()
    let log = Log()
    for (time, element) in elements {
      try scheduler.after(time, "element") {
        if element == "|" { source.complete() } else { source.next(element) }
      }
    }
    change(source.flow).subscribe(
      in: scheduler, next: { log("\($0)@\(scheduler.now.nanoseconds)") },
      completed: { log("|@\(scheduler.now.nanoseconds)") })
    scheduler.run(to: 100)
    #expect(scheduler.timerCount == 0, "timers left behind")
    return log.take()
  }

  @Test func `what comes when the window of throttle is just over begins the next`() throws {
    func throttled(_ elements: (time: Int64, element: String)...) throws -> [String] {
      try overtaken(by: elements) { $0.throttle(nanoseconds: 10) }
    }
    #expect(
      try throttled((1, "A"), (5, "B"), (11, "C"), (11, "D")) == ["A@1", "C@11", "D@21"])
    #expect(
      try throttled((1, "A"), (5, "B"), (11, "C"), (15, "D"), (15, "|"))
        == ["A@1", "C@11", "D@21", "|@21"])
  }

  @Test func `what an element of throttle or sample sets off is let out before the end`() {
    for change in [
      { (flow: Flow<Int>) in flow.throttle(nanoseconds: 10) }, { $0.sample(nanoseconds: 10) },
    ] {
      let scheduler = Scheduler()
      let source = Source<Int>()
      let log = Log()
      change(source.flow).subscribe(
        in: scheduler,
        next: { element in
          log("\(element)@\(scheduler.now.nanoseconds)")
          guard element == 2 else { return }
          source.next(3)
          source.complete()
        }, completed: { log("|@\(scheduler.now.nanoseconds)") })
      source.next(1)
      source.next(2)
      scheduler.run(to: 100)
      #expect(log.take().suffix(3) == ["2@10", "3@20", "|@20"])
    }
  }

  @Test func `throttle without the latest gives the first of each window`() {
    check("a-bc--d----|", { $0.throttle(nanoseconds: 4, latest: false) }, "a-----d----|")
    check("abcdefgh|", { $0.throttle(nanoseconds: 3, latest: false) }, "a--d--g-|")
    check("ab|", { $0.throttle(nanoseconds: 3, latest: false) }, "a-|")
    check("ab!", { $0.throttle(nanoseconds: 3, latest: false) }, "a-!")
    check("abc|", { $0.throttle(nanoseconds: 0, latest: false) }, "abc|")
  }

  @Test func `sample gives the latest of each period`() {
    check("abc-d------e---|", { $0.sample(nanoseconds: 3) }, "---c--d-----e--|")
    check("ab|", { $0.sample(nanoseconds: 3) }, "---(b|)")
    check("---|", { $0.sample(nanoseconds: 3) }, "---|")
    check("ab!", { $0.sample(nanoseconds: 3) }, "--!")
  }

  @Test func `what comes at the very end of a period of sample belongs to the next`() throws {
    func sampled(_ elements: (time: Int64, element: String)...) throws -> [String] {
      try overtaken(by: elements) { $0.sample(nanoseconds: 10) }
    }
    #expect(try sampled((11, "C"), (11, "D"), (20, "E")) == ["D@20", "E@30"])
    #expect(try sampled((11, "C"), (20, "D"), (20, "E"), (20, "|")) == ["C@20", "E@30", "|@30"])
    #expect(try sampled((11, "C"), (20, "D"), (25, "E")) == ["C@20", "E@30"])
  }

  @Test func `sample gives the latest at each element of another flow`() {
    func sampled(_ own: String, _ other: String) -> String {
      drawn(Picture(own).flow.sample(on: Picture(other).flow))
    }
    #expect(sampled("ab----c--|", "--x-x---x|") == "--b-----c|")
    #expect(sampled("ab|", "----x-x|") == "----(b|)")
    #expect(sampled("ab--------|", "---|") == "---(b|)")
    #expect(sampled("ab!", "---x|") == "--!")
    #expect(sampled("abc----|", "-----!") == "-----!")
  }

  @Test func `take and skip go by time from the subscription on`() {
    check("abcde|", { $0.take(nanoseconds: 3) }, "abc|")
    check("a|", { $0.take(nanoseconds: 3) }, "a|")
    check("abcde|", { $0.skip(nanoseconds: 3) }, "---de|")
    check("ab!", { $0.skip(nanoseconds: 3) }, "--!")
    check("ab|", { $0.skip(nanoseconds: .max) }, "--|")
    check("ab|", { $0.skip(nanoseconds: 0) }, "ab|")
  }

  @Test func `delay moves elements and the completion, but no error`() {
    check("ab--c|", { $0.delay(nanoseconds: 3) }, "---ab--c|")
    check("(ab)c|", { $0.delay(nanoseconds: 2) }, "--(ab)c|")
    check("ab--!", { $0.delay(nanoseconds: 3) }, "---a!")
    check("ab|", { $0.delay(nanoseconds: 0) }, "ab|")
  }

  @Test func `delay gives back every timer, whichever element went first`() {
    let scheduler = Scheduler()
    let source = Source<Int>()
    var passed: [Int] = []
    let subscription = source.flow.delay(nanoseconds: 3).subscribe(in: scheduler) {
      passed.append($0)
    }
    source.next(1)
    source.next(2)
    #expect(scheduler.moveToNextDue(upTo: Instant(nanoseconds: 3)))
    scheduler.step(choice: 1)
    #expect(passed == [2])
    subscription.cancel()
    #expect(scheduler.readyCount == 0)
  }

  @Test func `after gives one element later, in a turn of its own also where that is now`() {
    #expect(drawn(.after(nanoseconds: 3, "a")) == "---(a|)")
    let scheduler = Scheduler()
    let log = Log()
    Flow.after(nanoseconds: 0, "a").subscribe(in: scheduler, next: { log($0) })
    #expect(log.take() == [])
    #expect(scheduler.step())
    #expect(log.take() == ["a"])
  }

  @Test func `every ticks at a fixed rate, also where a tick takes turns`() {
    let letters: [Character] = ["a", "b", "c", "d"]
    #expect(drawn(Flow.every(nanoseconds: 2).take(4).map { letters[$0] }) == "--a-b-c-(d|)")
  }

  @Test func `an interval must be above zero, and no time below it`() {
    func error(of flow: Flow<Int>) -> TimerError? {
      let scheduler = Scheduler()
      var found: TimerError?
      flow.subscribe(in: scheduler, next: { _ in }, failed: { found = $0 as? TimerError })
      scheduler.run(to: 10)
      return found
    }
    #expect(error(of: .every(nanoseconds: 0)) == .noInterval)
    #expect(error(of: .every(nanoseconds: -1)) == .noInterval)
    #expect(error(of: .after(nanoseconds: -1, 0)) == .negative(nanoseconds: -1))
    #expect(error(of: Flow.just(1).debounce(nanoseconds: -2)) == .negative(nanoseconds: -2))
    #expect(error(of: Flow.just(1).throttle(nanoseconds: -3)) == .negative(nanoseconds: -3))
    #expect(error(of: Flow.just(1).sample(nanoseconds: 0)) == .noInterval)
    #expect(error(of: Flow.just(1).take(nanoseconds: -5)) == .negative(nanoseconds: -5))
    #expect(error(of: Flow.just(1).skip(nanoseconds: -6)) == .negative(nanoseconds: -6))
    #expect(error(of: Flow.just(1).delay(nanoseconds: -4)) == .negative(nanoseconds: -4))
  }

  @Test func `a flow for which no timer is left fails with whose the others are`() {
    let scheduler = Scheduler()
    scheduler.timerLimit = 3
    var found: [any Error] = []
    for _ in 0..<4 {
      Flow.after(nanoseconds: 5, 1).subscribe(
        in: scheduler, label: "search.load", next: { _ in }, failed: { found.append($0) })
    }
    #expect(found.map { "\($0)" } == ["\(TimerError.tooMany(limit: 3, pending: ["search.load"]))"])
  }

  @Test func `many delayed elements are delivered in order and leave nothing behind`() {
    let scheduler = Scheduler()
    var got: [Int] = []
    let numbers = Flow.every(nanoseconds: 1).take(1000).delay(nanoseconds: 100)
    let subscription = numbers.subscribe(in: scheduler, next: { got.append($0) })
    scheduler.run(to: 600)
    #expect(got == Array(0..<500))
    #expect(scheduler.timerCount == 101)
    subscription.cancel()
    #expect(scheduler.timerCount == 0)
  }
}
