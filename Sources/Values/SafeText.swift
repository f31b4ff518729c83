/// Foreign text made safe to print: no control, bidirectional or invisible character of a file may
/// reach a terminal or a log as itself.
public enum SafeText {
  /// Whether the character may be printed as it is.
  public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7e, 0xa0...0xac, 0xae...0x61b, 0x61d...0x180d, 0x180f...0x200a: true
    case 0x2010...0x2027, 0x202f...0x205f, 0x2070...0xd7ff: true
    case 0xe000...0xfefe, 0xff00...0xfff8, 0xfffc...0xfffd, 0x10000...0xdffff: true
    default: false
    }
  }

  package static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  /// The text with every unprintable character as `\u{…}`; tabs and line ends as well unless kept.
  public static func shown(_ string: String, keepingLineEnds: Bool = false) -> String {
    if string.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return string }
    var text = ""
    for scalar in string.unicodeScalars {
      if isPrintable(scalar) || (keepingLineEnds && scalar == "\n") {
        text.unicodeScalars.append(scalar)
      } else {
        text += escape(scalar)
      }
    }
    return text
  }
}
