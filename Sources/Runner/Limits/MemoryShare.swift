public import Scenarios

/// What the worlds of a runner may hold of the machine's memory.
public struct MemoryShare: Sendable {
  let limit: Int
  let claim: @Sendable (Int) -> Bool

  /// `claim` is told how much the world under way may come to hold, in bytes, whenever that grows,
  /// and answers whether there is room for it beside what other threads hold. Where there is none
  /// the scenario ends, and its result asks for another run, alone.
  public init(
    limit: Int = Settings.memory, claim: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) {
    self.limit = limit
    self.claim = claim
  }

  /// What every world may come to hold unasked.
  public static let beginning = MemoryLedger.most
}
