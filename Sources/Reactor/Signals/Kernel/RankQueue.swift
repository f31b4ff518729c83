/// The dirty live derived nodes, lowest rank first. A key is the rank above the node's index.
///
/// Marks mostly come in ascending order: those go to the end of a sorted vector. What comes out of
/// order goes to a binary heap beside it.
struct RankQueue: ~Copyable {
  /// Has no elements where all of them have been taken out.
  private var sorted = Stack<UInt64>(capacity: 8)
  private var head = 0
  private var heap = Stack<UInt64>(capacity: 4)

  init() {}

  @inline(__always)
  var isEmpty: Bool { some == 0 }

  /// Not 0 where there are some.
  @inline(__always)
  var some: Int { sorted.count | heap.count }

  /// The lowest key, or the highest number there is.
  @inline(__always)
  var lowest: UInt64 {
    var key = UInt64.max
    if sorted.count > 0 { key = sorted[head] }
    if heap.count > 0, heap[0] < key { key = heap[0] }
    return key
  }

  @inline(__always)
  mutating func push(_ key: UInt64) {
    if sorted.count == 0 || key > sorted[sorted.count &- 1] {
      sorted.push(key)
    } else {
      pushOutOfOrder(key)
    }
  }

  /// The lowest key, taken out; the highest number there is where the queue is empty.
  @inline(__always)
  mutating func popLowest() -> UInt64 {
    if heap.count > 0 { return popFromEither() }
    return sorted.count == 0 ? .max : popFromSorted()
  }

  @inline(__always)
  private mutating func popFromSorted() -> UInt64 {
    let key = sorted[head]
    head &+= 1
    if head == sorted.count {
      head = 0
      sorted.removeLast(downTo: 0)
    }
    return key
  }

  @inline(never)
  private mutating func popFromEither() -> UInt64 {
    if sorted.count > 0, sorted[head] < heap[0] { return popFromSorted() }
    let lowest = heap[0]
    let last = heap.pop()
    if heap.count > 0 { siftDown(last) }
    return lowest
  }

  @inline(never)
  private mutating func pushOutOfOrder(_ key: UInt64) {
    heap.push(key)
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      if heap[parent] <= key { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = key
  }

  private mutating func siftDown(_ key: UInt64) {
    var index = 0
    while true {
      var child = 2 * index + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      if heap[child] >= key { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = key
  }

  mutating func removeAll() {
    head = 0
    sorted.removeLast(downTo: 0)
    heap.removeLast(downTo: 0)
  }
}
