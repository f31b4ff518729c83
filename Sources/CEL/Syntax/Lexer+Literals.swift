internal import Values

extension Lexer {
  mutating func number() throws(SyntaxError) -> Token {
    let start = position
    var end = start
    var kind = Token.Kind.int
    if byte(end) == UInt8(ascii: "0"), byte(end + 1) | 0x20 == UInt8(ascii: "x"),
      ASCII.isHexDigit(byte(end + 2))
    {
      end += 2
      while ASCII.isHexDigit(byte(end)) { end += 1 }
    } else {
      while ASCII.isDigit(byte(end)) { end += 1 }
      if byte(end) == UInt8(ascii: "."), ASCII.isDigit(byte(end + 1)) {
        kind = .double
        end += 1
        while ASCII.isDigit(byte(end)) { end += 1 }
      }
      let exponent = exponentEnd(end)
      if exponent > end {
        kind = .double
        end = exponent
      }
    }
    if kind == .int, byte(end) | 0x20 == UInt8(ascii: "u") {
      kind = .uint
      end += 1
    }
    position = end
    if ASCII.isNamePart(byte(end)) {
      var last = end
      while ASCII.isNamePart(byte(last)) { last += 1 }
      throw SyntaxError(
        start..<last, "\(text(start..<last)) is neither a number nor a name",
        help: byte(end) == UInt8(ascii: "_")
          ? "numbers are written without _"
          : Duration(text(start..<last)).map { _ in
            "a duration is written duration('\(text(start..<last))')"
          })
    }
    return Token(kind: kind, start: start, end: end)
  }

  /// Behind `e10`, `E-3`; the offset itself where no exponent stands there.
  private func exponentEnd(_ offset: Int) -> Int {
    guard byte(offset) | 0x20 == UInt8(ascii: "e") else { return offset }
    var end = offset + 1
    if byte(end) == UInt8(ascii: "+") || byte(end) == UInt8(ascii: "-") { end += 1 }
    guard ASCII.isDigit(byte(end)) else { return offset }
    while ASCII.isDigit(byte(end)) { end += 1 }
    return end
  }

  /// A text or bytes, from its prefix on; `position` stands at the quote.
  mutating func quoted(
    from start: Int, isRaw: Bool, _ kind: Token.Kind
  ) throws(SyntaxError) -> Token {
    let quote = bytes[position]
    let opening = position
    let isTriple = byte(position + 1) == quote && byte(position + 2) == quote
    var end = position + (isTriple ? 3 : 1)
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\\"), !isRaw {
        end += 2
      } else if byte == quote {
        if !isTriple {
          position = end + 1
          return Token(kind: kind, start: start, end: position)
        }
        if self.byte(end + 1) == quote, self.byte(end + 2) == quote {
          position = end + 3
          return Token(kind: kind, start: start, end: position)
        }
        end += 1
      } else if !isTriple, byte == 0x0a || byte == 0x0d {
        break
      } else {
        end += 1
      }
    }
    throw SyntaxError(
      opening..<opening + (isTriple ? 3 : 1), "this quote is never closed",
      help: "end the text with \(text(opening..<opening + (isTriple ? 3 : 1)))")
  }

  /// The content of a text or bytes token. Escapes that mean nothing are handed to `report`.
  func content(
    _ token: Token, report: (SyntaxError) -> Void
  ) -> (octets: Window<UInt8>, decoded: [UInt8]?) {
    var start = token.start
    var isRaw = false
    while bytes[start] != UInt8(ascii: "\""), bytes[start] != UInt8(ascii: "'") {
      isRaw = isRaw || bytes[start] | 0x20 == UInt8(ascii: "r")
      start += 1
    }
    let quote = bytes[start]
    let isTriple =
      token.end - start >= 6 && byte(start + 1) == quote && byte(start + 2) == quote
    let width = isTriple ? 3 : 1
    let inner = start + width..<token.end - width
    let plain = bytes.part(inner)
    if isRaw || !plain.contains(UInt8(ascii: "\\")) { return (plain, nil) }
    var decoder = EscapeDecoder(self, inner, isBytes: token.kind == .bytes)
    decoder.run(report: report)
    return (plain, decoder.output)
  }
}

/// Turns the escapes of a text or bytes literal into what they stand for.
private struct EscapeDecoder {
  let lexer: Lexer
  let range: Range<Int>
  let isBytes: Bool
  var output: [UInt8] = []

  init(_ lexer: Lexer, _ range: Range<Int>, isBytes: Bool) {
    self.lexer = lexer
    self.range = range
    self.isBytes = isBytes
    output.reserveCapacity(range.count)
  }

  mutating func run(report: (SyntaxError) -> Void) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = lexer.bytes[offset]
      if byte != UInt8(ascii: "\\") {
        output.append(byte)
        offset += 1
        continue
      }
      let length = escape(at: offset)
      if length < 0 {
        let end = min(offset - length, range.upperBound)
        let bad = offset..<max(end, lexer.characterRange(at: min(offset + 1, end)).upperBound)
        report(
          SyntaxError(
            bad, "unknown escape \(SafeText.shown(lexer.text(bad)))",
            help: "write \\\\ for a backslash, or r'…' for a text without escapes"))
        offset = bad.upperBound
      } else {
        offset += length
      }
    }
  }

  /// The length of the escape, its meaning put out; minus the length of what is wrong.
  private mutating func escape(at start: Int) -> Int {
    let letter = lexer.byte(start + 1)
    switch letter {
    case UInt8(ascii: "a"): output.append(7)
    case UInt8(ascii: "b"): output.append(8)
    case UInt8(ascii: "f"): output.append(12)
    case UInt8(ascii: "n"): output.append(10)
    case UInt8(ascii: "r"): output.append(13)
    case UInt8(ascii: "t"): output.append(9)
    case UInt8(ascii: "v"): output.append(11)
    case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "`"):
      output.append(letter)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return code(start, digits: 2, radix: 16, skip: 2)
    case UInt8(ascii: "u") where !isBytes: return code(start, digits: 4, radix: 16, skip: 2)
    case UInt8(ascii: "U") where !isBytes: return code(start, digits: 8, radix: 16, skip: 2)
    case UInt8(ascii: "0")...UInt8(ascii: "3"): return code(start, digits: 3, radix: 8, skip: 1)
    default: return -2
    }
    return 2
  }

  private mutating func code(_ start: Int, digits: Int, radix: UInt32, skip: Int) -> Int {
    var value: UInt32 = 0
    for index in start + skip..<start + skip + digits {
      guard index < range.upperBound, let digit = ASCII.hexValue(lexer.bytes[index]), digit < radix
      else { return start - max(index, start + 2) }
      value = value &* radix &+ digit
    }
    if isBytes {
      output.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      output.append(contentsOf: String(Character(scalar)).utf8)
    } else {
      return -(skip + digits)
    }
    return skip + digits
  }
}
