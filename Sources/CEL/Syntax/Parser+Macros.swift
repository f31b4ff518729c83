internal import Values

extension Parser {
  /// The macro's loop, its target and arguments pushed since `mark`; nil where an argument that has
  /// to be a name is none. `first` is the first node of the arguments.
  mutating func loop(
    _ macro: Macro, _ mark: Int, _ range: Range<Int>, _ first: Int
  ) throws(SyntaxError) -> Int32? {
    let target = macro.isMethod ? 1 : 0
    let variables = stack[(mark + target)..<(mark + target + macro.variables)].map { $0 }
    for variable in variables {
      let node = syntax.nodes[Int(variable)]
      guard node.kind == .name, !node.isFlagged else { return nil }
    }
    let names = variables.map { syntax.names[Int(syntax.nodes[Int($0)].a)] }
    if names.count == 2, names[0] == names[1] {
      note(
        SyntaxError(
          syntax.nodes[Int(variables[1])].range, "both variables are called \(names[1])"))
    }
    let firstLocal = Int32(truncatingIfNeeded: syntax.localCount)
    syntax.localCount += macro.variables
    for variable in variables { syntax.nodes[Int(variable)].kind = .nothing }
    // What `cel.bind` binds is written before its body and does not see the variable.
    let isBind = macro.form == .bind
    let bodies = mark + target + macro.variables
    let seen = isBind ? Int(stack[bodies]) + 1 : first
    // Nor does what `reduce` starts with, which is written last.
    let end = macro.form == .reduce ? Int(stack[bodies]) + 1 : syntax.nodes.count
    bind(names, firstLocal, isLazy: isBind, within: seen..<end)
    let range0 = macro.isMethod ? stack[mark] : isBind ? stack[bodies] : -1
    let bodyStart = isBind ? bodies + 1 : bodies
    let list = Int32(truncatingIfNeeded: syntax.lists.count)
    let count = stack.count - bodyStart
    syntax.lists.append(contentsOf: stack[bodyStart...])
    stack.removeLast(stack.count - mark)
    return try add(
      Node(
        .loop, flag: macro.form.rawValue, range, a: range0, b: list,
        c: Int32(truncatingIfNeeded: count), d: firstLocal))
  }

  /// Makes every free name among those nodes that one of the variables bears a read of that
  /// variable. Inner macros have bound theirs before, so they shadow.
  private mutating func bind(
    _ names: [String], _ firstLocal: Int32, isLazy: Bool, within range: Range<Int>
  ) {
    var kept = freeNames.count
    while kept > 0, Int(freeNames[kept - 1]) >= range.lowerBound { kept -= 1 }
    var position = kept
    for index in kept..<freeNames.count {
      let free = Int(freeNames[index])
      let node = syntax.nodes[free]
      if node.kind == .nothing { continue }
      if free < range.upperBound, !node.isFlagged,
        let variable = names.lastIndex(of: syntax.names[Int(node.a)])
      {
        syntax.nodes[free] = Node(
          .local, flag: isLazy ? 1 : 0, node.range, a: firstLocal + Int32(variable), b: node.a)
        continue
      }
      freeNames[position] = freeNames[index]
      position += 1
    }
    freeNames.removeLast(freeNames.count - position)
  }

  /// Takes the variables of a macro whose name is misspelt, or another language's, for names of
  /// nothing: it is the macro's name that is wrong, and not those. The arguments have been pushed since
  /// `mark`, and `first` is the first node of them.
  mutating func leaveVariables(of name: String, isMethod: Bool, _ mark: Int, _ first: Int) {
    let arguments = stack[mark...].map { syntax.nodes[Int($0)] }
    guard arguments.count > 1, arguments[0].isPlainName, misspelt < SyntaxLimits.errors,
      environment.overloads(of: name).isEmpty, environment.macros(name).isEmpty
    else { return }
    misspelt += 1
    var names: [String] = []
    if let macro = environment.macro(near: name, isMethod: isMethod, arguments[...]) {
      names = arguments.prefix(macro.variables).map { syntax.names[Int($0.a)] }
    } else if Names.foreignMacros.contains(name) {
      let plain = arguments.prefix { $0.isPlainName }.count
      names = arguments.prefix(min(plain, arguments.count - 1)).map { syntax.names[Int($0.a)] }
    }
    var kept = freeNames.count
    while kept > 0, Int(freeNames[kept - 1]) >= first { kept -= 1 }
    for free in freeNames[kept...] {
      let node = syntax.nodes[Int(free)]
      if node.isPlainName, names.contains(where: { Text.same($0, syntax.names[Int(node.a)]) }) {
        syntax.nodes[Int(free)].kind = .nothing
      }
    }
    let left = freeNames[kept...].filter { syntax.nodes[Int($0)].kind == .name }
    freeNames.replaceSubrange(kept..., with: left)
  }
}

extension Node {
  /// Whether a macro may bind it.
  fileprivate var isPlainName: Bool { kind == .name && !isFlagged }
}

extension Environment {
  /// The macro that is meant by a name that is nearly one, by its arguments; those that it binds may
  /// have been bound.
  func macro(near name: String, isMethod: Bool, _ arguments: ArraySlice<Node>) -> Macro? {
    let names = arguments.prefix { !$0.isFlagged && [.name, .nothing].contains($0.kind) }.count
    let known = macroNames.flatMap { macros($0) }.filter {
      $0.isMethod == isMethod && $0.arity == arguments.count && $0.variables <= names
    }
    guard let nearest = Suggestion.nearest(to: name, among: known.map(\.name)) else { return nil }
    return known.first { Text.same($0.name, nearest) }
  }
}
