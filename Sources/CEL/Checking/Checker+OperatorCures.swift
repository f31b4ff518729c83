internal import Values

/// One side of an operator.
struct Operand {
  let type: StaticType
  /// Without parentheses around it.
  var range: Range<Int>
  /// With them.
  var whole: Range<Int>
  /// The part that it is; nil for what a chain of operators has come to so far.
  let position: Int32?

  var head: ValueType { type.shallow ?? .any }
}

// What may be meant by an operator on operands that it does not take, in the words of the formula.
extension Checker {
  func cures(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> [String?] {
    let isSpan = [left, right].contains { literal($0)?.spellsSpan ?? false }
    guard let cure = OperatorCure(kind, left.head, right.head, isSpan: isSpan) else { return [] }
    let words = cure.words(kind, left.head)
    switch cure {
    case .wholeNumbers, .container, .scaledSpan, .span: return [words]
    case .ordered:
      // As in `0 < i < 9`.
      return [words, left.type == .bool ? "two comparisons are joined: a < b && b < c" : nil]
    case .oneNumberType(let type):
      let wanted = type == .double ? StaticType.double : .int
      return [
        "numbers of two types do not mix",
        write(kind, left, right) { $0.type == wanted ? nil : type.rawValue },
      ]
    case .opened: return [words, opened(kind, left, right)]
    case .containing: return [contained(left, right) ?? words]
    case .growing: return [words, grown(left, right)]
    case .text: return [write(kind, left, right) { $0.type == .string ? nil : "string" }]
    case .formatted: return [formatted(left, right)]
    case .standingForNull: return ["null is no text", standing(left, right)]
    case .reading(let type):
      let text = left.type == .string ? left : right
      if let literal = literal(text), !canRead(literal, type.rawValue) { return [] }
      return [write(kind, left, right) { $0.type == .string ? type.rawValue : nil }]
    case .merging: return [merged(left, right)]
    }
  }

  /// The comparison of a number with a text that is meant as one.
  func comparison(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> String? {
    let other = left.type == .string ? right.type : left.type
    guard left.type == .string || right.type == .string, other.isNumber || other == .bool else {
      return nil
    }
    return write(kind, left, right) { $0.type == .string ? nil : "string" }
  }

  private func literal(_ operand: Operand) -> Value? { operand.position.flatMap { literal($0) } }

  /// The operation with the sides for which `function` gives one converted by it; nil where it would be
  /// as wrong.
  private func write(
    _ kind: Token.Kind, _ left: Operand, _ right: Operand, _ function: (Operand) -> String?
  ) -> String? {
    func type(_ operand: Operand) -> StaticType? {
      guard let name = function(operand) else { return operand.type }
      return converted(operand.type, by: name)
    }
    guard let a = type(left), let b = type(right), StaticType.combine(kind, a, b) else {
      return nil
    }
    func side(_ operand: Operand) -> String? {
      guard let function = function(operand) else { return text(operand.whole) }
      guard let text = text(operand.range) else { return nil }
      if operand.type == .int, function == "double", literal(operand) != nil,
        text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: "-") })
      {
        return "\(text).0"
      }
      return "\(function)(\(text))"
    }
    guard let a = side(left), let b = side(right) else {
      return function(left).map { "write \($0)(…) around the left side" }
        ?? function(right).map { "write \($0)(…) around the right side" }
    }
    return "write \(a) \(kind.sign) \(b)"
  }

  /// The operation with something in place of what an optional may lack; of a list with the element that
  /// an optional may be.
  private func opened(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> String? {
    let (a, b) = (left.type.optional ?? left.type, right.type.optional ?? right.type)
    if StaticType.combine(kind, a, b) {
      func side(_ operand: Operand) -> String? {
        guard let wrapped = operand.type.optional else { return text(operand.whole) }
        return target(operand).map { "\($0).orValue(\(wrapped.nothing))" }
      }
      guard let a = side(left), let b = side(right) else { return nil }
      return "write \(a) \(kind.sign) \(b)"
    }
    guard kind == .plus, left.type.element != nil || right.type.element != nil else { return nil }
    func list(_ operand: Operand) -> String? {
      guard operand.type.element == nil else { return text(operand.whole) }
      return text(operand.range).map { "[?\($0)]" }
    }
    guard let a = list(left), let b = list(right) else { return nil }
    return "write \(a) + \(b)"
  }

  private func contained(_ part: Operand, _ whole: Operand) -> String? {
    guard let text = text(part.range), let whole = target(whole) else { return nil }
    let isText = part.head == .string || part.head == .any
    return "write \(whole).contains(\(isText ? text : "string(\(text))"))"
  }

  private func grown(_ left: Operand, _ right: Operand) -> String? {
    if left.type.element == nil {
      guard let a = text(left.range), let b = text(right.whole) else { return nil }
      return "write [\(a)] + \(b)"
    }
    guard let a = text(left.whole), let b = text(right.range) else { return nil }
    return "write \(a) + [\(b)]"
  }

  private func formatted(_ left: Operand, _ right: Operand) -> String? {
    guard expression.environment.hasMethod("format") else { return nil }
    return changed(left, right) { "'%s'.format([\($0)])" }
  }

  private func standing(_ left: Operand, _ right: Operand) -> String? {
    guard literal(left) == nil || left.type == .string,
      literal(right) == nil || right.type == .string
    else { return nil }
    return changed(left, right) { "(\($0) == null ? '' : \($0))" }
  }

  /// A text put to something else, which is changed.
  private func changed(
    _ left: Operand, _ right: Operand, _ change: (String) -> String
  ) -> String? {
    func side(_ operand: Operand) -> String? {
      operand.type == .string ? text(operand.whole) : text(operand.range).map(change)
    }
    guard let a = side(left), let b = side(right) else { return nil }
    return "write \(a) + \(b)"
  }

  private func merged(_ left: Operand, _ right: Operand) -> String? {
    guard expression.environment.hasMethod("merge"), let a = target(left), let b = text(right.range)
    else { return nil }
    return "write \(a).merge(\(b))"
  }

  /// The operand as a method may be called on it.
  private func target(_ operand: Operand) -> String? {
    let isPlain = operand.position.map { canBeTarget($0) } ?? false
    return text(operand.range).map { isPlain ? $0 : "(\($0))" }
  }
}

extension Checker {
  /// What a literal says.
  func literal(_ position: Int32) -> Value? {
    let node = node(position)
    return node.kind == .literal ? syntax.constants[Int(node.a)] : nil
  }

  /// The type of what a function of one value makes of one; nil where it does not take it.
  func converted(_ type: StaticType, by name: String) -> StaticType? {
    let function = expression.environment.function(name, isMethod: false, arity: 1)
    return function?.overloads.signatures.first { SignatureMatch($0, [type]).fits }?.result
  }

  /// Whether such a function can make something of this very value.
  func canRead(_ value: Value, _ name: String) -> Bool {
    let function = expression.environment.function(name, isMethod: false, arity: 1)
    guard case .unary(let body) = function?.body else { return true }
    var budget = Budget(10_000)
    return (try? body(value, &budget)) != nil
  }
}

extension StaticType {
  /// Whether an operator takes such values.
  static func combine(_ kind: Token.Kind, _ left: StaticType, _ right: StaticType) -> Bool {
    if kind == .equal || kind == .notEqual { return left.canEqual(right) }
    if kind == .inWord {
      let elements = right.element ?? right.keyAndValue?.key
      return elements.map { left.canEqual($0) } ?? right.isUnknown
    }
    if kind.precedence == 3 { return left.isOrdered(with: right) }
    return arithmetic(kind, left, right) != nil
  }

  /// The literal that stands for nothing of the type; an ellipsis where none does.
  fileprivate var nothing: String {
    switch self {
    case .int: "0"
    case .uint: "0u"
    case .double: "0.0"
    case .string: "''"
    case .bool: "false"
    case .list: "[]"
    case .map, .record: "{}"
    case .dyn, .free, .null, .bytes, .timestamp, .duration, .optional, .type, .nullable, .named,
      .union:
      "…"
    }
  }
}
