/// The turns that are ready, in the order in which they became so: a ring in raw memory. Freed by
/// hand: `deallocate`.
struct ReadyQueue {
  /// A turn, and the timer that it comes from, if any: 32 bytes.
  struct Entry: BitwiseCopyable {
    var turn: Turn
    /// The timer's slot; 0 is none.
    var timer: UInt32 = 0
  }

  private var base: UnsafeMutablePointer<Entry>
  /// One less than the capacity, a power of two.
  private var mask: Int
  private var head = 0
  private(set) var count = 0

  init() {
    base = .allocate(capacity: 64)
    mask = 63
  }

  func deallocate() { base.deallocate() }

  /// The next one first.
  subscript(index: Int) -> Entry {
    get { base[(head &+ index) & mask] }
    set { base[(head &+ index) & mask] = newValue }
  }

  @inline(__always)
  mutating func push(_ entry: Entry) {
    if count > mask { return growAndPush(entry) }
    base[(head &+ count) & mask] = entry
    count &+= 1
  }

  @inline(never)
  private mutating func growAndPush(_ entry: Entry) {
    grow()
    base[(head &+ count) & mask] = entry
    count &+= 1
  }

  /// The queue must not be empty.
  @inline(__always)
  mutating func pop() -> Entry {
    let entry = base[head]
    head = (head &+ 1) & mask
    count &-= 1
    return entry
  }

  /// Takes one out of the middle. Linear in its place.
  mutating func remove(at index: Int) -> Entry {
    let entry = self[index]
    var place = index
    while place > 0 {
      self[place] = self[place - 1]
      place -= 1
    }
    _ = pop()
    return entry
  }

  /// Drops what a test says, and keeps the order of the rest.
  mutating func removeAll(where isGone: (Entry) -> Bool) {
    var kept = 0
    for index in 0..<count {
      let entry = self[index]
      if isGone(entry) { continue }
      self[kept] = entry
      kept += 1
    }
    count = kept
  }

  private mutating func grow() {
    let capacity = mask + 1
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    for index in 0..<count { larger[index] = self[index] }
    base.deallocate()
    base = larger
    mask = capacity * 2 - 1
    head = 0
  }
}
