import Reactor
import Testing

@Suite struct VirtualClockTests {
  let graph = Graph()
  let clock: VirtualClock
  let log = Log()

  init() { clock = VirtualClock(graph) }

  @Test func `each turn is followed by a flush`() throws {
    let count = graph.cell(0)
    try graph.computation { [log] _ in log("run \(count.value)") }
    for number in 1...2 { clock.scheduler.post("turn") { count.value = number } }
    try clock.settle()
    #expect(log.take() == ["run 0", "run 1", "run 2"])
  }

  @Test func `writes from outside are flushed before the first turn`() throws {
    let count = graph.cell(0)
    try graph.computation { [log] _ in log("run \(count.value)") }
    clock.scheduler.post("turn") { [log] in log("turn") }
    count.value = 5
    try clock.settle()
    #expect(log.take() == ["run 0", "run 5", "turn"])
  }

  @Test func `the present is read like a cell and changes at the first turn of a new instant`()
    throws
  {
    try graph.computation { [log, unowned clock] _ in log("at \(clock.now.nanoseconds)") }
    for delay in [10, 10, 30] as [Int64] {
      try clock.scheduler.after(delay, "timer") { [log] in log("timer") }
    }
    try clock.advance(nanoseconds: 50)
    #expect(log.take() == ["at 0", "timer", "at 10", "timer", "timer", "at 30", "at 50"])
    try clock.advance(nanoseconds: 0)
    #expect(log.take() == [])
  }

  @Test func `advancing costs what the timers on the way cost`() throws {
    try clock.scheduler.after(86_400_000_000_000, "tomorrow") { [log] in log("tomorrow") }
    try clock.advance(by: .seconds(90 * 86_400))
    #expect(log.take() == ["tomorrow"])
    #expect(clock.scheduler.turnCount == 2)
    #expect(clock.now == Instant(nanoseconds: 90 * 86_400_000_000_000))
  }

  @Test func `a span below zero or beyond time is refused`() {
    #expect(throws: TimerError.negative(nanoseconds: -1)) { try clock.advance(nanoseconds: -1) }
    #expect(throws: TimerError.negative(nanoseconds: -5)) {
      try clock.advance(by: .nanoseconds(-5))
    }
    #expect(throws: TimerError.beyondTime) { try clock.advance(by: .seconds(Int64.max)) }
    #expect(throws: Never.self) { try clock.advance(nanoseconds: .max) }
    #expect(throws: TimerError.beyondTime) { try clock.advance(nanoseconds: 1) }
  }

  @Test func `a timer that sets itself again for ever ends with its name`() {
    func again() { _ = try? clock.scheduler.after(1, "ticker") { again() } }
    again()
    #expect(throws: TurnLimitError(turning: ["ticker"])) { try clock.advance(by: .seconds(3600)) }
    #expect(clock.now.nanoseconds == 100_001)
  }

  @Test func `a loop of turns and computations ends with the names of what kept turning`() throws {
    let count = graph.cell(0)
    let scheduler = clock.scheduler
    try graph.computation(label: "echo") { _ in
      let next = count.value + 1
      scheduler.post("ping") { count.value = next }
    }
    let error = #expect(throws: (any Error).self) { try clock.settle() }
    #expect("\(error ?? Oops(text: ""))".hasSuffix("what kept turning: ping"))
  }
}
