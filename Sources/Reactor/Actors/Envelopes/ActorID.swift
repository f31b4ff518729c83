/// Names an actor for good: numbers count up from 1 and are never given again.
@frozen
public struct ActorID: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number; 0 is nobody.
  public let rawValue: UInt32

  /// Any number; only `ActorCore.add` gives those of actors.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nobody: the outside, a script.
  @inlinable
  public static var none: ActorID { ActorID(rawValue: 0) }

  @inlinable
  public static func < (left: ActorID, right: ActorID) -> Bool { left.rawValue < right.rawValue }
}
