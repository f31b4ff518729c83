internal import Values

extension Program {
  /// Parts of a formula of which the next evaluation can take over what the last one worked out of the
  /// elements of a list that have not changed.
  enum Remembered {
    /// A macro over a list, in which what becomes of an element hangs on that alone.
    case loop
    /// The sum of a list.
    case sum
  }

  /// Those parts, by their positions. None within what is done for each element of another list, since
  /// that is another one each time.
  ///
  /// What is done for an element must read nothing but it: neither the host, which could have changed,
  /// nor what is bound around the macro.
  static func remembered(_ syntax: Syntax, _ functions: [PlannedFunction]) -> [Int32: Remembered] {
    let mayHave = syntax.nodes.contains { node in
      node.kind == .loop || node.kind == .variadic && functions[Int(node.a)].isSum
    }
    if !mayHave { return [:] }
    var found: [Int32: Remembered] = [:]
    var waiting = [syntax.root]
    while let position = waiting.popLast() {
      let node = syntax.nodes[Int(position)]
      guard node.kind == .loop, let form = MacroForm(rawValue: node.flag), form != .bind else {
        if node.kind == .variadic, functions[Int(node.a)].isSum { found[position] = .sum }
        syntax.forEachChild(of: node) { child, _ in waiting.append(child) }
        continue
      }
      if node.a >= 0 { waiting.append(node.a) }
      if form.isByElement, syntax.isClosed(node) { found[position] = .loop }
    }
    return found
  }
}

extension PlannedFunction {
  fileprivate var isSum: Bool { function.name == "sum" && function.isMethod }
}

extension MacroForm {
  /// Whether the macro goes over values one by one and puts together what becomes of each.
  fileprivate var isByElement: Bool {
    switch self {
    case .all, .exists, .existsOne, .filter, .map, .mapFiltered: true
    case .allPairs, .existsPairs, .existsOnePair, .transformList, .transformListFiltered,
      .transformMap, .transformMapFiltered, .transformEntries, .transformEntriesFiltered, .sortBy,
      .reduce, .bind, .optionalMap, .optionalFlatMap:
      false
    }
  }
}

extension Syntax {
  /// Whether the bodies of a planned macro read nothing but what they bind themselves.
  fileprivate func isClosed(_ loop: Node) -> Bool {
    var bound: Set<Int32> = [loop.d]
    var waiting = Array(list(loop.b, loop.c))
    var variables: [Int32] = []
    while let position = waiting.popLast() {
      let node = nodes[Int(position)]
      switch node.kind {
      case .read, .readValue, .readPath: return false
      case .local: variables.append(node.a)
      case .loop: bound.formUnion([node.d, node.d + 1])
      case .literal, .name, .select, .has, .index, .call, .method, .list, .map, .optionalEntry,
        .binary, .chain, .and, .or, .conditional, .not, .negate, .nothing, .unary, .binaryCall,
        .variadic, .fault:
        break
      }
      forEachChild(of: node) { child, _ in waiting.append(child) }
    }
    return variables.allSatisfy(bound.contains)
  }
}
