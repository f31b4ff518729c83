/// The invalidated computations in the order in which they are to re-run: first in, first out, but
/// one that invalidates itself goes back to the front.
struct PendingQueue: ~Copyable {
  private var items = Stack<UInt32>(capacity: 8)
  private var head = 0

  init() {}

  @inline(__always)
  var isEmpty: Bool { head == items.count }

  @inline(__always)
  var count: Int { items.count &- head }

  /// What waits, the next one first.
  subscript(position: Int) -> UInt32 { items[head &+ position] }

  /// Takes back what was pushed last.
  mutating func popBack() -> UInt32 { items.pop() }

  @inline(__always)
  mutating func push(_ id: UInt32) {
    if _slowPath(items.isFull) { makeRoom() }
    items.pushReserved(id)
  }

  /// Whether there is no room for another one.
  @inline(__always)
  var isFull: Bool { items.isFull }

  /// The same where it is not full.
  @inline(__always)
  mutating func pushReserved(_ id: UInt32) { items.pushReserved(id) }

  /// The queue must not be empty.
  @inline(__always)
  mutating func pop() -> UInt32 {
    let id = items[head]
    head &+= 1
    return id
  }

  /// The same of one that has been looked at.
  @inline(__always)
  mutating func drop() { head &+= 1 }

  /// Has a queue that is empty begin at the start again, so that nothing need be moved to make room.
  @inline(__always)
  mutating func rewind() {
    if isEmpty { removeAll() }
  }

  mutating func pushFront(_ id: UInt32) {
    if head > 0 {
      head -= 1
      items[head] = id
      return
    }
    items.push(id)
    var index = items.count - 1
    while index > 0 {
      items[index] = items[index - 1]
      index -= 1
    }
    items[0] = id
  }

  mutating func removeAll() {
    head = 0
    items.removeLast(downTo: 0)
  }

  /// Moves what waits to the start, where at least half of the room is used up; takes more where it is not.
  @inline(never)
  private mutating func makeRoom() {
    guard head * 2 >= items.count else { return items.reserve() }
    let waiting = items.count - head
    for index in 0..<waiting { items[index] = items[head + index] }
    items.removeLast(downTo: waiting)
    head = 0
  }
}
