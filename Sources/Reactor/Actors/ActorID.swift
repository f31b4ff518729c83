/// Names an actor for good: numbers count up from 1 and are never given again.
@frozen
public struct ActorID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nobody: the outside, a script.
  @inlinable
  public static var none: ActorID { ActorID(rawValue: 0) }

  @inlinable
  public static func < (left: ActorID, right: ActorID) -> Bool { left.rawValue < right.rawValue }
}
