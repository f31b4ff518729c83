import Scenarios
import Values

/// What happened in a world: the last of it, for the report of a failure, and where it is asked
/// for all of it, as a `RunLog`. What a report of a failure shows stays small however long a
/// scenario runs; a log that would grow beyond its limits ends there, and says so.
struct Trail {
  /// The most events that a report shows.
  static let shown = 24

  /// The last that were heard, in turn; the first of all stands first.
  private var events: [TraceEvent] = []
  /// How many events there have been, heard or not.
  private(set) var count = 0
  /// The number of the first that was heard; nil as long as nobody listens, and no event is made.
  private var firstHeard: Int?
  private var recorder: Recorder?

  /// With `isRecording` all of it is kept.
  init(isListening: Bool = true, isRecording: Bool = false) {
    if isListening || isRecording { firstHeard = 0 }
    if isRecording { recorder = Recorder() }
  }

  /// Listens from here on.
  mutating func listen() { firstHeard = firstHeard ?? count }

  @inline(__always)
  mutating func add(_ event: @autoclosure () -> TraceEvent) {
    if let firstHeard { hear(event(), count - firstHeard) }
    count += 1
  }

  /// Whether somebody listens.
  var isHeard: Bool { firstHeard != nil }

  /// Counts events that nobody hears.
  mutating func pass(_ count: Int = 1) { self.count += count }

  private mutating func hear(_ event: TraceEvent, _ number: Int) {
    let kept = event.size > Trail.whole ? event.cut : event
    if number < Trail.shown { events.append(kept) } else { events[number % Trail.shown] = kept }
    if isRecording { recorder?.add(event) }
  }

  /// Values beyond so many bytes or so are kept by their beginning, which is all that is shown of
  /// them.
  private static let whole = 1_000

  /// The last events from a position on, and how many there were before them.
  func since(_ position: Int) -> (events: [TraceEvent], omitted: Int) {
    let first = max(position, count - events.count)
    let heard = first - (firstHeard ?? first)
    let kept = (heard..<heard + count - first).map { events[$0 % Trail.shown] }
    return (kept, first - position)
  }

  /// Whether what is shown from a position on has been heard.
  func hasHeard(since position: Int) -> Bool {
    position == count || events.count == Trail.shown || firstHeard.map { $0 <= position } ?? false
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
  @inline(__always)
  mutating func begin(_ event: @autoclosure () -> TraceEvent) -> Mark {
    let mark = mark
    add(event())
    if isRecording { recorder?.enter() }
    return mark
  }

  /// The same of one that only the log tells; where there is none, what happens is told as before.
  mutating func beginRecord(_ event: @autoclosure () -> TraceEvent?) -> Mark {
    let mark = mark
    guard isRecording, let event = event() else { return mark }
    record(event)
    if isRecording { recorder?.enter() }
    return mark
  }

  /// Whether what happens is kept out of the log.
  var isPaused: Bool { recorder?.isPaused ?? false }

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
    let turn = open.last { log.entries[$0].event.kind == .turn }
    if let turn, cause < turn { log.setCause(cause, of: turn) }
  }
}

extension TraceEvent {
  /// What it keeps of values and texts, in bytes or so.
  fileprivate var size: Int {
    (old?.size ?? 0) + (value?.size ?? 0) + (text?.raw.utf8.count ?? 0)
  }

  /// The same with large values and texts cut to their beginning.
  fileprivate var cut: TraceEvent {
    TraceEvent(
      kind, subject?.raw, to: other?.raw, name: name?.raw, old: old?.cut, value?.cut,
      text: text?.cut, count: count, cause: cause?.raw, isReplacing: isReplacing, at: place,
      in: step)
  }
}

extension Untrusted {
  /// Its beginning, where it is long.
  fileprivate var cut: String {
    raw.utf8.count > Value.shown ? String(raw.unicodeScalars.prefix(Value.shown)) + " …" : raw
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
