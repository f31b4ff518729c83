internal import Values

/// Deduces the type of every part from the leaves up. A part that can only fail is reported once:
/// what stands around it takes it for `dyn`.
///
/// Values are immutable and names are bound before they are read, so types flow one way only, and
/// one pass over the parts in their order is enough.
struct Checker {
  let expression: Expression
  let syntax: Syntax
  private(set) var findings: [Finding] = []
  private let parents: [Int32]
  private var types: [StaticType] = []
  /// Of every local the macro that binds it.
  private let owners: [Int32]
  private var locals: [StaticType?]
  /// Properties whose absence the formula asks about somewhere.
  private let tested: TextSet
  /// The names whose types are known, in the order of their parts.
  private var declared: [Declared] = []
  /// The types of dotted names, by the part that is the whole name.
  private var dotted: [Int32: StaticType] = [:]

  /// A name whose type is known.
  struct Declared {
    /// The part that is its first word.
    let root: Int32
    let type: StaticType
    /// How many words it has.
    let count: Int
  }

  init(_ expression: Expression) {
    self.expression = expression
    syntax = expression.syntax
    parents = syntax.parents()
    owners = syntax.owners()
    locals = Array(repeating: nil, count: owners.count)
    tested = syntax.testedProperties()
    types.reserveCapacity(syntax.nodes.count)
  }

  var result: StaticType { type(syntax.root) }

  /// Whether there is room for more findings; more would help nobody. Where a finding is found out at a price, such as a
  /// walk along a chain of operators, it is asked first.
  var isOpen: Bool { findings.count < SyntaxLimits.errors }

  private func isPart(_ position: Int32) -> Bool {
    parents[Int(position)] >= 0 || position == syntax.root
  }

  /// Asks for the types of the names as they are written, the longest that a name may be first.
  mutating func declare(_ container: Container, _ known: (String) -> StaticType?) {
    for position in 0..<Int32(truncatingIfNeeded: syntax.nodes.count) {
      let node = syntax.nodes[Int(position)]
      guard node.kind == .name, isPart(position) else { continue }
      let names = syntax.selectedNames(from: position, parents)
      search: for count in stride(from: names.count, through: 1, by: -1) {
        let name = count == 1 ? names[0] : names[..<count].joined(separator: ".")
        for candidate in container.candidates(for: name, isAbsolute: node.isFlagged) {
          guard let type = known(candidate) else { continue }
          declared.append(Declared(root: position, type: type.trimmed, count: count))
          break search
        }
      }
    }
  }

  /// Asks for the types of what the formula has been planned to read: of the property that is
  /// selected first, then of the slot.
  mutating func declare(_ reads: [Read], _ known: (Int, String?) -> StaticType?) {
    for read in reads where isPart(read.root) {
      var (type, count): (StaticType?, Int) = (nil, read.nameCount)
      if let step = read.steps.first, step.key < 0, !(read.isTest && read.steps.count == 1) {
        type = known(read.slot, step.name)
        if type != nil { count += 1 }
      }
      guard let type = type ?? known(read.slot, nil) else { continue }
      declared.append(Declared(root: read.root, type: type.trimmed, count: count))
    }
  }

  mutating func run() {
    var next = 0
    for position in 0..<Int32(truncatingIfNeeded: syntax.nodes.count) {
      let node = syntax.nodes[Int(position)]
      if !isPart(position) {
        types.append(.dyn)
      } else if next < declared.count, declared[next].root == position {
        types.append(keep(declared[next]))
        next += 1
      } else if node.kind == .name {
        types.append(undeclared(position, node))
      } else {
        types.append(dotted[position] ?? type(of: node))
      }
    }
  }

  func type(_ position: Int32) -> StaticType { types[Int(position)] }

  func node(_ position: Int32) -> Node { syntax.nodes[Int(position)] }

  /// Whether the part whose type comes next stands beside an operator that binds as a comparison or stronger.
  var isNextOperand: Bool {
    let parent = parents[types.count]
    return parent >= 0 && [.binary, .chain].contains(node(parent).kind)
  }

  mutating func report(
    _ code: Finding.Code, _ range: Range<Int>, _ message: String, help: [String?] = []
  ) -> StaticType {
    if isOpen {
      findings.append(
        Finding(code: code, range: range, message: message, help: help.compactMap { $0 }))
    }
    return .dyn
  }

  /// Reports a part that is known to be of another type.
  mutating func demandBool(_ position: Int32, _ what: String) {
    let type = type(position).withoutNull
    if type.isUnknown || type == .bool { return }
    _ = report(
      .typeClash, node(position).range, "\(what) must be a bool, not \(type.withArticle)",
      help: [truth(of: position, type)])
  }

  /// Reports a formula that cannot give what its place takes.
  mutating func demand(_ demand: Demand) {
    if demand.types.contains(where: { SignatureMatch.fits($0, result) }) { return }
    let wanted = demand.types.map(\.withArticle).joined(separator: " or ")
    _ = report(
      .typeClash, node(syntax.root).range,
      "\(demand.place) must be \(wanted), not \(result.withArticle)",
      help: [demand.types == [.bool] ? truth(of: syntax.root, result.withoutNull) : nil])
  }

  private mutating func type(of node: Node) -> StaticType {
    switch node.kind {
    case .literal: return StaticType(of: syntax.constants[Int(node.a)])
    case .local: return local(node.a)
    case .select, .has: return selection(node)
    case .index: return index(node)
    case .call, .method: return call(node)
    case .list: return list(node)
    case .map: return map(node)
    case .binary: return operation(node)
    case .chain: return chain(node)
    case .and, .or:
      for operand in syntax.list(node.a, node.b) {
        demandBool(operand, "an operand of \(node.kind == .and ? "&&" : "||")")
      }
      return .bool
    case .conditional:
      demandBool(node.a, "the condition of ? :")
      return type(node.b).joined(with: type(node.c))
    case .not: return opposite(node)
    case .negate: return negation(node)
    case .loop: return loop(node)
    case .name, .optionalEntry, .nothing, .read, .readValue, .readPath, .unary, .binaryCall,
      .variadic, .fault:
      return .dyn
    }
  }

  /// The type of a name of which nobody knows anything: it may name a type.
  private mutating func undeclared(_ position: Int32, _ node: Node) -> StaticType {
    let names = syntax.selectedNames(from: position, parents)
    if let count = Names.typeLength(names) {
      let name = names[..<count].joined(separator: ".")
      return keep(Declared(root: position, type: .type(StaticType(named: name)), count: count))
    }
    return report(
      .undeclared, node.range, "undeclared reference to '\(names[0])'",
      help: [Names.meaning(ofForeign: names[0]).map { "write \($0)" }])
  }

  /// The type of a name's first word. A dotted name's is kept for the part that is all of it.
  private mutating func keep(_ name: Declared) -> StaticType {
    if name.count == 1 { return name.type }
    var top = name.root
    for _ in 1..<name.count { top = parents[Int(top)] }
    dotted[top] = name.type
    return .dyn
  }

  /// The type of a macro's variable.
  private mutating func local(_ local: Int32) -> StaticType {
    if let type = locals[Int(local)] { return type }
    let owner = node(owners[Int(local)])
    let type = variable(Int(local - owner.d), of: owner).trimmed
    locals[Int(local)] = type
    return type
  }

  func isTested(_ property: String) -> Bool { tested.contains(property) }
}

extension Syntax {
  /// Of every local the macro that binds it.
  fileprivate func owners() -> [Int32] {
    var owners = [Int32](repeating: -1, count: localCount)
    if owners.isEmpty { return owners }
    for (position, node) in nodes.enumerated() where node.kind == .loop {
      let form = MacroForm(rawValue: node.flag)
      let count = form == .reduce || form?.isOverPairs == true ? 2 : 1
      for local in Int(node.d)..<Int(node.d) + count {
        owners[local] = Int32(truncatingIfNeeded: position)
      }
    }
    return owners
  }

  /// The names in `has(x.name)`, `x.?name`, `x[?'name']` and `'name' in x`.
  fileprivate func testedProperties() -> TextSet {
    var tested: TextSet = []
    for node in nodes {
      switch node.kind {
      case .has: tested.insert(names[Int(node.b)])
      case .select where node.isFlagged: tested.insert(names[Int(node.b)])
      case .index where node.isFlagged:
        if let text = text(of: nodes[Int(node.b)]) { tested.insert(text) }
      case .binary where node.flag == Token.Kind.inWord.rawValue:
        if let text = text(of: nodes[Int(node.a)]) { tested.insert(text) }
      default: break
      }
    }
    return tested
  }
}
