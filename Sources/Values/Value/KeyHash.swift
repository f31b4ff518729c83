/// The hash of map keys in a `KeyIndex`: the same in every process, and such that nobody can find
/// many texts of one hash. Numbers cannot collide at all.
///
/// Texts are hashed by SipHash-1-3 (Aumasson and Bernstein, 2012) under a fixed key.
struct KeyHash {
  private var v0: UInt64 = 0x736f_6d65_7073_6575
  private var v1: UInt64 = 0x646f_7261_6e64_6f6d
  private var v2: UInt64 = 0x6c79_6765_6e65_7261
  private var v3: UInt64 = 0x7465_6462_7974_6573

  static func of(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      var hash = KeyHash()
      let raw = UnsafeRawBufferPointer(bytes)
      var index = 0
      while index + 8 <= raw.count {
        hash.add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
        index += 8
      }
      var last = UInt64(truncatingIfNeeded: raw.count) << 56
      for shift in 0..<raw.count - index { last |= UInt64(raw[index + shift]) << (8 * shift) }
      hash.add(last)
      return hash.finished()
    }
  }

  private mutating func add(_ word: UInt64) {
    v3 ^= word
    mix()
    v0 ^= word
  }

  private mutating func finished() -> UInt64 {
    v2 ^= 0xff
    for _ in 0..<3 { mix() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func mix() {
    v0 &+= v1
    v1 = (v1 << 13 | v1 >> 51) ^ v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = (v3 << 16 | v3 >> 48) ^ v2
    v0 &+= v3
    v3 = (v3 << 21 | v3 >> 43) ^ v0
    v2 &+= v1
    v1 = (v1 << 17 | v1 >> 47) ^ v2
    v2 = v2 << 32 | v2 >> 32
  }
}

extension Value {
  /// The hash by which a `KeyIndex` finds the key; equal keys have equal ones. Nil where the value is
  /// no key.
  var indexHash: UInt64? {
    if case .string(let text) = self { KeyHash.of(text) } else { keyHash }
  }
}
