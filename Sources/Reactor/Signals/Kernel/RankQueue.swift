/// The dirty live derived nodes, a bit for each rank: a rank is one node's, so that what waits comes out in
/// order and once, and nothing is compared, sorted or looked for.
///
/// Above the bits stands one bit for each word that has some, and above these again, so that the next rank is
/// found in a few steps however far away it is. Above a word with bits all are set; above one without they
/// may still be, until a search comes by: so what fills and empties the same word again and again only
/// looks at them.
struct RankQueue: ~Copyable {
  private var bits = Arena<UInt64>(capacity: 1)
  private var words = Arena<UInt64>(capacity: 1)
  private var blocks = Arena<UInt64>(capacity: 1)
  /// The first word with bits; less than 0 where nothing waits.
  private var first = -1
  /// How many words have bits.
  private var filled = 0

  init() {}

  @inline(__always)
  var isEmpty: Bool { first < 0 }

  /// The lowest rank that waits; the highest number there is where none does.
  @inline(__always)
  var lowest: UInt32 {
    isEmpty
      ? .max : UInt32(truncatingIfNeeded: first << 6 | bits.start[first].trailingZeroBitCount)
  }

  func contains(_ rank: UInt32) -> Bool { bits[Int(rank >> 6)] & bit(Int(rank)) != 0 }

  /// Makes room for all ranks up to one.
  mutating func reserve(upTo rank: UInt32) {
    while bits.count <= Int(rank >> 6) { bits.append(0) }
    while words.count <= Int(rank >> 12) { words.append(0) }
    while blocks.count <= Int(rank >> 18) { blocks.append(0) }
  }

  /// There must be room for it.
  @inline(__always)
  mutating func insert(_ rank: UInt32) {
    let word = Int(rank >> 6)
    let before = bits.start[word]
    bits.start[word] = before | bit(Int(rank))
    if before == 0 {
      filled &+= 1
      // Where nothing waits that is the highest of all numbers.
      if UInt(bitPattern: word) < UInt(bitPattern: first) { first = word }
      if words.start[word >> 6] & bit(word) == 0 { noteAbove(word) }
    }
  }

  /// Nothing happens where it does not wait.
  /// - Returns: whether it has waited.
  @discardableResult
  mutating func remove(_ rank: UInt32) -> Bool {
    let word = Int(rank >> 6)
    guard bits[word] & bit(Int(rank)) != 0 else { return false }
    bits[word] &= ~bit(Int(rank))
    if bits[word] == 0 {
      filled &-= 1
      if word == first { first = filled == 0 ? -1 : search(behind: word) }
    }
    return true
  }

  /// The lowest rank, taken out. There must be one.
  @inline(__always)
  mutating func popLowest() -> UInt32 {
    let word = first
    let before = bits.start[word]
    let after = before & (before &- 1)
    bits.start[word] = after
    if after == 0 {
      filled &-= 1
      first = filled == 0 ? -1 : search(behind: word)
    }
    return UInt32(truncatingIfNeeded: word << 6 | before.trailingZeroBitCount)
  }

  /// The highest rank that waits; 0 where none does.
  mutating func highest() -> UInt32 {
    if isEmpty { return 0 }
    var place = blocks.count - 1
    while true {
      while blocks[place] != 0 {
        let block = place << 6 | RankQueue.top(blocks[place])
        while words[block] != 0 {
          let word = block << 6 | RankQueue.top(words[block])
          if bits[word] != 0 {
            return UInt32(truncatingIfNeeded: word << 6 | RankQueue.top(bits[word]))
          }
          words[block] &= ~bit(word)
        }
        blocks[place] &= ~bit(block)
      }
      place -= 1
    }
  }

  /// The place of the highest bit.
  private static func top(_ bits: UInt64) -> Int { 63 - bits.leadingZeroBitCount }

  /// The waiting ranks of one word.
  struct Word: BitwiseCopyable {
    let place: Int
    let bits: UInt64
  }

  /// Writes down all that waits.
  func copy(to copy: inout Stack<Word>) {
    copy.removeLast(downTo: 0)
    var word = first
    while word >= 0 {
      copy.push(Word(place: word, bits: bits[word]))
      word = next(behind: word)
    }
  }

  /// Whether exactly that waits which has been written down. There is more room than then at most.
  @inline(__always)
  func isThat(of copy: borrowing Stack<Word>) -> Bool {
    if copy.count != filled { return false }
    var place = 0
    while place != copy.count {
      let word = copy.address(place)
      if bits.start[word.pointee.place] != word.pointee.bits { return false }
      place &+= 1
    }
    return true
  }

  /// Takes out all that waits, which is exactly what has been written down.
  @inline(__always)
  mutating func remove(thatOf copy: borrowing Stack<Word>) {
    bits.start[first] = 0
    first = -1
    filled = 0
    if _slowPath(copy.count > 1) { remove(restOf: copy) }
  }

  /// Has exactly that wait which has been written down, where nothing waits.
  mutating func insert(thatOf copy: borrowing Stack<Word>) {
    for place in 0..<copy.count {
      let word = copy[place]
      bits.start[word.place] = word.bits
      if words.start[word.place >> 6] & bit(word.place) == 0 { noteAbove(word.place) }
    }
    (first, filled) = (copy[0].place, copy.count)
  }

  @inline(never)
  private mutating func remove(restOf copy: borrowing Stack<Word>) {
    for place in 1..<copy.count { bits.start[copy[place].place] = 0 }
  }

  /// A number that hardly any other set of waiting ranks has. Mutating, for else the queue would be copied.
  @inline(__always)
  mutating func digest() -> UInt64 {
    if _slowPath(filled != 1) { return digestOfMany() }
    return (bits.start[first] ^ UInt64(truncatingIfNeeded: first)) &* 0x9e37_79b9_7f4a_7c15
  }

  @inline(never)
  private mutating func digestOfMany() -> UInt64 {
    var (digest, word) = (UInt64(truncatingIfNeeded: filled), first)
    while word >= 0 {
      digest = (digest ^ bits[word] ^ UInt64(truncatingIfNeeded: word)) &* 0x9e37_79b9_7f4a_7c15
      digest ^= digest >> 29
      word = next(behind: word)
    }
    return digest
  }

  /// The next word with bits; less than 0 where there is none.
  private func next(behind word: Int) -> Int {
    var word = word + 1
    while word < bits.count {
      let rest = words[word >> 6] >> UInt64(truncatingIfNeeded: word & 63)
      if rest == 0 {
        word = (word | 63) + 1
      } else if bits[word] != 0 {
        return word
      } else {
        word += max(1, rest.trailingZeroBitCount)
      }
    }
    return -1
  }

  mutating func removeAll() { while !isEmpty { _ = popLowest() } }

  @inline(__always)
  private func bit(_ place: Int) -> UInt64 { 1 << UInt64(truncatingIfNeeded: place & 63) }

  @inline(never)
  private mutating func noteAbove(_ word: Int) {
    words[word >> 6] |= bit(word)
    blocks[word >> 12] |= bit(word >> 6)
  }

  /// The next word with bits, which there must be. The words before it have none.
  @inline(never)
  private mutating func search(behind word: Int) -> Int {
    var place = word >> 12
    while true {
      while blocks[place] != 0 {
        let block = place << 6 | blocks[place].trailingZeroBitCount
        while words[block] != 0 {
          let found = block << 6 | words[block].trailingZeroBitCount
          if bits[found] != 0 { return found }
          words[block] &= ~bit(found)
        }
        blocks[place] &= ~bit(block)
      }
      place += 1
    }
  }
}
