import Reactor
import TestSupport
import Testing

@Suite struct TimerTests {
  let scheduler = Scheduler()
  let recorder: Recorder

  init() { recorder = Recorder(scheduler) }

  @Test func `timers fire by due time, then in the order in which they were set`() throws {
    try recorder.after(30, 1)
    try recorder.after(10, 2)
    try recorder.after(30, 3)
    try recorder.after(20, 4)
    scheduler.run(to: 100)
    #expect(recorder.take() == "2@10 4@20 1@30 3@30")
    #expect(scheduler.now == Instant(nanoseconds: 100))
  }

  @Test func `timers due together come before what they cause`() throws {
    recorder.answers[1] = { [recorder] in recorder.post(9) }
    try recorder.after(10, 1)
    try recorder.after(10, 2)
    scheduler.run(to: 10)
    #expect(recorder.take() == "1@10 2@10 9@10")
  }

  @Test func `time moves to the end inclusive and no further`() throws {
    try recorder.after(10, 1)
    try recorder.after(11, 2)
    scheduler.run(to: 10)
    #expect(recorder.take() == "1@10")
    #expect(scheduler.nextDue == Instant(nanoseconds: 11))
    #expect(!scheduler.moveToNextDue(upTo: Instant(nanoseconds: 10)))
    scheduler.run(to: 11)
    #expect(recorder.take() == "2@11")
    #expect(scheduler.nextDue == nil)
  }

  @Test func `a delay of nothing is ready at once behind all that is, and can be cancelled`() throws
  {
    recorder.post(1)
    let timer = try recorder.after(0, 2)
    try recorder.after(0, 3)
    recorder.post(4)
    scheduler.cancel(timer)
    #expect(scheduler.readyCount == 3)
    #expect(scheduler.timerCount == 0)
    #expect(scheduler.ready(1).word == 3)
    while scheduler.step() {}
    #expect(recorder.take() == "1@0 3@0 4@0")
  }

  @Test func `a timer that is due already can be cancelled by one that fires with it`() throws {
    try recorder.after(10, 1)
    let second = try recorder.after(10, 2)
    try recorder.after(10, 3)
    recorder.answers[1] = { [scheduler] in scheduler.cancel(second) }
    scheduler.run(to: 10)
    #expect(recorder.take() == "1@10 3@10")
  }

  @Test func `a stale name names nothing, even when its place is used again`() throws {
    let first = try recorder.after(10, 1)
    scheduler.cancel(first)
    let second = try recorder.after(10, 2)
    #expect(first != second)
    scheduler.cancel(first)
    scheduler.run(to: 10)
    scheduler.cancel(second)
    try recorder.after(10, 3)
    scheduler.cancel(second)
    scheduler.cancel(.none)
    scheduler.run(to: 20)
    #expect(recorder.take() == "2@10 3@20")
  }

  @Test func `a cancelled closure is let go at once`() throws {
    final class Held {}
    weak var held: Held?
    let timer: TimerID
    do {
      let made = Held()
      held = made
      timer = try scheduler.after(10, "holding") { withExtendedLifetime(made) {} }
    }
    #expect(held != nil)
    scheduler.cancel(timer)
    #expect(held == nil)
  }

  @Test func `delays below zero and beyond time are refused`() throws {
    #expect(throws: TimerError.negative(nanoseconds: -1)) { try recorder.after(-1, 1) }
    scheduler.move(to: Instant(nanoseconds: 5))
    #expect(throws: TimerError.beyondTime) { try recorder.after(.max, 1) }
    #expect(throws: TimerError.beyondTime) { try scheduler.after(.max, "late") {} }
    #expect(scheduler.timerCount == 0)
  }

  @Test func `too many timers are refused, and whose they are is said`() throws {
    scheduler.timerLimit = 1000
    for index in 0..<1000 { try recorder.after(Int64(index + 1), index % 10 == 0 ? 7 : 5) }
    #expect(throws: TimerError.tooMany(limit: 1000, pending: ["turn 5"])) {
      try recorder.after(1, 7)
    }
    scheduler.run(to: 1)
    try recorder.after(1, 1)
  }

  /// Against a list that is sorted anew each time. Prints its seed where it fails.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `any timers set and cancelled fire as a sorted list would have them`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var twin: [(due: Int64, number: UInt64, timer: TimerID)] = []
    var expected: [String] = []
    var now: Int64 = 0
    for number in 0..<400 as Range<UInt64> {
      switch random.below(4) {
      case 0 where !twin.isEmpty:
        let place = random.below(twin.count)
        scheduler.cancel(twin.remove(at: place).timer)
      case 1:
        now += Int64(random.below(20))
        let due = twin.filter { $0.due <= now }.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
        expected += due.map { "\($0.number)@\($0.due)" }
        twin.removeAll { $0.due <= now }
        scheduler.run(to: now)
      default:
        let delay = Int64(1 + random.below(60))
        twin.append((now + delay, number, try recorder.after(delay, number)))
      }
      #expect(scheduler.timerCount == twin.count)
    }
    #expect(recorder.take() == expected.joined(separator: " "), "seed \(seed)")
  }
}

@Suite struct SchedulerStateTests {
  @Test func `a copy of the state, restored, runs on as the first time`() throws {
    let scheduler = Scheduler()
    let recorder = Recorder(scheduler)
    let log = Log()
    for word in 1...3 as ClosedRange<UInt64> {
      recorder.post(word)
      try recorder.after(Int64(word) * 10, 100 + word)
    }
    let cancelled = try recorder.after(0, 50)
    scheduler.cancel(cancelled)
    scheduler.post("closure") { log("ran") }
    recorder.answers[2] = { recorder.post(4) }
    recorder.answers[101] = { _ = try? recorder.after(10, 105) }
    scheduler.step(choice: 1)
    _ = recorder.take()

    let copy = scheduler.state
    func run() -> [String] {
      scheduler.step(choice: 3)
      scheduler.run(to: 50)
      let late = Recorder(scheduler)
      late.post(1)
      scheduler.run(to: 60)
      return [
        recorder.take(), late.take(), "\(late.id)", "\(scheduler.turnCount)", "\(scheduler.picks)",
      ] + log.take()
    }
    let first = run()
    #expect(first[0] == "4@0 1@0 3@0 101@10 102@20 105@20 103@30")
    scheduler.state = copy
    #expect(scheduler.now == .zero)
    #expect(scheduler.readyCount == 4)
    #expect(run() == first)
    scheduler.state = copy
    #expect(run() == first)
  }
}
