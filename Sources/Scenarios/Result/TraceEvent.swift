public import Values

/// One thing that happened in a world, in the order of happening.
///
/// Names and words are the file's own, and so `Untrusted`.
public enum TraceEvent: Sendable {
  // What other events happen in: in a `RunLog` these have children.
  /// The world starts: the first turn.
  case started
  /// A step of the script begins; the text is its verb and argument, and the span its place. The
  /// second span is the verb with its argument alone.
  case step(String, SourceSpan, event: SourceSpan)
  /// A pass of `for` or `repeat`; with the name that is bound and its value.
  case round(Int, name: Untrusted?, Value?)
  /// The clock moved on, to so long after the world began.
  case moved(Duration)
  /// A turn that the step or another turn made ready: what it is about.
  case turn(Untrusted)
  /// A computation runs; the count is that of its runs so far, from 1.
  case ran(Untrusted, count: Int)

  // What there is to be read.
  /// What a part begins with. `given` are the properties that the scenario has given, an empty one
  /// for the whole.
  case starting(Untrusted, Value, given: [Untrusted])
  /// What a reader would now get of what is worked out when it is read, where that differs from what
  /// was told last. The old value is nil where none was.
  case readable(Untrusted, old: Value?, value: Value)
  /// The same where it cannot be worked out.
  case unreadable(Untrusted, error: Untrusted)

  // Cells.
  /// A cell's value, or a property of it, was written and changed.
  case changed(path: Untrusted, old: Value?, new: Value?)
  /// A write, or a derived cell's evaluation, that the cutoff held back.
  case cutOff(path: Untrusted, value: Value)
  /// What was written is what stood there.
  case unchanged(path: Untrusted, value: Value)
  /// The same, and its cutoff let it through: who reads it runs again.
  case repeated(path: Untrusted, value: Value)
  /// The same of a pulse, which counts as changed whenever it is assigned.
  case pulsed(path: Untrusted, value: Value)
  /// A derived cell was evaluated. The old value is nil where there was none.
  case derived(Untrusted, old: Value?, value: Value)

  // Computations.
  case stopped(Untrusted)
  case emitted(channel: Untrusted, value: Value)
  case reported(Untrusted)
  /// A computation or a derived cell failed.
  case failed(Untrusted, error: Untrusted)
  /// A step of the script failed, as is to be expected of it.
  case threw(Untrusted)

  // Reactors and stores.
  /// An action was sent to a reactor, or dispatched to a store.
  case sent(from: Untrusted, to: Untrusted, case: Untrusted, Value)
  /// A reactor's body emitted a mutation.
  case mutated(Untrusted, case: Untrusted, Value)
  /// A mutation made a state, or a property of it, which `transform.state` has still to let through.
  case reduced(path: Untrusted, old: Value?, new: Value)
  /// A reactor emitted a state.
  case state(Untrusted, Value)
  /// A middleware put another action in the place of one.
  case replaced(Untrusted, case: Untrusted, by: Untrusted, Value)
  /// A middleware caught an action.
  case caught(Untrusted, case: Untrusted)
  /// A route of a store is put on show, on top or in the place of the top: a record of `route`,
  /// `args`, `screen` and `modal`.
  case presented(Untrusted, Value, isReplacing: Bool)
  /// Routes of a store were taken from the show; so many are left.
  case dismissed(Untrusted, left: Int)

  // Services and promises.
  /// A service's method was called with the value.
  case called(from: Untrusted, Untrusted, Value)
  /// A call or a message was answered.
  case answered(Untrusted, Value)
  /// A call or a message was answered by an error.
  case rejected(Untrusted, Value)
  /// Nobody wants its answer any more.
  case cancelled(Untrusted)

  // Actors.
  /// A message was sent, at the handling of the message `cause`.
  case messaged(
    from: Untrusted, to: Untrusted, message: Untrusted, Value, cause: Untrusted?)
  /// An actor began its life, with that state.
  case began(Untrusted, Value)
  /// An actor made another, with those arguments.
  case spawned(Untrusted, by: Untrusted, Value)
  /// An actor begins anew, with that state.
  case restarted(Untrusted, Value)
  case crashed(Untrusted)
  case became(Untrusted, Untrusted)
  /// The message at work was put aside.
  case stashed(Untrusted, Untrusted)
  /// What was put aside is back in the mailbox.
  case unstashed(Untrusted)
  case watched(Untrusted, by: Untrusted)

  // Time, and notes.
  /// A timer was set, and what it is for.
  case timed(Untrusted, Duration)
  case note(Untrusted)
}

extension TraceEvent {
  /// The kinds of events, each by the word that reports for machines have for it.
  public enum Kind: String, CaseIterable, Sendable {
    case started = "start"
    case step, round, moved, turn, ran
    case starting, readable, unreadable
    case changed
    case cutOff = "cut-off"
    case unchanged, repeated, pulsed, derived
    case stopped, emitted, reported, failed
    case threw = "step-failed"
    case sent, mutated, reduced, state, replaced, caught, presented, dismissed
    case called, answered, rejected, cancelled
    case messaged = "told"
    case began, spawned, restarted, crashed, became, stashed, unstashed, watched
    case timed, note
  }

  public var kind: Kind {
    switch self {
    case .started: .started
    case .step: .step
    case .round: .round
    case .moved: .moved
    case .turn: .turn
    case .ran: .ran
    case .starting: .starting
    case .readable: .readable
    case .unreadable: .unreadable
    case .changed: .changed
    case .cutOff: .cutOff
    case .unchanged: .unchanged
    case .repeated: .repeated
    case .pulsed: .pulsed
    case .derived: .derived
    case .stopped: .stopped
    case .emitted: .emitted
    case .reported: .reported
    case .failed: .failed
    case .threw: .threw
    case .sent: .sent
    case .mutated: .mutated
    case .reduced: .reduced
    case .state: .state
    case .replaced: .replaced
    case .caught: .caught
    case .presented: .presented
    case .dismissed: .dismissed
    case .called: .called
    case .answered: .answered
    case .rejected: .rejected
    case .cancelled: .cancelled
    case .messaged: .messaged
    case .began: .began
    case .spawned: .spawned
    case .restarted: .restarted
    case .crashed: .crashed
    case .became: .became
    case .stashed: .stashed
    case .unstashed: .unstashed
    case .watched: .watched
    case .timed: .timed
    case .note: .note
    }
  }
}
