import Values

/// Scalars as YAML: texts in the style of what stood there where that can hold them, plain only
/// where every reader of YAML takes them for a text.
enum ScalarText {
  typealias Style = YAMLDocument.Node.Style

  /// A scalar value in one line; `_` and what begins with `=` would mean something else bare. Lists
  /// and maps, and what YAML has no literal for, become a formula.
  static func text(_ value: Value, like style: Style = .plain, inFlow: Bool) -> String {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint):
      return uint > UInt64(Int64.max) ? quoted(formula: value) : String(uint)
    case .double(let double): return number(double)
    case .list, .map, .optional: return quoted(formula: value)
    case .string, .timestamp, .duration, .bytes, .type, .opaque:
      guard let string = spelling(value), string.utf8.first != UInt8(ascii: "=") else {
        return quoted(formula: value)
      }
      return text(string, like: style, inFlow: inFlow)
    }
  }

  /// The text that an outcome takes for the value; nil where there is none.
  static func spelling(_ value: Value) -> String? {
    switch value {
    case .string(let string): string
    case .timestamp(let timestamp): timestamp.description
    case .duration(let duration): duration.description
    case .bytes(let bytes): String(validating: bytes.octets, as: UTF8.self)
    case .type(let type): type.name
    case .opaque(let opaque): opaque.text
    case .null, .bool, .int, .uint, .double, .list, .map, .optional: nil
    }
  }

  private static func number(_ double: Double) -> String {
    if double.isNaN { return ".nan" }
    if double.isInfinite { return double < 0 ? "-.inf" : ".inf" }
    return DoubleText.literal(double)
  }

  private static func quoted(formula value: Value) -> String {
    "'"
      + FormulaText.formula(value).split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "''") + "'"
  }

  // MARK: Texts

  /// A text in one line, in the style that stood there where it can be.
  static func text(_ text: String, like style: Style, inFlow: Bool) -> String {
    let isVerbatim = text.unicodeScalars.allSatisfy(ScalarText.isVerbatim)
    switch style {
    case .single where isVerbatim: return single(text)
    case .double: return double(text)
    case .single, .plain, .literal, .folded, .flow, .block, .cell: break
    }
    if isPlain(text, inFlow: inFlow), CoreSchema.reading(text) == .text { return text }
    let hasEscapes = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" }
    return isVerbatim && hasEscapes && !text.utf8.contains(UInt8(ascii: "'"))
      ? single(text) : double(text)
  }

  /// A key in one line that is only shown.
  static func shownKey(_ key: String, inFlow: Bool) -> String {
    isPlainHere(key, inFlow: inFlow) ? key : double(key)
  }

  /// A formula in one line, plain where it can be.
  static func formula(_ text: String, inFlow: Bool) -> String {
    let rest = String(text.drop { $0 == "=" || $0 == " " })
    if !text.unicodeScalars.allSatisfy(isVerbatim) { return double(text) }
    if rest.isEmpty || hasPlainCharacters(Array(rest.utf8), inFlow: inFlow),
      text.utf8.last != 0x20
    {
      return text
    }
    return text.utf8.contains(UInt8(ascii: "'")) ? double(text) : single(text)
  }

  /// A key in one line; nil for one that no key of a file can be.
  static func key(_ key: String, inFlow: Bool) -> String? {
    guard key.utf8.first != UInt8(ascii: "="), key.utf8.count <= 250 else { return nil }
    let isText = key.utf8.elementsEqual("<<".utf8) ? false : CoreSchema.isTextAsKey(key)
    return isText && isPlain(key, inFlow: inFlow) ? key : double(key)
  }

  private static func single(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private static func double(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{1b}": text += "\\e"
      case "\0": text += "\\0"
      default:
        if isVerbatim(scalar) {
          text.unicodeScalars.append(scalar)
        } else {
          let code = String(scalar.value, radix: 16)
          let (letter, width) =
            scalar.value <= 0xff ? ("x", 2) : scalar.value <= 0xffff ? ("u", 4) : ("U", 8)
          text += "\\\(letter)" + String(repeating: "0", count: width - code.count) + code
        }
      }
    }
    return text + "\""
  }

  /// Whether the character may stand in a file as itself, and shows.
  static func isVerbatim(_ scalar: Unicode.Scalar) -> Bool {
    SafeText.isPrintable(scalar) && scalar.value & 0xfffe != 0xfffe
      && !(0xfdd0...0xfdef).contains(scalar.value)
  }

  /// Whether the text needs no quotes for its characters, and no other version of YAML reads it as something else.
  private static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    isPlainHere(text, inFlow: inFlow) && !isOtherwiseRead(Array(text.utf8))
  }

  /// Whether the text needs no quotes for its characters.
  private static func isPlainHere(_ text: String, inFlow: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, bytes.count <= 400,
      text.unicodeScalars.allSatisfy(isVerbatim)
    else { return false }
    if indicators.contains(first) || first == 0x20 || last == 0x20 || last == 0x3a { return false }
    if bytes == [0x5f] || bytes.starts(with: "---".utf8) || bytes.starts(with: "...".utf8) {
      return false
    }
    return hasPlainCharacters(bytes, inFlow: inFlow)
  }

  /// Whether nothing in a text would end it, or begin something else.
  private static func hasPlainCharacters(_ bytes: [UInt8], inFlow: Bool) -> Bool {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x3a where index + 1 == bytes.count || !isLetterOrDigit(bytes[index + 1]): return false
      case 0x23 where bytes[max(0, index - 1)] == 0x20: return false
      case 0x2c, 0x5b, 0x5d, 0x7b, 0x7d: if inFlow { return false }
      default: break
      }
    }
    return true
  }

  /// What YAML gives a meaning at the start of a value.
  private static let indicators = Array("-?:,[]{}#&*!|>'\"%@`=".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  /// `y` and `n`, which YAML 1.1 reads as bools, and texts that begin as its timestamps do.
  private static func isOtherwiseRead(_ bytes: [UInt8]) -> Bool {
    if bytes.count == 1 { return "yYnN".utf8.contains(bytes[0]) }
    return bytes.count >= 5 && bytes[..<4].allSatisfy { $0 &- 0x30 < 10 } && bytes[4] == 0x2d
  }

  // MARK: Blocks

  /// The header and the lines of a literal block; nil where quotes are the better choice.
  static func literal(_ text: String) -> [String]? {
    var lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let isEnded = lines.last?.isEmpty == true
    if isEnded { lines.removeLast() }
    guard lines.count > 1, let first = lines.first, !first.isEmpty, lines.last?.isEmpty == false,
      first.utf8.first != 0x20, first.utf8.first != UInt8(ascii: "="),
      lines.allSatisfy({ line in
        line.utf8.last != 0x20 && line.unicodeScalars.allSatisfy(isVerbatim)
      })
    else { return nil }
    return [isEnded ? "|" : "|-"] + lines
  }
}

extension CoreSchema {
  fileprivate static func reading(_ text: String) -> Reading {
    var text = text
    return text.withUTF8 { read($0) }
  }

  fileprivate static func isTextAsKey(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { keyKind($0) == nil }
  }
}
