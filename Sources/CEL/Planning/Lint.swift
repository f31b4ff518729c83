internal import Values

/// Finds out the type of every part, as far as the text tells, from the leaves up; `any` where it
/// does not. A part that can only fail is reported once: what stands around it is `any` again.
struct Lint {
  let expression: Expression
  let syntax: Syntax
  private(set) var findings: [Finding] = []
  private var types: [ValueType] = []

  init(_ expression: Expression) {
    self.expression = expression
    syntax = expression.syntax
  }

  /// Whether there is room for more findings; more would help nobody.
  var isOpen: Bool { findings.count < SyntaxLimits.errors }

  mutating func run(_ known: (Reference) -> ValueType?) {
    let facts = PartFacts(syntax)
    var given = [ValueType?](repeating: nil, count: syntax.nodes.count)
    for (reference, parts) in expression.locatedReferences(facts) {
      // The longest path of which something is known; the rest follows from that.
      for count in stride(from: reference.path.count, through: 0, by: -1)
      where syntax.nodes[parts[count]].kind != .has {
        given[parts[count]] = known(reference.shortened(to: count))
        if given[parts[count]] != nil { break }
      }
    }
    let bound = boundParts()
    types.reserveCapacity(syntax.nodes.count)
    for (position, node) in syntax.nodes.enumerated() {
      let type: ValueType
      if let given = given[position] {
        type = given
      } else if !facts.isPart[position] {
        type = .any
      } else if node.kind == .local {
        type = bound[Int(node.a)].map { self.type($0) } ?? .any
      } else {
        type = self.type(of: node)
      }
      types.append(type)
    }
  }

  /// Of every local that `cel.bind` binds, the part that gives its value.
  private func boundParts() -> [Int32?] {
    var parts = [Int32?](repeating: nil, count: syntax.localCount)
    for node in syntax.nodes where node.kind == .loop && node.flag == MacroForm.bind.rawValue {
      parts[Int(node.d)] = node.a
    }
    return parts
  }

  func type(_ position: Int32) -> ValueType { types[Int(position)] }

  mutating func report(
    _ code: Finding.Code, _ range: Range<Int>, _ message: String, help: String?...
  ) -> ValueType {
    if isOpen { findings.append(Finding(code, range, message, help: help.compactMap { $0 })) }
    return .any
  }

  private mutating func type(of node: Node) -> ValueType {
    switch node.kind {
    case .literal: return ValueType(syntax.constants[Int(node.a)])
    case .select: return selection(node)
    case .has:
      _ = selection(node)
      return .bool
    case .index: return index(node)
    case .call, .method: return call(node)
    case .list: return .list
    case .map: return .map
    case .binary:
      return operation(Token.Kind(rawValue: node.flag), type(node.a), type(node.b), node)
    case .chain: return chain(node)
    case .and, .or:
      for operand in syntax.list(node.a, node.b) {
        _ = demand(operand, .bool, "the operands of \(node.kind == .and ? "&&" : "||")")
      }
      return .bool
    case .conditional:
      _ = demand(node.a, .bool, "the condition of ? :")
      return type(node.b) == type(node.c) ? type(node.b) : .any
    case .not:
      _ = demand(node.a, .bool, "the operand of !")
      return .bool
    case .negate: return negation(node)
    case .loop: return loop(node)
    case .name, .local, .optionalEntry, .nothing, .read, .readValue, .readPath, .unary, .binaryCall,
      .variadic, .fault:
      return .any
    }
  }

  /// Reports a part that is known to be of another type.
  private mutating func demand(
    _ position: Int32, _ wanted: ValueType, _ what: String
  ) -> ValueType {
    let type = type(position)
    if type == .any || type == wanted { return wanted }
    return report(
      .typeClash, syntax.nodes[Int(position)].range,
      "\(what) must be a \(wanted.rawValue), not \(type.withArticle)",
      help: wanted == .bool && type != .null ? "compare it with something" : nil)
  }

  private mutating func selection(_ node: Node) -> ValueType {
    let target = type(node.a)
    switch target {
    case .any, .map: return .any
    case .optional: return .optional
    default:
      let name = syntax.names[Int(node.b)]
      return report(
        .typeClash, node.range, "\(target.withArticle) has no property \(name)",
        help: expression.environment.hasMethod(name)
          ? "a method is called: .\(name)()" : Lint.foreignNames[name])
    }
  }

  private mutating func index(_ node: Node) -> ValueType {
    let target = type(node.a)
    let key = type(node.b)
    switch target {
    case .any, .map: return .any
    case .optional: return .optional
    case .list where key == .string || key == .bool || key == .null:
      return report(
        .typeClash, node.range, "a list has no indexes of type \(key.rawValue)",
        help: "the first element is [0]")
    case .list: return .any
    default:
      return report(.typeClash, node.range, "\(target.withArticle) has no elements")
    }
  }

  private mutating func negation(_ node: Node) -> ValueType {
    let type = type(node.a)
    switch type {
    case .any, .int, .double: return type
    default:
      return report(.typeClash, node.range, "no such overload: -\(type.rawValue)")
    }
  }

  private mutating func loop(_ node: Node) -> ValueType {
    guard let form = MacroForm(rawValue: node.flag) else { return .any }
    let last = syntax.lists[Int(node.b + node.c) - 1]
    switch form {
    case .bind: return type(last)
    case .optionalMap, .optionalFlatMap: return .optional
    default: break
    }
    let target = type(node.a)
    if target != .any, target != .list, target != .map {
      return report(
        .typeClash, syntax.nodes[Int(node.a)].range,
        "\(target.withArticle) has no elements to go over; a list or a map has")
    }
    switch form {
    case .all, .allPairs, .exists, .existsPairs, .existsOne, .existsOnePair:
      return demand(last, .bool, "the condition")
    case .filter:
      _ = demand(last, .bool, "the condition")
      return .list
    case .map, .mapFiltered, .transformList, .transformListFiltered: return .list
    case .sortBy: return .list
    case .reduce: return .any
    default: return .map
    }
  }
}

extension ValueType {
  var withArticle: String {
    switch self {
    case .any: "anything"
    case .null, .bytes: rawValue
    case .int, .optional: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }
}
