public import Values

/// One thing that happened in a world, in the order of happening.
///
/// All kinds have one shape, so that what is done with every event, such as keeping, cutting or
/// recording it, knows no kinds. Names and words are the file's own, and so `Untrusted`.
///
/// An event is made for all that happens, looked at by few, and changed by none: as a struct of so
/// many parts it would be copied part by part from hand to hand.
public final class TraceEvent: Sendable {
  public let kind: Happening
  /// Whom or what it is about; nil where it is about the whole world, or is but a text.
  public let subject: Untrusted?
  /// Whom it goes to, or what comes out of it.
  public let other: Untrusted?
  /// An action, a mutation, a message, a route, a behaviour, a local, the verb of a step. Of a
  /// starting value the properties that the scenario has given, an empty one for all of it.
  public let name: Untrusted?
  /// What was there before; nil where nothing was.
  public let old: Value?
  public let value: Value?
  /// The text of an error, a report or a note.
  public let text: Untrusted?
  /// Of a run, a round or a script of an `interleave`, from 1; of the routes that are left.
  public let count: Int?
  /// The message at whose handling another was sent.
  public let cause: Untrusted?
  /// Whether a route takes the place of the top, rather than standing on it.
  public let isReplacing: Bool
  /// Of a step its verb with the argument.
  public let place: SourceSpan?
  /// The whole step.
  public let step: SourceSpan?

  public init(
    _ kind: Happening, _ subject: String? = nil, to other: String? = nil, name: String? = nil,
    old: Value? = nil, _ value: Value? = nil, text: String? = nil, count: Int? = nil,
    cause: String? = nil, isReplacing: Bool = false, at place: SourceSpan? = nil,
    in step: SourceSpan? = nil
  ) {
    self.kind = kind
    self.subject = subject.map { Untrusted($0) }
    self.other = other.map { Untrusted($0) }
    self.name = name.map { Untrusted($0) }
    self.old = old
    self.value = value
    self.text = text.map { Untrusted($0) }
    self.count = count
    self.cause = cause.map { Untrusted($0) }
    self.isReplacing = isReplacing
    self.place = place
    self.step = step
  }
}

extension TraceEvent {
  /// The kinds of events, each by the word that reports for machines have for it. What people are
  /// told of each stands in the table of `Reports/Events`.
  public enum Happening: String, CaseIterable, Sendable {
    // What other events happen in: in a `RunLog` these have children.
    /// The world starts: the first turn.
    case start
    /// A step of the script begins.
    case step
    /// A pass of `for` or `repeat`; with the name that is bound and its value.
    case round
    /// A script of an `interleave`, by its number from 1.
    case thread
    /// The clock moved on, to so long after the world began.
    case moved
    /// A turn that the step or another turn made ready: what it is about.
    case turn
    /// A computation runs; the count is that of its runs so far.
    case ran

    // What there is to be read.
    /// What a part begins with.
    case starting
    /// What a reader would now get of what is worked out when it is read, where that differs from
    /// what was told last.
    case readable
    /// The same where it cannot be worked out.
    case unreadable

    // Cells.
    /// A cell's value, or a property of it, was written and changed.
    case changed
    /// A write, or a derived cell's evaluation, that the cutoff held back.
    case cutOff = "cut-off"
    /// What was written is what stood there.
    case unchanged
    /// The same, and its cutoff let it through: who reads it runs again.
    case repeated
    /// The same of a pulse, which counts as changed whenever it is assigned.
    case pulsed
    /// A derived cell was evaluated.
    case derived

    // Computations.
    case stopped, emitted, reported
    /// A computation or a derived cell failed.
    case failed
    /// A step of the script failed, as is to be expected of it.
    case stepFailed = "step-failed"

    // Reactors and stores.
    /// An action was sent to a reactor, or dispatched to a store.
    case sent
    /// An action of which nothing comes, since an earlier one of its name is still at work, or since the
    /// actions have ended.
    case passedOver = "passed-over"
    /// A reactor's body emitted a mutation.
    case mutated
    /// A mutation made a state, or a property of it, which `transform.state` has still to let
    /// through.
    case reduced
    /// A reactor emitted a state.
    case state
    /// The actions, mutations or states of a reactor have ended.
    case streamEnded = "stream-ended"
    /// A middleware put another action in the place of one.
    case replaced
    /// A middleware caught an action.
    case caught
    /// A route of a store is put on show: a record of `route`, `args`, `screen` and `modal`.
    case presented
    /// Routes of a store were taken from the show.
    case dismissed

    // Services and promises.
    /// A service's method was called with the value.
    case called
    /// A call or a message was answered.
    case answered
    /// A call or a message was answered by an error.
    case rejected
    /// Nobody wants its answer any more.
    case cancelled

    // Actors.
    /// A message was sent.
    case told
    /// An actor began its life, with that state.
    case began
    /// An actor made another, with those arguments.
    case spawned
    /// An actor begins anew, with that state.
    case restarted
    case crashed
    /// An actor that crashed goes on with the state that it has.
    case resumed
    case became
    /// The message at work was put aside.
    case stashed
    /// What was put aside is back in the mailbox.
    case unstashed
    case watched

    // Time, and notes.
    /// A timer was set: what it is for, and how long it takes.
    case timed
    case note
  }
}
