extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC, the fraction without trailing zeros: `2026-01-01T00:00:00.5Z`.
  public var description: String {
    let days = Int(seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
    let date = CivilDate(daysSinceEpoch: days)
    let second = Int(seconds) - days * 86_400
    let clock = [second / 3_600, second / 60 % 60, second % 60]
    let day = [date.month, date.day].map { TimeText.padded($0, 2) }.joined(separator: "-")
    let time = clock.map { TimeText.padded($0, 2) }.joined(separator: ":")
    let fraction = TimeText.fraction(Int(nanoseconds))
    return "\(TimeText.padded(date.year, 4))-\(day)T\(time)\(fraction)Z"
  }
}

enum TimeText {
  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// `.5` for 500,000,000 nanoseconds, empty for none.
  static func fraction(_ nanoseconds: Int) -> String {
    guard nanoseconds != 0 else { return "" }
    var digits = padded(nanoseconds, 9)
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }
}
