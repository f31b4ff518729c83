/// An instant of UTC between 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999999Z.
@frozen
public struct Timestamp: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64
  /// 0 to 999,999,999.
  public let nanoseconds: Int32

  /// The parts are taken as they are; `init(secondsSinceEpoch:nanoseconds:)` checks them.
  @inlinable
  public init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}
