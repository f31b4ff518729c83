internal import Values

extension Checker {
  mutating func operation(_ node: Node) -> StaticType {
    guard let kind = Token.Kind(rawValue: node.flag) else { return .dyn }
    return operation(kind, operand(node.a), operand(node.b), Int(node.start))
  }

  private func operand(_ position: Int32) -> Operand {
    let range = node(position).range
    return Operand(
      type: type(position).withoutNull, range: range, whole: range, position: position)
  }

  mutating func chain(_ node: Node) -> StaticType {
    let start = Int(node.start)
    var left = operand(syntax.lists[Int(node.a)])
    for index in 1..<Int(node.b) {
      let sign = syntax.lists[Int(node.a) + index * 2 - 1]
      let right = operand(syntax.lists[Int(node.a) + index * 2])
      guard let kind = Token.Kind(rawValue: UInt8(truncatingIfNeeded: sign)) else { return .dyn }
      let range = start..<right.range.upperBound
      left = Operand(
        type: operation(kind, left, right, start), range: range, whole: range, position: nil)
    }
    return left.type
  }

  /// The operands as they stand in the operation that starts there, with the parentheses around them.
  private func placed(
    _ left: Operand, _ right: Operand, _ start: Int
  ) -> (left: Operand, right: Operand, range: Range<Int>) {
    var (left, right) = (left, right)
    (left.whole, right.whole) = expression.operands(from: start, left.range, right.range)
    if left.position == nil { left.range = left.whole }
    return (left, right, start..<right.whole.upperBound)
  }

  /// The type of an operator's result.
  private mutating func operation(
    _ kind: Token.Kind, _ left: Operand, _ right: Operand, _ start: Int
  ) -> StaticType {
    switch kind {
    case .equal, .notEqual:
      if !left.type.canEqual(right.type) { neverEqual(kind, left, right, start) }
      return .bool
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if left.type.isOrdered(with: right.type) { return .bool }
    case .inWord:
      if let elements = right.type.element ?? right.type.keyAndValue?.key {
        if !left.type.canEqual(elements) { neverIn(left, right, elements, start) }
        return .bool
      }
      if right.type.isUnknown { return .bool }
    default:
      if let result = StaticType.arithmetic(kind, left.type, right.type) { return result }
    }
    let result: StaticType = kind.precedence == 3 ? .bool : .dyn
    if !isOpen { return result }
    let (left, right, range) = placed(left, right, start)
    _ = report(
      .typeClash, range,
      "no such overload: \(left.type.wording) \(kind.sign) \(right.type.wording)",
      help: cures(kind, left, right))
    return result
  }

  private mutating func neverEqual(
    _ kind: Token.Kind, _ left: Operand, _ right: Operand, _ start: Int
  ) {
    if !isOpen { return }
    let always = kind == .equal ? "never" : "always"
    let relation = kind == .equal ? "equal to" : "different from"
    let (left, right, range) = placed(left, right, start)
    _ = report(
      .neverEqual, range,
      "\(left.type.withArticle) is \(always) \(relation) \(right.type.withArticle)",
      help: [comparison(kind, left, right)])
  }

  private mutating func neverIn(
    _ left: Operand, _ right: Operand, _ elements: StaticType, _ start: Int
  ) {
    if !isOpen { return }
    let what = right.type.element == nil ? "key" : "element"
    let range = placed(left, right, start).range
    _ = report(
      .neverEqual, range,
      "\(left.type.withArticle) is never in \(right.type.withArticle)",
      help: ["its \(what)s are of type \(elements.wording)"])
  }

  mutating func opposite(_ node: Node) -> StaticType {
    let type = type(node.a).withoutNull
    if type.isUnknown || type == .bool { return .bool }
    var cure = truth(of: node.a, type, isOpposite: node.b % 2 == 1)
    if isNextOperand, let written = cure, TextSearch.starts(written, with: "write ") {
      cure = "write (\(TextEdit.slice(written, 6, written.utf8.count)))"
    }
    _ = report(
      .typeClash, node.range, "the operand of ! must be a bool, not \(type.withArticle)",
      help: [cure])
    return .bool
  }

  mutating func negation(_ node: Node) -> StaticType {
    let type = type(node.a).withoutNull
    if type.isUnknown || type == .int || type == .double { return type }
    return report(
      .typeClash, node.range, "no such overload: -\(type.wording)",
      help: [
        type == .uint ? "a uint has no sign" : type == .bool ? "the opposite of a bool is !x" : nil
      ])
  }
}

extension StaticType {
  func isOrdered(with other: StaticType) -> Bool {
    if isUnknown { return other.isUnknown || other.isOrdered(with: other) }
    if other.isUnknown { return isOrdered(with: self) }
    if isNumber { return other.isNumber }
    switch self {
    case .string, .bytes, .bool, .timestamp, .duration: return self == other
    case .dyn, .free, .null, .int, .uint, .double, .list, .map, .record, .optional, .type,
      .nullable, .named, .union:
      return false
    }
  }

  /// Nil where no values of those types can be combined.
  static func arithmetic(
    _ kind: Token.Kind, _ left: StaticType, _ right: StaticType
  ) -> StaticType? {
    let isSum = kind == .plus
    let isSumOrDifference = isSum || kind == .minus
    switch (left, right) {
    case _ where left.isUnknown && right.isUnknown: return .dyn
    case (.int, .int), (.uint, .uint): return left
    case (.double, .double): return kind == .remainder ? nil : .double
    case (.string, .string), (.bytes, .bytes): return isSum ? left : nil
    case (.list(let a), .list(let b)): return isSum ? .list(a.joined(with: b)) : nil
    case (.duration, .duration): return isSumOrDifference ? .duration : nil
    case (.timestamp, .duration): return isSumOrDifference ? .timestamp : nil
    case (.duration, .timestamp): return isSum ? .timestamp : nil
    case (.timestamp, .timestamp): return kind == .minus ? .duration : nil
    case (let known, let unknown) where unknown.isUnknown,
      (let unknown, let known) where unknown.isUnknown:
      switch known {
      case .timestamp, .duration: return isSumOrDifference ? .dyn : nil
      case .list: return isSum ? .list(.dyn) : nil
      default: return arithmetic(kind, known, known)
      }
    default: return nil
    }
  }
}
