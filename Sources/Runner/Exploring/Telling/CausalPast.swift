import Reactor
import Scenarios
import Values

/// Which turns of a run have a part in how it ends: the last one, and all that happened before one of them
/// and touched the same part, sent its message, or moved the clock. What cannot be told for sure has a part.
struct CausalPast {
  /// What is known of a turn.
  struct Origin {
    /// Where it begins in the log.
    let start: Int
    /// Whom it is for.
    let part: String
    /// Whether more than its own part may hang on it: answers, timers, moves of the clock, and faults of the script
    /// that begin to wait for a message, or have found one.
    let isWide: Bool
    /// Whether something in the log made it ready.
    let isCaused: Bool
  }

  /// By turn, whether it has a part in what the last one led to.
  /// - Parameter receivers: To whom the last one sends: whether they are there hangs on their own turns.
  static func turns(
    _ origins: [Origin], sendingTo receivers: [String], in log: RunLog?
  ) -> [Bool] {
    guard let log, !log.isCut, let last = origins.indices.last else {
      return Array(repeating: true, count: origins.count)
    }
    var isPast = Array(repeating: false, count: origins.count)
    isPast[last] = true
    for turn in origins.indices.reversed() where isPast[turn] {
      let cause = cause(of: turn, origins, log)
      for other in 0..<turn where !isPast[other] {
        isPast[other] =
          other == cause || origins[other].isWide || origins[turn].isWide
          || origins[other].part == origins[turn].part
          || turn == last && receivers.contains(origins[other].part)
          || origins[turn].isCaused && cause == nil
      }
    }
    return isPast
  }

  /// The turn in which an entry of the log stands; -1 for the beginning.
  private static func cause(_ origins: [Origin], _ entry: Int) -> Int {
    (origins.lastIndex { $0.start <= entry }) ?? -1
  }

  /// The turn that made another one ready; -1 for the beginning, nil where nobody knows.
  private static func cause(of turn: Int, _ origins: [Origin], _ log: RunLog) -> Int? {
    let end = turn + 1 < origins.count ? origins[turn + 1].start : log.entries.count
    for place in origins[turn].start..<max(end, origins[turn].start) {
      let entry = log.entries[place]
      if entry.event.kind == .turn, let found = entry.cause { return cause(origins, found) }
    }
    return nil
  }
}

extension Move {
  /// Whether a turn may touch more than the part that it is for, as far as can be told before it.
  func isWide(in run: ExploredRun) -> Bool {
    switch self {
    case .ready(let place):
      switch ReadyTurn(run.world.scheduler.ready(place), of: run.runtime) {
      case .message, .next: false
      case .element, .dispatch, .queued, .other: true
      }
    case .overtaking, .thread, .event, .message, .crash: false
    case .script, .delayed: true
    }
  }

  /// Whom a fault befalls; nil for all that is none.
  func victim(in run: ExploredRun) -> String? {
    switch self {
    case .message(_, let actor, _), .crash(let actor): run.actors.run(actor).name
    case .ready, .overtaking, .script, .thread, .delayed, .event: nil
    }
  }

  /// Whether something that happened before made it possible.
  var isCaused: Bool {
    switch self {
    case .ready, .overtaking, .delayed: true
    case .script, .thread, .event, .message, .crash: false
    }
  }
}

extension Violation {
  /// Whether the last turn alone brings it about, and not the end of all.
  var isOfLastTurn: Bool {
    [.exploredAlways, .exploredReport, .exploredDeadLetter].contains(failure.code)
  }
}
