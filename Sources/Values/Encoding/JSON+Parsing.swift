extension JSON {
  /// Levels of arrays and objects.
  /// A value's typed form nests up to three levels for each of its own: an object, its entries, an
  /// entry; and some more stand around it.
  static let deepest = 3 * ValueLimits.depth + 8

  /// Reads RFC 8259 and nothing beyond it. Nesting is bounded, and no object may name a member
  /// twice.
  public static func parse(_ text: String) throws(JSONError) -> JSON {
    var parser = JSONParser(Array(text.utf8))
    let value = try parser.value(0)
    try parser.end()
    return value
  }
}

private struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private func error(_ message: String) -> JSONError { JSONError(message, at: position) }

  mutating func end() throws(JSONError) {
    skipBlanks()
    if position < bytes.count { throw error("something follows the value") }
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) {
      position += 1
    }
  }

  mutating func value(_ depth: Int) throws(JSONError) -> JSON {
    skipBlanks()
    guard depth <= JSON.deepest else { throw error("more than \(JSON.deepest) levels deep") }
    switch current {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 48...57: return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error(position < bytes.count ? "no JSON value starts so" : "the text ends early")
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw error("no JSON value starts so") }
    position += word.utf8.count
    return value
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> JSON {
    var elements: [JSON] = []
    position += 1
    skipBlanks()
    if skip("]") { return .array([]) }
    repeat { elements.append(try value(depth + 1)) } while try isContinued("]")
    return .array(elements)
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> JSON {
    var members: [JSON.Member] = []
    var names: Set<[UInt8]> = []
    position += 1
    skipBlanks()
    if skip("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
      let start = position
      let name = try string()
      guard names.insert(Array(name.utf8)).inserted else {
        throw JSONError("the member \"\(name)\" stands twice", at: start)
      }
      skipBlanks()
      guard skip(":") else { throw error("a : is missing") }
      members.append(JSON.Member(name, try value(depth + 1)))
    } while try isContinued("}")
    return .object(members)
  }

  private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard UInt32(current) == sign.value else { return false }
    position += 1
    return true
  }

  private mutating func isContinued(_ closing: Unicode.Scalar) throws(JSONError) -> Bool {
    skipBlanks()
    if skip(",") { return true }
    if skip(closing) { return false }
    throw error("a , or \(closing) is missing")
  }

  private mutating func number() throws(JSONError) -> String {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    guard (48...57).contains(current) else { throw error("a digit is missing") }
    while (48...57).contains(current) { position += 1 }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var output: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: output, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(&output)
      case 0..<0x20: throw JSONError("a control character stands in a text", at: position - 1)
      default: output.append(byte)
      }
    }
    throw error("a text is never closed")
  }

  private mutating func escape(_ output: inout [UInt8]) throws(JSONError) {
    let letter = current
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(letter)
    case UInt8(ascii: "b"): output.append(8)
    case UInt8(ascii: "f"): output.append(12)
    case UInt8(ascii: "n"): output.append(10)
    case UInt8(ascii: "r"): output.append(13)
    case UInt8(ascii: "t"): output.append(9)
    case UInt8(ascii: "u"):
      var code = try fourDigits()
      if (0xd800..<0xdc00).contains(code), current == UInt8(ascii: "\\"),
        position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = try fourDigits()
        guard (0xdc00..<0xe000).contains(low) else { throw error("half of a surrogate pair") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
      output.append(contentsOf: String(Character(scalar)).utf8)
    default: throw JSONError("an unknown escape", at: position - 1)
    }
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw error("four hexadecimal digits are missing") }
    var code: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits are missing")
      }
      code = code << 4 | UInt32(digit)
    }
    position += 4
    return code
  }
}
