/// Finds what bytes spell among some spellings of at most 16 bytes: a hash table over them, packed into
/// two integers each.
struct SpellingTable<Meaning: Sendable>: Sendable {
  private struct Slot {
    let low: UInt64
    let high: UInt64
    let count: Int
    let meaning: Meaning
  }

  private var slots: [Slot?]
  /// How far a hash is shifted, so that as many bits are left as the table needs.
  private let shift: UInt64

  /// - Parameter meanings: No two are spelt alike.
  init(_ meanings: [(spelling: String, meaning: Meaning)]) {
    var bits: UInt64 = 3
    while meanings.count * 2 > 1 << bits { bits += 1 }
    shift = 64 - bits
    slots = Array(repeating: nil, count: 1 << bits)
    for (spelling, meaning) in meanings {
      var spelling = spelling
      precondition(spelling.utf8.count <= 16, "\(spelling) is too long for a table of spellings")
      let (low, high) = spelling.withUTF8(SpellingTable.pack)
      let count = spelling.utf8.count
      var index = place(low, high)
      while let slot = slots[index] {
        precondition(
          (slot.low, slot.high, slot.count) != (low, high, count),
          "\(spelling) has two meanings")
        index = next(index)
      }
      slots[index] = Slot(low: low, high: high, count: count, meaning: meaning)
    }
  }

  func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Meaning? {
    guard bytes.count <= 16 else { return nil }
    let (low, high) = SpellingTable.pack(bytes)
    var index = place(low, high)
    while let slot = slots[index] {
      if slot.low == low, slot.high == high, slot.count == bytes.count { return slot.meaning }
      index = next(index)
    }
    return nil
  }

  @inline(__always)
  private func next(_ index: Int) -> Int { (index + 1) & (slots.count - 1) }

  @inline(__always)
  private func place(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ (high &* 0x9e37_79b9)) &* 0x9e37_79b9_7f4a_7c15) >> shift)
  }

  /// A byte may be 0, so that texts of different lengths may be packed alike.
  @inline(__always)
  private static func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 { low = low << 8 | UInt64(byte) } else { high = high << 8 | UInt64(byte) }
    }
    return (low, high)
  }
}
