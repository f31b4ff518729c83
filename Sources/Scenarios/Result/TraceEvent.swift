public import Values

/// One thing that happened in a world, in the order of happening.
public enum TraceEvent: Sendable {
  // What other events happen in: in a `RunLog` these have children.
  /// The world starts: the first turn.
  case started
  /// A step of the script begins; the text is its verb and argument, and the span its place. The
  /// second span is the verb with its argument alone.
  case step(String, SourceSpan, event: SourceSpan)
  /// A pass of `for` or `repeat`; with the name that is bound and its value.
  case round(Int, name: String?, Value?)
  /// The clock moved on.
  case moved(Timestamp)
  /// A turn that the step or another turn made ready: what it is about.
  case turn(String)
  /// A computation runs; the count is that of its runs so far, from 1.
  case ran(String, count: Int)

  // Cells.
  /// A cell's value, or a property of it, was written and changed.
  case changed(path: String, old: Value?, new: Value?)
  /// A write, or a derived cell's evaluation, that the cutoff held back.
  case cutOff(path: String, value: Value)
  /// What was written is what stood there.
  case unchanged(path: String, value: Value)
  /// A derived cell was evaluated; nil where it failed. The old value is nil where there was none.
  case derived(String, old: Value?, value: Value?)

  // Computations.
  case stopped(String)
  case emitted(channel: String, value: Value)
  case reported(String)
  case failed(String)

  // Reactors and stores.
  /// An action was sent to a reactor, or dispatched to a store.
  case sent(from: String, to: String, case: String, Value)
  /// A reactor's body emitted a mutation.
  case mutated(String, case: String, Value)
  /// A reactor emitted a state.
  case state(String, Value)
  /// A middleware put another action in the place of one, or caught it.
  case replaced(String, case: String, by: String?, Value)
  /// A route of a store is put on show.
  case presented(String, String)
  /// Routes of a store were taken from the show; so many are left.
  case dismissed(String, left: Int)

  // Services and promises.
  /// A service's method was called with the value.
  case called(from: String, String, Value)
  /// A call or a message was answered.
  case answered(String, Value)
  /// A call or a message was answered by an error.
  case rejected(String, Value)
  /// Nobody wants its answer any more.
  case cancelled(String)

  // Actors.
  /// A message was sent, at the handling of the message `cause`.
  case messaged(from: String, to: String, message: String, Value, cause: String?)
  /// An actor began its life.
  case began(String)
  /// An actor made another.
  case spawned(String, by: String)
  case restarted(String)
  case crashed(String)
  case became(String, String)
  /// The message at work was put aside.
  case stashed(String, String)
  /// What was put aside is back in the mailbox.
  case unstashed(String)
  case watched(String, by: String)

  // Time, and notes.
  /// A timer was set, and what it is for.
  case timed(String, Duration)
  case note(String)
}
