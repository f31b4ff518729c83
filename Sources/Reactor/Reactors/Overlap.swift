/// How the bodies of an action get on with others that are still running. Actions and kinds are
/// numbered by the reactor's author.
@frozen
public struct Overlap: Hashable, Sendable {
  /// What becomes of an action while the body of one of the same kind is still running.
  @frozen
  public enum Rule: Hashable, Sendable {
    /// Its body runs beside it (`flatMap`).
    case sideBySide
    /// Its body begins, and the one that runs is cancelled (`flatMapLatest`, `switchMap`).
    case latest
    /// Nothing comes of it (`flatMapFirst`, `exhaustMap`).
    case first
    /// Its body begins in a turn of its own when the one that runs, and all that wait before it, are
    /// over (`concatMap`). What cancels a running body leaves those that wait.
    case queue
  }

  /// Which action it is.
  public var kind: Int
  /// What becomes of it while another one runs.
  public var rule: Rule
  /// The kinds of actions that cancel a running body the moment they are sent, handled or not
  /// (ReactorKit's `take(until:)`). An action never cancels the body that it begins itself.
  public var until: [Int]

  /// - Parameters:
  ///   - kind: numbers the action.
  ///   - rule: what becomes of it while one of the same kind runs.
  ///   - until: the kinds of actions that cancel its running body when they are sent.
  @inlinable
  public init(kind: Int, _ rule: Rule = .sideBySide, until: [Int] = []) {
    self.kind = kind
    self.rule = rule
    self.until = until
  }

  /// All bodies run side by side (`flatMap`).
  @inlinable public static var sideBySide: Overlap { Overlap(kind: -1) }
}
