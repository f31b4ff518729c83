/// Numbers that a seed decides, the same everywhere: the generator of Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators" (2014). Not for secrets.
package struct SplitMix64: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// One of many streams of a seed, each a function of the seed and its number alone: it begins at what the
  /// seed's own stream would give at that place.
  package init(seed: UInt64, stream: UInt64) {
    var own = SplitMix64(seed: seed &+ stream &* SplitMix64.step)
    state = own.next()
  }

  private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  package mutating func next() -> UInt64 {
    state &+= SplitMix64.step
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Fisher and Yates.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, Int(next() % UInt64(index + 1)))
    }
  }
}
