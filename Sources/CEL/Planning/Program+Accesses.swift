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
  }

  /// What evaluating may read, in source order. Linear in the formula's size.
  public var accesses: [Access] {
    let syntax = expression.syntax
    let facts = PartFacts(syntax)
    let parts = reads.filter { facts.isPart[Int($0.root)] }
    return parts.sorted { syntax.nodes[Int($0.root)].start < syntax.nodes[Int($1.root)].start }
      .map { read in
        Access(
          slot: read.slot, path: read.steps.prefix { $0.key < 0 }.map(\.name),
          isUnconditional: !facts.isConditional[Int(read.root)])
      }
  }
}
