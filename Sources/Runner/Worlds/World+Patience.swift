import Scenarios
import Values

/// Asks whether the scenario may go on, and remembers the answer that ends it.
struct Watchdog {
  /// Work in the unit of formulas between two questions.
  static let interval = 100_000

  private let question: Patience.Question
  private(set) var ending: Ending?
  private var work = 0

  init(_ question: @escaping Patience.Question) { self.question = question }

  /// Whether it ends here.
  mutating func isOver() -> Bool {
    work = 0
    if ending == nil { ending = question() }
    return ending != nil
  }

  /// Whether it is to be asked behind some work: seldom enough to cost nothing.
  @inline(__always)
  mutating func isDue(behind amount: Int) -> Bool {
    note(amount)
    return work > Watchdog.interval
  }

  /// Notes some work behind which it is not due.
  mutating func note(_ amount: Int) { work += amount }

  func isQuiet(behind amount: Int) -> Bool { amount <= room }

  /// The most work behind which it is not due.
  var room: Int { Watchdog.interval - work }
}

extension World {
  /// Throws where the scenario must not go on. What is thrown is never shown: `watchdog.ending` says
  /// what becomes of the scenario. One that takes long is listened to from here on.
  func checkPatience() throws(RunError) {
    if limits.isLong { trail.listen() }
    if watchdog.isOver() { throw World.ended }
  }

  /// The same behind some work.
  @inline(__always)
  func checkPatience(behind work: Int) throws(RunError) {
    settle()
    if unsettledWatchdog.isDue(behind: work) { try checkPatience() }
  }

  /// The work of an evaluation besides what the formula costs.
  static let evaluationWork = 50

  private static let ended = RunError(.timedOut, "the time is over", kind: .budget, at: nil)

  /// Counts one step of a body.
  @inline(__always)
  func takeStep() throws(RunError) {
    try unsettledLimits.takeStep()
    try note(work: 500, making: MemoryLedger.step)
  }

  /// Notes work of the world itself, which makes so many bytes: no more than a hundred for each unit.
  @inline(__always)
  func note(work: Int, making bytes: Int) throws(RunError) {
    if takesOffCredit(work) {
      unsettledWatchdog.note(work)
      _ = unsettledMemory.make(bytes)
    } else {
      try checkPatience(behind: work)
      try make(bytes)
    }
  }
}
