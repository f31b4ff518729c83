/// Cuts a formula's UTF-8 text into tokens, one at a time. What is read stays where it is: a token
/// is a pair of offsets.
struct Lexer {
  let bytes: Window<UInt8>
  var position = 0

  init(_ bytes: Window<UInt8>) { self.bytes = bytes }

  /// The byte at an offset, 0 behind the end.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes.part(range), as: UTF8.self)
  }

  mutating func next() throws(SyntaxError) -> Token {
    skipBlanks()
    let start = position
    guard start < bytes.count else { return Token(kind: .end, start: start, end: start) }
    let first = bytes[start]
    if ASCII.isNameStart(first) { return try word() }
    if ASCII.isDigit(first) || (first == UInt8(ascii: ".") && ASCII.isDigit(byte(start + 1))) {
      return try number()
    }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return try quoted(from: start, isRaw: false, .string)
    }
    return try sign(first)
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d: position += 1
      case UInt8(ascii: "/") where byte(position + 1) == UInt8(ascii: "/"):
        while position < bytes.count, bytes[position] != 0x0a { position += 1 }
      default: return
      }
    }
  }

  private mutating func word() throws(SyntaxError) -> Token {
    let start = position
    var end = start + 1
    while end < bytes.count, ASCII.isNamePart(bytes[end]) { end += 1 }
    if end - start <= 2, byte(end) == UInt8(ascii: "\"") || byte(end) == UInt8(ascii: "'"),
      let prefix = prefix(start..<end)
    {
      position = end
      return try quoted(from: start, isRaw: prefix.isRaw, prefix.isBytes ? .bytes : .string)
    }
    position = end
    return Token(kind: keyword(start..<end), start: start, end: end)
  }

  /// `r`, `b`, `rb` or `br` before a quote, in either case.
  private func prefix(_ range: Range<Int>) -> (isRaw: Bool, isBytes: Bool)? {
    var isRaw = false
    var isBytes = false
    for byte in bytes[range] {
      switch byte | 0x20 {
      case UInt8(ascii: "r") where !isRaw: isRaw = true
      case UInt8(ascii: "b") where !isBytes: isBytes = true
      default: return nil
      }
    }
    return (isRaw, isBytes)
  }

  private func keyword(_ range: Range<Int>) -> Token.Kind {
    switch (range.count, bytes[range.lowerBound]) {
    case (2, UInt8(ascii: "i")) where matches("in", range): .inWord
    case (4, UInt8(ascii: "t")) where matches("true", range): .trueWord
    case (4, UInt8(ascii: "n")) where matches("null", range): .null
    case (5, UInt8(ascii: "f")) where matches("false", range): .falseWord
    default: .identifier
    }
  }

  func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
    Window(word).elementsEqual(bytes.part(range))
  }

  private mutating func sign(_ first: UInt8) throws(SyntaxError) -> Token {
    let start = position
    let second = byte(start + 1)
    let two: Token.Kind? =
      switch (first, second) {
      case (UInt8(ascii: "="), UInt8(ascii: "=")): .equal
      case (UInt8(ascii: "!"), UInt8(ascii: "=")): .notEqual
      case (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessOrEqual
      case (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterOrEqual
      case (UInt8(ascii: "&"), UInt8(ascii: "&")): .and
      case (UInt8(ascii: "|"), UInt8(ascii: "|")): .or
      default: nil
      }
    if let two {
      try refuseForeignSign(start)
      position = start + 2
      return Token(kind: two, start: start, end: start + 2)
    }
    guard let one = Lexer.single(first) else {
      if first == UInt8(ascii: "`") { return try quotedIdentifier() }
      throw strange(start)
    }
    try refuseForeignSign(start)
    position = start + 1
    return Token(kind: one, start: start, end: start + 1)
  }

  private static func single(_ byte: UInt8) -> Token.Kind? {
    switch byte {
    case UInt8(ascii: "("): .leftParenthesis
    case UInt8(ascii: ")"): .rightParenthesis
    case UInt8(ascii: "["): .leftBracket
    case UInt8(ascii: "]"): .rightBracket
    case UInt8(ascii: "{"): .leftBrace
    case UInt8(ascii: "}"): .rightBrace
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: "."): .dot
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: "?"): .question
    case UInt8(ascii: "!"): .not
    case UInt8(ascii: "+"): .plus
    case UInt8(ascii: "-"): .minus
    case UInt8(ascii: "*"): .times
    case UInt8(ascii: "/"): .divide
    case UInt8(ascii: "%"): .remainder
    case UInt8(ascii: "<"): .less
    case UInt8(ascii: ">"): .greater
    default: nil
    }
  }

  private mutating func quotedIdentifier() throws(SyntaxError) -> Token {
    let start = position
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), bytes[end] != 0x0a { end += 1 }
    guard byte(end) == UInt8(ascii: "`") else {
      throw SyntaxError(start..<start + 1, "this backtick is never closed")
    }
    let allowed = bytes[start + 1..<end].allSatisfy { byte in
      ASCII.isNamePart(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "/") || byte == UInt8(ascii: " ")
    }
    guard allowed, end > start + 1 else {
      throw SyntaxError(
        start..<end + 1, "a name in backticks holds only letters, digits and _ . - / and blanks",
        help: "write ['…'] for other keys")
    }
    position = end + 1
    return Token(kind: .quotedIdentifier, start: start, end: end + 1)
  }
}
