import Values

/// All that a graph is made of. Only `Kernel` touches it, through a pointer and one field at a
/// time, because bodies re-enter: an access must never span a call into one.
@usableFromInline
struct KernelState: ~Copyable {
  // Node 0 and link 0 belong to nobody.
  @usableFromInline var nodes = Arena<Node>(capacity: 16)
  @usableFromInline var links = Arena<Link>(capacity: 32)
  var freeNode: UInt32 = 0
  var freeLink: UInt32 = 0
  var sides: [Side] = [Side()]
  var freeSides: [UInt32] = []
  /// By node, what hooks there are on its being observed; nil where there are none. Beside `Side`, of
  /// which copies are made.
  var observations: [UInt32: Observation]?
  /// By node, its kept readers; as long as there are nodes that have or had some.
  var kept = Arena<KeptReaders>(capacity: 0)
  /// Counts how often a kept node has been marked no longer.
  var clearings: UInt64 = 1
  /// Kept nodes to be let go when the telling under way is over.
  var unread = Stack<UInt32>(capacity: 2)

  /// How many nodes there are, those that are free and nobody's among them.
  var nodeCount: UInt32 { UInt32(truncatingIfNeeded: nodes.count) }

  /// The same of links.
  var linkCount: UInt32 { UInt32(truncatingIfNeeded: links.count) }

  // The run whose reads are tracked. What a run saves of it does not stand side by side: loading it
  // in one go would have to wait for the separate stores before.
  /// Its node; 0 where nothing is tracked.
  @usableFromInline var observer: UInt32 = 0
  /// Every live derived node of a lower rank is up to date, or dirty or suspect and known to be read
  /// by none but such as will run again.
  @usableFromInline var settled: UInt32 = .max
  /// The link that the next read is expected to confirm; 0 past the last and where nothing is
  /// tracked.
  @usableFromInline var cursor: UInt32 = 0
  /// The last run that was begun; runs are numbered.
  var lastStamp: UInt32 = 0
  /// The last link confirmed; 0 where none is.
  @usableFromInline var tail: UInt32 = 0
  /// The node that the flush itself runs, be it that the run is over. It has no frame.
  var outermost: UInt32 = 0
  @usableFromInline var stamp: UInt32 = 0
  /// Behind this run, runs are noted for a report, and may come to the limit of the flush.
  var lastUnnoted: UInt32 = .max - 1
  /// The last run that the flush may take.
  var lastTurn: UInt32 = .max
  var deferred: UInt32 = 0
  /// Whether the settling under way has found nodes to be suspect.
  var hasSuspected = false
  /// What runs without being marked as running, and has done nothing yet but to look at what is up to date: no
  /// node has been made, written, stopped, or evaluated since.
  var replaying = UnmarkedRun.nothing
  /// Counts changes of what formulas are, and of what those read that are emitted.
  var formulaChanges: UInt64 = 1
  /// What a copy adds stands at its place.
  let zero = Box(Value.int(0))
  /// The record that was swept last, and the cell whose change has begun it; 0 where there is none
  /// (`Kernel+Sweeping.swift`).
  var swept: Address<Trace>
  var sweptCell: UInt32 = 0
  /// The entry of a record that is gone through (`Kernel+Replaying.swift`).
  var replayed: Address<Trace.Entry>
  /// Where that record ends.
  var recordEnd: Address<Trace.Entry>
  /// The chain that is gone through: an entry, and the last one behind it.
  var chain: (first: Address<Trace.Entry>, last: Address<Trace.Entry>)
  /// Whether the runs of what has been replayed of it behind the first one are still to be counted.
  var isUncounted = false
  /// Counts changes of who depends on whom, and of ranks.
  var topology: UInt64 = 0
  /// Counts changes of cells.
  @usableFromInline var revision: UInt64 = 1
  /// Whether a write has ever brought an earlier version back: then being dirty alone does not show
  /// that something has changed.
  var hasReturned = false
  var lastComputation: UInt64 = 0
  var frames = Stack<Frame>(capacity: 8)

  // The ranks of derived nodes.
  var lastRank: UInt32 = 0
  /// Up to here ranks stay what they are.
  var lastReserved: UInt32 = 0
  /// The node of each rank; one that has been raised stands at those that it had, too. 0 at one that is
  /// reserved, and at rank 0, which is nobody's.
  var ranked = Arena<UInt32>(capacity: 16)
  /// How many ranks may be given up before all are renumbered, however few nodes there are.
  var spareRanks = 4096

  // What is to be done.
  var dirty = RankQueue()
  var pending = PendingQueue()
  /// Nodes marked `fragile`, some perhaps no longer, or twice, until the next change.
  var fragile = Stack<UInt32>(capacity: 2)
  var afterFlush: [Handler] = []
  var afterFlushHead = 0
  /// How many handlers have been called without anything to do between, and how many may be.
  var calledInRow: UInt32 = 0
  var mostInRow = UInt32.max
  /// How many handlers wait; beside the array, so that asking takes one load.
  var afterFlushCount = 0

  /// Whether a flush would find something to do.
  @inline(__always)
  var needsFlush: Bool {
    pending.count | afterFlushCount != 0 || !dirty.isEmpty
  }

  /// By node, how derived nodes are worked out without their rules (`Kernel+Formulas.swift`); as far as there are
  /// such.
  var formulas = Arena<KeptFormula>(capacity: 0)
  /// What stands at its place is nothing.
  let none = Box(Value.null)
  @usableFromInline var meter = Meter()
  /// What computations have emitted that the graph works out, or their host has put among that.
  var emitted = Stack<EmittedScalar>(capacity: 1)
  /// The texts among that.
  var emittedTexts: [EmittedText] = []
  /// What settlings have evaluated that are likely to be done again (`Kernel+Replaying.swift`).
  var traces = Arena<Trace>(capacity: 0)
  /// How many settlings there have been before that.
  var settlings: UInt32 = 0
  /// Where there is no entry.
  private let noEntry = Stack<Trace.Entry>(capacity: 1)
  /// Which of them the settling under way is recorded for; less than 0 where it is not.
  var recording = -1
  /// The nodes that it has evaluated, or left to others.
  var recorded = Stack<Trace.Recorded>(capacity: 2)

  // Work space, used as stacks by whatever is under way.
  var walk = Stack<Walk>(capacity: 8)
  var readers = Stack<Reader>(capacity: 8)
  /// The number of the simple computation that was queued last by what is under way.
  var lastQueued: UInt64 = 0
  /// Whether these are not in order of creation.
  var isUnsorted = false
  /// Computations to invalidate when the read under way is over: their handlers must not run in the
  /// middle of it, where the values they read are being made.
  var postponed = Stack<Reader>(capacity: 4)
  /// Computations that a settling has found out of date, to invalidate when it ends.
  var found = Stack<Reader>(capacity: 4)

  /// Simple computations of which each takes what a replay has found changed, in order of creation. They are to run
  /// next, and are not queued as long as nobody could see that.
  var told = Stack<UInt32>(capacity: 8)
  /// How many of these have begun to run.
  var toldBegun = 0

  var isFlushing = false
  var isClosed = false
  /// How many handlers and cutoffs are being called.
  var calls = 0
  @usableFromInline var batches = 0
  var depthLimit = 1000
  var turns: [UInt32] = []
  var onError: ((any Error, Computation?) -> Void)?

  init() {
    replayed = noEntry.address(0)
    recordEnd = replayed
    chain = (replayed, replayed)
    swept = traces.start
    nodes.append(Node([]))
    links.append(Link())
    ranked.append(0)
    dirty.reserve(upTo: 63)
  }
}

/// A run under way, and what was tracked when it began.
struct Frame: BitwiseCopyable {
  var node: UInt32
  var observer: UInt32
  var cursor: UInt32
  var tail: UInt32
  var stamp: UInt32
}

/// A place in a walk over the graph: a node, and the link to go on with.
struct Walk: BitwiseCopyable {
  var node: UInt32
  var link: UInt32
  /// The dependency at `link` has been brought up to date.
  var isSettled = false
  /// A dependency has been told of something while it was brought up to date.
  var isDoubtful = false
  /// In a search, where the walk came from.
  var parent: UInt32 = 0
}

/// A computation about to be invalidated, its number in order of creation, and the run that read
/// what changed.
struct Reader: BitwiseCopyable {
  var number: UInt64
  var node: UInt32
  var stamp: UInt32
}

/// What runs without being marked. Those that do come first, so that it takes one comparison to know.
enum UnmarkedRun: UInt8 {
  /// The node of the entry that is replayed.
  case entry
  /// The computation that is the outermost run.
  case computation
  case nothing
  /// None: the node of the entry is evaluated as ever, and what is behind it does not wait yet.
  case entryInFull

  @inline(__always)
  var isUnmarked: Bool { rawValue <= UnmarkedRun.computation.rawValue }
}
