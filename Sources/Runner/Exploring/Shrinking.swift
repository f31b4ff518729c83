import Scenarios
import Values

/// Makes a run that chance has found shorter, as long as it violates the same: turns are left out, and
/// what is left is done where it can be, with what a run would do by itself in between (delta debugging,
/// Zeller and Hildebrandt 2002).
struct Shrinking {
  private let maker: RunMaker
  private let name: String
  private var attempts = 0
  /// How often a shorter run is tried.
  private static let mostAttempts = 2_000
  /// How many states are looked at for a run with fewer deviations.
  private static let mostStates = 20_000

  init(_ maker: RunMaker, _ violation: Violation) {
    self.maker = maker
    name = violation.name
  }

  /// The shortest run that was found, and whether none has fewer deviations.
  mutating func shrink(_ path: RunPath) -> (path: RunPath, isLeast: Bool) {
    var best = path
    var labels = RunReplay.labels(of: path, maker)
    var size = max(1, labels.count / 2)
    while size >= 1, !labels.isEmpty {
      var start = 0
      var isShorter = false
      while start < labels.count, mayTry {
        var fewer = labels
        fewer.removeSubrange(start..<min(start + size, labels.count))
        if let path = attempt(path.start, fewer) {
          (best, labels, isShorter) = (path, fewer, true)
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      size = size == 1 ? 1 : size / 2
      if !mayTry { break }
    }
    let deviations = RunReplay.tell(best, maker).deviations
    guard deviations <= 5 else { return (best, false) }
    let search = DeviationSearch(
      maker, limit: Shrinking.mostStates, most: deviations)
    search.search()
    guard let least = search.found else { return (best, false) }
    return (least.path, true)
  }

  private var mayTry: Bool { attempts < Shrinking.mostAttempts && maker.ending == nil }

  /// The run that does these where it can, where it violates the same.
  private mutating func attempt(_ start: Int, _ labels: [String]) -> RunPath? {
    attempts += 1
    guard let (path, violation) = RunReplay.lead(from: start, by: labels, maker),
      violation.name == name
    else { return nil }
    return path
  }
}
