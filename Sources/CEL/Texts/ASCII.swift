/// What bytes are that stand for themselves.
enum ASCII {
  static func isNameStart(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (65...90).contains(byte) || byte == 0x5f
  }

  static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  static func isHexDigit(_ byte: UInt8) -> Bool { hexValue(byte) != nil }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 48...57: UInt32(byte) - 48
    case 97...102: UInt32(byte) - 87
    case 65...70: UInt32(byte) - 55
    default: nil
    }
  }
}
