/// Values that wait for their turn, each in a place of its own that is used again and never moves:
/// its name is its address. Raw memory, freed with the table.
@usableFromInline
final class Slots<Element> {
  /// A value in its place, lent without a copy.
  @usableFromInline
  struct Place: ~Copyable {
    @usableFromInline let element: Element

    @inlinable
    @inline(__always)
    borrowing func lend(to holder: borrowing IndirectHolder<Element>) throws {
      try holder.function.call(element)
    }
  }

  private static var blockSize: Int { 64 }

  /// The first place without an element; each holds the address of the next one.
  @exclusivity(unchecked)
  @usableFromInline var free: UnsafeMutableRawPointer?
  private var blocks: [UnsafeMutableRawPointer] = []

  @usableFromInline
  init() {}

  deinit {
    var freeCount = 0
    forEachFree { _ in freeCount += 1 }
    if freeCount < blocks.count * Slots.blockSize { destroyAll() }
    for block in blocks { block.deallocate() }
  }

  private func destroyAll() {
    var isFree: Set<UnsafeMutableRawPointer> = []
    forEachFree { isFree.insert($0) }
    for block in blocks {
      for index in 0..<Slots.blockSize where !isFree.contains(block + index * Slots.stride) {
        (block + index * Slots.stride).assumingMemoryBound(to: Element.self)
          .deinitialize(count: 1)
      }
    }
  }

  private func forEachFree(_ body: (UnsafeMutableRawPointer) -> Void) {
    var next = free
    while let place = next {
      body(place)
      next = place.load(as: UnsafeMutableRawPointer?.self)
    }
  }

  private static var alignment: Int {
    max(MemoryLayout<Element>.alignment, MemoryLayout<UnsafeMutableRawPointer?>.alignment)
  }

  private static var stride: Int {
    let size = max(MemoryLayout<Element>.size, MemoryLayout<UnsafeMutableRawPointer?>.size)
    return (size + alignment - 1) / alignment * alignment
  }

  /// Whether `addPlainly` can be called.
  @inlinable
  @inline(__always)
  var hasRoom: Bool { free != nil }

  /// Adds an element where there is room.
  @inlinable
  @inline(__always)
  func addPlainly(_ element: consuming Element) -> UInt64 {
    let place = free.unsafelyUnwrapped
    free = place.load(as: UnsafeMutableRawPointer?.self)
    place.initializeMemory(as: Element.self, to: element)
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
    UnsafeMutableRawPointer(bitPattern: UInt(place)).unsafelyUnwrapped
      .assumingMemoryBound(to: Element.self)
  }

  /// The place itself, to lend its element.
  @inlinable
  @inline(__always)
  static func place(_ place: UInt64) -> UnsafeMutablePointer<Place> {
    UnsafeMutableRawPointer(pointer(place)).assumingMemoryBound(to: Place.self)
  }

  subscript(place: UInt64) -> Element { Slots.pointer(place).pointee }

  func remove(_ place: UInt64) -> Element {
    let element = Slots.pointer(place).move()
    release(place)
    return element
  }

  /// Destroys an element and frees its place.
  @inlinable
  @inline(__always)
  func drop(_ place: UInt64) {
    Slots.pointer(place).deinitialize(count: 1)
    release(place)
  }

  @inlinable
  @inline(__always)
  func release(_ place: UInt64) {
    let place = UnsafeMutableRawPointer(Slots.pointer(place))
    place.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
    free = place
  }

  @inline(never)
  private func makeRoom() {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: Slots.blockSize * Slots.stride, alignment: Slots.alignment)
    blocks.append(block)
    for index in (0..<Slots.blockSize).reversed() {
      let place = block + index * Slots.stride
      place.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
      free = place
    }
  }
}
