internal import Values

/// An address of IPv4 or IPv6, as Kubernetes' network library has it: no zones, and no IPv4 address
/// written as an IPv6 one. One that is written in hexadecimal, `::ffff:c0a8:1`, is the IPv4 address.
struct IPAddress: NetworkContent {
  static let typeName = "net.IP"
  static let maker = "ip"

  /// The address in the low 128 or 32 bits.
  let high: UInt64
  let low: UInt64
  let isV4: Bool

  /// How many bits an address of that family has.
  var width: Int { isV4 ? 32 : 128 }

  init(v4 bits: UInt32) {
    high = 0
    low = UInt64(bits)
    isV4 = true
  }

  init(v6 high: UInt64, _ low: UInt64) {
    self.high = high
    self.low = low
    isV4 = false
  }

  /// Reads dotted decimals, without leading zeros, or the notation of RFC 4291.
  init(_ text: String) throws(Fault) {
    if text.utf8.contains(UInt8(ascii: "%")) {
      throw IPAddress.unreadable(text, help: "an address with a zone is not allowed")
    }
    guard let bytes = AddressBytes.read(text) else { throw IPAddress.unreadable(text) }
    func joined(_ range: Range<Int>) -> UInt64 {
      bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
    }
    if bytes.count == 4 {
      self.init(v4: UInt32(truncatingIfNeeded: joined(0..<4)))
      return
    }
    let (high, low) = (joined(0..<8), joined(8..<16))
    if high == 0, low >> 32 == 0xffff {
      if text.utf8.contains(UInt8(ascii: ".")) {
        throw IPAddress.unreadable(text, help: "an IPv4 address is written without ::ffff:")
      }
      self.init(v4: UInt32(truncatingIfNeeded: low))
    } else {
      self.init(v6: high, low)
    }
  }

  private static func unreadable(_ text: String, help: String? = nil) -> Fault {
    Fault(
      .conversion, "cannot read \(Value.string(text).shortText) as an IP address",
      help: help ?? "such as 192.168.0.1 or 2001:db8::1")
  }

  /// A number without sign or leading zeros.
  static func decimal(_ digits: Substring.UTF8View, most: Int) -> Int? {
    guard (1...3).contains(digits.count), digits.allSatisfy({ ASCII.isDigit($0) }) else {
      return nil
    }
    if digits.count > 1, digits.first == UInt8(ascii: "0") { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    return number <= most ? number : nil
  }
}

extension IPAddress {
  /// As RFC 5952 writes it: lower case, no leading zeros, `::` for the first of the longest runs of
  /// two or more groups of zero.
  var text: String {
    if isV4 {
      return [24, 16, 8, 0].map { (shift: UInt64) in String(low >> shift & 0xff) }
        .joined(separator: ".")
    }
    var groups: [UInt64] = []
    for half in [high, low] {
      for shift: UInt64 in [48, 32, 16, 0] { groups.append(half >> shift & 0xffff) }
    }
    let gap = IPAddress.longestGap(groups)
    func run(_ range: Range<Int>) -> String {
      groups[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    return gap.isEmpty ? run(0..<8) : run(0..<gap.lowerBound) + "::" + run(gap.upperBound..<8)
  }

  private static func longestGap(_ groups: [UInt64]) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start > max(longest.count, 1) { longest = start..<index }
      start = index + 1
    }
    return longest
  }

  /// The address with all bits behind the first `length` cleared.
  func masked(_ length: Int) -> IPAddress {
    if isV4 { return IPAddress(v4: UInt32(truncatingIfNeeded: low & (~0 << UInt64(32 - length)))) }
    func kept(_ bits: UInt64, _ count: Int) -> UInt64 {
      // A shift by the whole width gives 0.
      bits & (~0 << UInt64(64 - min(max(count, 0), 64)))
    }
    return IPAddress(v6: kept(high, length), kept(low, length - 64))
  }

  var isUnspecified: Bool { high == 0 && low == 0 }
  var isLoopback: Bool { isV4 ? low >> 24 == 127 : high == 0 && low == 1 }
  var isMulticast: Bool { isV4 ? low >> 28 == 0xe : high >> 56 == 0xff }
  var isLinkLocalUnicast: Bool { isV4 ? low >> 16 == 0xa9fe : high >> 54 == 0xfe80 >> 6 }

  var isLinkLocalMulticast: Bool {
    isV4 ? low >> 8 == 0xe00000 : high >> 48 & 0xff0f == 0xff02
  }

  /// Everything that is none of the others, the broadcast address of IPv4 excepted; private
  /// addresses are among them.
  var isGlobalUnicast: Bool {
    !(isUnspecified || isLoopback || isMulticast || isLinkLocalUnicast)
      && !(isV4 && low == 0xffff_ffff)
  }
}
