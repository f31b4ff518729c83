import Reactor
import Testing

/// RXPromise's rules.
@Suite struct PromiseTests {
  private let scheduler = Scheduler()
  private let log = Log()

  private func run() -> [String] {
    while scheduler.step() {}
    return log.take()
  }

  @Test func itIsSettledOnce() {
    let promise = Promise<Int>(on: scheduler)
    promise.fulfil(1)
    promise.fulfil(2)
    promise.reject(Troupe.Mishap("late"))
    promise.cancel()
    #expect(promise.text == "1")
  }

  @Test func whatFollowsNeverRunsBeforeThenReturns() {
    let promise = Promise(1, on: scheduler)
    promise.then { [log] in log("\($0)") }
    log("behind")
    #expect(run() == ["behind", "1"])
  }

  @Test func valuesErrorsAndPromisesAreHandedOn() {
    let promise = Promise<Int>(on: scheduler)
    let inner = Promise<String>(on: scheduler)
    let mapped = promise.then { $0 + 1 }
    let adopted = promise.then { _ in inner }
    let thrown = promise.then { _ -> Int in throw Troupe.Mishap("no") }
    let passed = thrown.then { $0 + 1 }
    let recovered = passed.recover { _ in 7 }
    promise.fulfil(1)
    _ = run()
    #expect(mapped.text == "2" && adopted.text == "pending" && thrown.text == "rejected: no")
    #expect(passed.text == "rejected: no" && recovered.text == "7")
    inner.fulfil("in")
    _ = run()
    #expect(adopted.text == "in")
  }

  @Test func cancellingGoesToChildrenAndNotToParents() {
    let parent = Promise<Int>(on: scheduler)
    let child = parent.then { $0 }
    let sibling = parent.recover { [log] error in
      log("heard \(error)")
      return 1
    }
    child.cancel()
    _ = run()
    #expect(child.text == "cancelled: cancelled" && parent.text == "pending")
    parent.cancel(Troupe.Mishap("enough"))
    #expect(run() == ["heard enough"])
    #expect(sibling.text == "cancelled: enough")
  }

  @Test func cancellingASettledPromiseCancelsItsPendingChildren() {
    let inner = Promise<Int>(on: scheduler)
    let parent = Promise(1, on: scheduler)
    let child = parent.then { _ in inner }
    let grandchild = child.then { $0 }
    _ = run()
    parent.cancel()
    _ = run()
    #expect(parent.text == "1" && child.text == "cancelled: cancelled")
    #expect(inner.text == "cancelled: cancelled" && grandchild.text == "cancelled: cancelled")
  }

  @Test func aTimeoutRejectsWhatIsPending() throws {
    let late = try Promise<Int>(on: scheduler).timeout(nanoseconds: 10)
    let early = try Promise<Int>(on: scheduler).timeout(nanoseconds: 10)
    early.fulfil(1)
    scheduler.run(to: 9)
    #expect(late.text == "pending" && scheduler.timerCount == 1)
    scheduler.run(to: 10)
    #expect(late.text == "rejected: timed out" && early.text == "1")
  }

  @Test func aLongChainNeedsNoStack() {
    var last = Promise(0, on: scheduler)
    let first = last
    for _ in 0..<200_000 { last = last.then { $0 + 1 } }
    _ = run()
    #expect(last.text == "200000")
    first.cancel()
  }

  @Test func aLongChainThatIsNeverSettledIsLetGoWithoutStack() {
    weak var last: Promise<Int>?
    do {
      let first = Promise<Int>(on: scheduler)
      var next = first
      for _ in 0..<200_000 { next = next.then { $0 + 1 } }
      last = next
      #expect(last?.text == "pending" && first.text == "pending")
    }
    #expect(last == nil)
  }

  @Test func whatIsCancelledLeavesNothingWithWhatItWasMadeFrom() {
    final class Held {}
    let forever = Promise<Int>(on: scheduler)
    weak var held: Held?
    weak var made: Promise<Int>?
    do {
      let kept = Held()
      let promise = forever.then { value in withExtendedLifetime(kept) { value } }
      (held, made) = (kept, promise)
      #expect(held != nil)
      promise.cancel()
    }
    #expect(held == nil && made == nil)
    forever.then { [log] in log("\($0)") }
    let late = forever.then { [log] value in log("late \(value)") }
    late.settle(.rejected(Troupe.Mishap("late")))
    forever.then { [log] _ in log("unwanted") }.cancel()
    forever.fulfil(1)
    #expect(run() == ["1", "late 1"])
  }

  @Test func onesThatFollowEachOtherAndAreNeverSettledAreLetGo() {
    weak var first: Promise<Int>?
    weak var second: Promise<Int>?
    do {
      let followed = Promise<Int>(on: scheduler)
      let following = Promise<Int>(on: scheduler)
      following.follow(followed)
      (first, second) = (followed, following)
      #expect(first != nil && second != nil)
    }
    #expect(first == nil && second == nil)
  }
}
