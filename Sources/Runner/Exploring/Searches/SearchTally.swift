import Scenarios
import Values

/// What a search of all states keeps count of, and when it ends.
struct SearchTally {
  /// The first state, in the order of turns, in which something does not hold.
  struct Found {
    let violation: Violation
    let number: Int
    let turns: Int
  }

  private let limit: Int
  /// How many turns were taken, each once.
  var generated = 0
  private(set) var found: Found?
  private(set) var violating = 0
  /// What ended it before it had seen all.
  private(set) var bound: String?
  /// Where it was not let go on.
  private(set) var stopped: [Failure]?
  private(set) var isCutShort = false
  /// Whether it was not let go on because its time is over.
  private(set) var isOverdue = false
  /// Whether some run came to an end.
  var hasEnd = false
  /// The formulas that have held nowhere yet, by their places.
  var unseen: Set<Int>

  /// How many turns runs were led again on their way to what is tried: the work of a search, which grows with how deep
  /// it goes.
  var repeated = 0
  private static let mostRepeated = 50_000_000

  /// How many states more are looked at where a violation is known.
  private static let mostBehindViolation = 10_000
  private var countAtViolation = 0

  private let maker: RunMaker

  init(_ maker: RunMaker, limit: Int) {
    self.maker = maker
    self.limit = limit
    unseen = Set(maker.exploration.sometimes.indices)
  }

  var isUnderWay: Bool { bound == nil && stopped == nil && !isCutShort }

  /// Something does not hold in a state, which is one of so many.
  mutating func violate(_ violation: Violation, at number: Int, turns: Int, of count: Int) {
    violating += 1
    if let found, (found.turns, found.number) <= (turns, number) { return }
    if found == nil { countAtViolation = count }
    found = Found(violation: violation, number: number, turns: turns)
  }

  /// What a search may hold of the machine's memory, in bytes.
  private static let mostBytes = 1_500_000_000

  /// Whether so many states are enough, and what is held for them.
  /// - Parameter bytes: What is held beside some 50 bytes a state.
  mutating func checkLimit(_ count: Int, holding bytes: Int = 0) {
    if count >= limit {
      bound = limit.counted("state")
    } else if bytes + count * 50 > SearchTally.mostBytes {
      bound = "1.5 GB of memory"
    } else if repeated > SearchTally.mostRepeated {
      bound = "\(SearchTally.mostRepeated) turns on the way"
    } else if found != nil, count > countAtViolation * 2 + SearchTally.mostBehindViolation {
      bound = "a violation"
    }
  }

  mutating func end(at bound: String) { if self.bound == nil { self.bound = bound } }

  /// A run was not let go on.
  mutating func stop(_ failures: [Failure], in world: World) {
    if let ending = world.watchdog.ending { stop(at: ending) } else { stopped = failures }
  }

  /// Whether there is time left to go on.
  mutating func mayGoOn() -> Bool {
    if let ending = maker.ending { stop(at: ending) }
    return isUnderWay
  }

  /// The same where the search is over. Who was not let go on on the way to a state may have found nothing to do there,
  /// and so the end of it.
  var atEnd: SearchTally {
    var tally = self
    if isUnderWay { _ = tally.mayGoOn() }
    return tally
  }

  private mutating func stop(at ending: Ending) {
    if let failure = maker.script.scenario.failure(at: ending) {
      stopped = [failure]
      isOverdue = true
    } else {
      isCutShort = true
    }
  }
}
