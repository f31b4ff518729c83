internal import Values

extension Lint {
  mutating func chain(_ node: Node) -> ValueType {
    var type = self.type(syntax.lists[Int(node.a)])
    for index in 1..<Int(node.b) {
      let sign = syntax.lists[Int(node.a) + index * 2 - 1]
      let operand = syntax.lists[Int(node.a) + index * 2]
      let first = syntax.nodes[Int(syntax.lists[Int(node.a)])]
      let range = first.range.lowerBound..<syntax.nodes[Int(operand)].range.upperBound
      type = operation(
        Token.Kind(rawValue: UInt8(truncatingIfNeeded: sign)), type, self.type(operand),
        Node(.binary, range))
    }
    return type
  }

  /// The type of an operator's result. Equality takes everything.
  mutating func operation(
    _ kind: Token.Kind?, _ left: ValueType, _ right: ValueType, _ node: Node
  ) -> ValueType {
    guard let kind else { return .any }
    let result: ValueType?
    switch kind {
    case .equal, .notEqual: result = .bool
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      result = Lint.isOrdered(left, right) ? .bool : nil
    case .inWord: result = [.any, .list, .map].contains(right) ? .bool : nil
    default: result = Lint.arithmetic(kind, left, right)
    }
    if let result { return result }
    let fault = Fault.noOverload(kind, left, right)
    _ = report(.typeClash, node.range, fault.message, help: fault.help.first)
    return kind.precedence == 3 ? .bool : .any
  }

  private static func isOrdered(_ left: ValueType, _ right: ValueType) -> Bool {
    if left == .any { return right == .any || isOrdered(right, right) }
    if right == .any { return isOrdered(left, left) }
    let numbers: [ValueType] = [.int, .uint, .double]
    if numbers.contains(left) { return numbers.contains(right) }
    return left == right && [.string, .bytes, .bool, .timestamp, .duration].contains(left)
  }

  /// Nil where no values of those types can be combined.
  private static func arithmetic(
    _ kind: Token.Kind, _ left: ValueType, _ right: ValueType
  ) -> ValueType? {
    switch (left, right) {
    case (.any, .any): return .any
    case (.any, let other), (let other, .any):
      switch other {
      case .int, .uint: return other
      case .double: return kind == .remainder ? nil : other
      case .string, .bytes, .list: return kind == .plus ? other : nil
      case .timestamp, .duration: return kind == .plus || kind == .minus ? .any : nil
      default: return nil
      }
    case (.int, .int), (.uint, .uint): return left
    case (.double, .double): return kind == .remainder ? nil : .double
    case (.string, .string), (.bytes, .bytes), (.list, .list): return kind == .plus ? left : nil
    case (.duration, .duration): return kind == .plus || kind == .minus ? .duration : nil
    case (.timestamp, .duration): return kind == .plus || kind == .minus ? .timestamp : nil
    case (.duration, .timestamp): return kind == .plus ? .timestamp : nil
    case (.timestamp, .timestamp): return kind == .minus ? .duration : nil
    default: return nil
    }
  }
}
