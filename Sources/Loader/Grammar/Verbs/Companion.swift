/// What may stand in a step beside its verb.
enum Companion: String, CaseIterable, Sendable {
  case after, then, `else`, `do`, until, sync, timeout, `as`, note

  var holdsSteps: Bool {
    switch self {
    case .then, .else, .do: true
    case .after, .until, .sync, .timeout, .as, .note: false
    }
  }

  /// Whether it is a flag, which says by `false` what it says where it is left out.
  var isFlag: Bool {
    switch self {
    case .sync: true
    case .after, .then, .else, .do, .until, .timeout, .as, .note: false
    }
  }

  /// What it takes, where that is no list of steps.
  var takes: Schema {
    switch self {
    case .then, .else, .do: .value.called("a list of steps")
    case .after, .timeout: .duration
    case .until: .formula
    case .sync: .flag
    case .as: .local
    case .note: .text
    }
  }

  /// What it says, in a sentence, and an example.
  var text: (text: String, example: String?) {
    switch self {
    case .then: ("The steps where the condition holds.", "then: [{emit: {log: dear}}]")
    case .else:
      (
        "The steps where it does not hold, or where the answer is a failure (`error`).",
        "else: [{emit: {log: = error}}]"
      )
    case .do: ("The steps that are done again and again.", "do: [{emit: {clock: tick}}]")
    case .until: ("Ends the `every` once it is true.", "until: count == 3")
    case .sync:
      ("Whether the action is handled at once, in bodies, not in a turn of its own.", "sync: true")
    case .timeout:
      (
        "How long to wait for the answer, which is rejected when it has not come "
          + "by then. A method's steps end with that unless it is `detached`.", "timeout: 1s"
      )
    case .after:
      (
        "Does the event so much later, without waiting; `0s` is a turn of its own at "
          + "the same instant. It is handled in the turn of its timer, and formulas are evaluated "
          + "then. Such a step has no `replies` and no `fails`, and `as` is its timer.",
        "after: 300ms"
      )
    case .as:
      (
        "The name of the result for what follows: the answer, which in a script is a "
          + "promise, the reference, or the timer of an `every` and of a step with `after`.",
        "as: login"
      )
    case .note: ("A text for the log.", "note: the price falls")
    }
  }
}

/// What a verb gives that `as` can bind.
enum BoundResult: Sendable {
  /// What it asked for; in a script the promise of it.
  case answer
  /// The actor that it has made.
  case reference
  /// What it has to wait for.
  case timer
  case value
}

/// A companion as one verb has it.
struct CompanionUse: Sendable {
  typealias Place = StepPlace

  let key: Companion
  /// Whether the verb is nothing without it.
  var isNeeded = false
  /// What must stand there too.
  var needs: Companion?
  /// The companion that is often written where this one is meant.
  var confusedWith: Companion?
  /// What the name stands for, of `as`.
  var binds: BoundResult?
  /// Where its steps stand, if it holds some: where the verb does, unless they are done later.
  var inner: @Sendable (Place) -> Place = { $0 }

  static let then = CompanionUse(
    key: .then, isNeeded: true, confusedWith: .do, inner: ofAnEvent)
  static let otherwise = CompanionUse(key: .else, inner: ofAnEvent)
  static let body = CompanionUse(key: .do, isNeeded: true, confusedWith: .then, inner: ofAnEvent)
  /// What is done at each tick.
  static let ticks = CompanionUse(key: .do, isNeeded: true, confusedWith: .then) { place in
    place.isScript ? .within(.every) : place == .computation ? .tick : place
  }
  static let until = CompanionUse(key: .until)
  static let sync = CompanionUse(key: .sync)
  static let timeout = CompanionUse(key: .timeout)
  /// What is done where the answer is a rejection.
  static let rejected = CompanionUse(key: .else) { $0.isScript ? .within(.else) : $0 }
  /// The name of the timer, where there is one.
  static let timer = CompanionUse(key: .as, needs: .after, binds: .timer)
  static let after = CompanionUse(key: .after)
  static let note = CompanionUse(key: .note)

  static func binding(_ what: BoundResult) -> CompanionUse { CompanionUse(key: .as, binds: what) }

  /// The steps stand where the verb does; those of an event are no events themselves.
  private static let ofAnEvent: @Sendable (Place) -> Place = { place in
    place == .within(.events) ? .within(.batch) : place
  }
}
