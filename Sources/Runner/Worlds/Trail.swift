import Scenarios
import Values

/// What happened in a world: the last of it, for the report of a failure, and where it is asked
/// for all of it, as a `RunLog`. What a report of a failure shows stays small however long a
/// scenario runs; a log that would grow beyond its limits ends there, and says so.
struct Trail {
  /// The most events that a report shows.
  static let shown = 24
  private static let kept = 512

  private var events: [TraceEvent] = []
  private var dropped = 0
  private var recorder: Recorder?

  /// With `isRecording` all of it is kept.
  init(isRecording: Bool = false) {
    if isRecording { recorder = Recorder() }
  }

  /// How many events there have been.
  var count: Int { dropped + events.count }

  mutating func add(_ event: TraceEvent) {
    if events.count >= Trail.kept * 2 {
      events.removeFirst(Trail.kept)
      dropped += Trail.kept
    }
    events.append(event.size > Trail.whole ? event.cut : event)
    if isRecording { recorder?.add(event) }
  }

  /// Values beyond so many bytes or so are kept by their beginning, which is all that is shown of
  /// them.
  private static let whole = 1_000

  /// The events from a position on, the first and the last of them where there are many.
  func since(_ position: Int) -> (events: [TraceEvent], omitted: Int) {
    let all = events.dropFirst(max(0, position - dropped))
    let lost = max(0, dropped - position)
    let shown = all.suffix(Trail.shown)
    return (Array(shown), lost + all.count - shown.count)
  }
}

// The whole log.
extension Trail {
  /// False also while it is paused, and when the log can take no more.
  var isRecording: Bool { recorder.map { !$0.isPaused && !$0.log.isCut } ?? false }

  var log: RunLog? { recorder?.log }

  /// What the log holds, in bytes or so.
  var bytes: Int { recorder?.bytes ?? 0 }

  /// Where an event began that others happen in; what `end` takes.
  typealias Mark = Int

  /// How deep the present event is in others.
  var mark: Mark { recorder?.open.count ?? 0 }

  /// The place of the last entry, as the cause of what it will set off.
  var lastEntry: Int? {
    recorder.flatMap { $0.log.entries.isEmpty ? nil : $0.log.entries.count - 1 }
  }

  /// Adds what only the log tells.
  mutating func record(_ event: @autoclosure () -> TraceEvent) {
    if isRecording { recorder?.add(event()) }
  }

  /// Adds an event that all others happen in until `end`.
  mutating func begin(_ event: TraceEvent) -> Mark {
    let mark = mark
    add(event)
    if isRecording { recorder?.enter() }
    return mark
  }

  /// The same of one that only the log tells.
  mutating func beginRecord(_ event: @autoclosure () -> TraceEvent) -> Mark {
    let mark = mark
    if isRecording {
      recorder?.add(event())
      recorder?.enter()
    }
    return mark
  }

  /// Keeps out of the log what is only looked at, such as by an outcome.
  mutating func setPaused(_ isPaused: Bool) { recorder?.isPaused = isPaused }

  /// Ends the event that began there, and all that began in it.
  mutating func end(_ mark: Mark) { recorder?.leave(to: mark) }

  /// From here on it is that turn, and that long after the world began.
  mutating func tell(turn: Int) { recorder?.turn = turn }
  mutating func tell(time: Duration) { recorder?.time = time }

  /// The entry that made the present turn ready.
  mutating func tell(cause: Int) { recorder?.setCause(cause) }
}

/// Writes a `RunLog`.
private struct Recorder {
  var log = RunLog()
  /// The entries that are under way, outermost first.
  var open: [Int] = []
  var turn = 0
  var time = Duration(nanoseconds: 0)
  var isPaused = false
  private var size = 0

  /// Small values take more than they are counted for.
  var bytes: Int { log.entries.count * 250 + size * 2 }

  mutating func add(_ event: TraceEvent) {
    if log.isCut { return }
    size += event.size
    guard log.entries.count < RunLog.mostEntries, size <= RunLog.mostBytes else {
      return log.cut()
    }
    log.add(RunLog.Entry(event, in: open.last, turn: turn, time: time))
  }

  mutating func enter() { open.append(max(0, log.entries.count - 1)) }

  mutating func leave(to mark: Int) { open.removeSubrange(min(mark, open.count)...) }

  /// The innermost turn of those under way gets the cause.
  mutating func setCause(_ cause: Int) {
    let turn = open.last { if case .turn = log.entries[$0].event { true } else { false } }
    if let turn, cause < turn { log.setCause(cause, of: turn) }
  }
}

extension TraceEvent {
  /// What it keeps of values and texts, in bytes or so.
  fileprivate var size: Int {
    switch self {
    case .changed(_, let old, let new): (old?.size ?? 0) + (new?.size ?? 0)
    case .derived(_, let old, let new), .readable(_, let old, let new),
      .reduced(_, let old, let new):
      (old?.size ?? 0) + new.size
    case .cutOff(_, let value), .unchanged(_, let value), .repeated(_, let value),
      .pulsed(_, let value), .starting(_, let value, _), .emitted(_, let value),
      .sent(_, _, _, let value), .mutated(_, _, let value), .state(_, let value),
      .replaced(_, _, _, let value), .presented(_, let value, _), .called(_, _, let value),
      .answered(_, let value), .rejected(_, let value), .messaged(_, _, _, let value, _),
      .began(_, let value), .spawned(_, _, let value), .restarted(_, let value):
      value.size
    case .round(_, _, let value): value?.size ?? 0
    case .reported(let text), .note(let text), .threw(let text), .failed(_, let text),
      .unreadable(_, let text):
      text.raw.utf8.count
    case .started, .step, .moved, .turn, .ran, .stopped, .caught, .dismissed, .cancelled,
      .crashed, .became, .stashed, .unstashed, .watched, .timed:
      0
    }
  }
}

extension TraceEvent {
  /// The same with large values cut to their beginning.
  fileprivate var cut: TraceEvent {
    switch self {
    case .changed(let path, let old, let new): .changed(path: path, old: old?.cut, new: new?.cut)
    case .readable(let name, let old, let value): .readable(name, old: old?.cut, value: value.cut)
    case .reduced(let path, let old, let new): .reduced(path: path, old: old?.cut, new: new.cut)
    case .derived(let name, let old, let value): .derived(name, old: old?.cut, value: value.cut)
    case .starting(let name, let value, let given): .starting(name, value.cut, given: given)
    case .unreadable(let name, let error): .unreadable(name, error: error.cut)
    case .cutOff(let path, let value): .cutOff(path: path, value: value.cut)
    case .unchanged(let path, let value): .unchanged(path: path, value: value.cut)
    case .repeated(let path, let value): .repeated(path: path, value: value.cut)
    case .pulsed(let path, let value): .pulsed(path: path, value: value.cut)
    case .emitted(let channel, let value): .emitted(channel: channel, value: value.cut)
    case .sent(let from, let to, let name, let value):
      .sent(from: from, to: to, case: name, value.cut)
    case .mutated(let name, let mutation, let value): .mutated(name, case: mutation, value.cut)
    case .state(let name, let value): .state(name, value.cut)
    case .replaced(let store, let action, let other, let value):
      .replaced(store, case: action, by: other, value.cut)
    case .presented(let store, let value, let isReplacing):
      .presented(store, value.cut, isReplacing: isReplacing)
    case .called(let from, let name, let value): .called(from: from, name, value.cut)
    case .answered(let name, let value): .answered(name, value.cut)
    case .rejected(let name, let value): .rejected(name, value.cut)
    case .messaged(let from, let to, let message, let value, let cause):
      .messaged(from: from, to: to, message: message, value.cut, cause: cause)
    case .began(let name, let value): .began(name, value.cut)
    case .spawned(let name, let maker, let value): .spawned(name, by: maker, value.cut)
    case .restarted(let name, let value): .restarted(name, value.cut)
    case .round(let number, let name, let value): .round(number, name: name, value?.cut)
    case .reported(let text): .reported(text.cut)
    case .note(let text): .note(text.cut)
    case .threw(let text): .threw(text.cut)
    case .failed(let name, let error): .failed(name, error: error.cut)
    case .started, .step, .moved, .turn, .ran, .stopped, .caught, .dismissed, .cancelled,
      .crashed, .became, .stashed, .unstashed, .watched, .timed:
      self
    }
  }
}

extension Untrusted {
  /// Its beginning, where it is long.
  fileprivate var cut: Untrusted {
    raw.utf8.count > Value.shown
      ? Untrusted(String(raw.unicodeScalars.prefix(Value.shown)) + " …") : self
  }
}

extension Value {
  /// Code points of a large value that a report may show.
  fileprivate static let shown = 400

  /// Its beginning as it is printed, where it is large.
  fileprivate var cut: Value {
    size > Value.shown ? .type(TypeName(beginning(Value.shown))) : self
  }

  fileprivate var size: Int {
    let measure = measure
    return measure.text + measure.elements * 24
  }
}
