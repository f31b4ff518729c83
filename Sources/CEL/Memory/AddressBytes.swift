// The room of the C library's reader of addresses.
//
// Layout: a text that ends with a 0; 4 bytes for an address of IPv4, 16 for one of IPv6, in the order
// in which they are sent.
//
// Why it is sound: `inet_pton` reads no further than the 0, and writes as many bytes as an address of the
// family has.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Addresses as the C library reads them: dotted decimals without leading zeros, or the notation of
/// RFC 4291.
enum AddressBytes {
  /// The bytes of the address that the text names, 4 or 16; nil where it names none.
  static func read(_ text: String) -> [UInt8]? {
    // To the C library a 0 ends the text, whatever stands behind it.
    if text.utf8.contains(0) { return nil }
    let isV6 = text.utf8.contains(UInt8(ascii: ":"))
    var bytes = [UInt8](repeating: 0, count: isV6 ? 16 : 4)
    return unsafe inet_pton(isV6 ? AF_INET6 : AF_INET, text, &bytes) == 1 ? bytes : nil
  }
}
