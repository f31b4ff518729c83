internal import Values

/// What a macro goes over.
private struct Elements {
  enum Shape { case values, indexed, entries }

  let kind: Shape
  let first: ValueView
  let second: ValueView

  var count: Int { first.count }

  /// What the macro's first (and, over pairs, second) variable holds at a turn.
  func key(_ index: Int) -> Value { kind == .indexed ? .int(Int64(index)) : first[index] }
}

extension Machine {
  @inline(never)
  mutating func loop(_ node: Node, _ position: Int32) throws(EvaluationError) -> Value {
    guard let form = MacroForm(rawValue: node.flag) else {
      preconditionFailure("no macro \(node.flag)")
    }
    switch form {
    case .bind: return try bind(node)
    case .optionalMap, .optionalFlatMap: return try optionalMap(node, form)
    case .sortBy: return try sortBy(node)
    case .reduce: return try reduce(node, elements(of: evaluate(node.a), node, form))
    case .all, .exists, .existsOne, .filter, .map, .mapFiltered, .allPairs, .existsPairs,
      .existsOnePair, .transformList, .transformListFiltered, .transformMap, .transformMapFiltered,
      .transformEntries, .transformEntriesFiltered:
      let target = try evaluate(node.a)
      if memory != nil, case .list(let list) = target,
        let value = remembered(position, node, form, list)
      {
        return value
      }
      let result = try turns(elements(of: target, node, form), node, form)
      guard form == .existsOne || form == .existsOnePair, case .int(let count) = result else {
        return result
      }
      return .bool(count == 1)
    }
  }

  /// What a macro makes of some elements of a list; of `exists_one` how many there are.
  mutating func piece(
    _ elements: [Value], _ node: Node, _ form: MacroForm
  ) throws(EvaluationError) -> Value {
    let view = ValueView(elements)
    return try turns(Elements(kind: .values, first: view, second: view), node, form)
  }

  private mutating func turns(
    _ elements: Elements, _ node: Node, _ form: MacroForm
  ) throws(EvaluationError) -> Value {
    switch form {
    case .all, .allPairs: return try quantify(node, elements, on: false)
    case .exists, .existsPairs: return try quantify(node, elements, on: true)
    case .existsOne, .existsOnePair: return try number(node, elements)
    case .filter: return try filter(node, elements)
    case .map, .mapFiltered, .transformList, .transformListFiltered:
      return try transformList(node, elements)
    case .transformMap, .transformMapFiltered, .transformEntries, .transformEntriesFiltered:
      return try transformMap(node, elements, form)
    case .bind, .optionalMap, .optionalFlatMap, .sortBy, .reduce:
      preconditionFailure("\(form) is no macro of turns")
    }
  }

  private mutating func bind(_ node: Node) throws(EvaluationError) -> Value {
    lazies[Int(node.d)] = .pending(node.a)
    defer { lazies[Int(node.d)] = .unbound }
    return try evaluate(lists[Int(node.b)])
  }

  private mutating func optionalMap(
    _ node: Node, _ form: MacroForm
  ) throws(EvaluationError) -> Value {
    let target = try evaluate(node.a)
    guard case .optional(let optional) = target else {
      let name = form == .optionalMap ? "optMap" : "optFlatMap"
      throw failure(node, .noSuchOverload, "\(name) needs an optional, not \(target.withArticle)")
    }
    guard let wrapped = optional.wrapped else { return target }
    locals[Int(node.d)] = wrapped
    let result = try evaluate(lists[Int(node.b)])
    if form == .optionalMap {
      do {
        return try budget.optional(result)
      } catch {
        throw EvaluationError(error, at: node.range)
      }
    }
    guard case .optional = result else {
      throw failure(
        node, .noSuchOverload, "optFlatMap must give an optional, not \(result.withArticle)",
        help: "write optMap, or optional.of(…)")
    }
    return result
  }

  private func elements(
    of target: Value, _ node: Node, _ form: MacroForm
  ) throws(EvaluationError) -> Elements {
    let isPairs = form.isOverPairs
    switch target {
    case .list(let list):
      return Elements(
        kind: isPairs ? .indexed : .values, first: list.elements, second: list.elements)
    case .map(let map):
      return isPairs
        ? Elements(kind: .entries, first: map.keys, second: map.values)
        : Elements(kind: .values, first: map.keys, second: map.keys)
    case let other:
      throw failure(
        nodes[Int(node.a)], .noSuchOverload,
        "\(other.withArticle) has no elements to go over; a list or a map has")
    }
  }

  /// Binds the macro's variables to one turn's values.
  private mutating func begin(
    _ index: Int, of elements: Elements, _ node: Node
  ) throws(EvaluationError) {
    try charge(1, node)
    locals[Int(node.d)] = elements.key(index)
    if elements.kind != .values { locals[Int(node.d) + 1] = elements.second[index] }
  }

  /// `all` (on false) and `exists` (on true): the first turn that decides ends the loop, whatever
  /// failed before it.
  private mutating func quantify(
    _ node: Node, _ elements: Elements, on deciding: Bool
  ) throws(EvaluationError) -> Value {
    var first: EvaluationError?
    for index in 0..<elements.count {
      try begin(index, of: elements, node)
      do {
        if try predicate(node) == deciding { return .bool(deciding) }
      } catch {
        try absorb(error, node)
        first = first ?? error
      }
    }
    if let first { throw first }
    return .bool(!deciding)
  }

  private mutating func predicate(_ node: Node) throws(EvaluationError) -> Bool {
    let body = lists[Int(node.b)]
    let value = try evaluate(body)
    guard case .bool(let bool) = value else {
      throw failure(
        nodes[Int(body)], .noSuchOverload, "the condition must be a bool, not \(value.withArticle)")
    }
    return bool
  }

  /// For how many elements the condition holds.
  private mutating func number(
    _ node: Node, _ elements: Elements
  ) throws(EvaluationError) -> Value {
    var count: Int64 = 0
    for index in 0..<elements.count {
      try begin(index, of: elements, node)
      if try predicate(node) { count += 1 }
    }
    return .int(count)
  }

  private mutating func filter(
    _ node: Node, _ elements: Elements
  ) throws(EvaluationError) -> Value {
    var kept: [Value] = []
    for index in 0..<elements.count {
      try begin(index, of: elements, node)
      if try predicate(node) { kept.append(elements.key(index)) }
    }
    return try made(kept, node)
  }

  private mutating func transformList(
    _ node: Node, _ elements: Elements
  ) throws(EvaluationError) -> Value {
    var results: [Value] = []
    results.reserveCapacity(min(elements.count, Machine.reserved))
    for index in 0..<elements.count {
      try begin(index, of: elements, node)
      if node.c == 2, !(try predicate(node)) { continue }
      results.append(try evaluate(lists[Int(node.b + node.c) - 1]))
    }
    return try made(results, node)
  }

  private mutating func sortBy(_ node: Node) throws(EvaluationError) -> Value {
    let target = try evaluate(node.a)
    guard case .list(let list) = target else {
      throw failure(
        nodes[Int(node.a)], .noSuchOverload, "sortBy needs a list, not \(target.withArticle)")
    }
    var keys: [Value] = []
    keys.reserveCapacity(list.count)
    for element in list.elements {
      try charge(1, node)
      locals[Int(node.d)] = element
      keys.append(try evaluate(lists[Int(node.b)]))
    }
    do {
      let positions = try Ordering.ascending(keys, &budget)
      return try budget.list(positions.map { list[$0] })
    } catch {
      throw EvaluationError(error, at: node.range)
    }
  }

  /// The first variable holds what the turns before have given, and at first what the last part of
  /// the text gives.
  private mutating func reduce(
    _ node: Node, _ elements: Elements
  ) throws(EvaluationError) -> Value {
    var result = try evaluate(lists[Int(node.b) + 1])
    for index in 0..<elements.count {
      try charge(1, node)
      locals[Int(node.d)] = result
      locals[Int(node.d) + 1] = elements.key(index)
      result = try evaluate(lists[Int(node.b)])
    }
    return result
  }

  private mutating func transformMap(
    _ node: Node, _ elements: Elements, _ form: MacroForm
  ) throws(EvaluationError) -> Value {
    let isEntries = form == .transformEntries || form == .transformEntriesFiltered
    var keys: [Value] = []
    var values: [Value] = []
    for index in 0..<elements.count {
      try begin(index, of: elements, node)
      if node.c == 2, !(try predicate(node)) { continue }
      let result = try evaluate(lists[Int(node.b + node.c) - 1])
      if !isEntries {
        keys.append(elements.key(index))
        values.append(result)
      } else if case .map(let map) = result {
        try charge(map.count, node)
        keys += map.keys
        values += map.values
      } else {
        throw failure(
          node, .noSuchOverload, "transformMapEntry must give a map, not \(result.withArticle)",
          help: "write {key: value}")
      }
    }
    do {
      return try budget.map(keys: keys, values: values)
    } catch {
      throw EvaluationError(error, at: node.range)
    }
  }

  /// Elements that a list in the making has room for before it is paid for.
  private static let reserved = 64

  private mutating func made(_ elements: [Value], _ node: Node) throws(EvaluationError) -> Value {
    do { return try budget.list(elements) } catch { throw EvaluationError(error, at: node.range) }
  }
}

extension MacroForm {
  /// Whether the macro's variables are index and element, or key and value.
  var isOverPairs: Bool {
    switch self {
    case .allPairs, .existsPairs, .existsOnePair, .transformList, .transformListFiltered,
      .transformMap, .transformMapFiltered, .transformEntries, .transformEntriesFiltered:
      true
    case .all, .exists, .existsOne, .filter, .map, .mapFiltered, .sortBy, .reduce, .bind,
      .optionalMap, .optionalFlatMap:
      false
    }
  }
}
