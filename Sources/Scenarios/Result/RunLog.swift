public import Values

/// All that happened in one scenario, in the order of happening, as a tree: steps hold the turns
/// that they made ready, turns what was done in them.
///
/// Invariants: an entry stands behind the one that it happened in, and behind its cause; steps,
/// the start and what stands beside them happened in nothing.
public struct RunLog: Sendable {
  public struct Entry: Sendable {
    public var event: TraceEvent
    /// The place of the entry that it happened in; nil for steps that stand in no other.
    public var parent: Int?
    /// Of a turn: the entry that made it ready, such as a message; nil where that is not known.
    public var cause: Int?
    /// Turns before it, the start being turn 0.
    public var turn: Int
    /// Virtual time since the world began.
    public var time: Duration

    public init(
      _ event: TraceEvent, in parent: Int?, cause: Int? = nil, turn: Int, time: Duration
    ) {
      self.event = event
      self.parent = parent
      self.cause = cause
      self.turn = turn
      self.time = time
    }
  }

  /// No log holds more events, or more bytes or so of values.
  public static let mostEntries = 100_000
  public static let mostBytes = 16 << 20

  public private(set) var entries: [Entry] = []
  /// Whether more happened than a log holds, and the rest is missing.
  public private(set) var isCut = false

  public init() {}

  /// Leaves out what else happens.
  public mutating func cut() { isCut = true }

  public mutating func add(_ entry: Entry) {
    precondition(entry.parent ?? -1 < entries.count && entry.cause ?? -1 < entries.count)
    entries.append(entry)
  }

  /// Says what made a turn ready, where that comes out only in the turn.
  public mutating func setCause(_ cause: Int, of entry: Int) {
    precondition(cause < entry, "\(cause) is no cause of \(entry)")
    entries[entry].cause = cause
  }
}
