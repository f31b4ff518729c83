extension Timestamp {
  /// Reads RFC 3339: `2026-01-01T00:00:00Z`, with up to nine digits of a fraction, and `Z` or an
  /// offset such as `+01:00`. Nil for anything else, for days that do not exist, and outside of
  /// years 1 to 9999.
  public init?(rfc3339 text: String) {
    var reader = ClockReader(text)
    guard let year = reader.number(4), reader.skip("-"),
      let month = reader.number(2), reader.skip("-"), let day = reader.number(2),
      reader.skip("T") || reader.skip("t"),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
      reader.skip(":"), let second = reader.number(2), let fraction = reader.fraction(),
      let offset = reader.zone(), reader.isAtEnd
    else { return nil }
    guard (1...12).contains(month), day >= 1, day <= CivilDate.days(in: month, of: year),
      hour <= 23, minute <= 59, second <= 59
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self.init(secondsSinceEpoch: Int64(seconds), nanoseconds: Int64(fraction))
  }
}

/// Reads the fixed-width numbers and signs of times of day and offsets.
struct ClockReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == sign.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Exactly so many digits.
  mutating func number(_ width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// Nanoseconds; 0 where no point follows, nil where none or more than nine digits follow it.
  mutating func fraction() -> Int? {
    guard skip(".") else { return 0 }
    let digits = rest.prefix { (48...57).contains($0) }
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    var nanoseconds = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    for _ in digits.count..<9 { nanoseconds *= 10 }
    return nanoseconds
  }

  /// Seconds east of UTC: `Z`, or hours and minutes with a sign.
  mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let offset = hoursAndMinutes() else { return nil }
    return isWest ? -offset : offset
  }

  /// `02:30`, in seconds.
  mutating func hoursAndMinutes() -> Int? {
    guard let hours = number(2), skip(":"), let minutes = number(2), hours <= 23, minutes <= 59
    else { return nil }
    return hours * 3_600 + minutes * 60
  }
}
