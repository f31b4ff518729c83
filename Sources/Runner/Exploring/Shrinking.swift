import Scenarios
import Values

/// Makes a run that chance has found shorter, as long as it violates the same: turns are left out, and
/// what is left is done where it can be, with what a run would do by itself in between (delta debugging,
/// Zeller and Hildebrandt 2002).
struct Shrinking {
  private let maker: RunMaker
  private let name: String
  private var attempts = 0
  private var turns = 0
  /// How often a shorter run is tried, and how many turns these may take in all.
  private static let mostAttempts = 2_000
  private static let mostTurns = 2_000_000
  /// What is left out may have been what ended a run: one that is tried is let go so far, or as far as the
  /// run that was found.
  private static let mostTurnsOfOne = 1_000
  private let mostTurnsOfOne: Int
  /// How many states are looked at for a run with fewer deviations.
  private static let mostStates = 20_000
  private let found: RunPath
  private let isEndless: Bool

  init(_ maker: RunMaker, _ violation: Violation, at path: RunPath) {
    self.maker = maker
    name = violation.name
    found = path
    isEndless = violation.failure.code == .exploredEndless
    // That there is no rest is seen behind many turns, where nothing comes back.
    mostTurnsOfOne =
      max(Shrinking.mostTurnsOfOne, path.choices.count) + (isEndless ? TurnsAlone.most : 0)
  }

  /// The shortest run that was found, and whether none has fewer deviations.
  mutating func shrink() -> (path: RunPath, isLeast: Bool) {
    if isEndless, found.isTakenByRun { return (found, false) }
    var best = found
    var labels = RunReplay.labels(of: found, maker)
    if isEndless {
      // Each try may take long, and what a run takes by itself has not to be tried.
      let fewer = RunReplay.labels(of: found, maker, isAll: false)
      if let path = attempt(found.start, fewer) { (best, labels) = (path, fewer) }
    }
    var size = max(1, labels.count / 2)
    while size >= 1, !labels.isEmpty {
      var start = 0
      var isShorter = false
      while start < labels.count, mayTry {
        var fewer = labels
        fewer.removeSubrange(start..<min(start + size, labels.count))
        if let path = attempt(found.start, fewer) {
          (best, labels, isShorter) = (path, fewer, true)
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      size = size == 1 ? 1 : size / 2
      if !mayTry { break }
    }
    if isEndless { return (isToldEndless(best) ? best : found, false) }
    let deviations = RunReplay.tell(best, maker).deviations
    guard deviations <= 5 else { return (best, false) }
    let search = DeviationSearch(
      maker, limit: Shrinking.mostStates, most: deviations)
    search.search()
    guard let least = search.found else { return (best, false) }
    return (least.path, true)
  }

  /// Whether who follows its token is told that there is no rest.
  private func isToldEndless(_ path: RunPath) -> Bool {
    let token = ScheduleToken(file: 0, picks: RunReplay.tell(path, maker).picks)
    let told = RunReplay.follow(token, maker.withoutHurry)
    return told.isEndless && told.violation == nil && told.lostAt == nil
  }

  private var mayTry: Bool {
    attempts < Shrinking.mostAttempts && turns < Shrinking.mostTurns && maker.ending == nil
  }

  /// The run that does these where it can, where it violates the same.
  private mutating func attempt(_ start: Int, _ labels: [String]) -> RunPath? {
    attempts += 1
    var run = LedRun(from: start, maker, isForEndless: isEndless)
    let led = run.lead(by: labels, most: mostTurnsOfOne, counting: &turns)
    guard let (path, violation) = led, violation.name == name
    else { return nil }
    return path
  }
}
