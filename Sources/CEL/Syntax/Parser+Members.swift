internal import Values

extension Parser {
  /// A value with what is selected from it.
  mutating func member() throws(SyntaxError) -> Int32 {
    let start = token.start
    return try members(of: primary(), from: start)
  }

  /// `.name`, `.name(…)`, `.?name`, `[…]`, `[?…]`, as many as follow.
  mutating func members(of first: Int32, from start: Int) throws(SyntaxError) -> Int32 {
    var target = first
    while true {
      switch token.kind {
      case .dot: target = try selection(from: target, start)
      case .leftBracket: target = try index(of: target, start)
      case .leftBrace where isTypeName(target): throw messageError(target)
      default: return target
      }
    }
  }

  private mutating func selection(
    from target: Int32, _ start: Int
  ) throws(SyntaxError) -> Int32 {
    try advance()
    let isOptional = try accept(.question)
    guard token.kind == .identifier || token.kind == .quotedIdentifier else {
      throw missingName()
    }
    let isQuoted = token.kind == .quotedIdentifier
    let nameRange = isQuoted ? token.start + 1..<token.end - 1 : token.range
    try advance()
    if token.kind == .leftParenthesis, !isOptional, !isQuoted {
      return try methodCall(of: target, nameRange, start)
    }
    let name = addName(nameRange)
    return try add(
      Node(.select, flag: isOptional ? 1 : 0, start..<previous.end, a: target, b: name))
  }

  private mutating func index(of target: Int32, _ start: Int) throws(SyntaxError) -> Int32 {
    try openBracket()
    let isOptional = try accept(.question)
    let index = try expression()
    try closeBracket(.rightBracket)
    return try add(
      Node(.index, flag: isOptional ? 1 : 0, start..<previous.end, a: target, b: index))
  }

  private mutating func methodCall(
    of target: Int32, _ nameRange: Range<Int>, _ start: Int
  ) throws(SyntaxError) -> Int32 {
    let mark = stack.count
    stack.append(target)
    let first = syntax.nodes.count
    try arguments()
    let name = lexer.text(nameRange)
    let arity = stack.count - mark - 1
    if let (qualified, qualifiedRange) = namespaced(name, target, nameRange) {
      forget(target)
      stack.remove(at: mark)
      return try call(qualified, mark, start, qualifiedRange, first)
    }
    for macro in environment.macros(name) where macro.isMethod && macro.arity == arity {
      if let loop = try loop(macro, mark, start..<previous.end, first) { return loop }
    }
    leaveVariables(of: name, isMethod: true, mark + 1, first)
    syntax.names.append(name)
    let (list, count) = list(since: mark)
    return try add(
      Node(
        .method, start..<previous.end, a: Int32(syntax.names.count - 1), b: list, c: count,
        d: Int32(truncatingIfNeeded: nameRange.lowerBound)))
  }

  /// `(a, b)`, the arguments pushed.
  private mutating func arguments() throws(SyntaxError) {
    try openBracket()
    if token.kind != .rightParenthesis {
      repeat { stack.append(try expression()) } while try accept(.comma)
    }
    try closeBracket(.rightParenthesis)
  }

  /// The function that `math.greatest(` names, where `math` is a namespace of functions.
  private func namespaced(
    _ name: String, _ target: Int32, _ range: Range<Int>
  ) -> (String, Range<Int>)? {
    let node = syntax.nodes[Int(target)]
    guard node.kind == .name, !node.isFlagged else { return nil }
    let namespace = syntax.names[Int(node.a)]
    guard environment.isNamespace(namespace) else { return nil }
    let qualified = "\(namespace).\(name)"
    let isKnown =
      !environment.overloads(of: qualified).isEmpty || !environment.macros(qualified).isEmpty
    guard isKnown || !environment.hasMethod(name) else { return nil }
    return (qualified, Int(node.start)..<range.upperBound)
  }

  /// The name has become part of a function's name, and reads nothing.
  private mutating func forget(_ name: Int32) {
    syntax.nodes[Int(name)].kind = .nothing
    if let position = freeNames.lastIndex(of: name) { freeNames.remove(at: position) }
  }

  /// A call whose arguments have been pushed since `mark`.
  mutating func call(
    _ name: String, _ mark: Int, _ start: Int, _ nameRange: Range<Int>, _ first: Int
  ) throws(SyntaxError) -> Int32 {
    let arity = stack.count - mark
    let range = start..<previous.end
    if name == "has", arity == 1 { return try has(mark, range) }
    for macro in environment.macros(name) where !macro.isMethod && macro.arity == arity {
      if let loop = try loop(macro, mark, range, first) { return loop }
    }
    leaveVariables(of: name, isMethod: false, mark, first)
    syntax.names.append(name)
    let (list, count) = list(since: mark)
    return try add(
      Node(
        .call, range, a: Int32(truncatingIfNeeded: syntax.names.count - 1), b: list, c: count,
        d: Int32(truncatingIfNeeded: nameRange.lowerBound)))
  }

  /// A call by a bare name.
  mutating func functionCall(
    _ nameRange: Range<Int>, _ start: Int
  ) throws(SyntaxError) -> Int32 {
    let mark = stack.count
    let first = syntax.nodes.count
    try arguments()
    return try call(lexer.text(nameRange), mark, start, nameRange, first)
  }

  private mutating func has(_ mark: Int, _ range: Range<Int>) throws(SyntaxError) -> Int32 {
    let argument = stack.removeLast()
    let node = syntax.nodes[Int(argument)]
    guard node.kind == .select, !node.isFlagged else {
      note(
        SyntaxError(
          node.range, "has() takes a property, such as has(person.name)",
          help: node.kind == .index
            ? "write 'key' in map, or has(map.key)"
            : "has() asks whether a map has that property"))
      return argument
    }
    return try add(Node(.has, range, a: node.a, b: node.b))
  }
}
