/// What may stand in a step beside its verb.
enum Companion: String, CaseIterable, Sendable {
  case after, then, `else`, `do`, until, sync, timeout, `as`, note

  var word: Word {
    switch self {
    case .after: .after
    case .then: .then
    case .else: .else
    case .do: .do
    case .until: .until
    case .sync: .sync
    case .timeout: .timeout
    case .as: .as
    case .note: .note
    }
  }

  var holdsSteps: Bool {
    switch self {
    case .then, .else, .do: true
    case .after, .until, .sync, .timeout, .as, .note: false
    }
  }

  /// What it takes, where that is no list of steps.
  var takes: Schema {
    switch self {
    case .then, .else, .do: .value
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
    case .then: ("The steps where the condition holds.", nil)
    case .else:
      ("The steps where it does not hold, or where the answer is a failure (`error`).", nil)
    case .do: ("The steps that are done again and again.", nil)
    case .until: ("Ends the `every` once it is true.", "until: count == 3")
    case .sync: ("Whether the action is handled at once, not in a turn of its own.", nil)
    case .timeout: ("How long to wait for the answer.", "timeout: 1s")
    case .after: ("Does the event so much later, without waiting.", "after: 300ms")
    case .as: ("The name of the result for what follows.", "as: login")
    case .note: ("A text for the log.", nil)
    }
  }
}
