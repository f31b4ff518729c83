extension Program {
  /// A host's name where a formula reads it.
  public struct Access: Sendable, Hashable {
    /// The host's slot.
    public let slot: Int
    /// The names that are selected from it, outermost first; ends where a key is computed.
    public let path: [String]
    /// Evaluating the formula reads it, whatever the values. False within the sides of `?:`, `&&`
    /// and `||` that may be left out, and in the bodies of macros.
    public let isUnconditional: Bool
    /// Moreover the formula fails where reading it does: it stands in no side of `&&` or `||`, either of which may
    /// make up for the other.
    package let isStrict: Bool
    /// So many of the names, outermost first, must be there, or reading fails: those before `.?`, and before the
    /// one that `has` asks for.
    package let needed: Int
    /// Whether the formula depends on it.
    package let isTracked: Bool
  }

  /// What evaluating may read, in source order. Linear in the formula's size.
  public var accesses: [Access] {
    if reads.isEmpty { return [] }
    let facts = PartFacts(expression.syntax)
    var found = reads.filter { facts[Int($0.root)].isPart }
    var isInOrder = true
    for (read, next) in zip(found, found.dropFirst()) where start(of: read) > start(of: next) {
      isInOrder = false
    }
    if !isInOrder { found.sort { start(of: $0) < start(of: $1) } }
    return found.map { read in
      Access(
        slot: read.slot, path: read.path ?? read.steps.prefix { $0.key < 0 }.map(\.name),
        isUnconditional: !facts[Int(read.root)].isConditional,
        isStrict: facts[Int(read.root)].isStrict, needed: read.neededNames,
        isTracked: read.source == read.slot)
    }
  }

  private func start(of read: Read) -> UInt32 { expression.syntax.nodes[Int(read.root)].start }
}

extension Read {
  /// How many of its names must be there.
  fileprivate var neededNames: Int {
    let count = steps.prefix { $0.key < 0 && !$0.isOptional }.count
    return isTest && count == steps.count ? count - 1 : count
  }
}
