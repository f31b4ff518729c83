import Reactor
import TestSupport
import Testing

@Suite struct SchedulerTests {
  let scheduler = Scheduler()
  let recorder: Recorder

  init() { recorder = Recorder(scheduler) }

  @Test func `turns are taken in the order in which they became ready`() {
    recorder.answers[1] = { [recorder] in recorder.post(3) }
    recorder.post(1)
    recorder.post(2)
    #expect(scheduler.readyCount == 2)
    while scheduler.step() {}
    #expect(recorder.take() == "1@0 2@0 3@0")
    #expect(scheduler.turnCount == 3)
    #expect(!scheduler.step())
  }

  @Test func `a queue that has gone round and grown keeps its order`() {
    for word in 0..<40 as Range<UInt64> { recorder.post(word) }
    for _ in 0..<30 { _ = scheduler.step() }
    for word in 40..<200 as Range<UInt64> { recorder.post(word) }
    while scheduler.step() {}
    #expect(recorder.take() == (0..<200).map { "\($0)@0" }.joined(separator: " "))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a long queue does what a list does, whatever is taken out of it`(seed: UInt64) throws {
    var random = Seeded(seed)
    var list: [UInt64] = []
    var taken: [UInt64] = []
    for number in 0..<4000 as Range<UInt64> {
      switch random.below(number < 2000 ? 8 : 20) {
      case 0...3:
        recorder.post(number)
        list.append(number)
      case 4:
        try recorder.after(0, number)
        list.append(number)
      case 5: scheduler.cancel(try recorder.after(0, number))
      case 6 where !list.isEmpty:
        let place = random.below(list.count)
        #expect(scheduler.ready(place).word == list[place])
        scheduler.step(choice: place)
        taken.append(list.remove(at: place))
      case 7:
        let state = scheduler.state
        scheduler.state = state
      default:
        #expect(scheduler.step() == !list.isEmpty)
        if !list.isEmpty { taken.append(list.removeFirst()) }
      }
      #expect(scheduler.readyCount == list.count, "seed \(seed)")
    }
    while scheduler.step() {}
    let expected = (taken + list).map { "\($0)@0" }.joined(separator: " ")
    #expect(recorder.take() == expected, "seed \(seed)")
  }

  @Test func `a choice takes the ready turn at its place, and is recorded`() {
    for word in 1...4 as ClosedRange<UInt64> { recorder.post(word) }
    scheduler.step(choice: 0)
    scheduler.step(choice: 2)
    #expect(scheduler.ready(0).word == 2)
    while scheduler.step() {}
    #expect(recorder.take() == "1@0 4@0 2@0 3@0")
    #expect(scheduler.picks == [Pick(turn: 1, index: 2)])
  }

  @Test func `a policy picks, and its recorded picks repeat the run without it`() {
    func fill() { for word in 1...5 as ClosedRange<UInt64> { recorder.post(word) } }
    fill()
    scheduler.policy = { $0.readyCount - 1 }
    while scheduler.step() {}
    let first = recorder.take()
    #expect(first == "5@0 4@0 3@0 2@0 1@0")
    let picks = scheduler.picks
    scheduler.policy = nil

    fill()
    var next = picks[...]
    let begun = scheduler.turnCount
    while scheduler.readyCount > 0 {
      let isNext = next.first?.turn == scheduler.turnCount - begun
      scheduler.step(choice: isNext ? next.removeFirst().index : 0)
    }
    #expect(recorder.take() == first)
  }

  @Test func `closures are turns among the others`() {
    scheduler.post("one") { [recorder] in recorder.post(3) }
    recorder.post(2)
    #expect(scheduler.describe(scheduler.ready(0)) == "one")
    #expect(scheduler.describe(scheduler.ready(1)) == "turn 2")
    while scheduler.step() {}
    #expect(recorder.take() == "2@0 3@0")
  }

  @Test func `who leaves takes its turns and timers along, also inside its own turn`() throws {
    let other = Recorder(scheduler)
    recorder.answers[1] = { [scheduler, recorder] in scheduler.leave(recorder.id) }
    recorder.post(1)
    recorder.post(2)
    other.post(7)
    try recorder.after(5, 3)
    try other.after(6, 8)
    scheduler.run(to: 10)
    #expect(recorder.take() == "1@0")
    #expect(other.take() == "7@0 8@6")
    #expect(Recorder(scheduler).id == recorder.id)
  }

  @Test func `a party that leaves in its turn lives until the turn's end, and no longer`() {
    let log = Log()
    weak var last: Fleeting?
    do {
      let fleeting = Fleeting(scheduler, log)
      last = fleeting
      scheduler.post(Turn(party: fleeting.id))
    }
    #expect(last != nil)
    _ = scheduler.step()
    #expect(log.take() == ["left", "still here", "gone"])
    #expect(last == nil)
  }

  private final class Fleeting: Party {
    let log: Log
    unowned let scheduler: Scheduler
    private(set) var id: UInt32 = 0

    init(_ scheduler: Scheduler, _ log: Log) {
      self.scheduler = scheduler
      self.log = log
      id = scheduler.join(self)
    }

    deinit { log("gone") }

    func take(_ turn: Turn) {
      scheduler.leave(id)
      log("left")
      log("still here")
    }

    func describe(_ turn: Turn) -> String { "fleeting" }
  }

  @Test func `an event from outside is a turn that is counted`() {
    let result = scheduler.turn("event") { [scheduler] in
      #expect(scheduler.isTurning)
      return 3
    }
    #expect(result == 3)
    #expect(!scheduler.isTurning)
    #expect(scheduler.turnCount == 1)
  }

  @Test func `a loop of turns ends with an error that names what kept turning`() {
    recorder.answers[1] = { [recorder] in recorder.post(2) }
    recorder.answers[2] = { [recorder] in recorder.post(1) }
    recorder.post(9)
    recorder.post(1)
    var limit = 1000
    #expect(throws: TurnLimitError(turning: ["turn 2", "turn 1"])) {
      try scheduler.settle(limit: &limit)
    }
    #expect(limit == 0)
    #expect(scheduler.turnCount == 1000)
  }

  @Test func `what follows a turn may take from the limit, and ends the turning with its error`() {
    recorder.post(1)
    recorder.post(2)
    recorder.post(3)
    var limit = 10
    #expect(throws: Oops(text: "second")) {
      try scheduler.settle(limit: &limit) { limit in
        limit -= 2
        if scheduler.turnCount == 2 { throw Oops(text: "second") }
      }
    }
    #expect(limit == 4)
    #expect(scheduler.readyCount == 1)
  }

  @Test func `a budget spent on what is between turns names the turns that are ready`() {
    recorder.post(1)
    recorder.post(2)
    var limit = 5000
    #expect(throws: TurnLimitError(turning: ["turn 2"])) {
      try scheduler.settle(limit: &limit) { $0 = 0 }
    }
  }

  @Test func `nothing is left of a closed scheduler`() throws {
    try recorder.after(5, 1)
    recorder.post(2)
    scheduler.post("three") { Issue.record("a closed scheduler has taken a turn") }
    scheduler.close()
    #expect(scheduler.readyCount == 0)
    #expect(scheduler.timerCount == 0)
    #expect(!scheduler.step())
  }

  @Test func `a timer of a closed scheduler is taken back without a word`() throws {
    let due = try scheduler.after(0, "due") {}
    let reached = try scheduler.after(5, "reached") {}
    let pending = try scheduler.after(9, "pending") {}
    let cancelled = try scheduler.after(0, "cancelled") {}
    #expect(scheduler.moveToNextDue(upTo: Instant(nanoseconds: 5)))
    scheduler.cancel(cancelled)
    scheduler.close()
    for timer in [due, reached, pending, cancelled] {
      #expect(scheduler.rest(of: timer) == nil)
      scheduler.cancel(timer)
    }
    #expect(scheduler.readyCount == 0)
  }

  @Test func `what a policy held may set another when it goes`() {
    final class Held {
      let atEnd: () -> Void
      init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
      deinit { atEnd() }
    }
    var count = 0
    func set() {
      let held = Held {
        count += 1
        if count < 4 { set() }
      }
      scheduler.policy = { _ in
        withExtendedLifetime(held) {}
        return 0
      }
    }
    set()
    scheduler.policy = nil
    #expect(count == 1)
    #expect(scheduler.policy != nil)
    scheduler.close()
    #expect(count == 2)
  }
}
