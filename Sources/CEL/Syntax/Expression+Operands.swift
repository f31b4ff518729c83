extension Expression {
  /// Where the operands of an operation stand with the parentheses around each. It starts at `start`;
  /// `left` and `right` are the operands without those. Linear in the formula's text.
  func operands(
    from start: Int, _ left: Range<Int>, _ right: Range<Int>
  ) -> (left: Range<Int>, right: Range<Int>) {
    Window.lend(source) { bytes in
      var lexer = Lexer(bytes)
      lexer.position = start
      let first = start..<lexer.close(behind: left.upperBound)
      // The operator.
      _ = try? lexer.next()
      var peeking = lexer
      let second = (try? peeking.next())?.start ?? right.lowerBound
      return (first, second..<lexer.close(behind: right.upperBound))
    }
  }
}

extension Lexer {
  /// Passes what ends at that place, and the parentheses that close those opened since it started.
  fileprivate mutating func close(behind end: Int) -> Int {
    var open = 0
    while position < end || open > 0 {
      guard let token = try? next(), token.kind != .end else { return end }
      if token.kind == .leftParenthesis { open += 1 }
      if token.kind == .rightParenthesis { open -= 1 }
    }
    return position
  }
}
