/// How far a search of all states is.
public struct ExploreProgress: Sendable {
  /// How many states were seen, of which so many are still to be gone on from.
  public let states: Int
  public let frontier: Int
  /// How many turns lead to those that it is at.
  public let depth: Int
}
