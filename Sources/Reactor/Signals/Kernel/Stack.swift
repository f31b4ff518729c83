/// A growable stack of plain values in raw memory. Freed by hand: `deallocate`.
struct Stack<Element: BitwiseCopyable> {
  var base: UnsafeMutablePointer<Element>
  var count = 0
  var capacity: Int

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func deallocate() { base.deallocate() }

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    base[count] = element
    count &+= 1
  }

  @inline(__always)
  mutating func pop() -> Element {
    count &-= 1
    return base[count]
  }

  @inline(never)
  private mutating func grow() {
    base = Arena.grown(base, from: capacity, to: capacity * 2)
    capacity *= 2
  }
}

/// Raw memory that grows by moving.
enum Arena {
  static func grown<Element>(
    _ base: UnsafeMutablePointer<Element>, from old: Int, to new: Int
  ) -> UnsafeMutablePointer<Element> {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: new)
    larger.moveInitialize(from: base, count: old)
    base.deallocate()
    return larger
  }
}
