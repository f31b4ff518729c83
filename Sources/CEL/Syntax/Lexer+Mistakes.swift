internal import Values

// Signs of other languages, and characters that only look like CEL's.
extension Lexer {
  /// Refuses `===`, `!==`, `<>`, `++`, `+=` and its like, and `**`.
  func refuseForeignSign(_ start: Int) throws(SyntaxError) {
    let next = byte(start + 1)
    switch (byte(start), next) {
    case (UInt8(ascii: "="), UInt8(ascii: "=")), (UInt8(ascii: "!"), UInt8(ascii: "=")):
      if byte(start + 2) == UInt8(ascii: "=") {
        let right = byte(start) == UInt8(ascii: "=") ? "==" : "!="
        throw SyntaxError(
          start..<start + 3, "CEL has no operator \(right)=", help: "write \(right)")
      }
    case (UInt8(ascii: "<"), UInt8(ascii: ">")):
      throw SyntaxError(start..<start + 2, "CEL has no operator <>", help: "write !=")
    case (UInt8(ascii: "+"), UInt8(ascii: "+")):
      throw SyntaxError(start..<start + 2, "CEL has no operator ++", help: "write x + 1")
    case (UInt8(ascii: "+"), UInt8(ascii: "=")), (UInt8(ascii: "-"), UInt8(ascii: "=")),
      (UInt8(ascii: "*"), UInt8(ascii: "=")), (UInt8(ascii: "/"), UInt8(ascii: "=")):
      throw SyntaxError(
        start..<start + 2, "a formula gives a value and changes none",
        help: "write x \(text(start..<start + 1)) 1")
    case (UInt8(ascii: "*"), UInt8(ascii: "*")):
      throw SyntaxError(
        start..<start + 2, "CEL has no power operator", help: "multiply instead: x * x")
    default: break
    }
  }

  /// Why the character at the offset can start no token.
  func strange(_ start: Int) -> SyntaxError {
    let range = characterRange(at: start)
    let text = text(range)
    switch text {
    case "=":
      if byte(start + 1) == UInt8(ascii: ">") || byte(start + 1) == UInt8(ascii: "<") {
        let right = byte(start + 1) == UInt8(ascii: ">") ? ">=" : "<="
        return SyntaxError(
          start..<start + 2, "CEL has no operator \(self.text(start..<start + 2))",
          help: "write \(right)",
          right == ">=" ? "a macro is written list.map(x, x + 1)" : nil)
      }
      return SyntaxError(
        range, "a single = does not compare", help: "write == to compare")
    case "&": return SyntaxError(range, "a single & is no operator", help: "write && for “and”")
    case "|": return SyntaxError(range, "a single | is no operator", help: "write || for “or”")
    case "“", "”", "„", "«", "»", "‘", "’", "‚", "′", "″":
      return SyntaxError(
        range, "\(text) is a typographic quote, not a quote of a text",
        help: "write \"…\" or '…'")
    case "–", "—", "−": return SyntaxError(range, "\(text) is not a minus sign", help: "write -")
    case "×", "·": return SyntaxError(range, "\(text) is no operator", help: "write *")
    case "÷": return SyntaxError(range, "\(text) is no operator", help: "write /")
    case "≠": return SyntaxError(range, "\(text) is no operator", help: "write !=")
    case "≤": return SyntaxError(range, "\(text) is no operator", help: "write <=")
    case "≥": return SyntaxError(range, "\(text) is no operator", help: "write >=")
    case "^": return SyntaxError(range, "CEL has no operator ^")
    case ";": return SyntaxError(range, "a formula is one expression; it has no ;")
    case "$", "@", "#":
      return SyntaxError(range, "\(text) cannot stand in a formula", help: "a name is written bare")
    case "\u{a0}", "\u{2007}", "\u{202f}", "\u{3000}", "\u{feff}", "\u{200b}":
      return SyntaxError(range, "an invisible character that is not a plain space stands here")
    default:
      if text == "\\" { return SyntaxError(range, "a backslash can stand only within a text") }
      let isLetter = text.unicodeScalars.first?.properties.isAlphabetic ?? false
      return SyntaxError(
        range, "unexpected character \(SafeText.shown(text))",
        help: isLetter ? "names have only the letters a-z, A-Z, digits and _" : "a text is quoted")
    }
  }

  /// From the offset to the end of its code point.
  func characterRange(at start: Int) -> Range<Int> {
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return start..<min(end, bytes.count)
  }
}
