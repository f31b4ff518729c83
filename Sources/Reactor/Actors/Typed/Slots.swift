/// Values that wait for their turn, each in a place of its own that is used again. Raw memory, freed
/// with the table.
@usableFromInline
final class Slots<Element> {
  @exclusivity(unchecked)
  @usableFromInline var base: UnsafeMutablePointer<Element>
  /// The places without an element, as a stack.
  @exclusivity(unchecked)
  @usableFromInline var free: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked)
  @usableFromInline var freeCount = 0
  @exclusivity(unchecked)
  @usableFromInline var count = 0
  @exclusivity(unchecked)
  @usableFromInline var capacity = 16

  @usableFromInline
  init() {
    base = .allocate(capacity: capacity)
    free = .allocate(capacity: capacity)
  }

  deinit {
    var isFree = [Bool](repeating: false, count: count)
    for index in 0..<freeCount { isFree[Int(free[index])] = true }
    for place in 0..<count where !isFree[place] { (base + place).deinitialize(count: 1) }
    base.deallocate()
    free.deallocate()
  }

  @inlinable
  func add(_ element: consuming Element) -> UInt64 {
    if freeCount > 0 {
      freeCount &-= 1
      let place = free[freeCount]
      (base + Int(place)).initialize(to: element)
      return UInt64(place)
    }
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count &+= 1
    return UInt64(count &- 1)
  }

  @inlinable
  subscript(place: UInt64) -> Element { (base + Int(place)).pointee }

  @inlinable
  func remove(_ place: UInt64) -> Element {
    release(place)
    return take(place)
  }

  /// Empties a place and keeps it, to `put` something there or `release` it.
  @inlinable
  func take(_ place: UInt64) -> Element { (base + Int(place)).move() }

  @inlinable
  func put(_ element: consuming Element, in place: UInt64) {
    (base + Int(place)).initialize(to: element)
  }

  @inlinable
  func release(_ place: UInt64) {
    free[freeCount] = UInt32(truncatingIfNeeded: place)
    freeCount &+= 1
  }

  @usableFromInline
  func grow() {
    precondition(capacity < Int(UInt32.max) / 2, "too many messages")
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    let moreFree = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    moreFree.update(from: free, count: freeCount)
    free.deallocate()
    free = moreFree
    capacity *= 2
  }
}
