internal import Values

// Lists, maps, and calls.
extension Machine {
  @inline(never)
  mutating func list(_ node: Node) throws(EvaluationError) -> Value {
    var elements: [Value] = []
    elements.reserveCapacity(Int(node.b))
    for index in Int(node.a)..<Int(node.a + node.b) {
      if let value = try entry(lists[index]) { elements.append(value) }
    }
    do { return try budget.list(elements) } catch { throw EvaluationError(error, at: node.range) }
  }

  @inline(never)
  mutating func map(_ node: Node) throws(EvaluationError) -> Value {
    if node.c > 0, record == nil { return try shaped(node) }
    var keys: [Value] = []
    var values: [Value] = []
    keys.reserveCapacity(Int(node.b))
    values.reserveCapacity(Int(node.b))
    for index in 0..<Int(node.b) {
      let entry = Int(node.a) + index * 2
      let key = try evaluate(lists[entry])
      if let value = try self.entry(lists[entry + 1]) {
        keys.append(key)
        values.append(value)
      } else if !key.isMapKey {
        throw EvaluationError(Fault(.badKeyType(key.typeName)), at: node.range)
      }
    }
    do {
      return try budget.map(keys: keys, values: values)
    } catch {
      throw EvaluationError(error, at: node.range)
    }
  }

  /// The same of a map whose keys stand in the text, which are neither evaluated nor compared again. It
  /// costs as much.
  private mutating func shaped(_ node: Node) throws(EvaluationError) -> Value {
    var values: [Value] = []
    values.reserveCapacity(Int(node.b))
    for index in 0..<Int(node.b) {
      let entry = Int(node.a) + index * 2
      budget.remaining -= 1
      if budget.remaining < 0 {
        throw EvaluationError(budget.exhausted(), at: nodes[Int(lists[entry])].range)
      }
      values.append(try evaluate(lists[entry + 1]))
    }
    do throws(Fault) {
      return try budget.map(shapes[lent: Int(node.c) - 1], values)
    } catch {
      throw EvaluationError(error, at: node.range)
    }
  }

  /// An element's or entry's value; nil for `?e` where the optional holds none.
  private mutating func entry(_ position: Int32) throws(EvaluationError) -> Value? {
    let node = nodes[Int(position)]
    guard node.kind == .optionalEntry else { return try evaluate(position) }
    let value = try evaluate(node.a)
    guard case .optional(let optional) = value else {
      throw failure(
        node, .noSuchOverload, "what follows ? must be an optional, not \(value.withArticle)",
        help: "leave the ? out, or write optional.of(…)")
    }
    return optional.wrapped
  }

  @inline(never)
  mutating func call(_ node: Node, _ position: Int32) throws(EvaluationError) -> Value {
    let planned = program.lend { $0.functions[Int(node.a)] }
    let first = Int(node.b)
    switch planned.body {
    case .unary(let function):
      let argument = try evaluate(lists[first])
      do {
        return try function(argument, &budget)
      } catch {
        throw misfit(error, planned.function, [argument], node)
      }
    case .binary(let function):
      let left = try evaluate(lists[first])
      let right = try evaluate(lists[first + 1])
      do {
        return try function(left, right, &budget)
      } catch {
        throw misfit(error, planned.function, [left, right], node)
      }
    case .fallback(let decide, let otherwise):
      return try fallback(planned.function, decide, otherwise, node)
    case .variadic(let function):
      var arguments: [Value] = []
      arguments.reserveCapacity(Int(node.c))
      for index in first..<first + Int(node.c) { arguments.append(try evaluate(lists[index])) }
      if memory != nil, case .list(let list)? = arguments.first,
        let sum = rememberedSum(position, list)
      {
        return sum
      }
      do {
        return try function(arguments, &budget)
      } catch {
        throw misfit(error, planned.function, arguments, node)
      }
    }
  }

  private mutating func fallback(
    _ function: Function, _ decide: Function.Decision, _ otherwise: Function.Binary, _ node: Node
  ) throws(EvaluationError) -> Value {
    let first = try evaluate(lists[Int(node.b)])
    do {
      if let decided = try decide(first, &budget) { return decided }
    } catch {
      throw misfit(error, function, [first], node)
    }
    let second = try evaluate(lists[Int(node.b) + 1])
    do {
      return try otherwise(first, second, &budget)
    } catch {
      throw misfit(error, function, [first, second], node)
    }
  }

  /// A function's fault in its place, and worded where only the types did not fit.
  private func misfit(
    _ fault: Fault, _ function: Function, _ arguments: [Value], _ node: Node
  ) -> EvaluationError {
    guard fault.isMisfit else { return EvaluationError(fault, at: node.range) }
    let message = "no such overload: " + function.text(arguments.map(\.typeWord))
    return failure(node, .noSuchOverload, message, help: function.overloadsText)
  }
}

extension Function {
  /// A call with arguments of those types: `size(int)`, `string.startsWith(int)`.
  func text(_ types: [String]) -> String {
    var types = types
    var target = ""
    if isMethod, !types.isEmpty {
      target = types.removeFirst()
      target = target.contains("|") ? "(\(target))." : "\(target)."
    }
    return "\(target)\(name)(\(types.joined(separator: ", ")))"
  }

  /// A call with a signature's parameters.
  func text(_ signature: Signature) -> String {
    text(signature.parameters.map(\.wording) + (signature.isVariadic ? ["…"] : []))
  }

  /// What the function takes, for a message.
  var overloadsText: String? {
    let signatures = overloads.signatures
    guard !signatures.isEmpty else { return nil }
    return "there is " + signatures.map { text($0) }.joined(separator: ", ")
  }
}
