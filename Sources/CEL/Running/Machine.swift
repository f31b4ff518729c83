internal import Values

/// Evaluates a program once: a walk over the flat parts that recurses only where parts really nest,
/// which parsing has bounded.
///
/// Inside, errors travel as typed throws, which cost what returning them would; `&&`, `||`, `all`
/// and `exists` catch what they may decide without.
struct Machine {
  let program: LentProgram
  let nodes: Window<Node>
  let lists: Window<Int32>
  let constants: Window<Value>
  let activation: LentActivation
  /// The names of every static path that is read, by its read.
  let paths: Window<[String]>
  let shapes: Window<MapShape>
  var budget: Budget
  /// The variables of macros; each has a place of its own.
  var locals: [Value]
  /// What `cel.bind` bound, by local.
  var lazies: [Lazy]
  /// Levels of parts that lazily bound values have added to the nesting of the text.
  var lazyDepth = 0
  /// What the last evaluation has worked out of lists, where it is kept.
  var memory: FormulaMemory?
  /// What each part gave last, when someone wants to know.
  var record: [Outcome?]?

  /// A value that is made when it is first read.
  enum Lazy {
    case unbound
    case pending(Int32)
    case done(Outcome)
  }

  mutating func evaluate(_ position: Int32) throws(EvaluationError) -> Value {
    if record != nil { return try recorded(position) }
    return try step(position)
  }

  private mutating func recorded(_ position: Int32) throws(EvaluationError) -> Value {
    do {
      let value = try step(position)
      record?[Int(position)] = .value(value)
      return value
    } catch {
      record?[Int(position)] = .error(error)
      throw error
    }
  }

  private mutating func step(_ position: Int32) throws(EvaluationError) -> Value {
    let node = nodes[Int(position)]
    budget.remaining -= 1
    if budget.remaining < 0 { throw EvaluationError(budget.exhausted(), at: node.range) }
    switch node.kind {
    case .literal: return constants[Int(node.a)]
    case .local:
      return node.isFlagged ? try lazyLocal(node) : locals[Int(node.a)]
    case .readValue:
      let resolution = activation.resolve(slot: Int(node.a), path: [])
      if case .value(let value) = resolution { return value }
      return try finish(node, resolution)
    case .readPath:
      try charge(Int(node.c), node)
      let resolution = activation.resolve(slot: Int(node.a), path: paths[lent: Int(node.b)])
      if case .value(let value) = resolution { return value }
      return try finish(node, resolution)
    case .read: return try read(node)
    case .binary:
      let left = try evaluate(node.a)
      let right = try evaluate(node.b)
      return try binary(node.flag, left, right, node)
    case .and: return try decide(node, on: false)
    case .or: return try decide(node, on: true)
    case .conditional: return try conditional(node)
    case .not: return try not(node)
    case .negate: return try negate(node)
    case .chain: return try chain(node)
    case .select, .index, .has: return try selection(node)
    case .unary, .binaryCall, .variadic: return try call(node, position)
    case .list: return try list(node)
    case .map: return try map(node)
    case .loop: return try loop(node, position)
    case .fault: throw EvaluationError(program.lend { $0.faults[Int(node.a)] }, at: node.range)
    case .name, .call, .method, .optionalEntry, .nothing:
      preconditionFailure("no part of a planned formula: \(node.kind)")
    }
  }

  func failure(_ node: Node, _ kind: EvaluationError.Cause, _ message: String, help: String? = nil)
    -> EvaluationError
  {
    EvaluationError(Fault(kind, message, help: help), at: node.range)
  }

  /// Takes off the budget what a part does beyond being evaluated.
  @inline(__always)
  mutating func charge(_ cost: Int, _ node: Node) throws(EvaluationError) {
    budget.remaining -= cost
    if budget.remaining < 0 { throw EvaluationError(budget.exhausted(), at: node.range) }
  }

  @inline(__always)
  mutating func charge(_ cost: Int, _ range: Range<Int>) throws(EvaluationError) {
    budget.remaining -= cost
    if budget.remaining < 0 { throw EvaluationError(budget.exhausted(), at: range) }
  }

  @inline(never)
  private mutating func conditional(_ node: Node) throws(EvaluationError) -> Value {
    let condition = try evaluate(node.a)
    guard case .bool(let isTrue) = condition else {
      throw failure(
        nodes[Int(node.a)], .noSuchOverload,
        "the condition of ? : must be a bool, not \(ValueType(condition).rawValue)")
    }
    return try evaluate(isTrue ? node.b : node.c)
  }

  /// `&&` or `||`. An operand that decides does so whatever the others are; otherwise the first
  /// operand that failed or is no bool is the error.
  @inline(never)
  private mutating func decide(_ node: Node, on deciding: Bool) throws(EvaluationError) -> Value {
    var first: EvaluationError?
    for index in Int(node.a)..<Int(node.a + node.b) {
      let operand = lists[index]
      do {
        let value = try evaluate(operand)
        if case .bool(let bool) = value {
          if bool == deciding { return value }
        } else if first == nil {
          first = failure(
            nodes[Int(operand)], .noSuchOverload,
            "the operands of \(deciding ? "||" : "&&") must be bool, not "
              + ValueType(value).rawValue)
        }
      } catch {
        try absorb(error, nodes[Int(operand)])
        first = first ?? error
      }
    }
    if let first { throw first }
    return .bool(!deciding)
  }

  /// Goes on after an error, which costs what finding and wording it did. Throws what none absorbs.
  @inline(never)
  mutating func absorb(_ error: EvaluationError, _ node: Node) throws(EvaluationError) {
    if !error.isAbsorbable { throw error }
    try charge(Machine.absorbingCost, node)
  }

  private static let absorbingCost = 150

  @inline(never)
  private mutating func lazyLocal(_ node: Node) throws(EvaluationError) -> Value {
    let local = Int(node.a)
    switch lazies[local] {
    case .done(let outcome): return try outcome.get()
    case .unbound: preconditionFailure("a variable is read outside its binding")
    case .pending(let definition):
      let height = Int(nodes[Int(definition)].height)
      guard lazyDepth + height <= Machine.deepestLazy else {
        throw failure(node, .depth, "bound values depend on each other too deeply")
      }
      lazyDepth += height
      defer { lazyDepth -= height }
      do {
        let value = try evaluate(definition)
        lazies[local] = .done(.value(value))
        return value
      } catch {
        lazies[local] = .done(.error(error))
        throw error
      }
    }
  }

  /// Together with `SyntaxLimits.depth`, what bounds the stack.
  private static let deepestLazy = 500
}
