internal import Values

/// One side of an operator.
struct Operand {
  let type: StaticType
  let range: Range<Int>
  /// A number that stands in the text.
  let isLiteral: Bool
}

extension Checker {
  mutating func operation(
    _ kind: Token.Kind?, _ left: Int32, _ right: Int32, _ range: Range<Int>
  ) -> StaticType {
    guard let kind else { return .dyn }
    return operation(kind, operand(left), operand(right), range)
  }

  private func operand(_ position: Int32) -> Operand {
    let node = node(position)
    return Operand(
      type: type(position).withoutNull, range: node.range, isLiteral: node.kind == .literal)
  }

  mutating func chain(_ node: Node) -> StaticType {
    var left = operand(syntax.lists[Int(node.a)])
    for index in 1..<Int(node.b) {
      let sign = syntax.lists[Int(node.a) + index * 2 - 1]
      let right = operand(syntax.lists[Int(node.a) + index * 2])
      guard let kind = Token.Kind(rawValue: UInt8(truncatingIfNeeded: sign)) else { return .dyn }
      let range = left.range.lowerBound..<right.range.upperBound
      left = Operand(type: operation(kind, left, right, range), range: range, isLiteral: false)
    }
    return left.type
  }

  /// The type of an operator's result.
  private mutating func operation(
    _ kind: Token.Kind, _ left: Operand, _ right: Operand, _ range: Range<Int>
  ) -> StaticType {
    switch kind {
    case .equal, .notEqual:
      if !left.type.canEqual(right.type) { neverEqual(kind, left, right, range) }
      return .bool
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if left.type.isOrdered(with: right.type) { return .bool }
    case .inWord:
      if let elements = right.type.element ?? right.type.keyAndValue?.key {
        if !left.type.canEqual(elements) { neverIn(left, right, elements, range) }
        return .bool
      }
      if right.type.isUnknown { return .bool }
    default:
      if let result = StaticType.arithmetic(kind, left.type, right.type) { return result }
    }
    _ = report(
      .typeClash, range,
      "no such overload: \(left.type.wording) \(kind.sign) \(right.type.wording)",
      help: cures(kind, left, right))
    return kind.precedence == 3 ? .bool : .dyn
  }

  private mutating func neverEqual(
    _ kind: Token.Kind, _ left: Operand, _ right: Operand, _ range: Range<Int>
  ) {
    let always = kind == .equal ? "never" : "always"
    let relation = kind == .equal ? "equal to" : "different from"
    _ = report(
      .neverEqual, range,
      "\(left.type.withArticle) is \(always) \(relation) \(right.type.withArticle)",
      help: [comparison(kind, left, right)])
  }

  private mutating func neverIn(
    _ left: Operand, _ right: Operand, _ elements: StaticType, _ range: Range<Int>
  ) {
    let what = right.type.element == nil ? "key" : "element"
    _ = report(
      .neverEqual, range,
      "\(left.type.withArticle) is never in \(right.type.withArticle)",
      help: ["its \(what)s are of type \(elements.wording)"])
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
