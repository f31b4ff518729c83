internal import Values

extension Machine {
  @inline(__always)
  mutating func binary(
    _ sign: UInt8, _ left: Value, _ right: Value, _ node: Node
  ) throws(EvaluationError) -> Value {
    if case .int(let a) = left, case .int(let b) = right,
      let value = Arithmetic.fast(Token.Kind(rawValue: sign), .int(a), .int(b))
    {
      return Value(value)
    }
    return try slowBinary(sign, left, right, node)
  }

  @inline(never)
  private mutating func slowBinary(
    _ sign: UInt8, _ left: Value, _ right: Value, _ node: Node
  ) throws(EvaluationError) -> Value {
    guard let kind = Token.Kind(rawValue: sign) else { preconditionFailure("no operator \(sign)") }
    do throws(Fault) {
      switch kind {
      case .equal: return .bool(try equal(left, right))
      case .notEqual: return .bool(!(try equal(left, right)))
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        return .bool(try Arithmetic.compare(kind, left, right, &budget))
      case .inWord: return .bool(try contains(right, left))
      default: return try Arithmetic.apply(kind, left, right, &budget)
      }
    } catch {
      if error.isMisfit {
        throw EvaluationError(Fault.noOverload(kind, left, right), at: node.range)
      }
      throw EvaluationError(error, at: node.range)
    }
  }

  private mutating func equal(_ left: Value, _ right: Value) throws(Fault) -> Bool {
    if case .string(let a) = left, case .string(let b) = right {
      try budget.charge(scanning: min(a.utf8.count, b.utf8.count))
      return Text.same(a, b)
    }
    try budget.charge(comparing: left, right)
    return left.isEqual(to: right)
  }

  private mutating func contains(_ container: Value, _ item: Value) throws(Fault) -> Bool {
    switch container {
    case .list(let list):
      let elements = list.elements
      if case .int(let wanted) = item { return try contains(elements, wanted) }
      for element in elements {
        try budget.charge(1)
        try budget.charge(comparing: element, item)
        if element.isEqual(to: item) { return true }
      }
      return false
    case .map(let map):
      try budget.charge(scanning: item.measure.text)
      return map.position(of: item) != nil
    default: throw .noOverload
    }
  }

  /// The same of an int, which costs as much and is compared in place.
  private mutating func contains(_ elements: ValueView, _ wanted: Int64) throws(Fault) -> Bool {
    for element in elements {
      try budget.charge(1)
      if case .int(let int) = element {
        if int == wanted { return true }
      } else if element.isEqual(to: .int(wanted)) {
        return true
      }
    }
    return false
  }

  @inline(never)
  mutating func chain(_ node: Node) throws(EvaluationError) -> Value {
    var value = try evaluate(lists[Int(node.a)])
    // A text that belongs behind the value: two are added at once, in one piece of memory.
    var behind: String?
    for index in 1..<Int(node.b) {
      let sign = UInt8(truncatingIfNeeded: lists[Int(node.a) + index * 2 - 1])
      let right = try evaluate(lists[Int(node.a) + index * 2])
      try charge(1, node)
      if sign == Token.Kind.plus.rawValue, case .string(let text) = value,
        case .string(let more) = right
      {
        let between = behind ?? ""
        let length = text.utf8.count + between.utf8.count + more.utf8.count
        do { try budget.charge(making: length) } catch {
          throw EvaluationError(error, at: node.range)
        }
        guard behind != nil else {
          behind = more
          continue
        }
        value = .string(Machine.joined(text, between, more, length))
        behind = nil
        continue
      }
      value = Machine.adding(&behind, to: value)
      value = try binary(sign, value, right, node)
    }
    return Machine.adding(&behind, to: value)
  }

  private static func adding(_ behind: inout String?, to value: Value) -> Value {
    guard let more = behind, case .string(let text) = value else { return value }
    behind = nil
    return .string(text + more)
  }

  private static func joined(_ a: String, _ b: String, _ c: String, _ length: Int) -> String {
    var text = ""
    text.reserveCapacity(length)
    text += a
    text += b
    text += c
    return text
  }

  @inline(never)
  mutating func not(_ node: Node) throws(EvaluationError) -> Value {
    let value = try evaluate(node.a)
    guard case .bool(let bool) = value else {
      let type = ValueType(value)
      let truth = type.truth(of: "x", isOpposite: node.b % 2 == 1)
      throw failure(
        node, .noSuchOverload, "no such overload: !\(type.rawValue)",
        help: truth.map { "write \($0)" })
    }
    return .bool(bool != (node.b % 2 == 1))
  }

  @inline(never)
  mutating func negate(_ node: Node) throws(EvaluationError) -> Value {
    let value = try evaluate(node.a)
    switch value {
    case .int(let int):
      guard int != .min else { throw EvaluationError(.overflow("int"), at: node.range) }
      return .int(node.b % 2 == 1 ? -int : int)
    case .double(let double): return .double(node.b % 2 == 1 ? -double : double)
    default:
      throw failure(node, .noSuchOverload, "no such overload: -\(ValueType(value).rawValue)")
    }
  }
}
