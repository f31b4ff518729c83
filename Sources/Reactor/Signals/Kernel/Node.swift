/// One cell, derived cell or computation: 64 bytes, one cache line, found by its index.
///
/// A node never owns memory that Swift would count: `payload` holds a plain value or an object
/// retained by hand, `rule` the two words of a closure. `Kernel.destroy` gives both back. Nodes
/// move when their arena grows, so no pointer to one outlives a call into a body.
@frozen
@usableFromInline
struct Node {
  /// The value of a cell or a derived node; of a computation its number in order of creation.
  @usableFromInline var payload: UInt64 = 0
  /// The body, or the cutoff of a cell that is not compared in place; read as `rule(as:)`.
  @usableFromInline var rule: (UInt64, UInt64) = (0, 0)
  /// The revision in which the value last changed.
  @usableFromInline var changedAt: UInt64 = 0
  /// The revision for which a derived value is known to hold; of a mapped computation that takes an Int the index of
  /// what it takes.
  @usableFromInline var verifiedAt: UInt64 = 0
  /// The first of the links to what it read, in order of reading.
  @usableFromInline var firstDependency: UInt32 = 0
  /// The first of the links to who read it, in order of linking.
  @usableFromInline var firstDependent: UInt32 = 0
  /// Above the ranks of all derived nodes that a live derived node depends on; of a computation,
  /// how often its place has been used.
  @usableFromInline var rank: UInt32 = 0
  @usableFromInline var flags: NodeFlags
  /// Its place in the table of what few nodes have: label, handlers, error. 0 is none.
  @usableFromInline var side: UInt32 = 0
  /// The run that read it last; of a computation its own last run.
  @usableFromInline var stamp: UInt32 = 0

  @usableFromInline
  init(_ flags: NodeFlags) { self.flags = flags }

  /// Where the rule's words stand.
  @usableFromInline static let ruleOffset = 8
}

/// One edge: `dependent` read `dependency`.
///
/// It stands in the dependent's list from `firstDependency`, and, where the dependent is a
/// computation or a live derived node, in the dependency's list from `firstDependent`; where it is a
/// kept one, in that of kept readers. In these lists the first link's `previous` is the last one. Link 0 ends a list and belongs to nobody.
@frozen
@usableFromInline
struct Link {
  @usableFromInline var dependency: UInt32 = 0
  @usableFromInline var dependent: UInt32 = 0
  @usableFromInline var nextDependency: UInt32 = 0
  @usableFromInline var previous: UInt32 = 0
  @usableFromInline var next: UInt32 = 0

  @usableFromInline
  init() {}
}
