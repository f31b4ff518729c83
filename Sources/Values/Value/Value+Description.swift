extension Value: CustomStringConvertible {
  /// The value as a formula would write it, with bare words as record keys: `{name: "Ada", n: 1}`.
  /// Maps print in their own order; the text is the same on every machine.
  public var description: String {
    if let word { return word }
    var text = TextBytes()
    write(to: &text)
    return text.text
  }

  /// The beginning of that text, where it is longer than so many bytes or so; a mark stands in the
  /// place of the rest. Costs what it gives, however large the value is.
  public func beginning(_ most: Int) -> String {
    var text = TextBytes()
    write(to: &text, upTo: most)
    return text.count > most ? text.beginning(most) + " …" : text.text
  }

  /// The text of what has no parts and no quotes; nil for others.
  private var word: String? {
    switch self {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .uint(let uint): String(uint) + "u"
    case .double(let double): DoubleText.literal(double)
    case .timestamp(let timestamp): "timestamp(\"\(timestamp)\")"
    case .duration(let duration): "duration(\"\(duration)\")"
    case .type(let type): type.name
    case .string, .bytes, .list, .map, .optional, .opaque: nil
    }
  }

  private func write(to text: inout TextBytes, upTo most: Int = .max) {
    if text.count > most { return }
    switch self {
    case .string(let string) where string.utf8.count > most:
      Value.write(quoted: String(string.unicodeScalars.prefix(most)), to: &text)
    case .string(let string): Value.write(quoted: string, to: &text)
    case .bytes(let bytes) where bytes.octets.count > most:
      Value.write(octets: Array(bytes.octets.prefix(most)), to: &text)
    case .bytes(let bytes): Value.write(octets: bytes.octets, to: &text)
    case .list(let list):
      text += "["
      for (index, element) in list.elements.enumerated() {
        if index > 0 { text += ", " }
        if text.count > most { break }
        element.write(to: &text, upTo: most)
      }
      text += "]"
    case .map(let map):
      text += "{"
      for (index, key) in map.keys.enumerated() {
        if index > 0 { text += ", " }
        if text.count > most { break }
        key.write(key: &text, upTo: most)
        text += ": "
        map.values[index].write(to: &text, upTo: most)
      }
      text += "}"
    case .optional(let optional):
      if let wrapped = optional.wrapped {
        text += "optional.of("
        wrapped.write(to: &text, upTo: most)
        text += ")"
      } else {
        text += "optional.none()"
      }
    case .opaque(let opaque):
      text += opaque.maker + "("
      Value.write(quoted: opaque.text, to: &text)
      text += ")"
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: text += word ?? ""
    }
  }

  private func write(key text: inout TextBytes, upTo most: Int) {
    if case .string(let name) = self, Value.isBareWord(name) {
      text += name
    } else {
      write(to: &text, upTo: most)
    }
  }

  /// Letters, digits and `_`, not starting with a digit: a key that needs no quotes.
  static func isBareWord(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
        || byte == 95
    }
  }

  /// Writes the text in double quotes with everything escaped that would not show.
  public static func write(quoted string: String, to text: inout String) {
    var quoted = TextBytes()
    write(quoted: string, to: &quoted)
    text += quoted.text
  }

  package static func write(quoted string: String, to text: inout TextBytes) {
    write(quoted: string, to: &text, escaping: SafeText.escape)
  }

  /// The same with an escape of the caller's own for what has no short one.
  static func write(
    quoted string: String, to text: inout TextBytes, escaping escape: (Unicode.Scalar) -> String
  ) {
    text += "\""
    // Most texts are plain, and need not be looked at character by character.
    if string.utf8.allSatisfy(isPlain) {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if SafeText.isPrintable(scalar) {
          text.append(scalar)
        } else {
          text += escape(scalar)
        }
      }
    }
    text += "\""
  }

  /// Whether a byte is a printable character of ASCII that stands for itself in quotes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7e).contains(byte) && byte != 0x22 && byte != 0x5c
  }

  private static func write(octets: [UInt8], to text: inout TextBytes) {
    text += "b\""
    for octet in octets {
      switch octet {
      case 0x22: text += "\\\""
      case 0x5c: text += "\\\\"
      case 0x20...0x7e: text.append(octet)
      default:
        let hex = String(octet, radix: 16)
        text += "\\x" + (hex.count < 2 ? "0" : "") + hex
      }
    }
    text += "\""
  }
}
