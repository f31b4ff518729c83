/// How the bodies of an action get on with others that are still running. Actions and kinds are
/// numbered by the reactor's author.
@frozen
public struct Overlap: Hashable, Sendable {
  /// Which action it is.
  public var kind: Int
  /// A body that begins cancels the one of the same kind that is still running (`flatMapLatest`).
  public var isLatest: Bool
  /// The kinds of actions that cancel a running body the moment they are sent, handled or not
  /// (ReactorKit's `take(until:)`). An action never cancels the body that it begins itself.
  public var until: [Int]

  /// - Parameters:
  /// - kind: numbers the action.
  /// - isLatest: whether its body cancels the running one of the same kind.
  /// - until: the kinds of actions that cancel its running body when they are sent.
  @inlinable
  public init(kind: Int, isLatest: Bool = false, until: [Int] = []) {
    self.kind = kind
    self.isLatest = isLatest
    self.until = until
  }

  /// All bodies run side by side (`flatMap`).
  @inlinable public static var sideBySide: Overlap { Overlap(kind: -1) }
}
