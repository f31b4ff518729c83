import Values

extension FilePath {
  /// The path with every unprintable character escaped, and as `\x{FE}` every byte that belongs to no
  /// character. The backslash of a name that looks escaped itself is escaped as well: no two paths are
  /// shown alike, and each can be found by what is shown of it.
  public var shown: String {
    if bytes.allSatisfy({ (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    var (source, parser, place) = (bytes.makeIterator(), Unicode.UTF8.ForwardParser(), 0)
    while true {
      switch parser.parseScalar(from: &source) {
      case .valid(let units):
        text += shown(Unicode.UTF8.decode(units), before: place + units.count)
        place += units.count
      case .error(let count):
        for byte in bytes[place..<place + count] {
          text += "\\x{\(String(byte, radix: 16, uppercase: true))}"
        }
        place += count
      case .emptyInput: return text
      }
    }
  }

  private func shown(_ scalar: Unicode.Scalar, before rest: Int) -> String {
    let looksEscaped =
      scalar == "\\"
      && ["u{", "x{"].contains { bytes[rest...].starts(with: $0.utf8) }
    return looksEscaped || !SafeText.isPrintable(scalar) ? SafeText.escape(scalar) : String(scalar)
  }

  /// Whether a text may be what is shown of another path.
  package static func mayBeShown(_ text: String) -> Bool {
    ["\\u{", "\\x{"].contains { text.contains($0) }
  }
}
