import Reactor

/// Kinds of actors, what each does about each message, and what a script does to them: plain data
/// that is played by typed actors and by a scenario.
///
/// Messages are `M0` to `M4`. The even ones are answered with a number, the odd ones with true. One
/// sends only messages of higher numbers, so that every program ends.
struct ActorProgram {
  var kinds: [Kind]
  var script: [ScriptStep]
  var mode: ProgramMode

  static let messageCount = 5

  struct Kind {
    var provider: Provider
    var mailbox = Mailbox()
    var supervision: Supervision?
    /// Whose child it is, by its number, which is lower.
    var parent: Int?
    /// When its parent begins it anew.
    var restart = Supervision.Restart.permanent
    /// Whether no life of it gets further than its setup.
    var failsInSetup = false
    /// By behavior and message; nil where that message is unknown.
    var reactions: [[Reaction?]]

    enum Provider: Equatable {
      case singleton
      case instance
      case pool(Int, Router.Policy)
      /// Only `spawn` makes it, as a child of whoever spawns.
      case spawned
    }

    var isBroadcast: Bool {
      if case .pool(_, .broadcast) = provider { true } else { false }
    }

    /// How many receive a message to its name.
    var receiverCount: Int {
      if case .pool(let size, .broadcast) = provider { size } else { 1 }
    }

    /// Whether its actors have numbers in their names.
    var isNumbered: Bool { isPool || provider == .spawned }

    /// By how much longer than so many nanoseconds each waits than the one before it.
    static func delay(of span: Int64) -> Int64 { span / 1009 }

    var isPool: Bool { if case .pool = provider { true } else { false } }
  }

  struct Reaction {
    var operations: [Operation]
    /// Whether its answer is promised, also where it is there at once.
    var isPromised: Bool

    /// Whom it lets answer in the turn that receives the message.
    var forwardedAtOnce: (kind: Int, message: Int, number: Int)? {
      guard operations.dropLast().allSatisfy({ !$0.takesTurns }),
        case .forward(let kind, let message, let number) = operations.last
      else { return nil }
      return (kind, message, number)
    }

    /// Whether all of it is done in the turn that receives the message.
    var isAtOnce: Bool { operations.allSatisfy { !$0.takesTurns } }
  }

  /// What is sent is ten times the value received and a number below 10; scripts begin with three
  /// digits. So no two messages have the same value but the copies of a broadcast.
  enum Operation {
    case count
    case tell(Int, message: Int, number: Int)
    /// Where the answer is rejected the reaction goes on, or fails so much later, 0 being at once.
    case ask(Int, message: Int, number: Int, timeout: Int64?, failure: Int64?)
    case forward(Int, message: Int, number: Int)
    /// Workers of one kind wait longer the later they were made, so that they do not meet.
    case wait(Int64)
    case fail
    case stash
    case unstash
    case stop
    case become(Int)
    case watch(Int)
    case unwatch(Int)
    case spawn(Int, message: Int, number: Int)
    /// Tells itself so much later, unless its life is over by then.
    case remind(message: Int, number: Int, Int64)

    /// The kind that it names.
    var target: Int? {
      switch self {
      case .tell(let kind, _, _), .ask(let kind, _, _, _, _), .forward(let kind, _, _),
        .watch(let kind), .unwatch(let kind), .spawn(let kind, _, _):
        kind
      case .count, .wait, .fail, .stash, .unstash, .stop, .become, .remind: nil
      }
    }

    /// The message that it sends.
    var message: Int? {
      switch self {
      case .tell(_, let message, _), .ask(_, let message, _, _, _), .forward(_, let message, _),
        .spawn(_, let message, _), .remind(let message, _, _):
        message
      case .count, .wait, .fail, .stash, .unstash, .stop, .become, .watch, .unwatch: nil
      }
    }

    var takesTurns: Bool {
      switch self {
      case .ask, .forward, .wait: true
      case .count, .tell, .fail, .stash, .unstash, .stop, .become, .watch, .unwatch, .spawn,
        .remind:
        false
      }
    }
  }

  enum ScriptStep {
    case tell(Int, message: Int, value: Int)
    case ask(Int, message: Int, value: Int, timeout: Int64?)
    case advance(Int64)
    case stop(Int)
    case restart(Int)
    case crash(Int)
    /// Of the ask with this value, where all that it led to is at work.
    case cancel(Int)

    /// The kind that it names.
    var target: Int? {
      switch self {
      case .tell(let kind, _, _), .ask(let kind, _, _, _), .stop(let kind), .restart(let kind),
        .crash(let kind):
        kind
      case .advance, .cancel: nil
      }
    }

    /// The message that it sends.
    var message: Int? {
      switch self {
      case .tell(_, let message, _), .ask(_, let message, _, _): message
      case .stop, .restart, .crash, .advance, .cancel: nil
      }
    }
  }

  /// Whether anybody sends this message to actors of this kind.
  func isSent(_ message: Int, to kind: Int) -> Bool {
    let operations = kinds.enumerated().flatMap { number, kind in
      kind.reactions.joined().flatMap { $0?.operations ?? [] }.map { (number, $0) }
    }
    return operations.contains { ($1.target ?? $0) == kind && $1.message == message }
      || script.contains { $0.target == kind && $0.message == message }
  }

  /// Whether there is anything that makes an actor of this kind, or names it.
  func isNamed(_ kind: Int) -> Bool {
    if kinds[kind].provider == .instance || kinds[kind].parent != nil { return true }
    if kinds.contains(where: { $0.parent == kind }) { return true }
    let operations = kinds.flatMap { $0.reactions.joined().flatMap { $0?.operations ?? [] } }
    return operations.contains { $0.target == kind } || script.contains { $0.target == kind }
  }

  /// Whether an actor of this kind watches another one.
  func watches(_ kind: Int) -> Bool {
    kinds[kind].reactions.joined().contains { reaction in
      reaction?.operations.contains { if case .watch = $0 { true } else { false } } ?? false
    }
  }
}

/// What came of a program: to be the same whoever plays it.
struct ActorAccount {
  struct Entry: Equatable, CustomStringConvertible {
    let time: Int64
    let text: String

    var description: String { "\(time): \(text)" }
  }

  /// What the actors wrote down, and what nobody asked for.
  var log: [Entry] = []
  var reports: [Entry] = []
  /// Who was found to wait for each other, in that order.
  var deadlocks: [String] = []
  /// Behind each step: what the script's asks have come to, and what each actor alive has to do.
  var states: [Entry] = []
  /// From when on the two differ, since somebody who lives on gave up on a message that was queued.
  var end: Instant?
  /// The steps that cancelled nothing, since part of what was asked was still queued.
  var uncancelled: Set<Int> = []

  mutating func note(_ text: String, at time: Instant) {
    log.append(Entry(time: time.nanoseconds, text: text))
  }

  mutating func report(_ text: String, at time: Instant) {
    reports.append(Entry(time: time.nanoseconds, text: ActorAccount.plain(text)))
  }

  /// The first difference to another account, or nil.
  func difference(to other: ActorAccount, isOrdered: Bool) -> String? {
    func arranged(_ entries: [Entry]) -> [Entry] {
      let entries = entries.filter { end == nil || $0.time < end?.nanoseconds ?? 0 }
      return isOrdered ? entries : entries.sorted { ($0.time, $0.text) < ($1.time, $1.text) }
    }
    return Self.difference("log", arranged(log), arranged(other.log))
      ?? Self.difference("reports", arranged(reports), arranged(other.reports))
      ?? (end == nil ? Self.difference("deadlocks", deadlocks, other.deadlocks) : nil)
      ?? Self.difference("states", arranged(states), arranged(other.states))
  }

  private static func difference<Line: Equatable>(
    _ name: String, _ left: [Line], _ right: [Line]
  ) -> String? {
    for place in 0..<max(left.count, right.count) {
      let (one, two) = (
        place < left.count ? left[place] : nil, place < right.count ? right[place] : nil
      )
      if one != two {
        func words(_ line: Line?) -> String { line.map { "\($0)" } ?? "nothing" }
        return "\(name) \(place)\n  typed:    \(words(one))\n  scenario: \(words(two))"
      }
    }
    return nil
  }
}
