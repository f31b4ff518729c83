/// What a state is known by: two numbers of 64 bits that follow every byte of its description, the same
/// in any process.
struct Fingerprint: Hashable {
  private(set) var first: UInt64 = 0x9e37_79b9_7f4a_7c15
  private(set) var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f

  init() {}

  /// What a row of numbers is known by.
  init(_ print: FlatPrint) { (first, second) = (print.first, print.second) }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var word: UInt64 = 0
      for (index, byte) in bytes.enumerated() {
        word = word << 8 | UInt64(byte)
        if index & 7 == 7 {
          mix(word)
          word = 0
        }
      }
      mix(word)
      // So that no two texts become one by where they are cut.
      mix(UInt64(bytes.count) | 1 << 63)
    }
  }

  /// Where the first of the two numbers is looked for in a table of so many places, a power of two, less one.
  static func place(of first: UInt64, below mask: Int) -> Int {
    Int(truncatingIfNeeded: (first &* 0x9e37_79b9_7f4a_7c15) >> 17) & mask
  }

  private mutating func mix(_ word: UInt64) {
    let left = (first ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    first = left.high ^ left.low &+ 0xe703_7ed1_a0b4_28db
    let right = (second &+ word).multipliedFullWidth(by: 0x8ebc_6af0_9c88_c6e3)
    second = (right.high &* 3) ^ right.low ^ second >> 29
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
