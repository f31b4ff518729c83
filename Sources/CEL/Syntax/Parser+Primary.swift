internal import Values

extension Parser {
  /// A literal, a name, a call by name, a list, a map, or anything in parentheses.
  mutating func primary() throws(SyntaxError) -> Int32 {
    let first = token
    switch first.kind {
    case .identifier:
      try advance()
      return try named(first.range, first.start, isAbsolute: false)
    case .dot:
      try advance()
      guard token.kind == .identifier else { throw missingName() }
      let name = token
      try advance()
      return try named(name.range, first.start, isAbsolute: true)
    case .int, .uint, .double:
      try advance()
      return addNumber(first, isNegative: false, first.range)
    case .string, .bytes:
      try advance()
      return addText(first)
    case .trueWord, .falseWord, .null:
      try advance()
      let value: Value = first.kind == .null ? .null : .bool(first.kind == .trueWord)
      return addLiteral(value, first.range)
    case .leftParenthesis:
      try openBracket()
      let inner = try expression()
      try closeBracket(.rightParenthesis)
      return inner
    case .leftBracket: return try listLiteral()
    case .leftBrace: return try mapLiteral()
    default: throw unexpected()
    }
  }

  private mutating func named(
    _ range: Range<Int>, _ start: Int, isAbsolute: Bool
  ) throws(SyntaxError) -> Int32 {
    let name = addName(range)
    if Names.isReserved(syntax.names[Int(name)]) { note(reservedWord(range)) }
    if token.kind == .leftParenthesis { return try functionCall(range, start) }
    let node = addLeaf(Node(.name, flag: isAbsolute ? 1 : 0, start..<range.upperBound, a: name))
    freeNames.append(node)
    return node
  }

  mutating func addNumber(_ number: Token, isNegative: Bool, _ range: Range<Int>) -> Int32 {
    let text = lexer.text(number.range)
    if number.kind == .double {
      guard let double = Double(text) else {
        note(SyntaxError(range, "\(text) is no number"))
        return addLiteral(.double(0), range)
      }
      if double.isInfinite {
        note(SyntaxError(range, "\(text) is larger than any double", help: "at most 1.79e308"))
      }
      return addLiteral(.double(isNegative ? -double : double), range)
    }
    let isHex = text.utf8.count > 2 && text.utf8.dropFirst().first! | 0x20 == UInt8(ascii: "x")
    var digits = Substring(text)
    if number.kind == .uint { digits.removeLast() }
    if isHex { digits.removeFirst(2) }
    let radix = isHex ? 16 : 10
    if number.kind == .uint {
      if let uint = UInt64(digits, radix: radix) { return addLiteral(.uint(uint), range) }
      note(SyntaxError(range, "\(text) is larger than any uint", help: "at most \(UInt64.max)u"))
    } else {
      let signed = isNegative ? "-" + digits : digits
      if let int = Int64(signed, radix: radix) { return addLiteral(.int(int), range) }
      note(
        SyntaxError(
          range, "\(isNegative ? "-" : "")\(text) is beyond what an int holds",
          help: "from \(Int64.min) to \(Int64.max); a double is written \(text).0"))
    }
    return addLiteral(.int(0), range)
  }

  private mutating func addText(_ token: Token) -> Int32 {
    var problems: [SyntaxError] = []
    let (octets, decoded) = lexer.content(token) { problems.append($0) }
    for problem in problems { note(problem) }
    let value: Value =
      switch (token.kind, decoded) {
      case (.bytes, let decoded?): .bytes(Bytes(decoded))
      case (.bytes, nil): .bytes(Bytes(Array(octets)))
      case (_, let decoded?): .string(String(decoding: decoded, as: UTF8.self))
      case (_, nil): .string(String(decoding: octets, as: UTF8.self))
      }
    return addLiteral(value, token.range)
  }

  private mutating func listLiteral() throws(SyntaxError) -> Int32 {
    let start = token.start
    let mark = stack.count
    try openBracket()
    while token.kind != .rightBracket {
      stack.append(try optionalEntry { parser throws(SyntaxError) in try parser.expression() })
      guard try accept(.comma) else { break }
    }
    try closeBracket(.rightBracket)
    let (list, count) = list(since: mark)
    return try add(Node(.list, start..<previous.end, a: list, b: count))
  }

  private mutating func mapLiteral() throws(SyntaxError) -> Int32 {
    let start = token.start
    let mark = stack.count
    try openBracket()
    while token.kind != .rightBrace {
      let isOptional = token.kind == .question
      let question = token.start
      if isOptional { try advance() }
      stack.append(try expression())
      guard try accept(.colon) else { throw missingEntryColon() }
      let value = try expression()
      stack.append(
        isOptional
          ? try add(Node(.optionalEntry, question..<previous.end, a: value)) : value)
      guard try accept(.comma) else { break }
    }
    try closeBracket(.rightBrace)
    let (list, count) = list(since: mark)
    return try add(Node(.map, start..<previous.end, a: list, b: count / 2))
  }

  private mutating func optionalEntry(
    _ inner: (inout Parser) throws(SyntaxError) -> Int32
  ) throws(SyntaxError) -> Int32 {
    let start = token.start
    guard try accept(.question) else { return try inner(&self) }
    let operand = try inner(&self)
    return try add(Node(.optionalEntry, start..<previous.end, a: operand))
  }
}
