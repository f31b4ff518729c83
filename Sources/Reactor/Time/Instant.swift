/// A point of virtual time: so many nanoseconds since the world began.
@frozen
public struct Instant: Hashable, Sendable {
  /// Since the world began.
  public let nanoseconds: Int64

  /// So many nanoseconds since the world began.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The beginning.
  @inlinable public static var zero: Instant { Instant(nanoseconds: 0) }

  /// The instant so many nanoseconds later, or nil where time does not reach so far.
  @inlinable
  public func adding(nanoseconds: Int64) -> Instant? {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return overflow ? nil : Instant(nanoseconds: sum)
  }
}

extension Instant: Comparable {
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
