/// What a plain scalar means by YAML's 1.2 core schema, and whether readers of 1.1 would disagree.
enum CoreSchema {
  enum Reading: Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text
    /// Another version of YAML reads it as the thing named.
    case ambiguous(String)
    /// A number that no int or double holds.
    case outOfRange
  }

  /// Whether a plain scalar with that first byte is a text to every reader.
  @inline(__always)
  static func isCertainlyText(_ first: UInt8) -> Bool {
    switch first {
    // Digits, signs, the dot, "~"; and the first letters of null, true, false, yes, no, on, off.
    case 0x30...0x39, 0x2b, 0x2d, 0x2e, 0x7e: false
    case 0x6e, 0x4e, 0x74, 0x54, 0x66, 0x46, 0x79, 0x59, 0x6f, 0x4f: false
    default: true
    }
  }

  static func read(_ text: UnsafeBufferPointer<UInt8>) -> Reading {
    guard let first = text.first else { return .null }
    if isCertainlyText(first) { return .text }
    if first > 0x39 { return word(text) }
    return Number.read(text)
  }

  /// What a plain key is that is no text: `null`, `a bool`, `a number`; nil for a text.
  static func keyKind(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    if Number.isIntSyntax(text) { return "a number" }
    return switch read(text) {
    case .null: "null"
    case .bool: "a bool"
    case .int, .double, .outOfRange: "a number"
    case .text, .ambiguous: nil
    }
  }

  private static func word(_ text: UnsafeBufferPointer<UInt8>) -> Reading {
    guard text.count <= 5 else { return .text }
    return switch String(decoding: text, as: UTF8.self) {
    case "null", "Null", "NULL", "~": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    case "yes", "Yes", "YES", "on", "On", "ON": .ambiguous("true")
    case "no", "No", "NO", "off", "Off", "OFF": .ambiguous("false")
    default: .text
    }
  }
}

extension CoreSchema {
  /// Numbers, by a grammar of their own: Swift's parsers take more than YAML does.
  enum Number {
    typealias Text = UnsafeBufferPointer<UInt8>

    /// Whether the text is an optional sign and digits.
    static func isIntSyntax(_ text: Text) -> Bool {
      let digits = unsigned(text)
      return !digits.isEmpty && digits.allSatisfy(isDigit)
    }

    static func read(_ text: Text) -> Reading {
      let digits = unsigned(text)
      guard let first = digits.first else { return .text }
      if digits.allSatisfy(isDigit) { return decimal(text, digits) }
      if first == 0x30, digits.count > 2, let prefixed = prefixed(text, digits) { return prefixed }
      if isFloat(digits) {
        let double = Double(String(decoding: text, as: UTF8.self))
        guard let double, double.isFinite else { return .outOfRange }
        return .double(double)
      }
      if let special = special(text, digits) { return special }
      if isSexagesimal(digits) { return .ambiguous("a number in base 60") }
      if isUnderscored(digits) { return .ambiguous("a number") }
      return .text
    }

    private static func unsigned(_ text: Text) -> Slice<Text> {
      text.first == 0x2b || text.first == 0x2d ? text.dropFirst() : text[...]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static func decimal(_ text: Text, _ digits: Slice<Text>) -> Reading {
      if digits.count > 1, digits.first == 0x30 { return .ambiguous("an octal number") }
      return integer(digits, radix: 10, isNegative: text[0] == 0x2d)
    }

    private static func integer(_ digits: Slice<Text>, radix: Int64, isNegative: Bool) -> Reading {
      var value: Int64 = 0
      for byte in digits {
        let digit = Int64(byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x61 + 10)
        let (product, overflow) = value.multipliedReportingOverflow(by: radix)
        let (sum, carry) = product.subtractingReportingOverflow(digit)
        if overflow || carry { return .outOfRange }
        value = sum
      }
      if isNegative { return .int(value) }
      return value == .min ? .outOfRange : .int(-value)
    }

    /// `0o17`, `0x1f`, and what other versions of YAML make of such.
    private static func prefixed(_ text: Text, _ digits: Slice<Text>) -> Reading? {
      let rest = digits.dropFirst(2)
      let isSigned = digits.count != text.count
      switch digits[digits.startIndex + 1] {
      case 0x6f where rest.allSatisfy({ $0 &- 0x30 < 8 }):
        return isSigned ? .text : integer(rest, radix: 8, isNegative: false)
      case 0x78 where rest.allSatisfy(isHex):
        return isSigned
          ? .ambiguous("a hexadecimal number") : integer(rest, radix: 16, isNegative: false)
      case 0x78 where rest.allSatisfy({ isHex($0) || $0 == 0x5f }):
        return .ambiguous("a hexadecimal number")
      case 0x62 where rest.allSatisfy({ $0 == 0x30 || $0 == 0x31 || $0 == 0x5f }):
        return .ambiguous("a binary number")
      default: return nil
      }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
      isDigit(byte) || (byte | 0x20) &- 0x61 < 6
    }

    /// `12.`, `.5`, `1.5e-3`, `1e3`.
    private static func isFloat(_ digits: Slice<Text>) -> Bool {
      var rest = digits.drop(while: isDigit)
      let whole = digits.count - rest.count
      if rest.first == 0x2e {
        let fraction = rest.dropFirst().drop(while: isDigit)
        if whole == 0, rest.count - 1 == fraction.count { return false }
        rest = fraction
      } else if whole == 0 {
        return false
      }
      guard let e = rest.first else { return true }
      guard e | 0x20 == 0x65 else { return false }
      rest = rest.dropFirst()
      if rest.first == 0x2b || rest.first == 0x2d { rest = rest.dropFirst() }
      return !rest.isEmpty && rest.allSatisfy(isDigit)
    }

    private static func special(_ text: Text, _ digits: Slice<Text>) -> Reading? {
      guard digits.count == 4 else { return nil }
      switch String(decoding: digits, as: UTF8.self) {
      case ".inf", ".Inf", ".INF": return .double(text[0] == 0x2d ? -.infinity : .infinity)
      case ".nan", ".NaN", ".NAN": return digits.count == text.count ? .double(.nan) : .text
      default: return nil
      }
    }

    /// `1:30:00`, which YAML 1.1 reads in base 60.
    private static func isSexagesimal(_ digits: Slice<Text>) -> Bool {
      let parts = digits.split(separator: 0x3a, omittingEmptySubsequences: false)
      guard parts.count > 1, let first = parts.first, let head = first.first else { return false }
      let hasFraction = parts.last!.contains(0x2e)
      guard head != 0x30 || hasFraction, isDigit(head) else { return false }
      guard first.allSatisfy({ isDigit($0) || $0 == 0x5f }) else { return false }
      return parts.dropFirst().enumerated().allSatisfy { index, part in
        let whole = part.prefix { $0 != 0x2e }
        guard whole.count == part.count || index == parts.count - 2 else { return false }
        let isSmall = whole.count == 1 || (whole.count == 2 && whole.first! < 0x36)
        return isSmall && whole.allSatisfy(isDigit)
          && part.dropFirst(whole.count + 1).allSatisfy { isDigit($0) || $0 == 0x5f }
      }
    }

    /// `1_000`, `1_000.5`, `0_7`: digits with underscores between them.
    private static func isUnderscored(_ digits: Slice<Text>) -> Bool {
      guard digits.contains(0x5f), let first = digits.first, isDigit(first) || first == 0x2e else {
        return false
      }
      let whole = digits.prefix { isDigit($0) || $0 == 0x5f }
      let rest = digits.dropFirst(whole.count)
      if rest.isEmpty { return true }
      guard rest.first == 0x2e else { return false }
      let fraction = rest.dropFirst().drop { isDigit($0) || $0 == 0x5f }
      if whole.isEmpty { return digits.dropFirst().first.map(isDigit) == true && fraction.isEmpty }
      return fraction.isEmpty
    }
  }
}
