import Values

/// The order that a seed gives to what runs: the same for a run and for those who put its parts
/// together again.
public struct RunOrder: Sendable {
  private let seed: UInt64

  public init(seed: UInt64) { self.seed = seed }

  /// Takes all files that the paths lead to.
  public func shuffle<File>(files: inout [File]) {
    var randomness = SplitMix64(seed: seed)
    randomness.shuffle(&files)
  }

  /// Takes what is selected from a file. Every file has an order of its own, so that it is the same
  /// when run alone.
  public func shuffle<Scenario>(_ scenarios: inout [Scenario], of path: String) {
    var randomness = SplitMix64(seed: seed ^ RunOrder.hash(path))
    randomness.shuffle(&scenarios)
  }

  /// That of `Text`, and a last mixing of its bits, since only the rest of a division counts.
  public static func hash(_ id: String) -> UInt64 {
    var hash = Text.hash(id)
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    return hash ^ (hash >> 33)
  }
}
