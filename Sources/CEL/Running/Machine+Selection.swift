internal import Values

extension Machine {
  /// What the host could not answer with a value, for the reads that are made at once.
  @inline(never)
  mutating func finish(_ node: Node, _ resolution: Resolution) throws(EvaluationError) -> Value {
    let read = program.lend { $0.reads[Int(node.b)] }
    return try finish(read, resolution, read.path ?? [], nil, node)
  }

  /// A name with its selections, in one question to the host.
  @inline(never)
  mutating func read(_ node: Node) throws(EvaluationError) -> Value {
    let place = Int(node.a)
    // A copy of all of the read costs more than what is mostly asked of it.
    let (cost, source, isStatic) = program.lend { program in
      (program.reads[place].cost, program.reads[place].source, program.reads[place].path != nil)
    }
    try charge(cost, node.range)
    guard isStatic else { return try computedRead(program.lend { $0.reads[place] }, node) }
    let resolution = activation.resolve(slot: source, path: paths[lent: place])
    if case .value(let value) = resolution {
      if program.lend({ $0.reads[place].isTest }) { return .bool(true) }
      let isOptional = program.lend { $0.reads[place].hasOptionalStep }
      return isOptional ? .optional(OptionalValue(value)) : value
    }
    let read = program.lend { $0.reads[place] }
    return try finish(read, resolution, read.path ?? [], nil, node)
  }

  /// Evaluates the keys first. The path ends before the first that is no text.
  private mutating func computedRead(
    _ read: Read, _ node: Node
  ) throws(EvaluationError) -> Value {
    var path: [String] = []
    var foreign: Value?
    steps: for step in read.steps {
      if step.key < 0 {
        path.append(step.name)
        continue
      }
      switch try evaluate(step.key) {
      case .string(let text):
        try charge(Budget.lookup(text), step.range)
        path.append(text)
      case let other:
        foreign = other
        break steps
      }
    }
    let resolution = activation.resolve(slot: read.source, path: path)
    return try finish(read, resolution, path, foreign, node)
  }

  /// Goes on from where the host's answer ends, by the rules for selecting from any value.
  /// `foreign` is the key that ended the path, being no text.
  private mutating func finish(
    _ read: Read, _ resolution: Resolution, _ path: [String], _ foreign: Value?, _ node: Node
  ) throws(EvaluationError) -> Value {
    var value: Value
    var reached = path.count
    switch resolution {
    case .value(let found): value = found
    case .missing(let at, let parent):
      value = parent
      reached = min(max(at, 0), path.count)
    case .failure(let error):
      throw EvaluationError(Fault(.host, "\(error)"), at: node.range, hostError: error)
    case .abort(let error):
      throw EvaluationError(Fault(.hostAbort, "\(error)"), at: node.range, hostError: error)
    }
    if read.steps[..<reached].contains(where: \.isOptional) {
      value = .optional(OptionalValue(value))
    }
    for index in reached..<read.steps.count {
      let step = read.steps[index]
      if read.isTest, index == read.steps.count - 1 {
        return .bool(try has(value, step.name, step.range))
      }
      let key: Value
      if index < path.count {
        key = .string(path[index])
      } else if index == path.count, let foreign {
        key = foreign
      } else {
        key = step.key < 0 ? .string(step.name) : try evaluate(step.key)
      }
      value = try select(
        key, from: value, isName: step.key < 0, isOptional: step.isOptional, step.range)
    }
    return read.isTest ? .bool(true) : value
  }

  /// `.f`, `[k]` or `has(x.f)` on what is no host's value.
  @inline(never)
  mutating func selection(_ node: Node) throws(EvaluationError) -> Value {
    let target = try evaluate(node.a)
    switch node.kind {
    case .index:
      let key = try evaluate(node.b)
      return try select(key, from: target, isName: false, isOptional: node.isFlagged, node.range)
    case .has: return .bool(try has(target, name(node.b), node.range))
    default:
      return try select(
        .string(name(node.b)), from: target, isName: true, isOptional: node.isFlagged, node.range)
    }
  }

  private func name(_ position: Int32) -> String {
    program.lend { $0.expression.syntax.names[Int(position)] }
  }

  private mutating func select(
    _ key: Value, from target: Value, isName: Bool, isOptional: Bool, _ range: Range<Int>
  ) throws(EvaluationError) -> Value {
    let found: Value?
    switch target {
    case .map(let map):
      guard key.isKey else {
        throw EvaluationError(
          Fault(.noSuchOverload, "a map has no keys of type \(ValueType(key).rawValue)"), at: range)
      }
      if case .string(let name) = key { try charge(Budget.lookup(name), range) }
      found = map[key]
    case .list(let list) where !isName:
      found = try element(of: list, at: key, range)
    case .optional(let optional):
      guard let wrapped = optional.wrapped else { return target }
      return try select(key, from: wrapped, isName: isName, isOptional: true, range)
    default:
      let what =
        isName
        ? "property \(key.plainText)" : key.isKey ? "element \(key.shortText)" : "elements"
      throw EvaluationError(
        Fault(.noSuchOverload, "\(target.withArticle) has no \(what)"), at: range)
    }
    if isOptional { return .optional(OptionalValue(found)) }
    if let found { return found }
    throw try absent(key, target, range)
  }

  private func element(
    of list: List, at key: Value, _ range: Range<Int>
  ) throws(EvaluationError) -> Value? {
    let index: Int?
    switch key {
    case .int(let int): index = Int(exactly: int)
    case .uint(let uint): index = Int(exactly: uint)
    case .double(let double):
      guard let whole = Int(exactly: double) else {
        throw EvaluationError(
          Fault(.badArgument, "\(key) is no whole number and cannot be an index"), at: range)
      }
      index = whole
    default:
      throw EvaluationError(
        Fault(.noSuchOverload, "a list has no indexes of type \(ValueType(key).rawValue)"),
        at: range)
    }
    guard let index, index >= 0, index < list.count else { return nil }
    return list[index]
  }

  /// The error for a key or index that is not there. It costs, since it is worth its search for
  /// what may have been meant.
  private mutating func absent(
    _ key: Value, _ target: Value, _ range: Range<Int>
  ) throws(EvaluationError) -> EvaluationError {
    var help: String?
    if case .list(let list) = target { return EvaluationError(.outOfRange(key, list), at: range) }
    if case .map(let map) = target, case .string(let name) = key {
      let names = map.keys.prefix(64).compactMap { key in
        if case .string(let name) = key { name } else { nil }
      }
      try charge(names.count * Machine.suggestionCost, range)
      if let (other, difference) = names.lazy.compactMap({ other in
        LookAlike(name, other).map { (other, $0) }
      }).first {
        help =
          "the key \(other) looks alike, but its character \(difference.place) is "
          + "\(difference.found), not \(difference.wanted)"
      } else {
        help = Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
      }
    }
    return EvaluationError(
      Fault(.noSuchKey, "no such key: \(key.plainText)", help: help), at: range)
  }

  /// For holding one name against another.
  private static let suggestionCost = 30

  private mutating func has(
    _ target: Value, _ name: String, _ range: Range<Int>
  ) throws(EvaluationError) -> Bool {
    switch target {
    case .map(let map):
      try charge(Budget.lookup(name), range)
      return map.position(of: name) != nil
    case .optional(let optional):
      guard let wrapped = optional.wrapped else { return false }
      return try has(wrapped, name, range)
    default:
      throw EvaluationError(
        Fault(.noSuchOverload, "\(target.withArticle) has no property \(name)"), at: range)
    }
  }
}

extension Value {
  /// Whether a map may be asked for it. A double is looked up by its value, but is no key itself.
  var isKey: Bool {
    if case .double = self { true } else { isMapKey }
  }

  /// A text as it is, anything else as a formula would write it; cut where it is long.
  var plainText: String {
    if case .string(let string) = self { return Value.cut(string) }
    return shortText
  }

  /// As a formula would write it, a long text cut; of anything else that is long what it is.
  var shortText: String {
    let measure = self.measure
    if measure.text <= Value.longest, measure.elements <= 8 { return description }
    if case .string(let string) = self { return Value.string(Value.cut(string)).description }
    return withArticle
  }

  private static let longest = 80

  private static func cut(_ string: String) -> String {
    guard string.utf8.count > longest else { return string }
    return String(String.UnicodeScalarView(string.unicodeScalars.prefix(longest / 2))) + "…"
  }

  /// `an int`, `a list`, `null`.
  var withArticle: String {
    switch ValueType(self) {
    case .null: "null"
    case .int: "an int"
    case .optional: "an optional"
    case .bytes: "bytes"
    default: "a \(typeWord)"
    }
  }

  /// `int`, `list`, `net.IP`.
  var typeWord: String {
    if case .opaque(let opaque) = self { opaque.typeName } else { ValueType(self).rawValue }
  }
}

extension List {
  var sizeText: String { count == 1 ? "1 element" : "\(count) elements" }
}
