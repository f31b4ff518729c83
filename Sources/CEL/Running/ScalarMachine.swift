internal import Values

/// Evaluates a program in which only scalars may occur, until one gives something else: then it leaves
/// off, and `Machine` begins anew. Reads are all that a formula does to its host, which by giving scalars
/// says that reading twice is as good as once; what has been taken off the budget is given back.
///
/// Saves what a machine costs before it begins and a value costs to be passed on: two thirds of a small
/// formula. Walked by `ScalarTests`, and by the oracle, which recomputes by `Machine` alone.
struct ScalarMachine {
  let nodes: Window<Node>
  let lists: Window<Int32>
  let constants: Window<ScalarValue?>
  let paths: Window<[String]>
  let activation: LentActivation
  /// What is left of the budget.
  var remaining: Int

  /// What a part gives; nil where it is no scalar, fails, or costs more than there is. Costs what
  /// `Machine` would take, which is where the meaning of each part is defined.
  mutating func evaluate(_ position: Int32) -> ScalarValue? {
    let node = nodes[Int(position)]
    remaining -= 1
    if remaining < 0 { return nil }
    switch node.kind {
    case .literal: return constants[Int(node.a)]
    case .readValue: return activation.scalar(slot: Int(node.a), path: [])
    case .readPath:
      remaining -= Int(node.c)
      if remaining < 0 { return nil }
      return activation.scalar(slot: Int(node.a), path: paths[lent: Int(node.b)])
    case .binary:
      guard let left = operand(node.a), let right = operand(node.b) else { return nil }
      return Arithmetic.fast(Token.Kind(rawValue: node.flag), left, right)
    case .chain: return chain(node)
    case .and: return decide(node, on: false)
    case .or: return decide(node, on: true)
    case .conditional:
      guard case .bool(let isTrue)? = evaluate(node.a) else { return nil }
      return evaluate(isTrue ? node.b : node.c)
    case .not:
      guard case .bool(let bool)? = evaluate(node.a) else { return nil }
      return .bool(bool != (node.b % 2 == 1))
    case .negate: return negate(node)
    case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
      .nothing, .read, .unary, .binaryCall, .variadic, .fault:
      return nil
    }
  }

  /// The same of an operand, which mostly is a name or a literal: without a call.
  @inline(__always)
  private mutating func operand(_ position: Int32) -> ScalarValue? {
    let kind = nodes[lent: Int(position)].kind
    if kind != .literal && kind != .readValue || remaining == 0 { return evaluate(position) }
    remaining -= 1
    let place = Int(nodes[lent: Int(position)].a)
    return kind == .literal ? constants[place] : activation.scalar(slot: place, path: [])
  }

  private mutating func negate(_ node: Node) -> ScalarValue? {
    let isOdd = node.b % 2 == 1
    switch evaluate(node.a) {
    case .int(let int)?: return int == .min ? nil : .int(isOdd ? -int : int)
    case .double(let double)?: return .double(isOdd ? -double : double)
    case .bool?, .null?, nil: return nil
    }
  }

  private mutating func chain(_ node: Node) -> ScalarValue? {
    guard var value = operand(lists[Int(node.a)]) else { return nil }
    for index in 1..<Int(node.b) {
      let sign = UInt8(truncatingIfNeeded: lists[Int(node.a) + index * 2 - 1])
      guard let right = operand(lists[Int(node.a) + index * 2]) else { return nil }
      remaining -= 1
      guard remaining >= 0,
        let result = Arithmetic.fast(Token.Kind(rawValue: sign), value, right)
      else { return nil }
      value = result
    }
    return value
  }

  private mutating func decide(_ node: Node, on deciding: Bool) -> ScalarValue? {
    for index in Int(node.a)..<Int(node.a + node.b) {
      guard case .bool(let bool)? = evaluate(lists[index]) else { return nil }
      if bool == deciding { return .bool(deciding) }
    }
    return .bool(!deciding)
  }
}

extension Program {
  /// What the formula gives, where that can be worked out by scalars alone; nil otherwise, with the
  /// budget as it was.
  @inline(__always)
  func scalar(_ activation: any Activation, _ budget: inout Budget) -> ScalarValue? {
    HeldActivation.lend(activation) { activation in
      withExtendedLifetime(self) {
        var machine = ScalarMachine(
          nodes: nodes.window, lists: lists.window, constants: scalars.window,
          paths: paths.window, activation: activation, remaining: budget.remaining)
        guard let scalar = machine.evaluate(root) else { return nil }
        budget.remaining = machine.remaining
        return scalar
      }
    }
  }
}
