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

  /// As whom the outside sends what it sends itself: each script of several side by side, and each event, keeps an
  /// order of its own.
  var outsider: ActorID {
    switch self {
    case .thread(let number): ActorID(outsider: 2 * number)
    case .event(let number, _): ActorID(outsider: 2 * number + 1)
    case .ready, .overtaking, .script, .delayed, .message, .crash: .none
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

  /// The same for those that are the same; it follows none of the values' order of keys.
  var hash: UInt64 {
    func mixed(_ words: UInt64...) -> UInt64 {
      words.reduce(0) { ($0 ^ $1) &* 0x9e37_79b9_7f4a_7c15 }
    }
    func number(_ place: WaitingPlace) -> UInt64 {
      switch place {
      case .mail(let place): UInt64(place) << 1
      case .sent(let place): UInt64(place) << 1 | 1
      }
    }
    return switch self {
    case .ready(let place): mixed(1, UInt64(place))
    case .overtaking(let actor, let place): mixed(2, UInt64(actor.rawValue), number(place))
    case .script: mixed(3)
    case .thread(let thread): mixed(4, UInt64(thread))
    case .delayed(let place): mixed(5, UInt64(place))
    case .event(let event, let values):
      values.reduce(mixed(6, UInt64(event))) { mixed($0, $1.hash) }
    case .message(_, let actor, let place): mixed(7, UInt64(actor.rawValue), number(place))
    case .crash(let actor): mixed(8, UInt64(actor.rawValue))
    }
  }

  /// Which fault it is; nil of all else.
  var fault: Exploration.Fault? {
    switch self {
    case .message(let fault, _, _): fault
    case .crash: .crash
    case .ready, .overtaking, .script, .thread, .delayed, .event: nil
    }
  }

  var isFault: Bool { fault != nil }

  var isEvent: Bool { if case .event = self { true } else { false } }
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

extension NextMoves {
  /// Adds the events that can happen behind so many others, each as somebody says; none where there may
  /// be no more.
  mutating func addEvents<Fault: Error>(
    of exploration: Exploration, behind count: Int,
    _ add: (Int, Exploration.Event, inout NextMoves) throws(Fault) -> Void
  ) throws(Fault) {
    let isOut = exploration.steps.map { count >= $0 } ?? false
    let first = moves.count
    for (number, event) in exploration.events.enumerated() {
      if event.isSettled, !isQuiet { continue }
      try add(number, event, &self)
    }
    if isOut, moves.count > first {
      isOutOfSteps = true
      moves.removeLast(moves.count - first)
    }
  }
}
