// The room of stacks.
//
// Layout: a block with room for `capacity` elements, of which the first `count` are in use; when it is
// full it moves into one of twice the size.
//
// Why it is sound: a stack is noncopyable, so that its block has one owner, which frees it when it
// goes. Elements are plain bits, which need not be destroyed. Indices come from inside the engine; in
// debug builds, and so in all tests, `subscript` and `pop` check them.

/// A growable stack of plain values.
@safe
struct Stack<Element: BitwiseCopyable>: ~Copyable {
  private var start: Address<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    unsafe start = Address(.allocate(capacity: capacity))
    self.capacity = capacity
  }

  deinit { unsafe start.pointer.deallocate() }

  /// Whether the next element makes it grow.
  var isFull: Bool { count == capacity }

  /// Where an element stands, or would, until another one is pushed.
  @inline(__always)
  func address(_ index: Int) -> Address<Element> { start + index }

  subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      assert(index >= 0 && index < count, "no element \(index)")
      return unsafe UnsafePointer(start.pointer + index)
    }
    @inline(__always)
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count, "no element \(index)")
      return unsafe start.pointer + index
    }
  }

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    unsafe (start.pointer + count).initialize(to: element)
    count &+= 1
  }

  /// There must be room for it.
  @inline(__always)
  mutating func pushReserved(_ element: Element) {
    assert(count < capacity, "a full stack")
    unsafe (start.pointer + count).initialize(to: element)
    count &+= 1
  }

  /// Makes room for another element.
  mutating func reserve() {
    if count == capacity { grow() }
  }

  /// Where the next elements are to be written, so many of them at most, before `take`.
  @inline(__always)
  mutating func room(for more: Int) -> Address<Element> {
    while _slowPath(capacity - count < more) { grow() }
    return start + count
  }

  /// Takes in so many elements that have been written where there was `room`.
  @inline(__always)
  mutating func take(_ more: Int) {
    assert(count + more <= capacity, "a full stack")
    count &+= more
  }

  /// The stack must not be empty.
  @inline(__always)
  mutating func pop() -> Element {
    assert(count > 0, "an empty stack")
    count &-= 1
    return start[count]
  }

  /// Drops the last elements, so that so many are left.
  @inline(__always)
  mutating func removeLast(downTo kept: Int) {
    assert(kept >= 0 && kept <= count, "no \(kept) elements")
    count = kept
  }

  /// All elements, the first one pushed first.
  var elements: [Element] {
    unsafe Array(UnsafeBufferPointer(start: start.pointer, count: count))
  }

  /// Puts all elements behind others, the first one pushed first.
  func copy(to row: inout [Element]) {
    unsafe row.append(contentsOf: UnsafeBufferPointer(start: start.pointer, count: count))
  }

  /// Sorts the elements from an index on, where they are not in order already.
  mutating func sort(from first: Int, by areInOrder: (Element, Element) -> Bool) {
    assert(first >= 0 && first <= count, "no element \(first)")
    var some = unsafe UnsafeMutableBufferPointer(start: start.pointer + first, count: count - first)
    var position = 1
    while position < some.count {
      if unsafe areInOrder(some[position], some[position - 1]) {
        unsafe some.sort(by: areInOrder)
        return
      }
      position += 1
    }
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: start.pointer, count: count)
    unsafe start.pointer.deallocate()
    unsafe start = Address(larger)
    capacity *= 2
  }
}
