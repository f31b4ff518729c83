import Values

/// Lengths of virtual time in words: `300ms`, `1.5s`, `1m30s`.
enum OffsetText {
  /// In the largest units that give a short text; exact to the nanosecond.
  static func offset(_ duration: Duration) -> String {
    let nanoseconds = duration.nanoseconds
    if nanoseconds == 0 { return "0s" }
    let sign = nanoseconds < 0 ? "-" : ""
    let size = nanoseconds.magnitude
    if size < 1_000 { return "\(sign)\(size)ns" }
    if size < 1_000_000 { return "\(sign)\(decimal(size, 1_000))us" }
    if size < 1_000_000_000 { return "\(sign)\(decimal(size, 1_000_000))ms" }
    let (minutes, rest) = size.quotientAndRemainder(dividingBy: 60_000_000_000)
    if minutes == 0 { return "\(sign)\(decimal(rest, 1_000_000_000))s" }
    let hours = minutes / 60
    var text = sign
    if hours > 0 { text += "\(hours)h" }
    if minutes % 60 > 0 { text += "\(minutes % 60)m" }
    if rest > 0 { text += "\(decimal(rest, 1_000_000_000))s" }
    return text
  }

  private static func decimal(_ size: UInt64, _ unit: UInt64) -> String {
    let (whole, rest) = size.quotientAndRemainder(dividingBy: unit)
    if rest == 0 { return "\(whole)" }
    var digits = String(unit + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
