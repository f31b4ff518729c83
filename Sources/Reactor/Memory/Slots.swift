// The room of slots.
//
// Layout: blocks of 64 places each, which never move. A place holds an element, or else, in its first
// word, the address of the next place without one; `free` is the first of those, and the last one
// has 0. Places are as far apart as an element or an address needs, whichever needs more.
//
// Why it is sound: an element's place is its name, and the word that an envelope carries. The engine
// takes each element out once (`remove`, `drop`), by the envelope that it was put there for; an
// envelope that is copied gets an element of its own. Blocks are freed with the table, and the
// elements that are left are destroyed before.

/// Values that wait for their turn, each in a place of its own that is used again and never moves:
/// its name is its address.
@safe
@usableFromInline
final class Slots<Element> {
  /// A value in its place, lent without a copy.
  @usableFromInline
  struct Place: ~Copyable {
    @usableFromInline let element: Element

    @inlinable
    @inline(__always)
    borrowing func lend(to body: (Element) throws -> Void) rethrows { try body(element) }
  }

  private static var blockSize: Int { 64 }

  /// The first place without an element.
  @exclusivity(unchecked)
  @usableFromInline var free: UnsafeMutableRawPointer?
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  private var blockCount: Int { unsafe blocks.count }

  @usableFromInline
  init() {}

  deinit {
    var freeCount = 0
    unsafe forEachFree { _ in freeCount += 1 }
    if freeCount < blockCount * Slots.blockSize { destroyAll() }
    for number in 0..<blockCount { unsafe blocks[number].deallocate() }
  }

  private func destroyAll() {
    var isFree: Set<UInt> = []
    unsafe forEachFree { isFree.insert(UInt(bitPattern: $0)) }
    for number in 0..<blockCount {
      let block = unsafe blocks[number]
      for index in 0..<Slots.blockSize {
        let place = unsafe block + index * Slots.stride
        if isFree.contains(UInt(bitPattern: place)) { continue }
        unsafe place.assumingMemoryBound(to: Element.self).deinitialize(count: 1)
      }
    }
  }

  private func forEachFree(_ body: (UnsafeMutableRawPointer) -> Void) {
    var next = unsafe free
    while let place = unsafe next {
      unsafe body(place)
      unsafe next = place.load(as: UnsafeMutableRawPointer?.self)
    }
  }

  private static var alignment: Int {
    max(MemoryLayout<Element>.alignment, MemoryLayout<UInt>.alignment)
  }

  private static var stride: Int {
    let size = max(MemoryLayout<Element>.size, MemoryLayout<UInt>.size)
    return (size + alignment - 1) / alignment * alignment
  }

  /// Whether `addPlainly` can be called.
  @inlinable
  @inline(__always)
  var hasRoom: Bool { unsafe free != nil }

  /// Adds an element where there is room.
  @inlinable
  @inline(__always)
  func addPlainly(_ element: consuming Element) -> UInt64 {
    let place = unsafe free.unsafelyUnwrapped
    unsafe free = place.load(as: UnsafeMutableRawPointer?.self)
    unsafe place.initializeMemory(as: Element.self, to: element)
    return UInt64(UInt(bitPattern: place))
  }

  @usableFromInline
  func add(_ element: consuming Element) -> UInt64 {
    if !hasRoom { makeRoom() }
    return addPlainly(element)
  }

  @inlinable
  @inline(__always)
  static func pointer(_ place: UInt64) -> UnsafeMutablePointer<Element> {
    unsafe UnsafeMutableRawPointer(bitPattern: UInt(place)).unsafelyUnwrapped
      .assumingMemoryBound(to: Element.self)
  }

  /// The place itself, to lend its element.
  @inlinable
  @inline(__always)
  static func place(_ place: UInt64) -> Address<Place> {
    unsafe Address<Place>(
      UnsafeMutableRawPointer(pointer(place)).assumingMemoryBound(to: Place.self))
  }

  subscript(place: UInt64) -> Element { unsafe Slots.pointer(place).pointee }

  func remove(_ place: UInt64) -> Element {
    let element = unsafe Slots.pointer(place).move()
    release(place)
    return element
  }

  /// Destroys an element and frees its place.
  @inlinable
  @inline(__always)
  func drop(_ place: UInt64) {
    unsafe Slots.pointer(place).deinitialize(count: 1)
    release(place)
  }

  @inlinable
  @inline(__always)
  func release(_ place: UInt64) {
    let place = unsafe UnsafeMutableRawPointer(Slots.pointer(place))
    unsafe place.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
    unsafe free = place
  }

  @inline(never)
  private func makeRoom() {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: Slots.blockSize * Slots.stride, alignment: Slots.alignment)
    unsafe blocks.append(block)
    for index in (0..<Slots.blockSize).reversed() {
      let place = unsafe block + index * Slots.stride
      unsafe place.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
      unsafe free = place
    }
  }
}
