internal import Values

// What to say about a token that cannot stand where it does.
extension Parser {
  func unexpected() -> SyntaxError {
    if token.kind == .end { return endsEarly() }
    if let word = foreignOperator() { return word }
    switch token.kind {
    case .rightParenthesis, .rightBracket, .rightBrace: return wrongBracket()
    case .colon:
      return SyntaxError(
        token.range, "unexpected :", help: "a choice is written condition ? a : b")
    case .question where previous.kind == .question:
      return SyntaxError(
        previous.start..<token.end, "CEL has no operator ??",
        help: "write has(x.y) ? x.y : z, or x.?y.orValue(z)")
    case .comma where [.leftParenthesis, .leftBracket, .leftBrace, .comma].contains(previous.kind):
      return SyntaxError(token.range, "a value is missing before ,")
    case .plus where previous.kind.precedence == 0 && !endsValue(previous.kind):
      return SyntaxError(token.range, "a number has no sign +", help: "leave it out")
    case .comma where open.isEmpty:
      return SyntaxError(token.range, "unexpected ,", help: "a list is written [a, b]")
    case .int, .uint, .double, .string, .bytes, .identifier, .quotedIdentifier, .trueWord,
      .falseWord,
      .null, .leftBrace, .not:
      if endsValue(previous.kind), previous.end > 0 {
        return SyntaxError(
          token.range, "an operator is missing before \(shown(token))",
          help: open.last.map {
            $0.kind == .leftBracket ? "elements are separated by a comma" : nil
          }
          .flatMap { $0 } ?? "one formula is one expression")
      }
    default: break
    }
    if previous.kind == .minus, token.kind == .greater, previous.end == token.start {
      return SyntaxError(
        previous.start..<token.end, "CEL has no operator ->",
        help: "a macro is written list.map(x, x + 1)")
    }
    if previous.end > 0, previous.kind.precedence > 0 || previous.kind == .not {
      return SyntaxError(
        token.range, "\(shown(token)) cannot follow \(shown(previous))",
        help: "\(shown(previous)) needs a value to its right")
    }
    return SyntaxError(token.range, "unexpected \(shown(token))")
  }

  private func endsEarly() -> SyntaxError {
    if let bracket = open.last {
      return SyntaxError(bracket.range, "this \(shown(bracket)) is never closed")
    }
    return SyntaxError(
      previous.range, "the formula ends behind \(shown(previous))",
      help: "\(shown(previous)) needs a value to its right")
  }

  private func wrongBracket() -> SyntaxError {
    guard let bracket = open.last else {
      return SyntaxError(token.range, "this \(shown(token)) closes nothing")
    }
    let closing =
      switch bracket.kind {
      case .leftParenthesis: ")"
      case .leftBracket: "]"
      default: "}"
      }
    if shown(token) == closing {
      return SyntaxError(token.range, "a value is missing before \(shown(token))")
    }
    return SyntaxError(
      token.range, "\(shown(token)) does not close \(shown(bracket))", help: "write \(closing)")
  }

  /// `and`, `or`, `not` and the like, as other languages write operators.
  private func foreignOperator() -> SyntaxError? {
    for word in [token, previous] where word.kind == .identifier {
      switch lexer.text(word.range) {
      case "and", "AND", "And":
        return SyntaxError(word.range, "CEL has no word \(shown(word))", help: "write &&")
      case "or", "OR", "Or":
        return SyntaxError(word.range, "CEL has no word \(shown(word))", help: "write ||")
      case "not", "NOT", "Not":
        return SyntaxError(word.range, "CEL has no word \(shown(word))", help: "write !")
      case "is": return SyntaxError(word.range, "CEL has no word is", help: "write ==")
      case "if" where word.start == previous.start:
        return SyntaxError(word.range, "CEL has no word if", help: "write condition ? a : b")
      default: continue
      }
    }
    return nil
  }

  private func endsValue(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .identifier, .quotedIdentifier, .int, .uint, .double, .string, .bytes, .trueWord,
      .falseWord,
      .null, .rightParenthesis, .rightBracket, .rightBrace:
      true
    default: false
    }
  }

  func shown(_ token: Token) -> String {
    token.kind == .end ? "the end" : SafeText.shown(lexer.text(token.range))
  }

  func missingColon(_ question: Token) -> SyntaxError {
    if let word = foreignOperator() { return word }
    if lexer.byte(question.end) == UInt8(ascii: ".") {
      return SyntaxError(
        question.start..<question.end + 1, "CEL has no operator ?.",
        help: "an optional property is written x.?y")
    }
    return SyntaxError(
      token.kind == .end ? question.range : token.range,
      token.kind == .end
        ? "this ? has no :" : "expected : but found \(shown(token))",
      help: "a choice is written condition ? a : b; a choice within its middle needs parentheses")
  }

  func missingEntryColon() -> SyntaxError {
    if token.kind == .end { return unexpected() }
    return SyntaxError(
      token.range, "expected : behind the key but found \(shown(token))",
      help: "a map is written {'key': value}")
  }

  func missingName() -> SyntaxError {
    switch token.kind {
    case .trueWord, .falseWord, .null, .inWord:
      SyntaxError(
        token.range, "\(shown(token)) is a reserved word and cannot follow a dot",
        help: "write ['\(shown(token))']")
    case .double where shown(token).hasPrefix("."):
      SyntaxError(
        token.range, "a name must follow the dot, not \(shown(token))",
        help: "the numbers from 0 up to another are written lists.range(count)")
    case .int, .double, .uint:
      SyntaxError(
        token.range, "a name must follow the dot, not \(shown(token))",
        help: "an element of a list is written list[\(shown(token))]")
    case .end:
      SyntaxError(
        previous.range, "a name must follow the dot",
        help: previous.start > 0 && ASCII.isDigit(lexer.byte(previous.start - 1))
          ? "a double is written 1.0" : nil)
    case .dot where previous.kind == .dot:
      SyntaxError(
        token.range, "a name must follow the dot, not .",
        help: "lists are joined by a + b, maps by a.merge(b)")
    default:
      SyntaxError(token.range, "a name must follow the dot, not \(shown(token))")
    }
  }

  func reservedWord(_ range: Range<Int>) -> SyntaxError {
    let word = lexer.text(range)
    return SyntaxError(
      range, "\(word) is a reserved word of CEL",
      help: word == "if" ? "write condition ? a : b" : "choose another name")
  }

  /// Whether the node is a name, or names joined by dots: what may stand before a message's brace.
  func isTypeName(_ node: Int32) -> Bool {
    var node = syntax.nodes[Int(node)]
    while node.kind == .select, !node.isFlagged { node = syntax.nodes[Int(node.a)] }
    return node.kind == .name
  }

  func messageError(_ target: Int32) -> SyntaxError {
    SyntaxError(
      syntax.nodes[Int(target)].range, "messages of protobuf cannot be made here",
      help: "a map is written {'key': value}")
  }
}
