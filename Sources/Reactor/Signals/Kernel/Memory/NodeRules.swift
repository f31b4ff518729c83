// The room of the closures of nodes.
//
// Layout: `Node.rule` is two words, which a closure fills: its code, then its context. Both are 0 where
// there is none. Which type of closure it is, the node's flags say (`RuleKind`), from the moment
// it is put there until it is taken out.
//
// Why it is sound: a closure is put there as a holder of its own type, called as one, and released as
// one. Calling a closure loaded from an array or a field retains and releases its context; calling it
// through a `borrowing` method of a noncopyable holder does neither. So the kernel does not release a
// rule while it runs: `destroy` is called only for nodes that neither run nor wait to. Nodes may
// move while a rule runs, since the call has loaded both words by then.

/// Evaluates a derived node and stores what comes out: true where that is a change.
@usableFromInline typealias StoringBody = (_ kernel: Kernel, _ id: UInt32) throws -> Bool

struct IntRule: ~Copyable {
  let body: () throws -> Int
  @inline(__always)
  borrowing func call() throws -> Int { try body() }
}

/// Of a mapped node that takes one Int.
struct MapRule: ~Copyable {
  let body: (Int) throws -> Int
  @inline(__always)
  borrowing func call(_ input: Int) throws -> Int { try body(input) }
}

/// Of one that takes two.
struct PairRule: ~Copyable {
  let body: (Int, Int) throws -> Int
  @inline(__always)
  borrowing func call(_ first: Int, _ second: Int) throws -> Int { try body(first, second) }
}

struct BoolRule: ~Copyable {
  let body: () throws -> Bool
  @inline(__always)
  borrowing func call() throws -> Bool { try body() }
}

struct StoringRule: ~Copyable {
  let body: StoringBody
  @inline(__always)
  borrowing func call(_ kernel: Kernel, _ id: UInt32) throws -> Bool { try body(kernel, id) }
}

/// Of a cell that is not compared in place: whether a change from the first value to the second is
/// cut off.
struct CutoffRule: ~Copyable {
  let body: (LentValue, LentValue) -> Bool
  @inline(__always)
  borrowing func call(_ old: LentValue, _ new: LentValue) -> Bool { body(old, new) }
}

struct RunningRule: ~Copyable {
  let body: (Computation) throws -> Void
  @inline(__always)
  borrowing func call(_ computation: Computation) throws { try body(computation) }
}

/// Of a mapped computation that takes an Int.
struct TakingRule: ~Copyable {
  let body: (Int) throws -> Void
  @inline(__always)
  borrowing func call(_ input: Int) throws { try body(input) }
}

/// Which of the holders a node's rule is.
enum RuleKind {
  case cutoff
  case int
  case map
  case pair
  case bool
  case storing
  case running
  case taking

  init(_ flags: NodeFlags) {
    if flags.has(.computation) {
      self = flags.has(.int) ? .taking : .running
    } else if flags.has(.mapped), flags.has([.unary, .binary]) {
      self = flags.has(.unary) ? .map : .pair
    } else if flags.has(.cell) {
      self = .cutoff
    } else if flags.has(.int) {
      self = .int
    } else {
      self = flags.has(.bool) ? .bool : .storing
    }
  }
}

/// A rule taken out of its node; released when it goes.
@safe
struct TakenRule: ~Copyable {
  private let words: (UInt64, UInt64)
  private let kind: RuleKind

  fileprivate init(_ words: (UInt64, UInt64), _ kind: RuleKind) {
    self.words = words
    self.kind = kind
  }

  deinit {
    guard words.0 != 0 else { return }
    switch kind {
    case .cutoff: release(CutoffRule.self)
    case .int: release(IntRule.self)
    case .map: release(MapRule.self)
    case .pair: release(PairRule.self)
    case .bool: release(BoolRule.self)
    case .storing: release(StoringRule.self)
    case .running: release(RunningRule.self)
    case .taking: release(TakingRule.self)
    }
  }

  private borrowing func release<Holder: ~Copyable>(_: Holder.Type) {
    var words = words
    unsafe withUnsafeMutablePointer(to: &words) { words in
      let holder = unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: Holder.self)
      unsafe holder.deinitialize(count: 1)
    }
  }
}

extension Address<Node> {
  /// The rule as the holder that was put there.
  func rule<Holder: ~Copyable>(as _: Holder.Type) -> Address<Holder> {
    unsafe Address<Holder>(
      UnsafeMutableRawPointer(pointer).advanced(by: Node.ruleOffset)
        .assumingMemoryBound(to: Holder.self))
  }

  /// Puts a rule into a node that has none. The node's flags must say that it is of this type.
  func put<Holder: ~Copyable>(_ holder: consuming Holder) {
    assert(MemoryLayout<Holder>.size == 16 && pointee.rule == (0, 0), "no place for a rule")
    unsafe rule(as: Holder.self).pointer.initialize(to: holder)
  }

  /// Leaves the node without its rule.
  /// - Parameter flags: what the node's flags were when the rule was put there.
  func takeRule(_ flags: NodeFlags) -> TakenRule {
    let words = pointee.rule
    pointee.rule = (0, 0)
    return TakenRule(words, RuleKind(flags))
  }
}
