/// What an actor is doing, in one cache line that owns nothing.
@usableFromInline
struct ActorCell: BitwiseCopyable {
  @usableFromInline
  struct Flags: OptionSet, BitwiseCopyable, Sendable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable static var alive: Flags { Flags(rawValue: 1) }
    /// `begin` or `receive` is being called.
    static let running = Flags(rawValue: 2)
    /// Something is at work that goes on after that call.
    static let busy = Flags(rawValue: 4)
    /// What is at work is `begin`.
    static let beginning = Flags(rawValue: 8)
    /// This life has not begun: it is new, or waits for its restart.
    static let unbegun = Flags(rawValue: 16)
    /// Something waits in its mailbox.
    static let mail = Flags(rawValue: 32)
    /// A turn that takes the next message is on its way.
    static let nextPosted = Flags(rawValue: 64)
    /// What was at work has been put aside.
    static let stashed = Flags(rawValue: 128)
    /// `finish` came inside the call.
    static let finished = Flags(rawValue: 256)
    /// A reaction called plainly has left something under way.
    static let unfinished = Flags(rawValue: 2048)
    /// Something was asked for inside the call, and waits for its end.
    static let deferred = Flags(rawValue: 512)
    /// `ended` is being called.
    static let ending = Flags(rawValue: 1024)

    /// Alive with nothing to do and nothing in the way: the fast path of a message looks at this alone.
    static let idle: Flags = .alive
    static let atWork: Flags = [.alive, .running]
    /// What keeps it from its next message.
    static let hindered: Flags = [.running, .busy, .unbegun, .ending]
  }

  @usableFromInline var flags: Flags
  /// Envelopes sent and not begun, in the scheduler and in the mailbox.
  @usableFromInline var queued: UInt32 = 0
  /// How many may be; 0 where it is not alive, so that whoever sends has one thing to ask.
  @usableFromInline var limit: UInt32
  /// The kind of the envelopes that go to the last reaction.
  var lastKind: UInt32 = 0
  /// The reaction called last, one of its `ActorSide`'s, which keeps it; so that a message like the one
  /// before finds all that it needs in this line.
  @usableFromInline var last = LentReaction()
  /// What is at work, where `running` or `busy` says that something is, as its turn has it.
  private var words: (UInt64, UInt64) = (0, 0)
  /// Gives the last reaction its messages: the one of their type. Nil where none is remembered.
  var lender: Address<LenderHolder>?

  init(flags: Flags, limit: UInt32) {
    self.flags = flags
    self.limit = limit
  }

  var envelope: Envelope {
    get { Envelope(words.0, words.1) }
    set { words = newValue.words }
  }

  /// It will receive nothing any more.
  mutating func die() {
    flags.remove(.alive)
    limit = 0
  }

  mutating func remember(_ reaction: Address<ReactionHolder>, _ kind: UInt32) {
    last = reaction.pointee.told.lent
    lender = reaction.pointee.lender
    lastKind = kind
  }

  mutating func forgetLast() { lender = nil }

  static let unlimited = UInt32.max
}

extension ActorCell: RemembersReaction {
  @usableFromInline static var placeOfLast: Int { MemoryLayout<ActorCell>.offset(of: \.last) ?? 0 }
}

/// What stands beside an actor's cell.
struct ActorSide: BitwiseCopyable {
  /// The host's, by the numbers of kinds; it keeps them as long as they stand here.
  var reactions = ReactionTable.Range()
  var mail = EnvelopeArena.Queue()
  var stash = EnvelopeArena.Queue()
  /// How many lives it had before.
  var life: UInt32 = 0
}

/// What is seldom asked of an actor.
struct ActorRecord {
  var mailbox = Mailbox()
  var supervision: Supervision?
  var restart = Supervision.Restart.transient
  var parent = ActorID.none
  var depth = 0
  /// Those alive, in order of start.
  var children: [ActorID] = []
  /// In the order in which they came.
  var watchers = OrderedSlots<ActorID>()
  /// Their numbers there.
  var watches: [ActorID: Int] = [:]
  /// When children failed, within the window; nanoseconds.
  var failures: [Int64] = []
  /// The turn in which it begins anew.
  var beginning = TimerID.none
  /// The tickets of the answers that it waits for, in order.
  var waits: [UInt64] = []
}
