/// Octets as text in the alphabet of RFC 4648, section 4.
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// With padding at the end. Linear in the octets.
  public static func encode(_ octets: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((octets.count + 2) / 3 * 4)
    for start in stride(from: 0, to: octets.count, by: 3) {
      let group = octets[start..<min(start + 3, octets.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(3 - group.count) * 8
      for place in 0..<4 {
        let index = Int(bits >> UInt32(18 - place * 6)) & 63
        output.append(place <= group.count ? alphabet[index] : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// With or without the padding at the end; nil for anything else. Bits behind the last octet are
  /// passed over.
  public static func decode(_ text: String) -> [UInt8]? {
    var letters = Array(text.utf8)
    let isPadded = letters.last == UInt8(ascii: "=")
    if isPadded {
      guard letters.count % 4 == 0 else { return nil }
      letters.removeLast(letters.dropLast().last == UInt8(ascii: "=") ? 2 : 1)
    }
    guard letters.count % 4 != 1 else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(letters.count * 3 / 4)
    var bits: UInt32 = 0
    var width = 0
    for letter in letters {
      guard let value = value(letter) else { return nil }
      bits = bits << 6 | UInt32(value)
      width += 6
      if width >= 8 {
        width -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(width)))
      }
    }
    return output
  }

  private static func value(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
