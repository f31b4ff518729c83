extension Timestamp: Comparable {
  /// 0001-01-01T00:00:00Z.
  public static let earliest = Timestamp(seconds: -62_135_596_800, nanoseconds: 0)
  /// 9999-12-31T23:59:59.999999999Z.
  public static let latest = Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_999)

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// So many seconds and nanoseconds (of either sign) after 1970; nil outside of years 1 to 9999.
  public init?(secondsSinceEpoch seconds: Int64, nanoseconds: Int64 = 0) {
    let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let down: Int64 = rest < 0 ? 1 : 0
    let (whole, overflow) = seconds.addingReportingOverflow(carry - down)
    guard !overflow, whole >= Timestamp.earliest.seconds, whole <= Timestamp.latest.seconds
    else { return nil }
    self.init(
      seconds: whole, nanoseconds: Int32(truncatingIfNeeded: rest + down * 1_000_000_000))
  }

  /// Nil outside of years 1 to 9999.
  public func adding(_ duration: Duration) -> Timestamp? {
    let (seconds, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Timestamp(
      secondsSinceEpoch: self.seconds + seconds, nanoseconds: Int64(nanoseconds) + rest)
  }

  /// Nil outside of years 1 to 9999.
  public func subtracting(_ duration: Duration) -> Timestamp? {
    let (seconds, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Timestamp(
      secondsSinceEpoch: self.seconds - seconds, nanoseconds: Int64(nanoseconds) - rest)
  }

  /// The time from the other to this one; nil where no duration is that long.
  public func since(_ other: Timestamp) -> Duration? {
    let (product, overflow) = (seconds - other.seconds)
      .multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowToo) = product.addingReportingOverflow(
      Int64(nanoseconds) - Int64(other.nanoseconds))
    return overflow || overflowToo ? nil : Duration(nanoseconds: sum)
  }
}
