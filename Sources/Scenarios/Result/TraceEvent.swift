public import Values

/// One thing that happened in a world, in the order of happening.
public enum TraceEvent: Sendable {
  /// The world starts: the first turn.
  case started
  /// A step of the script begins; the text is its verb and argument, and the span its place.
  case step(String, SourceSpan)
  /// A cell's value, or a property of it, was written and changed.
  case changed(path: String, old: Value?, new: Value?)
  /// A write that the cutoff held back.
  case cutOff(path: String, value: Value)
  case invalidated(String)
  /// A computation runs; the count is that of its runs so far, from 1.
  case ran(String, count: Int)
  /// A derived cell was evaluated; nil where it failed.
  case derived(String, value: Value?)
  case stopped(String)
  case emitted(channel: String, value: Value)
  case reported(String)
  case failed(String)
  case flushed
  /// An action was sent to a reactor, or dispatched to a store.
  case sent(String, case: String, Value)
  /// A reactor's body emitted a mutation.
  case mutated(String, case: String, Value)
  /// A service's method was called with the value.
  case called(String, Value)
  /// A call or a message was answered: the value, or the error.
  case answered(String, Value)
  /// Nobody wants its answer any more.
  case cancelled(String)
  /// A message was sent, at the handling of the message `cause`.
  case messaged(from: String, to: String, message: String, Value, cause: String?)
  /// An actor made another.
  case spawned(String, by: String)
  case restarted(String)
  /// A route of a store is put on show.
  case presented(String, String)
  /// The clock moved on.
  case moved(Timestamp)
  case note(String)
}
