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

  private mutating func mix(_ word: UInt64) {
    let left = (first ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    first = left.high ^ left.low &+ 0xe703_7ed1_a0b4_28db
    let right = (second &+ word).multipliedFullWidth(by: 0x8ebc_6af0_9c88_c6e3)
    second = (right.high &* 3) ^ right.low ^ second >> 29
  }
}
