import Scenarios
import Values

/// How people are told of a kind of event.
struct EventWording {
  /// What its line in a log is about.
  let kind: LogLine.Subject
  /// In a log, and in the record of the event.
  let log: Sentence
  /// In the story of a failure; nil where only a whole log tells of it.
  let story: Sentence?
  /// Whether a log leaves it to other events to tell the same.
  let isToldByOthers: Bool

  fileprivate init(
    _ kind: LogLine.Subject, _ log: Sentence, story: Sentence? = nil, isToldByOthers: Bool = false
  ) {
    self.kind = kind
    self.log = log
    self.story = story
    self.isToldByOthers = isToldByOthers
  }

  /// The same words in both.
  fileprivate static func both(_ kind: LogLine.Subject, _ words: Sentence) -> EventWording {
    EventWording(kind, words, story: words)
  }
}

extension TraceEvent {
  var wording: EventWording { Happening.wordings[kind] ?? kind.newWording }

  /// The value, where there is one and it is not null.
  var payload: Value? {
    if case .null? = value { nil } else { value }
  }

  /// Whether it is a step that only looks.
  var isCheck: Bool {
    kind == .step && ["expect", "exactly", "assert"].contains { name?.raw == $0 }
  }
}

extension TraceEvent.Happening {
  fileprivate static let wordings = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.newWording) })

  /// The table of all that is said of events.
  fileprivate var newWording: EventWording {
    switch self {
    case .start: .both(.step, "start")
    case .step: .both(.step, "\(.step)")
    case .round: .init(.note, "round \(.count)\(.binding)")
    case .thread: .init(.note, "script \(.count)")
    case .moved: .both(.time, "at \(.length)")
    case .turn: .init(.turn, "turn: \(.subject)")
    case .ran: .init(.run, "\(.subject) runs", story: "\(.subject) runs (\(.count))")
    case .starting: .init(.change, "\(.subject)\(.given): is \(.value)")
    case .readable: .init(.change, "lazy \(.subject)\(.outcome)")
    case .unreadable: .init(.trouble, "lazy \(.subject) fails: \(.text)")
    case .changed: .init(.change, "\(.subject)\(.change)", story: "\(.subject) \(.change)")
    case .cutOff:
      .init(
        .unchanged, "\(.subject): \(.value) held back",
        story: "\(.subject) \(.value) held back by the cutoff")
    case .unchanged: .init(.unchanged, "\(.subject): stays \(.value)")
    case .repeated:
      .init(.change, "\(.subject): \(.value) again", story: "\(.subject) = \(.value) again")
    case .pulsed: .init(.change, "\(.subject): pulses \(.value)")
    case .derived: .init(.change, "\(.subject)\(.outcome)", story: "\(.subject) = \(.value)")
    case .stopped: .init(.life, "\(.subject) stops", story: "\(.subject) stopped")
    case .emitted: .both(.emission, "\(.subject) emits \(.value)")
    case .reported: .both(.trouble, "reported: \(.text)")
    case .failed: .init(.trouble, "\(.subject) fails: \(.text)", story: "\(.subject) fails")
    case .stepFailed: .init(.trouble, "fails: \(.text)")
    case .sent:
      .init(
        .message, "\(.subject) -> \(.other): \(.name)\(.payload)",
        story: "\(.other) receives \(.name)\(.payload)")
    case .passedOver: .both(.unchanged, "\(.subject) passes over \(.name)\(.payload)")
    case .mutated:
      .init(
        .message, "\(.subject) mutation: \(.name)\(.payload)",
        story: "\(.subject) mutation \(.name)\(.payload)")
    case .reduced: .init(.change, "reduced \(.subject)\(.outcome)")
    case .state: .init(.emission, "\(.subject) emits the state \(.value)", isToldByOthers: true)
    case .streamEnded: .both(.life, "the \(.name) of \(.subject) have ended")
    case .replaced: .init(.message, "\(.subject): \(.name) becomes \(.other)\(.payload)")
    case .caught: .init(.message, "\(.subject): \(.name) is caught")
    case .presented:
      .init(
        .change, "\(.subject) \(.presents) \(.route)", story: "\(.subject) presents \(.route)")
    case .dismissed: .init(.change, "\(.subject) dismisses down to \(.count)")
    case .called:
      .init(
        .message, "\(.subject) calls \(.other)\(.payload)", story: "\(.other) called\(.payload)")
    case .answered: .both(.answer, "\(.subject) answers \(.value)")
    case .rejected: .both(.trouble, "\(.subject) is rejected with \(.value)")
    case .cancelled:
      .init(
        .life, "\(.subject) is cancelled\(.payload)", story: "\(.subject) cancelled\(.payload)")
    case .told:
      .init(
        .message, "\(.subject) -> \(.other): \(.name)\(.payload)",
        story: "\(.subject) -> \(.other): \(.name)\(.payload)\(.cause)")
    case .began: .init(.life, "\(.subject) begins\(.state)")
    case .spawned:
      .init(.life, "\(.subject) spawns \(.other)\(.payload)", story: "\(.subject) spawns \(.other)")
    case .restarted: .init(.life, "\(.subject) restarts\(.state)", story: "\(.subject) restarts")
    case .crashed: .init(.trouble, "\(.subject) crashes")
    case .resumed: .init(.life, "\(.subject) resumes")
    case .became: .init(.life, "\(.subject) becomes \(.name)")
    case .stashed: .init(.life, "\(.subject) stashes \(.name)")
    case .unstashed: .init(.life, "\(.subject) unstashes")
    case .watched: .init(.life, "\(.subject) watches \(.other)")
    case .timed: .init(.timer, "timer: \(.subject) in \(.length)")
    case .note: .both(.note, "note: \(.text)")
    }
  }
}
