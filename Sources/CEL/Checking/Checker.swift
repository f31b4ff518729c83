internal import Values

/// Deduces the type of every part from the leaves up. A part that can only fail is reported once:
/// what stands around it takes it for `dyn`.
///
/// Values are immutable and names are bound before they are read, so types flow one way only, and
/// one pass over the parts in their order is enough.
struct Checker {
  let expression: Expression
  let syntax: Syntax
  let container: Container
  private(set) var findings: [Finding] = []
  private let parents: [Int32]
  private var types: [StaticType] = []
  /// Of every local the macro that binds it.
  private let owners: [Int32]
  private var locals: [StaticType?]
  /// Properties whose absence the formula asks about somewhere.
  private let tested: Set<String>
  /// The types of dotted names, by the part that is the whole name.
  private var dotted: [Int32: StaticType] = [:]

  init(_ expression: Expression, _ container: Container) {
    self.expression = expression
    self.container = container
    syntax = expression.syntax
    parents = syntax.parents()
    owners = syntax.owners()
    locals = Array(repeating: nil, count: owners.count)
    tested = syntax.testedProperties()
    types.reserveCapacity(syntax.nodes.count)
  }

  var result: StaticType { type(syntax.root) }

  /// Whether there is room for more findings; more would help nobody.
  var isOpen: Bool { findings.count < SyntaxLimits.errors }

  mutating func run(_ known: (String) -> StaticType?) {
    for position in 0..<Int32(truncatingIfNeeded: syntax.nodes.count) {
      let node = syntax.nodes[Int(position)]
      let isPart = parents[Int(position)] >= 0 || position == syntax.root
      if !isPart {
        types.append(.dyn)
      } else if node.kind == .name {
        types.append(name(position, node, known))
      } else {
        types.append(dotted[position] ?? type(of: node))
      }
    }
  }

  func type(_ position: Int32) -> StaticType { types[Int(position)] }

  func node(_ position: Int32) -> Node { syntax.nodes[Int(position)] }

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
    case .binary: return operation(Token.Kind(rawValue: node.flag), node.a, node.b, node.range)
    case .chain: return chain(node)
    case .and, .or:
      for operand in syntax.list(node.a, node.b) {
        demandBool(operand, "an operand of \(node.kind == .and ? "&&" : "||")")
      }
      return .bool
    case .conditional:
      demandBool(node.a, "the condition of ? :")
      return type(node.b).joined(with: type(node.c))
    case .not:
      demandBool(node.a, "the operand of !")
      return .bool
    case .negate: return negation(node)
    case .loop: return loop(node)
    case .name, .optionalEntry, .nothing, .read, .readValue, .readPath, .unary, .binaryCall,
      .variadic, .fault:
      return .dyn
    }
  }

  /// The type of a name by itself. A dotted name's is kept for the part that is all of it.
  private mutating func name(
    _ position: Int32, _ node: Node, _ known: (String) -> StaticType?
  ) -> StaticType {
    let names = syntax.selectedNames(from: position, parents)
    for count in stride(from: names.count, through: 1, by: -1) {
      let name = count == 1 ? names[0] : names[..<count].joined(separator: ".")
      for candidate in container.candidates(for: name, isAbsolute: node.isFlagged) {
        if let type = known(candidate) { return keep(type.trimmed, position, count) }
      }
    }
    if let count = Names.typeLength(names) {
      let name = names[..<count].joined(separator: ".")
      return keep(.type(StaticType(named: name)), position, count)
    }
    return report(
      .undeclared, node.range, "undeclared reference to '\(names[0])'",
      help: [Names.meaning(ofForeign: names[0]).map { "write \($0)" }])
  }

  private mutating func keep(
    _ type: StaticType, _ position: Int32, _ count: Int
  ) -> StaticType {
    if count == 1 { return type }
    var top = position
    for _ in 1..<count { top = parents[Int(top)] }
    dotted[top] = type
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
  fileprivate func testedProperties() -> Set<String> {
    var tested: Set<String> = []
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
