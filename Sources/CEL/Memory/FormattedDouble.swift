// The room of the C library's number formatter.
//
// Layout: a buffer of C characters that ends with a 0; the largest double has 309 digits before its
// point, so that 320 characters and the digits behind the point have room.
//
// Why it is sound: `vsnprintf` writes no further than it is told, and reads what the format names: an
// `int` for the precision, then a `double`. So the format must be "%.*f" or "%.*e".

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Doubles as decimal text, rounded correctly, which only the C library does.
enum FormattedDouble {
  /// How a double is written.
  enum Style {
    /// `-12.50`
    case fixed
    /// `-1.250e+01`
    case scientific

    fileprivate var format: String {
      switch self {
      case .fixed: "%.*f"
      case .scientific: "%.*e"
      }
    }
  }

  /// - Parameter digits: how many stand behind the point.
  static func text(_ double: Double, _ style: Style, digits: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 320 + max(0, digits))
    let length = unsafe withVaList([Int32(clamping: digits), double]) {
      unsafe vsnprintf(&buffer, buffer.count, style.format, $0)
    }
    return String(
      decoding: buffer.prefix(max(0, Int(length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
