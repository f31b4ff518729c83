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
    if reads.isEmpty { return [] }
    let facts = PartFacts(expression.syntax)
    let nodes = expression.syntax.nodes
    var found: [(start: UInt32, access: Access)] = []
    var isInOrder = true
    for read in reads where facts.isPart[Int(read.root)] {
      let start = nodes[Int(read.root)].start
      if let last = found.last, last.start > start { isInOrder = false }
      let path = read.path ?? read.steps.prefix { $0.key < 0 }.map(\.name)
      let isUnconditional = !facts.isConditional[Int(read.root)]
      found.append(
        (start, Access(slot: read.slot, path: path, isUnconditional: isUnconditional)))
    }
    if !isInOrder { found.sort { $0.start < $1.start } }
    return found.map(\.access)
  }
}
