import Values

/// The same numbers from the same seed everywhere.
public struct Seeded {
  private var numbers: SplitMix64

  public init(_ seed: UInt64) { numbers = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { numbers.next() }

  /// From 0, less than the bound.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
