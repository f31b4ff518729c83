/// A name in a formula that is not one of the formula's own variables.
public struct Reference: Sendable, Hashable {
  /// The root: `person` of `person.name`.
  public let name: String
  /// What is selected from it by name, `['name']` counted; ends where a key is computed or is no
  /// text.
  public let selections: [Selection]
  /// The names that are selected.
  public var path: [String] { selections.map(\.name) }
  /// The whole of `person.name`.
  public let range: Range<Int>
  /// The root alone.
  public let nameRange: Range<Int>
  /// Written with a leading dot, which steps around the formula's own variables.
  public let isAbsolute: Bool
  /// Evaluating the formula reads it, whatever the values. False within the sides of `?:`, `&&` and
  /// `||` that may be left out, and in the bodies of macros.
  public let isUnconditional: Bool
  /// No computed key or index follows.
  public let isWhole: Bool

  /// A property that is selected by its name.
  public struct Selection: Sendable, Hashable {
    /// As it is written.
    public let name: String
    /// The name alone; in brackets with its quotes.
    public let range: Range<Int>
    /// `.?` or `[?`: that there is no such property is an answer.
    public let isOptional: Bool
  }

  /// Undeclared, it names a type of CEL: `int`, `google.protobuf.Duration`, `net.IP`.
  public var isTypeName: Bool { Names.typeLength([name] + path) != nil }
}

/// A call of a function or method in a formula. Macros are no calls.
public struct FunctionCall: Sendable, Hashable {
  /// `size`, `math.greatest`.
  public let name: String
  /// Without a method's target.
  public let arity: Int
  /// Whether it is called as `receiver.name(…)`.
  public let isMethod: Bool
  /// Where the whole call stands: UTF-8 offsets in the formula.
  public let range: Range<Int>
  /// Where its name stands: UTF-8 offsets in the formula.
  public let nameRange: Range<Int>
}

extension Expression {
  /// The free names in source order. Linear in the formula's size.
  public var references: [Reference] {
    let facts = PartFacts(syntax)
    var found: [Reference] = []
    var isInOrder = true
    for (position, node) in syntax.nodes.enumerated()
    where node.kind == .name && facts[position].isPart {
      let reference = reference(position, node, facts)
      if let last = found.last, last.range.lowerBound > reference.range.lowerBound {
        isInOrder = false
      }
      found.append(reference)
    }
    return isInOrder ? found : found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether every call is of a function that exists and takes so many arguments, and none of them
  /// is given a literal that it may not be able to read. Then `check` without types has nothing to
  /// say of calls.
  public var hasPlainCallsOnly: Bool {
    for node in syntax.nodes where node.kind == .call || node.kind == .method {
      let function = environment.function(
        syntax.names[Int(node.a)], isMethod: node.kind == .method, arity: Int(node.c))
      guard function != nil else { return false }
      for argument in syntax.list(node.b, node.c)
      where syntax.nodes[Int(argument)].kind == .literal {
        return false
      }
    }
    return true
  }

  /// The calls in source order of their names.
  public var calls: [FunctionCall] {
    var found: [FunctionCall] = []
    for node in syntax.nodes where node.kind == .call || node.kind == .method {
      let name = syntax.names[Int(node.a)]
      let isMethod = node.kind == .method
      found.append(
        FunctionCall(
          name: name, arity: Int(node.c) - (isMethod ? 1 : 0), isMethod: isMethod,
          range: node.range, nameRange: Int(node.d)..<Int(node.d) + name.utf8.count))
    }
    return found.sorted { $0.nameRange.lowerBound < $1.nameRange.lowerBound }
  }

  private func reference(
    _ position: Int, _ root: Node, _ facts: PartFacts
  ) -> Reference {
    var selections: [Reference.Selection] = []
    var top = position
    var isWhole = true
    while facts[top].parent >= 0 {
      let parent = syntax.nodes[Int(facts[top].parent)]
      guard parent.a == Int32(top) else { break }
      if parent.kind == .index, syntax.text(of: syntax.nodes[Int(parent.b)]) == nil {
        isWhole = false
        break
      }
      guard let selection = selection(parent) else { break }
      selections.append(selection)
      top = Int(facts[top].parent)
      if parent.kind == .has { break }
    }
    let name = syntax.names[Int(root.a)]
    return Reference(
      name: name, selections: selections, range: Int(root.start)..<pathEnd(syntax.nodes[top]),
      nameRange: Int(root.end) - name.utf8.count..<Int(root.end), isAbsolute: root.isFlagged,
      isUnconditional: !facts[position].isConditional, isWhole: isWhole)
  }

  /// What a part selects by name; nil where it does not.
  private func selection(_ node: Node) -> Reference.Selection? {
    switch node.kind {
    case .select, .has:
      let name = syntax.names[Int(node.b)]
      return Reference.Selection(
        name: name, range: range(of: name, before: pathEnd(node)), isOptional: node.isFlagged)
    case .index:
      let key = syntax.nodes[Int(node.b)]
      guard let name = syntax.text(of: key) else { return nil }
      return Reference.Selection(name: name, range: key.range, isOptional: node.isFlagged)
    default: return nil
    }
  }

  /// Where a name stands that a part ends with, blanks and its backquote behind it.
  private func range(of name: String, before end: Int) -> Range<Int> {
    let bytes = source.utf8
    var index = bytes.index(bytes.startIndex, offsetBy: end)
    var end = end
    while end > name.utf8.count {
      index = bytes.index(before: index)
      guard bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "`") else { break }
      end -= 1
    }
    return end - name.utf8.count..<end
  }

  /// A `has(x.f)` ends behind its parenthesis; the path within it does not.
  private func pathEnd(_ node: Node) -> Int {
    node.kind == .has ? Int(node.end) - 1 : Int(node.end)
  }
}

/// Of every node: its parent, whether it is part of the formula, whether it may remain
/// unevaluated, and whether the formula fails where it does.
struct PartFacts {
  struct Fact {
    /// -1 for none.
    fileprivate(set) var parent: Int32 = -1
    fileprivate(set) var isPart = false
    fileprivate(set) var isConditional = false
    fileprivate(set) var isStrict = false
  }

  private let facts: [Fact]

  init(_ syntax: Syntax) {
    let count = syntax.nodes.count
    var facts = [Fact](repeating: Fact(), count: count)
    facts[Int(syntax.root)].isPart = true
    facts[Int(syntax.root)].isStrict = true
    // Parents stand behind their children.
    for position in stride(from: count - 1, through: 0, by: -1) where facts[position].isPart {
      let fact = facts[position]
      let kind = syntax.nodes[position].kind
      let isStrict = fact.isStrict && kind != .and && kind != .or
      syntax.forEachChild(of: syntax.nodes[position]) { child, mayBeLeftOut in
        facts[Int(child)] = Fact(
          parent: Int32(truncatingIfNeeded: position), isPart: true,
          isConditional: fact.isConditional || mayBeLeftOut, isStrict: isStrict && !mayBeLeftOut)
      }
    }
    self.facts = facts
  }

  subscript(position: Int) -> Fact { facts[position] }
}
