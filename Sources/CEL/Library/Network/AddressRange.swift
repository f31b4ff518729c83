internal import Values

/// A range of addresses in CIDR notation: an address, and how many of its first bits all addresses
/// of the range share.
struct AddressRange: NetworkContent {
  static let typeName = "net.CIDR"
  static let maker = "cidr"

  /// As written, the bits behind the prefix included.
  let address: IPAddress
  let length: Int

  /// Reads an address, a slash and a length.
  init(_ text: String) throws(Fault) {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")),
      let address = try? IPAddress(String(text[..<slash])),
      address.isV4 != text.utf8.contains(UInt8(ascii: ":")),
      let length = IPAddress.decimal(
        text.utf8[text.utf8.index(after: slash)...], most: address.width)
    else {
      throw Fault(
        .conversion, "cannot read \(Value.string(text).shortText) as a range of addresses",
        help: "such as 192.168.0.0/24 or 2001:db8::/32, without a zone")
    }
    self.address = address
    self.length = length
  }

  init(_ address: IPAddress, length: Int) {
    self.address = address
    self.length = length
  }

  var text: String { "\(address.text)/\(length)" }

  /// The range with the bits behind its prefix cleared.
  var masked: AddressRange { AddressRange(address.masked(length), length: length) }

  func contains(_ other: IPAddress) -> Bool {
    other.isV4 == address.isV4 && other.masked(length) == address.masked(length)
  }

  func contains(_ other: AddressRange) -> Bool {
    length <= other.length && contains(other.address)
  }
}
