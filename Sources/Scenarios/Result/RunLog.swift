public import Values

/// All that happened in one scenario, in the order of happening, as a tree: steps hold the turns
/// that they made ready, turns what was done in them.
///
/// Invariants: an entry stands behind the one that it happened in, and behind its cause; steps,
/// the start and what stands beside them happened in nothing.
public struct RunLog: Sendable {
  public struct Entry: Sendable {
    public var event: TraceEvent
    // A log has many entries: numbers that are small take half a word.
    private var parentNumber: Int32
    private var causeNumber: Int32
    private var turnNumber: UInt32
    /// Virtual time since the world began.
    public var time: Duration

    /// The place of the entry that it happened in; nil for steps that stand in no other.
    public var parent: Int? { parentNumber < 0 ? nil : Int(parentNumber) }
    /// Of a turn: the entry that made it ready, such as a message; nil where that is not known.
    public var cause: Int? { causeNumber < 0 ? nil : Int(causeNumber) }
    /// Turns before it, the start being turn 0.
    public var turn: Int { Int(turnNumber) }

    public init(
      _ event: TraceEvent, in parent: Int?, cause: Int? = nil, turn: Int, time: Duration
    ) {
      self.event = event
      parentNumber = Int32(parent ?? -1)
      causeNumber = Int32(cause ?? -1)
      turnNumber = UInt32(clamping: turn)
      self.time = time
    }

    fileprivate mutating func setCause(_ cause: Int) { causeNumber = Int32(cause) }
  }

  /// No log holds more events, or more bytes or so of values.
  public static let mostEntries = 100_000
  public static let mostBytes = 16 << 20

  public private(set) var entries = Entries()
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
    entries.setCause(cause, of: entry)
  }

  /// The entries, in pieces of one size: adding one copies none of the others.
  public struct Entries: Sendable, RandomAccessCollection {
    private static let piece = 256

    private var pieces: [[Entry]] = []
    public private(set) var count = 0

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(position: Int) -> Entry {
      pieces[position / Entries.piece][position % Entries.piece]
    }

    fileprivate mutating func append(_ entry: Entry) {
      if count % Entries.piece == 0 {
        var piece: [Entry] = []
        piece.reserveCapacity(Entries.piece)
        pieces.append(piece)
      }
      pieces[pieces.count - 1].append(entry)
      count += 1
    }

    fileprivate mutating func setCause(_ cause: Int, of entry: Int) {
      pieces[entry / Entries.piece][entry % Entries.piece].setCause(cause)
    }
  }
}
