/// Text compared as CEL compares it: by code points, never by canonical equivalence, so that "é" in
/// one and in two code points differ. (Swift's own `==` and `<` on `String` hold them equal.)
public enum Text {
  /// Whether both have the same UTF-8 bytes.
  @inlinable
  public static func same(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Short texts stand within the words of a String, and copies of a long one share its storage.
    typealias Words = (UInt64, UInt64)
    let (a, b) = (unsafeBitCast(left, to: Words.self), unsafeBitCast(right, to: Words.self))
    if a == b { return true }
    // One within its words is written in one way alone. The bit is 0 in all texts that stand elsewhere.
    if a.1 & b.1 & Text.isWithinWords != 0 { return false }
    var left = left
    var right = right
    return left.withUTF8 { a in
      right.withUTF8 { b in
        let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
        var index = 0
        while index + 8 <= a.count {
          if a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            != b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          {
            return false
          }
          index += 8
        }
        while index < a.count {
          if a[index] != b[index] { return false }
          index += 1
        }
        return true
      }
    }
  }

  /// Of the second word of a String, by the layout that Swift has fixed for 64 bits; elsewhere no bit.
  @inlinable static var isWithinWords: UInt64 {
    #if _pointerBitWidth(_64)
      1 << 61
    #else
      0
    #endif
  }

  /// Negative, zero or positive, by code points (which is the order of the UTF-8 bytes).
  public static func compare(_ left: String, _ right: String) -> Int {
    var left = left
    var right = right
    return left.withUTF8 { a in
      right.withUTF8 { b in
        var index = 0
        let shorter = min(a.count, b.count)
        while index < shorter {
          if a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
          index += 1
        }
        return a.count - b.count
      }
    }
  }

  /// FNV-1a over the UTF-8 bytes: the same in every process.
  @usableFromInline
  package static func hash(_ string: String) -> UInt64 {
    var string = string
    return string.withUTF8 { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return hash
    }
  }
}
