internal import Values

// What to write instead, in the words of the formula itself.
extension Checker {
  /// A text that is short enough to be repeated in a message.
  static func short(_ text: String) -> String? {
    text.utf8.count <= 60 && !text.utf8.contains(0x0a) ? SafeText.shown(text) : nil
  }

  private func text(_ range: Range<Int>) -> String? {
    range.count <= 60 ? Checker.short(expression.text(range)) : nil
  }

  /// A part of the formula with something within it written otherwise; that alone where the part is
  /// too long to be repeated.
  func rewritten(
    _ whole: Range<Int>, _ part: Range<Int>, _ change: (String) -> String
  ) -> String? {
    let text = expression.text(whole)
    guard let inner = self.text(part) else { return nil }
    let (start, end) = (part.lowerBound - whole.lowerBound, part.upperBound - whole.lowerBound)
    let all =
      TextEdit.slice(text, 0, start) + change(inner) + TextEdit.slice(text, end, text.utf8.count)
    return "write \(Checker.short(all) ?? change(inner))"
  }

  /// What stands for another language's function, said of what the formula calls it on.
  func foreignMeaning(of name: String, _ subject: Int32?) -> String? {
    guard let meaning = Checker.foreignNames[name] else { return nil }
    guard let subject, let text = text(node(subject).range) else { return meaning }
    let size = meaning.utf8.count
    if let argument = TextSearch.find("(x)", in: meaning), argument + 3 == size {
      return "\(TextEdit.slice(meaning, 0, argument))(\(text))"
    }
    guard canBeTarget(subject), TextSearch.ends(meaning, with: "()"),
      let dot = TextSearch.find(".", in: meaning)
    else { return meaning }
    return "write \(text)\(TextEdit.slice(meaning, dot, size))"
  }

  /// A function written as a method or the other way round, as it should be.
  func turned(_ name: String, _ call: Node, _ known: [Function]) -> String? {
    let arguments = syntax.list(call.b, call.c)
    guard known.contains(where: { $0.arity == Int(call.c) || $0.isVariadic }) else { return nil }
    let texts = arguments.compactMap { text(node($0).range) }
    guard texts.count == arguments.count, let first = arguments.first else { return nil }
    if call.kind == .method { return "write \(name)(\(texts.joined(separator: ", ")))" }
    guard canBeTarget(first) else { return nil }
    return "write \(texts[0]).\(name)(\(texts.dropFirst().joined(separator: ", ")))"
  }

  /// Whether a method of that name may be called on a value of that type.
  func hasMethod(_ name: String, on type: StaticType) -> Bool {
    let isMacro = expression.environment.macros(name).contains(where: \.isMethod)
    if isMacro, [.list, .map, .optional].contains(type.shallow) { return true }
    return expression.environment.overloads(of: name).contains { function in
      function.isMethod
        && function.overloads.signatures.contains { SignatureMatch.fits($0.parameter(0), type) }
    }
  }

  /// What may be meant by an operator on operands that it does not take.
  func cures(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> [String?] {
    let (a, b) = (left.type, right.type)
    if kind == .remainder, a == .double || b == .double {
      return ["% is for int and uint"]
    }
    if a.isNumber, b.isNumber, kind != .inWord {
      return ["numbers of two types do not mix", converted(kind, left, right)]
    }
    if a.optional != nil || b.optional != nil {
      return ["an optional may hold nothing", opened(kind, left, right)]
    }
    switch (a, b) {
    case (_, .string) where kind == .inWord:
      return [
        text(left.range).flatMap { part in
          text(right.range).map { "write \($0).contains(\(part))" }
        } ?? "write text.contains(part)"
      ]
    case _ where kind == .inWord: return ["the right side of in is a list or a map"]
    case (.timestamp, _), (.duration, _), (_, .timestamp), (_, .duration):
      let isOfNumbers = [a, b].allSatisfy { $0 == .duration || $0.isNumber }
      if isOfNumbers, let cure = kind.cureOfSpans(areBoth: a == b) { return [cure] }
      return ["a span of time is written duration('1h')"]
    case (.list, _), (_, .list):
      return kind == .plus ? ["a list grows by another list", grown(left, right)] : []
    case (.string, _), (_, .string): return stringCures(kind, left, right)
    default:
      if kind == .plus, a.keyAndValue != nil, b.keyAndValue != nil { return [merged(left, right)] }
      return kind.precedence == 3 ? ["\(kind.sign) compares numbers, texts, bools and times"] : []
    }
  }

  private func stringCures(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> [String?] {
    let other = left.type == .string ? right : left
    if kind == .plus {
      return [write(kind, left, right) { $0.type == .string ? nil : "string" }]
    }
    guard other.type.isNumber else { return [] }
    let function = other.type == .int ? "int" : other.type == .uint ? "uint" : "double"
    return [write(kind, left, right) { $0.type == .string ? function : nil }]
  }

  /// The operation with both numbers of one type.
  private func converted(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> String? {
    let function = left.type == .double || right.type == .double ? "double" : "int"
    let wanted = function == "double" ? StaticType.double : .int
    return write(kind, left, right) { $0.type == wanted ? nil : function }
  }

  /// The operation with the sides for which `function` gives one converted by it.
  private func write(
    _ kind: Token.Kind, _ left: Operand, _ right: Operand, _ function: (Operand) -> String?
  ) -> String? {
    func side(_ operand: Operand) -> String? {
      guard let text = text(operand.range) else { return nil }
      guard let function = function(operand) else { return text }
      if operand.isLiteral, operand.type == .int, function == "double",
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

  /// The operation with something in place of what an optional may lack.
  private func opened(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> String? {
    guard let a = text(left.range), let b = text(right.range) else { return nil }
    func side(_ text: String, _ type: StaticType) -> String {
      type.optional.map { "\(text).orValue(\($0.nothing))" } ?? text
    }
    return "write \(side(a, left.type)) \(kind.sign) \(side(b, right.type))"
  }

  private func grown(_ left: Operand, _ right: Operand) -> String? {
    guard let a = text(left.range), let b = text(right.range) else { return nil }
    return left.type.element == nil ? "write [\(a)] + \(b)" : "write \(a) + [\(b)]"
  }

  private func merged(_ left: Operand, _ right: Operand) -> String? {
    guard expression.environment.hasMethod("merge"), let a = text(left.range),
      let b = text(right.range)
    else { return nil }
    return "write \(a).merge(\(b))"
  }

  /// The comparison of a number with a text that is meant as one.
  func comparison(_ kind: Token.Kind, _ left: Operand, _ right: Operand) -> String? {
    let other = left.type == .string ? right.type : left.type
    guard left.type == .string || right.type == .string, other.isNumber || other == .bool else {
      return nil
    }
    return write(kind, left, right) { $0.type == .string ? nil : "string" }
  }

  /// The condition that languages mean in which everything is true or false.
  func truth(of position: Int32, _ type: StaticType) -> String? {
    guard let text = text(node(position).range), Checker.isSimple(node(position)) else {
      return type == .null ? nil : "compare it with something"
    }
    switch type {
    case .int, .double: return "write \(text) != 0"
    case .uint: return "write \(text) != 0u"
    case .string: return "write \(text) != ''"
    case .list, .map, .record: return "write size(\(text)) > 0"
    case .optional: return "write \(text).hasValue()"
    case .null: return nil
    case .dyn, .free, .bool, .bytes, .timestamp, .duration, .type, .nullable, .named, .union:
      return "compare it with something"
    }
  }

  /// Whether a method may be called on the part as it is written.
  private func canBeTarget(_ position: Int32) -> Bool {
    let node = node(position)
    switch node.kind {
    case .list, .map: return true
    case .literal: return type(position) == .string
    default: return Checker.isSimple(node)
    }
  }

  /// Whether a selection may follow the part as it is written, and it is no literal.
  private static func isSimple(_ node: Node) -> Bool {
    switch node.kind {
    case .name, .local, .select, .index, .call, .method, .loop: true
    default: false
    }
  }
}

extension StaticType {
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
