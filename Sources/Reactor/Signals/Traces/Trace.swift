/// What a settling has evaluated.
struct Trace: ~Copyable {
  enum Progress {
    /// A settling has begun so once.
    case seen
    case recorded
    /// What depends on the nodes may leave some of them behind, or evaluate them itself: that cannot be known
    /// before.
    case unfit
  }

  /// A node that a settling has come to.
  struct Recorded: BitwiseCopyable {
    let node: UInt32
    /// Whether it was left to what reads it.
    let isLeft: Bool
  }

  struct Entry: BitwiseCopyable {
    let node: Address<Node>
    /// The first input, and the second, or the first again.
    let first: Address<Node>
    let second: Address<Node>
    /// What the graph may work the node out by, where that is its rule.
    let formula: Address<KeptFormula>?
    let id: UInt32
    /// The node's flags, as long as it can be evaluated so.
    let flags: NodeFlags
    /// Who is to be told besides the entries behind it: nobody, the computation of this number, one that takes what
    /// the node gives (`markTakers`), or all.
    var others: UInt32
    /// Whether some input is a derived node that is not recorded before it.
    let isForeign: Bool
    /// Whether some input is a cell.
    let readsCell: Bool
    /// Whether it has more than two inputs.
    let readsMore: Bool
    let rule: EntryRule
    /// How many entries behind it are chained to it: each takes the one Int that the one before it gives, of which
    /// nobody else is to be told.
    var chained: UInt16 = 0
    /// Of one that is left: where what follows from that begins in `Trace.passed`, and how many of these are suspect
    /// with it. The others, behind them, are those to which all of them are left.
    var firstPassed: UInt16 = 0
    var suspects: UInt16 = 0
    var readers: UInt16 = 0

    /// Whether it may follow in a chain.
    func isChained(to other: Self) -> Bool {
      flags == .evaluatedUnary && !isForeign && first == other.node && other.others == Trace.nobody
    }
  }

  /// How the node of an entry is evaluated.
  enum EntryRule: UInt8 {
    /// Its rule takes one Int.
    case one
    /// Its rule takes two.
    case two
    /// Its rule gives an Int, and what it reads is tracked.
    case tracking
    /// It may be one that the graph works out by itself.
    case formula
    /// It is not evaluated, but left to what reads it.
    case left
    /// What it reads is tracked, and may be evaluated then.
    case inFull
    case any

    /// Whether its rule is called in the loop itself.
    var isShort: Bool { rawValue <= EntryRule.tracking.rawValue }
  }

  /// How many of them a graph keeps.
  static let most = 8
  /// From how many entries on a chain is gone through as one.
  static let leastChained = 3
  /// How many dependents are looked at for a need of a node.
  static let mostAsked = 256
  /// With more readers to which it is left a node is not recorded: each new one is looked for among them.
  static let mostReaders = 8_192
  static let nobody: UInt32 = 0
  static let all = UInt32.max
  /// The bit of computations that take.
  static let taking: UInt32 = 1 << 31

  /// The digest of what waited when the settling began.
  var beginning: UInt64 = 0
  /// The same in full, of what is recorded.
  var waiting = Stack<RankQueue.Word>(capacity: 1)
  /// Whether all of that is recorded: nothing that it does not name is waiting then.
  var isWhole = false
  /// What `KernelState.topology` was.
  var topology: UInt64 = 0
  var progress = Progress.seen
  /// By rank.
  var entries = Stack<Entry>(capacity: 1)
  /// What the search for a need of each node that is left has come to.
  var passed = Stack<UInt32>(capacity: 1)
  /// How they are swept.
  var sweep = Sweep()

  /// Whether a rank waited at the beginning.
  func isWaiting(_ rank: UInt32) -> Bool {
    (0..<waiting.count).contains {
      waiting[$0].place == Int(rank >> 6) && waiting[$0].bits >> UInt64(rank & 63) & 1 != 0
    }
  }
}
