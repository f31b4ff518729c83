import Reactor

/// Turns a second through the scheduler, with messages that are nothing but their bytes.
struct TurnsBenchmark {
  private let rounds = 9
  private let turns = 4_000_000

  func run() {
    report("ping-pong", parties: 2, ready: 1)
    report("ring of 1000", parties: 1000, ready: 1)
    report("1000 at once", parties: 1000, ready: 1000)
    report("1000 to one", parties: 1000, ready: 1000, fanIn: true)
    reportTimers(pending: 10)
    reportTimers(pending: 10_000)
  }

  private func report(_ name: String, parties: Int, ready: Int, fanIn: Bool = false) {
    var best = Double.infinity
    for _ in 0..<rounds {
      let scheduler = Scheduler()
      let counter = Counter()
      let members = (0..<parties).map { _ in Member(scheduler, counter) }
      for (index, member) in members.enumerated() {
        member.id = scheduler.join(member)
        member.next = fanIn ? 1 : UInt32((index + 1) % parties + 1)
      }
      counter.left = turns
      for index in 0..<ready { scheduler.post(Turn(party: members[index].id, word: 1)) }
      let start = Clock.nanoseconds()
      while scheduler.step() {}
      best = min(best, Double(Clock.nanoseconds() - start) / Double(turns + ready))
      scheduler.close()
    }
    print("\(name): \((best * 10).rounded() / 10) ns a turn, \((1000 / best).rounded()) M/s")
  }

  private func reportTimers(pending: Int) {
    var best = Double.infinity
    let fired = 1_000_000
    for _ in 0..<rounds {
      let scheduler = Scheduler()
      let sleeper = Sleeper(scheduler)
      sleeper.id = scheduler.join(sleeper)
      sleeper.left = fired
      for index in 0..<pending { sleeper.sleep(1 + Int64(index)) }
      let start = Clock.nanoseconds()
      while scheduler.moveToNextDue(upTo: Instant(nanoseconds: .max)) {
        while scheduler.step() {}
      }
      best = min(best, Double(Clock.nanoseconds() - start) / Double(fired))
      scheduler.close()
    }
    print("timers, \(pending) pending: \((best * 10).rounded() / 10) ns each")
  }
}

private final class Counter { var left = 0 }

private final class Member: Party {
  let scheduler: Scheduler
  let counter: Counter
  var id: UInt32 = 0
  var next: UInt32 = 0

  init(_ scheduler: Scheduler, _ counter: Counter) {
    self.scheduler = scheduler
    self.counter = counter
  }

  func take(_ turn: Turn) {
    counter.left -= 1
    if counter.left > 0 { scheduler.post(Turn(party: next, word: turn.word &+ 1)) }
  }

  func describe(_ turn: Turn) -> String { "member \(id)" }
}

private final class Sleeper: Party {
  let scheduler: Scheduler
  var id: UInt32 = 0
  var left = 0
  private var seed: UInt64 = 1

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  func sleep(_ nanoseconds: Int64) {
    _ = try? scheduler.after(nanoseconds, Turn(party: id))
  }

  func take(_ turn: Turn) {
    left -= 1
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    if left > 0 { sleep(1 + Int64(seed >> 52)) }
  }

  func describe(_ turn: Turn) -> String { "sleeper" }
}
