import Reactor

/// A party that writes down which of its turns came when, and does what it is told to do then.
final class Recorder: Party {
  let scheduler: Scheduler
  private(set) var id: UInt32 = 0
  private(set) var entries: [String] = []
  /// What to do when a turn of a number comes.
  var answers: [UInt64: () -> Void] = [:]

  init(_ scheduler: Scheduler) {
    self.scheduler = scheduler
    id = scheduler.join(self)
  }

  func take(_ turn: Turn) {
    entries.append("\(turn.word)@\(scheduler.now.nanoseconds)")
    answers[turn.word]?()
  }

  func describe(_ turn: Turn) -> String { "turn \(turn.word)" }

  func post(_ word: UInt64) { scheduler.post(Turn(party: id, word: word)) }

  @discardableResult
  func after(_ nanoseconds: Int64, _ word: UInt64) throws(TimerError) -> TimerID {
    try scheduler.after(nanoseconds, Turn(party: id, word: word))
  }

  /// What has come since the last time.
  func take() -> String {
    defer { entries = [] }
    return entries.joined(separator: " ")
  }
}

extension Scheduler {
  /// Takes all turns up to an instant, as a driver without a graph does.
  func run(to nanoseconds: Int64) {
    let end = Instant(nanoseconds: nanoseconds)
    repeat { while step() {} } while moveToNextDue(upTo: end)
    move(to: end)
  }
}
