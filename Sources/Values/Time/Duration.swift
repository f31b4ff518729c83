/// A span of time in whole nanoseconds, about 292 years either way.
@frozen
public struct Duration: Sendable, Hashable {
  public let nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
}
