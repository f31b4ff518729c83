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

  /// What is done with two operands.
  package struct Operator: BitwiseCopyable, Sendable {
    let sign: Token.Kind
  }

  package let left: Term
  /// The same as `left` for a name alone.
  package let right: Term
  /// What evaluating takes off a budget.
  package let cost: Int
  /// Whether there is only a name.
  package let isName: Bool
  /// Not to be applied where there is only a name.
  package let operation: Operator

  /// How many names it reads.
  package var readCount: Int {
    (left.slot < 0 ? 0 : 1) + (right.slot < 0 || right.slot == left.slot ? 0 : 1)
  }

  /// Nil where the program is none of that kind.
  init?(_ nodes: [Node], root: Int32, _ scalars: [ScalarValue?]) {
    let node = nodes[Int(root)]
    if node.kind == .readValue {
      left = Term(slot: Int(node.a), literal: .null)
      (right, cost, isName, operation) = (left, 1, true, Operator(sign: .end))
      return
    }
    guard node.kind == .binary, let sign = Token.Kind(rawValue: node.flag),
      ScalarCode.signs.contains(sign), let left = Term(nodes[Int(node.a)], scalars),
      let right = Term(nodes[Int(node.b)], scalars)
    else { return nil }
    (self.left, self.right, cost, isName) = (left, right, 3, false)
    operation = Operator(sign: sign)
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
