/// The states that have been seen, by their fingerprints: eight bytes each, sixteen where two numbers
/// count, and room for a third more at least.
struct FingerprintSet {
  private var first: [UInt64]
  /// Empty where one number counts.
  private var second: [UInt64]
  private var mask: Int
  private(set) var count = 0

  init(isSure: Bool) {
    first = Array(repeating: 0, count: 1 << 10)
    second = isSure ? Array(repeating: 0, count: 1 << 10) : []
    mask = first.count - 1
  }

  /// Whether it is new.
  mutating func insert(_ print: FlatPrint) -> Bool {
    // Zero stands for none.
    let key = print.first == 0 ? 1 : print.first
    var place = Int(truncatingIfNeeded: key &* 0x9e37_79b9_7f4a_7c15 >> 17) & mask
    while first[place] != 0 {
      if first[place] == key, second.isEmpty || second[place] == print.second { return false }
      place = (place + 1) & mask
    }
    first[place] = key
    if !second.isEmpty { second[place] = print.second }
    count += 1
    if count * 4 > first.count * 3 { grow() }
    return true
  }

  private mutating func grow() {
    let (old, others) = (first, second)
    mask = first.count * 2 - 1
    first = Array(repeating: 0, count: mask + 1)
    if !second.isEmpty { second = Array(repeating: 0, count: mask + 1) }
    for (number, key) in old.enumerated() where key != 0 {
      var place = Int(truncatingIfNeeded: key &* 0x9e37_79b9_7f4a_7c15 >> 17) & mask
      while first[place] != 0 { place = (place + 1) & mask }
      first[place] = key
      if !second.isEmpty { second[place] = others[number] }
    }
  }
}

/// What a table of values is known by. Each place and the number of what stands there give a part, and
/// the whole is all parts put together by exclusive or: so that a change costs what it changes.
struct FlatPrint: Equatable {
  private(set) var first: UInt64 = 0
  private(set) var second: UInt64 = 0

  /// Puts a value in the place of another.
  mutating func change(_ place: Int, _ old: UInt32, to new: UInt32) {
    toggle(place, old)
    toggle(place, new)
  }

  mutating func toggle(_ place: Int, _ value: UInt32) {
    let word = UInt64(place + 1) << 32 | UInt64(value)
    first ^= FlatPrint.mixed(word &* 0x9e37_79b9_7f4a_7c15)
    second ^= FlatPrint.mixed(word &* 0xc2b2_ae3d_27d4_eb4f &+ 0x1656_67b1_9e37_79f9)
  }

  mutating func add(_ first: UInt64, _ second: UInt64) {
    self.first ^= first
    self.second ^= second
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
