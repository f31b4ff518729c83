internal import Values

/// Reads a formula by recursive descent, with loops for chains of operators and of selections, so
/// that only real nesting uses the stack; `SyntaxLimits.depth` bounds it.
///
/// A mistake that leaves the structure clear (an escape, a number out of range, a reserved word) is
/// noted and parsing goes on; any other is thrown and ends it.
struct Parser {
  let lexer: Lexer
  let environment: Environment
  var scanner: Lexer
  var token = Token(kind: .end, start: 0, end: 0)
  /// The token before the current one.
  var previous = Token(kind: .end, start: 0, end: 0)
  var syntax = Syntax()
  var errors: [SyntaxError] = []
  /// Brackets not yet closed.
  var open: [Token] = []
  /// Operands collected for a node in the making; whoever pushes, pops.
  var stack: [Int32] = []
  /// Every name that no macro has bound yet, in source order.
  var freeNames: [Int32] = []
  var depth = 0
  /// Calls that may be of macros, if under other names.
  var misspelt = 0

  init(_ bytes: Window<UInt8>, _ environment: Environment) {
    lexer = Lexer(bytes)
    scanner = lexer
    self.environment = environment
    syntax.nodes.reserveCapacity(8 + bytes.count / 3)
  }

  /// The whole text as one formula.
  mutating func parse() throws(SyntaxErrors) -> Syntax {
    do throws(SyntaxError) {
      if let limit = sizeError() { throw limit }
      try advance()
      if token.kind == .end { throw SyntaxError(token.range, "the formula is empty") }
      syntax.root = try expression()
      if token.kind != .end { throw unexpected() }
    } catch {
      // What follows a word that cannot stand there anyway says nothing new.
      if errors.last.map({ $0.range != error.range && $0.range != previous.range }) ?? true {
        errors.append(error)
      }
    }
    if !errors.isEmpty { throw SyntaxErrors(errors) }
    return syntax
  }

  private func sizeError() -> SyntaxError? {
    guard lexer.bytes.count > SyntaxLimits.codePoints else { return nil }
    var count = 0
    for byte in lexer.bytes where byte & 0xc0 != 0x80 { count += 1 }
    guard count > SyntaxLimits.codePoints else { return nil }
    return SyntaxError(
      0..<0, "the formula has more than \(SyntaxLimits.codePoints) characters")
  }

  mutating func advance() throws(SyntaxError) {
    previous = token
    token = try scanner.next()
  }

  /// Passes the token if it is of that kind.
  mutating func accept(_ kind: Token.Kind) throws(SyntaxError) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func openBracket() throws(SyntaxError) {
    open.append(token)
    try advance()
  }

  mutating func closeBracket(_ kind: Token.Kind) throws(SyntaxError) {
    guard token.kind == kind else { throw unexpected() }
    open.removeLast()
    try advance()
  }

  mutating func note(_ error: SyntaxError) {
    if errors.count < SyntaxLimits.errors { errors.append(error) }
  }

  /// Adds a node whose children are all there.
  mutating func add(_ node: consuming Node) throws(SyntaxError) -> Int32 {
    let height = syntax.heightBelow(node)
    guard height < SyntaxLimits.depth else { throw tooDeep(node.range) }
    node.height = height + 1
    syntax.nodes.append(node)
    return Int32(truncatingIfNeeded: syntax.nodes.count - 1)
  }

  mutating func addLeaf(_ node: Node) -> Int32 {
    syntax.nodes.append(node)
    return Int32(truncatingIfNeeded: syntax.nodes.count - 1)
  }

  mutating func addLiteral(_ value: Value, _ range: Range<Int>) -> Int32 {
    syntax.constants.append(value)
    return addLeaf(Node(.literal, range, a: Int32(syntax.constants.count - 1)))
  }

  mutating func addName(_ range: Range<Int>) -> Int32 {
    syntax.names.append(lexer.text(range))
    return Int32(truncatingIfNeeded: syntax.names.count - 1)
  }

  /// Moves what was pushed since `mark` into a list.
  mutating func list(since mark: Int) -> (start: Int32, count: Int32) {
    let start = Int32(truncatingIfNeeded: syntax.lists.count)
    let count = stack.count - mark
    syntax.lists.append(contentsOf: stack[mark...])
    stack.removeLast(count)
    return (start, Int32(truncatingIfNeeded: count))
  }

  func tooDeep(_ range: Range<Int>) -> SyntaxError {
    SyntaxError(
      range.lowerBound..<min(range.upperBound, range.lowerBound + 1),
      "the formula nests more than \(SyntaxLimits.depth) levels deep")
  }
}
