import Reactor
import Scenarios
import Values

/// One thing that can happen next in an explored run.
enum Move {
  /// A ready turn, by its place among those that are ready.
  case ready(Int)
  /// A message is received before others that wait for the same actor.
  case overtaking(ActorID, WaitingPlace)
  /// The script goes on to its next event, or the clock to the next timer of its `advance`.
  case script
  /// The same of one of several scripts side by side.
  case thread(Int)
  /// What was delayed, by its place among that.
  case delayed(Int)
  /// An event from outside, by its place in the file, with the values of its names.
  case event(Int, [Value])
  /// A fault that befalls a message.
  case message(Exploration.Fault, ActorID, WaitingPlace)
  case crash(ActorID)

  /// Whether nothing in the world brings it about.
  var isFromOutside: Bool {
    switch self {
    case .event, .message, .crash: true
    case .ready, .overtaking, .script, .thread, .delayed: false
    }
  }

  /// Whether it is the same in the same state.
  func isSame(as other: Move) -> Bool {
    switch (self, other) {
    case (.ready(let left), .ready(let right)): left == right
    case (.overtaking(let left, let place), .overtaking(let right, let other)):
      left == right && place == other
    case (.script, .script): true
    case (.thread(let left), .thread(let right)): left == right
    case (.delayed(let left), .delayed(let right)): left == right
    case (.event(let left, let values), .event(let right, let others)):
      left == right && values.elementsEqual(others) { $0.isIdentical(to: $1) }
    case (.message(let left, let actor, let place), .message(let right, let other, let behind)):
      left == right && actor == other && place == behind
    case (.crash(let left), .crash(let right)): left == right
    case (.ready, _), (.overtaking, _), (.script, _), (.thread, _), (.delayed, _), (.event, _),
      (.message, _), (.crash, _):
      false
    }
  }

  var isFault: Bool {
    switch self {
    case .message, .crash: true
    case .ready, .overtaking, .script, .thread, .delayed, .event: false
    }
  }
}

/// All that can happen next, in the order in which it is numbered: ready turns, scripts, what was
/// delayed, events, faults.
struct NextMoves {
  var moves: [Move] = []
  /// Whether a run that nobody leads takes the first of them.
  var hasDefault = false
  /// Whether no turn is ready.
  var isQuiet = false
  /// Whether only the limit of events keeps one from happening.
  var isOutOfSteps = false

  /// Whether the run ends here: at most a fault may still befall it.
  var isEnd: Bool { moves.allSatisfy(\.isFault) }

  /// What taking one of them adds to the deviations.
  func cost(_ index: Int) -> Int { index == 0 && hasDefault ? 0 : 1 }
}
