package import Values

/// A program that is one operator between scalars, each a name or a literal, or one name alone: most of the
/// formulas that count, compare and pass on. Its host reads the names itself and asks for what comes of them.
///
/// Saves a walk over the program's parts and a host that is asked for each name: half of such a formula.
/// Agrees with `Program.evaluate`, in what it costs too, where it gives something; `ScalarTests` hold both to it.
package struct SingleOperation: Sendable {
  /// A name or a literal.
  package struct Term: Sendable {
    /// The name, by the host's slots; less than 0 for a literal.
    package let slot: Int
    package let literal: ScalarValue
  }

  package let left: Term
  /// The same as `left` for a name alone.
  package let right: Term
  /// What evaluating takes off a budget.
  package let cost: Int
  /// `first` where there is only a name.
  package let operation: ScalarOperation

  /// Nil where the program is none of that kind.
  init?(_ nodes: [Node], root: Int32, _ scalars: [ScalarValue?]) {
    let node = nodes[Int(root)]
    if node.kind == .readValue {
      left = Term(slot: Int(node.a), literal: .null)
      (right, cost, operation) = (left, 1, .first)
      return
    }
    guard node.kind == .binary, let operation = Token.Kind(rawValue: node.flag)?.scalarOperation,
      let left = Term(nodes[Int(node.a)], scalars),
      let right = Term(nodes[Int(node.b)], scalars)
    else { return nil }
    (self.left, self.right, cost, self.operation) = (left, right, 3, operation)
  }
}

extension SingleOperation.Term {
  fileprivate init?(_ node: Node, _ scalars: [ScalarValue?]) {
    switch node.kind {
    case .readValue: self.init(slot: Int(node.a), literal: .null)
    case .literal:
      guard let literal = scalars[Int(node.a)] else { return nil }
      self.init(slot: -1, literal: literal)
    case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
      .nothing, .read, .unary, .binaryCall, .variadic, .fault, .readPath, .and, .or, .conditional,
      .binary, .chain, .not, .negate:
      return nil
    }
  }
}
