/// What a node is and the state it is in, in one word that a read tests with one comparison.
@frozen
@usableFromInline
struct NodeFlags: OptionSet, Sendable {
  @usableFromInline var rawValue: UInt32

  @inlinable
  init(rawValue: UInt32) { self.rawValue = rawValue }

  // What it is: exactly one.
  @inlinable static var cell: NodeFlags { NodeFlags(rawValue: 1 << 0) }
  @inlinable static var derived: NodeFlags { NodeFlags(rawValue: 1 << 1) }
  @inlinable static var computation: NodeFlags { NodeFlags(rawValue: 1 << 2) }

  // A derived node.
  /// Has a dependent that is live or a computation, and so stands among the dependents of what it read.
  @inlinable static var live: NodeFlags { NodeFlags(rawValue: 1 << 3) }
  /// Live, and something it read has changed.
  @inlinable static var dirty: NodeFlags { NodeFlags(rawValue: 1 << 4) }
  /// Never evaluated.
  @inlinable static var unset: NodeFlags { NodeFlags(rawValue: 1 << 5) }
  /// Its value is an error.
  @inlinable static var failed: NodeFlags { NodeFlags(rawValue: 1 << 6) }
  /// Met a cycle or the depth limit: holds only until anything at all changes.
  @inlinable static var fragile: NodeFlags { NodeFlags(rawValue: 1 << 7) }
  /// On the stack of a verification.
  @inlinable static var visited: NodeFlags { NodeFlags(rawValue: 1 << 9) }

  /// Live, and something upstream is dirty and has been left to readers that will run again; or kept,
  /// and something upstream has changed or may have.
  @inlinable static var suspect: NodeFlags { NodeFlags(rawValue: 1 << 19) }

  /// Seen by a walk that runs no bodies.
  @inlinable static var seen: NodeFlags { NodeFlags(rawValue: 1 << 20) }

  /// A computation that a settling has found out of date, and will invalidate when it ends.
  @inlinable static var doomed: NodeFlags { NodeFlags(rawValue: 1 << 21) }

  /// A cell or a derived node with a hook on being observed.
  @inlinable static var hooked: NodeFlags { NodeFlags(rawValue: 1 << 22) }

  /// Live or kept: it is told where what it read has changed.
  @inlinable static var linked: NodeFlags { NodeFlags(rawValue: 1 << 23) }

  /// Read from outside once when it was not current, and not kept.
  @inlinable static var readBefore: NodeFlags { NodeFlags(rawValue: 1 << 24) }

  /// A cell or a derived node with kept readers.
  @inlinable static var hasKept: NodeFlags { NodeFlags(rawValue: 1 << 25) }

  /// A derived node or a computation whose inputs were named when it was made: their links stand, the rule is
  /// called when they are up to date, and nothing that it reads is tracked. The rule takes the value of an
  /// Int where the flags say so (`unary`, `binary`, of a computation `int`), and else what stands in the
  /// inputs.
  @inlinable static var mapped: NodeFlags { NodeFlags(rawValue: 1 << 26) }
  /// Of a mapped derived node: the rule takes one Int. Computations alone have handlers.
  @inlinable static var unary: NodeFlags { .handled }
  /// The same with two. Computations alone are pending.
  @inlinable static var binary: NodeFlags { .pending }
  /// Of a mapped derived node: its inputs were not named, but are known from its last run; they are the same
  /// as long as it gives a value. Its rule tracks, but is not called where it is worked out by a formula. A mapped
  /// Double has no flag of its own.
  @inlinable static var promoted: NodeFlags { .double }
  /// Of a derived node of which a record is made: it was left to what reads it. Computations alone are doomed.
  @inlinable static var left: NodeFlags { .doomed }
  /// Of a mapped derived node that runs: its inputs are being brought up to date. Computations alone have
  /// their first run.
  @inlinable static var pulling: NodeFlags { .firstRun }

  /// The bits above all flags count how often a kept suspect node has been told in vain.
  @inlinable static var oneVisit: UInt32 { 1 << 27 }
  /// From here on a node is let go.
  @inlinable static var mostVisits: UInt32 { ~(oneVisit - 1) }

  /// What marks a node as perhaps stale, and how often it has been told in vain.
  @inlinable static var marks: NodeFlags {
    [.dirty, .suspect, NodeFlags(rawValue: mostVisits)]
  }

  /// What a node loses that is no longer linked.
  @inlinable static var linking: NodeFlags {
    [.marks, .live, .linked, .readBefore]
  }

  // A derived node or a computation.
  @inlinable static var running: NodeFlags { NodeFlags(rawValue: 1 << 10) }

  // A computation.
  /// Has handlers or children.
  @inlinable static var handled: NodeFlags { NodeFlags(rawValue: 1 << 8) }
  @inlinable static var invalid: NodeFlags { NodeFlags(rawValue: 1 << 11) }
  @inlinable static var stopped: NodeFlags { NodeFlags(rawValue: 1 << 12) }
  /// Stands in the queue of computations to re-run.
  @inlinable static var pending: NodeFlags { NodeFlags(rawValue: 1 << 13) }
  @inlinable static var firstRun: NodeFlags { NodeFlags(rawValue: 1 << 14) }
  /// Does nothing but to emit what a formula gives that the graph may work out, from what it reads, until it runs as a
  /// whole. Derived nodes alone are read from outside.
  @inlinable static var emitting: NodeFlags { .readBefore }

  // How payload and rule are laid out.
  /// The payload is an object that the node owns.
  @inlinable static var boxed: NodeFlags { NodeFlags(rawValue: 1 << 15) }
  /// A cell holds, or a rule gives, an Int or a Bool, compared in place; of cells alone also a Double. Without any of
  /// them it compares and stores by itself.
  @inlinable static var int: NodeFlags { NodeFlags(rawValue: 1 << 16) }
  @inlinable static var double: NodeFlags { NodeFlags(rawValue: 1 << 17) }
  @inlinable static var bool: NodeFlags { NodeFlags(rawValue: 1 << 18) }

  /// A derived node may be read without a call when, of these, it has `linked` alone.
  @inlinable static var readMask: NodeFlags { [.unreadable, .linked] }

  /// A live derived node of an Int, up to date and without an error.
  @inlinable static var evaluatedInt: NodeFlags {
    [.derived, .live, .linked, .int]
  }

  /// A live mapped node, up to date and without an error.
  @inlinable static var evaluatedMap: NodeFlags {
    [.derived, .live, .linked, .mapped]
  }

  /// The same of one that takes an Int and gives one.
  @inlinable static var evaluatedUnary: NodeFlags {
    [.evaluatedInt, .mapped, .unary]
  }

  /// What does not matter to evaluating a mapped node: how its value is kept, what its rule takes, whether
  /// somebody wants to know of its being observed, and whether it has been read from outside.
  @inlinable static var mapKinds: NodeFlags {
    [.unary, .binary, .promoted, .boxed, .int, .bool, .hooked, .readBefore]
  }

  /// Why a value cannot be taken from a node as it stands.
  @inlinable static var unreadable: NodeFlags {
    [.dirty, .unset, .failed, .running, .suspect]
  }

  /// A computation that waits for its re-run, and is told of nothing.
  @inlinable static var waiting: NodeFlags {
    [.computation, .invalid, .pending]
  }

  /// One that runs again, and is told of nothing.
  @inlinable static var rerunning: NodeFlags { [.computation, .running] }

  /// What says of a computation which rule it has.
  @inlinable static var taking: NodeFlags { [.int, .mapped] }

  /// Of a dependent: it will run, or is known to be left to such as will.
  @inlinable static var runsAnyway: NodeFlags {
    [.dirty, .running, .invalid, .suspect, .doomed]
  }

  /// Of a dependent: a derived node that is not marked and does not run.
  @inlinable
  var isClean: Bool { !has([.computation, .dirty, .running, .suspect]) }

  /// Of a dependent: a computation that is valid, does not run, and has neither handlers nor children.
  @inlinable
  var isSimple: Bool { subtracting([.taking, .emitting]) == .computation }

  /// Of a computation: mapped, and not stopped.
  @inlinable
  var isMappedAndLives: Bool { intersection([.mapped, .stopped]) == .mapped }

  /// Of a mapped derived node: see `promoted`.
  @inlinable
  var isPromoted: Bool { intersection([.mapped, .promoted]) == [.mapped, .promoted] }

  /// Its inputs are named when it is made: it reads all of them, whatever comes.
  @inlinable
  var isNamed: Bool { intersection([.mapped, .promoted]) == .mapped }

  /// Of a mapped derived node: live, unmarked and without an error.
  @inlinable
  var isEvaluatedMap: Bool { subtracting(.mapKinds) == .evaluatedMap }

  /// Of a derived node: the same, whether its inputs are named or not.
  @inlinable
  var isEvaluated: Bool {
    subtracting([.mapKinds, .mapped]) == [.derived, .live, .linked]
  }

  /// A linked derived node of an Int that tracks, has a value and does not run, whoever reads it, and whether it is
  /// marked or not.
  @inlinable
  var isLinkedInt: Bool {
    subtracting([.live, .marks, .readBefore, .hasKept]) == [.derived, .int, .linked]
  }

  /// One that is suspect, and perhaps dirty.
  @inlinable
  var isSuspectInt: Bool {
    has(.suspect) && isLinkedInt
  }

  /// One that is dirty or suspect.
  @inlinable
  var isMarkedInt: Bool { isLinkedInt && has([.dirty, .suspect]) }

  /// Of a dependent: a derived node that is suspect, and does not run.
  @inlinable
  var isSuspect: Bool { intersection([.running, .suspect]) == .suspect }

  /// Kept: linked and not live.
  @inlinable
  var isKept: Bool { intersection([.linked, .live]) == .linked }

  /// True where any of the flags is set.
  @inlinable
  func has(_ flags: NodeFlags) -> Bool { rawValue & flags.rawValue != 0 }
}
