/// A span of time in whole nanoseconds, about 292 years either way.
@frozen
public struct Duration: Sendable, Hashable {
  /// Below 0 where it goes back.
  public let nanoseconds: Int64

  /// So many nanoseconds, of either sign.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
}

extension Duration: Comparable {
  public static func < (left: Duration, right: Duration) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The sum, or nil where no duration is that long.
  public func adding(_ other: Duration) -> Duration? {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(other.nanoseconds)
    return overflow ? nil : Duration(nanoseconds: sum)
  }

  /// The difference, or nil where no duration is that long.
  public func subtracting(_ other: Duration) -> Duration? {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return overflow ? nil : Duration(nanoseconds: difference)
  }
}
