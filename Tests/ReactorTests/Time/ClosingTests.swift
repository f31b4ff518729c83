import Reactor
import Testing

/// What is left of a scheduler that is closed, and of one that is dropped with work in it.
@Suite struct ClosingTests {
  private final class Held {}

  private final class Guest: Party {
    var taken = 0
    func take(_ turn: Turn) { taken += 1 }
    func describe(_ turn: Turn) -> String { "guest" }
  }

  @Test func `nothing can be done with a scheduler that is closed`() throws {
    let scheduler = Scheduler()
    weak var (guestLeft, heldLeft): (Guest?, Held?) = (nil, nil)
    var id: UInt32 = 0
    do {
      let (guest, held) = (Guest(), Held())
      (guestLeft, heldLeft) = (guest, held)
      id = scheduler.join(guest)
      scheduler.post(Turn(party: id))
      scheduler.post("held") { _ = held }
      try scheduler.after(5, "held") { _ = held }
      scheduler.policy = { _ in
        _ = held
        return 0
      }
    }
    #expect(guestLeft != nil && heldLeft != nil)
    let before = scheduler.state
    scheduler.close()
    #expect(scheduler.policy == nil && scheduler.timerCount == 0 && scheduler.readyCount == 0)
    scheduler.state = before
    #expect(!scheduler.step())

    var isRun = false
    scheduler.post("late") { isRun = true }
    scheduler.post(Turn(party: id))
    #expect(try scheduler.after(0, "late") { isRun = true } == .none)
    #expect(try scheduler.after(5, Turn(party: id)) == .none)
    let guest = Guest()
    scheduler.post(Turn(party: scheduler.join(guest)))
    var limit = 1_000
    try scheduler.settle(limit: &limit)
    #expect(!scheduler.moveToNextDue(upTo: Instant(nanoseconds: 10)))
    scheduler.move(to: Instant(nanoseconds: 10))
    #expect(!isRun && guest.taken == 0 && limit == 1_000)
    #expect(scheduler.now.nanoseconds == 10 && scheduler.readyCount == 0)
    scheduler.leave(id)
    scheduler.close()
  }

  @Test func `what has waited in a closed scheduler is gone`() {
    weak var left: Held?
    let scheduler = Scheduler()
    do {
      let held = Held()
      left = held
      scheduler.post("held") { _ = held }
    }
    scheduler.close()
    #expect(left == nil)
    do {
      let held = Held()
      left = held
      scheduler.post("held") { _ = held }
    }
    #expect(left == nil)
  }

  @Test func `a turn in which the scheduler is closed comes to its end`() {
    let scheduler = Scheduler()
    var log: [String] = []
    scheduler.post("first") {
      scheduler.close()
      log.append("end of first")
    }
    scheduler.post("second") { log.append("second") }
    #expect(scheduler.step())
    #expect(!scheduler.step())
    #expect(log == ["end of first"])
  }

  @Test func `a policy may close the scheduler that asks it`() {
    let scheduler = Scheduler()
    scheduler.post("one") {}
    scheduler.policy = { scheduler in
      scheduler.close()
      return 0
    }
    #expect(!scheduler.step())
  }

  @Test func `a scheduler goes with a flow and a promise that wait in it`() throws {
    weak var (schedulerLeft, heldLeft): (Scheduler?, Held?) = (nil, nil)
    var subscription: Subscription?
    var promise: Promise<Int>?
    do {
      let (scheduler, held) = (Scheduler(), Held())
      (schedulerLeft, heldLeft) = (scheduler, held)
      subscription = Flow.every(nanoseconds: 5).map { $0 }.debounce(nanoseconds: 3)
        .subscribe(in: scheduler) { _ in _ = held }
      promise = Promise(on: scheduler)
      try promise?.timeout(nanoseconds: 9)
      promise?.then { _ in _ = held }.then { _ = held }
      Promise(3, on: scheduler).then { _ in _ = held }
      #expect(scheduler.moveToNextDue(upTo: Instant(nanoseconds: 5)))
    }
    #expect(schedulerLeft == nil)
    // What is still held can be used: nothing comes of it.
    promise?.fulfil(1)
    #expect(promise?.scheduler.now.nanoseconds == 5)
    subscription?.cancel()
    (subscription, promise) = (nil, nil)
    #expect(heldLeft == nil)
  }

  @Test func `a long row of promises goes with its scheduler without a deep stack`() {
    weak var left: Held?
    do {
      let (scheduler, held) = (Scheduler(), Held())
      left = held
      let first = Promise(0, on: scheduler)
      var last = first
      for _ in 0..<100_000 {
        last = last.then {
          _ = held
          return $0
        }
      }
    }
    #expect(left == nil)
  }

  private final class Echo: Actor {
    struct Ask: Message {
      typealias Answer = Int
    }

    override func setup() throws { on(Ask.self, future: { _ in self.promise(Int.self) }) }
  }

  @Test func `a clock goes with a system of actors, a reactor and the answers that wait`() throws {
    weak var (schedulerLeft, heldLeft): (Scheduler?, Held?) = (nil, nil)
    do {
      let (clock, held) = (VirtualClock(Graph()), Held())
      (schedulerLeft, heldLeft) = (clock.scheduler, held)
      let system = ActorSystem(on: clock)
      let echo = try system.spawn(Echo.self) { Echo() }
      echo.ask(Echo.Ask(), timeout: 50).then { _ in
        _ = held
        return echo.isAlive
      }
      Promise(1, on: clock.scheduler).then { _ in
        _ = (held, echo.isAlive)
        return 0
      }
      clock.scheduler.post("tells") { echo.tell(Echo.Ask()) }
      try clock.settle()
      clock.scheduler.post("tells") { echo.tell(Echo.Ask()) }
    }
    #expect(schedulerLeft == nil)
    #expect(heldLeft == nil)
  }

  @Test func `refs are of no use behind the end of their system, and do no harm`() throws {
    let clock = VirtualClock(Graph())
    var system: ActorSystem? = ActorSystem(on: clock)
    let echo = try #require(try system?.spawn(Echo.self) { Echo() })
    try clock.settle()
    system = nil
    echo.tell(Echo.Ask())
    let answer = echo.ask(Echo.Ask(), timeout: 5)
    #expect(answer.outcome?.error as? ActorError == .stopped(actor: "the system"))
    #expect(!echo.isAlive)
    try clock.settle()
  }

  @Test func `a clock takes no turn inside a body, a flush or a handler`() throws {
    let clock = VirtualClock(Graph())
    var log: [String] = []
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { log.append("\(error)") }
    }
    clock.scheduler.post("turn") { log.append("turn") }
    _ = try clock.graph.computation { _ in
      attempt { try clock.settle() }
      attempt { try clock.advance(nanoseconds: 1) }
    }
    clock.graph.afterFlush { attempt { try clock.settle() } }
    #expect(log == ["flush inside a computation", "flush inside a computation"])
    try clock.graph.flush()
    #expect(log.dropFirst(2) == ["flush inside a flush"])
    try clock.settle()
    #expect(log.dropFirst(3) == ["turn"])
    #expect(clock.scheduler.now == .zero)
  }

  @Test func `messages come from nobody that never was`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let system = ActorSystem(on: VirtualClock(Graph()))
      let echo = try system.spawn(Echo.self) { Echo() }
      _ = echo.sent(by: echo.actor).sent(by: .none)
      _ = echo.sent(by: ActorID(rawValue: 77))
    }
    let told = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(told.contains("no actor of this system has the id 77"))
  }

  @Test func `references and what they stand for can be put in sets and told`() throws {
    let clock = VirtualClock(Graph())
    let system = ActorSystem(on: clock)
    let (one, other) = (
      try system.spawn(Echo.self) { Echo() }, try system.spawn(Echo.self) { Echo() }
    )
    #expect(Set([one, other, one.sent(by: other.actor)]).count == 2)
    #expect("\(one)" == "Echo#1")
    let cell = clock.graph.cell(1)
    #expect(Set([cell.reference, cell.reference, clock.graph.cell(2).reference]).count == 2)
    let computation = try clock.graph.computation { _ in }
    #expect(Set([computation, computation]).count == 1)
    #expect(
      "\(StoreFault.presentation(.nothingToReplace))" == PresentationFault.nothingToReplace.message)
    let report = ActorReport.failure(actor: "a", ActorError.timedOut)
    #expect("\(report)" == report.message)
  }
}
