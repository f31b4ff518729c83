extension Parser {
  /// `condition ? then : else`, or anything that binds stronger.
  mutating func expression() throws(SyntaxError) -> Int32 {
    depth += 1
    defer { depth -= 1 }
    guard depth <= SyntaxLimits.depth else { throw tooDeep(token.range) }
    let start = token.start
    let condition = try operation(1)
    guard token.kind == .question else { return condition }
    let question = token
    try advance()
    let then = try operation(1)
    guard token.kind == .colon else { throw missingColon(question) }
    try advance()
    let otherwise = try expression()
    return try add(
      Node(.conditional, start..<previous.end, a: condition, b: then, c: otherwise))
  }

  /// Binary operators of at least that precedence.
  private mutating func operation(_ least: Int) throws(SyntaxError) -> Int32 {
    let start = token.start
    var left = try unary()
    while true {
      let precedence = token.kind.precedence
      guard precedence >= least, precedence > 0 else { return left }
      left = try operands(of: precedence, left, start)
    }
  }

  /// One operator, or a chain of operators of one precedence, behind its first operand.
  private mutating func operands(
    of precedence: Int, _ first: Int32, _ start: Int
  ) throws(SyntaxError) -> Int32 {
    let mark = stack.count
    stack.append(first)
    var operators = 0
    while token.kind.precedence == precedence {
      let kind = token.kind
      try advance()
      if precedence > 2 { stack.append(Int32(kind.rawValue)) }
      stack.append(try operation(precedence + 1))
      operators += 1
    }
    let range = start..<previous.end
    if precedence <= 2 {
      let (list, count) = list(since: mark)
      return try add(Node(precedence == 1 ? .or : .and, range, a: list, b: count))
    }
    if operators == 1 {
      let right = stack[mark + 2]
      let kind = UInt8(truncatingIfNeeded: stack[mark + 1])
      stack.removeLast(3)
      return try add(Node(.binary, flag: kind, range, a: first, b: right))
    }
    let (list, count) = list(since: mark)
    return try add(Node(.chain, range, a: list, b: (count + 1) / 2))
  }

  /// `!x`, `-x`, and what binds stronger. A minus before a number belongs to the number, so that
  /// the least int can be written; such a number can stand wherever a number can.
  private mutating func unary() throws(SyntaxError) -> Int32 {
    let sign = token.kind
    guard sign == .not || sign == .minus else { return try member() }
    let start = token.start
    var count: Int32 = 0
    while token.kind == sign {
      try advance()
      count += 1
    }
    var operand: Int32
    if sign == .not, token.kind == .minus, try isNumberNext() {
      try advance()
      operand = try negativeMember()
    } else if sign == .minus, token.kind == .int || token.kind == .double {
      count -= 1
      operand = try negativeMember()
    } else {
      operand = try member()
    }
    if count > 0 {
      operand = try add(
        Node(sign == .not ? .not : .negate, start..<previous.end, a: operand, b: count))
    }
    return operand
  }

  private func isNumberNext() throws(SyntaxError) -> Bool {
    var scanner = scanner
    let kind = try scanner.next().kind
    return kind == .int || kind == .double
  }

  /// A number behind its minus, with what is selected from it.
  private mutating func negativeMember() throws(SyntaxError) -> Int32 {
    let start = previous.start
    let number = token
    try advance()
    return try members(of: addNumber(number, isNegative: true, start..<number.end), from: start)
  }
}
