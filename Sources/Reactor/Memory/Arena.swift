// The room of memory that has an owner.
//
// Layout: an `Owned` is one element on the heap. An `Arena` is a block with room for `capacity`
// elements, of which the first `count` are initialised; it grows by moving them into a larger block,
// so that the addresses of its elements change when one is added. Small blocks double. Large ones
// grow by more at once: what of a large block is never touched is address space and no memory, and to
// move the elements costs more than all else about adding them.
//
// Why it is sound: both are noncopyable, so that each block has one owner, which destroys the elements
// and frees the block when it goes. The elements behind `count` are never given out; where an index
// comes from inside the engine it is checked in debug builds, and so in all tests.

/// One element in a place of its own, which stays where it is until its owner goes.
@safe
@usableFromInline
struct Owned<Element: ~Copyable>: ~Copyable {
  @usableFromInline let address: Address<Element>
  /// Whether it stays in its place for ever.
  @usableFromInline var isKept = false

  @usableFromInline
  init(_ element: consuming Element) {
    let pointer = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    unsafe pointer.initialize(to: element)
    unsafe address = Address(pointer)
  }

  @inlinable
  deinit {
    if isKept { return }
    unsafe address.pointer.deinitialize(count: 1)
    unsafe address.pointer.deallocate()
  }
}

/// Elements side by side, found by their index.
@safe
@usableFromInline
struct Arena<Element: ~Copyable>: ~Copyable {
  /// The first element.
  @usableFromInline private(set) var start: Address<Element>
  @usableFromInline private(set) var count = 0
  @usableFromInline private(set) var capacity: Int
  /// In bytes.
  private let alignment: Int

  /// - Parameter alignment: in bytes; that of the elements where it is less.
  init(capacity: Int, alignment: Int = 1) {
    self.capacity = capacity
    self.alignment = max(alignment, MemoryLayout<Element>.alignment)
    unsafe start = Address(Arena.block(capacity, self.alignment))
  }

  /// As many of the same.
  init(repeating element: Element, count: Int) where Element: BitwiseCopyable {
    self.init(capacity: count)
    unsafe start.pointer.initialize(repeating: element, count: count)
    self.count = count
  }

  @inlinable
  deinit {
    unsafe start.pointer.deinitialize(count: count)
    if capacity > 0 { unsafe start.pointer.deallocate() }
  }

  /// No memory for a capacity of 0.
  private static func block(_ capacity: Int, _ alignment: Int) -> UnsafeMutablePointer<Element> {
    let bytes = capacity * MemoryLayout<Element>.stride
    let block =
      unsafe capacity > 0
      ? UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: alignment)
      : UnsafeMutableRawPointer(bitPattern: alignment).unsafelyUnwrapped
    return unsafe block.bindMemory(to: Element.self, capacity: capacity)
  }

  /// Where an element stands until another one is added. There must be one of this index.
  @inlinable
  @inline(__always)
  func address(_ index: Int) -> Address<Element> {
    assert(index >= 0 && index < count, "no element \(index)")
    return start + index
  }

  @inlinable
  subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(address(index).pointer) }
    @inline(__always)
    unsafeMutableAddress { unsafe address(index).pointer }
  }

  /// Whether the next element makes all others move.
  var isFull: Bool { count == capacity }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if _slowPath(count == capacity) { grow() }
    unsafe (start.pointer + count).initialize(to: element)
    count &+= 1
  }

  @inline(never)
  private mutating func grow() { grow(to: Arena.next(behind: capacity)) }

  /// Destroys the last elements, so that so many are left.
  mutating func removeLast(downTo kept: Int) {
    require(kept >= 0 && kept <= count, "no \(kept) elements")
    unsafe (start.pointer + kept).deinitialize(count: count - kept)
    count = kept
  }

  /// The capacity behind one that is used up.
  private static func next(behind capacity: Int) -> Int {
    let bytes = capacity * MemoryLayout<Element>.stride
    if bytes < 32 << 10 { return max(1, capacity * 2) }
    if bytes < 4 << 20 { return (16 << 20) / MemoryLayout<Element>.stride }
    return capacity * (bytes < 64 << 20 ? 4 : 2)
  }

  /// Gives up the room behind the last element, so that the next one makes it grow.
  mutating func giveUpRoom() {
    if count > 0 { capacity = count }
  }

  /// Makes room for so many elements, and no more.
  mutating func reserve(_ capacity: Int) {
    if capacity > self.capacity { grow(to: capacity) }
  }

  @inline(never)
  private mutating func grow(to capacity: Int) {
    let larger = unsafe Arena.block(capacity, alignment)
    unsafe larger.moveInitialize(from: start.pointer, count: count)
    if self.capacity > 0 { unsafe start.pointer.deallocate() }
    unsafe start = Address(larger)
    self.capacity = capacity
  }
}

extension Arena where Element: BitwiseCopyable {
  /// All elements, copied.
  var elements: [Element] {
    unsafe Array(UnsafeBufferPointer(start: start.pointer, count: count))
  }
}
