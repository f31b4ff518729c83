internal import Values

/// What may be meant by an operator on operands that it does not take. The machine, which has values and no text, says it in
/// general words, the checker in those of the formula; what is meant is decided here for both.
enum OperatorCure: Equatable {
  /// The remainder of a double.
  case wholeNumbers
  /// Both as numbers of that type.
  case oneNumberType(ValueType)
  /// What an optional holds.
  case opened
  /// Whether a text contains what stands before `in`.
  case containing
  /// Something else behind `in`.
  case container
  /// A span of time that is multiplied or divided, by another one or by a number.
  case scaledSpan(areBoth: Bool)
  /// A span of time in the place of a number.
  case span
  /// The other side as an element of a list.
  case growing
  /// The other side as a text.
  case text
  /// The other side, which `string` does not take, written out.
  case formatted
  /// Something that stands for null in a text.
  case standingForNull
  /// What the text says.
  case reading(ValueType)
  case merging
  /// Something that has an order.
  case ordered

  /// `isSpan` where one side is a text that spells a span of time.
  init?(_ kind: Token.Kind, _ left: ValueType, _ right: ValueType, isSpan: Bool) {
    let sides = [left, right]
    let areNumbers = sides.allSatisfy(OperatorCure.numbers.contains)
    if kind == .remainder, sides.contains(.double) {
      self = .wholeNumbers
    } else if areNumbers, kind != .inWord {
      self = .oneNumberType(sides.contains(.double) ? .double : .int)
    } else if kind == .inWord ? right == .optional : sides.contains(.optional) {
      self = .opened
    } else if kind == .inWord {
      let isPart = left == .string || left == .any || OperatorCure.texts.contains(left)
      self = right == .string && isPart ? .containing : .container
    } else if sides.contains(.list) {
      guard kind == .plus else { return nil }
      self = .growing
    } else if let side = sides.first(where: { $0 != .string }), sides.contains(.string) {
      self.init(kind, ofTextAnd: side, isSpan: isSpan, isTextRight: right == .string)
    } else if sides.allSatisfy({ OperatorCure.numbers.contains($0) || $0 == .duration }),
      [.times, .divide, .remainder].contains(kind)
    {
      self = .scaledSpan(areBoth: left == right)
    } else if sides.contains(where: OperatorCure.times.contains),
      sides.allSatisfy({ OperatorCure.numbers.contains($0) || OperatorCure.times.contains($0) })
    {
      self = .span
    } else if kind == .plus, sides == [.map, .map] {
      self = .merging
    } else if kind.precedence == 3 {
      self = .ordered
    } else {
      return nil
    }
  }

  private init?(
    _ kind: Token.Kind, ofTextAnd side: ValueType, isSpan: Bool, isTextRight: Bool
  ) {
    let isTime = OperatorCure.times.contains(side)
    if isTime, kind == .minus {
      self = isTextRight ? .reading(.duration) : .span
    } else if isTime, kind == .plus {
      self = isSpan ? .reading(.duration) : .text
    } else if kind == .plus, side == .null {
      self = .standingForNull
    } else if kind == .plus {
      guard OperatorCure.texts.contains(side) || side == .map || side == .type else { return nil }
      self = OperatorCure.texts.contains(side) ? .text : .formatted
    } else if OperatorCure.numbers.contains(side) || isTime && kind.precedence == 3 {
      self = .reading(side)
    } else {
      guard kind.precedence == 3 else { return nil }
      self = .ordered
    }
  }

  private static let numbers: Set<ValueType> = [.int, .uint, .double]
  private static let times: Set<ValueType> = [.timestamp, .duration]
  /// What `string` takes.
  private static let texts: Set<ValueType> = [
    .bool, .int, .uint, .double, .bytes, .timestamp, .duration, .opaque,
  ]

  /// What holds whatever the operands are called.
  func words(_ kind: Token.Kind, _ left: ValueType) -> String {
    switch self {
    case .wholeNumbers: "% is for int and uint"
    case .oneNumberType(.double):
      "numbers of two types do not mix: write double(x) around the "
        + (left == .double ? "right side" : "left side")
    case .oneNumberType: "numbers of two types do not mix: write int(x) around the uint"
    case .opened: "an optional may hold nothing"
    case .containing:
      left == .string || left == .any
        ? "write text.contains(part)" : "write text.contains(string(part))"
    case .container: "the right side of in is a list or a map"
    case .scaledSpan(areBoth: true):
      "a span is no number: write span.getSeconds() for that of its whole seconds"
    case .scaledSpan:
      "a span is no number: make it of one, as in duration(string(5 \(kind.sign) 2) + 's')"
    case .span: "a span of time is written duration('1h')"
    case .growing: "a list grows by another list"
    case .text: "write string(x) around what is no string"
    case .formatted: "write '%s'.format([x]) around what is no string"
    case .standingForNull: "null is no text: write (x == null ? '' : x) in its place"
    case .reading(let type): "write \(type.rawValue)(x) around the string"
    case .merging: "write map.merge(other)"
    case .ordered: "\(kind.sign) compares numbers, texts, bools and times"
    }
  }
}

extension Token.Kind {
  /// The operator as it is written.
  var sign: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .inWord: "in"
    case .plus: "+"
    case .minus: "-"
    case .times: "*"
    case .divide: "/"
    case .remainder: "%"
    case .and: "&&"
    case .or: "||"
    default: "?"
    }
  }
}

extension Fault {
  /// What an operator says about operands that it does not take.
  static func noOverload(_ kind: Token.Kind, _ left: Value, _ right: Value) -> Fault {
    let (a, b) = (ValueType(left), ValueType(right))
    let cure = OperatorCure(kind, a, b, isSpan: left.spellsSpan || right.spellsSpan)
    return Fault(
      .noSuchOverload, "no such overload: \(a.rawValue) \(kind.sign) \(b.rawValue)",
      help: cure?.words(kind, a))
  }
}

extension Value {
  /// Whether it is a text such as `1h30m`.
  var spellsSpan: Bool {
    guard case .string(let text) = self, text.utf8.count <= 40 else { return false }
    return Duration(text) != nil
  }
}

extension ValueType {
  /// What languages mean in which everything is true or false, or its opposite; nil where they differ.
  func truth(of text: String, isOpposite: Bool) -> String? {
    let sign = isOpposite ? "==" : "!="
    switch self {
    case .int, .double: return "\(text) \(sign) 0"
    case .uint: return "\(text) \(sign) 0u"
    case .string: return "\(text) \(sign) ''"
    case .list, .map: return "size(\(text)) \(isOpposite ? "==" : ">") 0"
    case .optional: return "\(isOpposite ? "!" : "")\(text).hasValue()"
    case .any, .null, .bool, .bytes, .timestamp, .duration, .type, .opaque: return nil
    }
  }
}
