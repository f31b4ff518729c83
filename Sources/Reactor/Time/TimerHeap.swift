/// Names a timer. Stale names, of timers that have fired or been cancelled, name nothing.
@frozen
public struct TimerID: Hashable, Sendable {
  let slot: UInt32
  let use: UInt32

  /// No timer: cancelling it does nothing.
  public static let none = TimerID(slot: 0, use: 0)
}

/// The pending timers by due time, then creation: a binary heap of small keys, each of which knows
/// its slot, and slots that know their key's place, so that a timer is cancelled where it stands
/// and nothing dead stays behind.
struct TimerHeap: ~Copyable {
  struct Key: BitwiseCopyable {
    var due: Int64
    /// In order of creation.
    var number: UInt64
    var slot: UInt32

    static func < (left: Key, right: Key) -> Bool {
      left.due != right.due ? left.due < right.due : left.number < right.number
    }
  }

  struct Slot: BitwiseCopyable {
    var turn: Turn
    /// Of a pending timer its place in the heap; else one of the marks below; of a free slot the
    /// next free one, as `-10 - next`.
    var place: Int
    /// How often the slot has been given away.
    var use: UInt32 = 0

    /// Due, and its turn is ready.
    static let ready = -1
    /// Cancelled while its turn was ready.
    static let cancelled = -2
  }

  private(set) var keys = Stack<Key>(capacity: 16)
  private(set) var slots = Stack<Slot>(capacity: 16)
  private var freeSlot: UInt32 = 0
  private var lastNumber: UInt64 = 0

  init() { slots.push(Slot(turn: Turn(party: 0), place: Slot.cancelled)) }

  var count: Int { keys.count }

  /// The heap must not be empty.
  var firstDue: Int64 { keys[0].due }

  /// A slot for a turn, not yet in the heap.
  mutating func makeSlot(_ turn: Turn) -> TimerID {
    let free = freeSlot
    if free == 0 {
      slots.push(Slot(turn: turn, place: Slot.ready))
      return TimerID(slot: UInt32(slots.count - 1), use: 0)
    }
    freeSlot = UInt32(-10 - slots[Int(free)].place)
    slots[Int(free)].turn = turn
    slots[Int(free)].place = Slot.ready
    return TimerID(slot: free, use: slots[Int(free)].use)
  }

  mutating func release(_ slot: UInt32) {
    slots[Int(slot)].use &+= 1
    slots[Int(slot)].place = -10 - Int(freeSlot)
    freeSlot = slot
  }

  /// The slot's place, or nil where the name is stale.
  func place(of timer: TimerID) -> Int? {
    guard timer.slot != 0, Int(timer.slot) < slots.count,
      slots[Int(timer.slot)].use == timer.use, slots[Int(timer.slot)].place > -10
    else { return nil }
    return slots[Int(timer.slot)].place
  }

  func place(ofSlot slot: UInt32) -> Int { slots[Int(slot)].place }

  func turn(ofSlot slot: UInt32) -> Turn { slots[Int(slot)].turn }

  func turn(inPlace place: Int) -> Turn { slots[Int(keys[place].slot)].turn }

  mutating func mark(_ slot: UInt32, _ place: Int) { slots[Int(slot)].place = place }

  mutating func push(_ due: Int64, _ timer: TimerID) {
    lastNumber += 1
    let key = Key(due: due, number: lastNumber, slot: timer.slot)
    keys.push(key)
    siftUp(key, from: keys.count - 1)
  }

  /// Takes out the first one: its slot stays, marked as ready.
  mutating func popFirst() -> UInt32 {
    let slot = keys[0].slot
    remove(at: 0)
    mark(slot, Slot.ready)
    return slot
  }

  /// Takes out the key at a place; its slot stays.
  mutating func remove(at place: Int) {
    let last = keys.pop()
    if place == keys.count { return }
    if place > 0, last < keys[(place - 1) / 2] {
      siftUp(last, from: place)
    } else {
      siftDown(last, from: place)
    }
  }

  /// Takes out the timers of turns that a test names. Linear in the number of timers.
  mutating func removeAll(where isGone: (Turn) -> Bool) {
    var kept = 0
    for index in 0..<keys.count {
      let key = keys[index]
      if isGone(slots[Int(key.slot)].turn) {
        release(key.slot)
      } else {
        keys[kept] = key
        kept += 1
      }
    }
    guard kept < keys.count else { return }
    keys.removeLast(downTo: kept)
    for index in 0..<kept { put(keys[index], at: index) }
    for index in stride(from: kept / 2 - 1, through: 0, by: -1) {
      siftDown(keys[index], from: index)
    }
  }

  private func put(_ key: Key, at place: Int) {
    keys[place] = key
    slots[Int(key.slot)].place = place
  }

  private func siftUp(_ key: Key, from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      if keys[parent] < key { break }
      put(keys[parent], at: place)
      place = parent
    }
    put(key, at: place)
  }

  private func siftDown(_ key: Key, from start: Int) {
    var place = start
    while true {
      var child = 2 * place + 1
      if child >= keys.count { break }
      if child + 1 < keys.count, keys[child + 1] < keys[child] { child += 1 }
      if key < keys[child] { break }
      put(keys[child], at: place)
      place = child
    }
    put(key, at: place)
  }
}

// Copies.
extension TimerHeap {
  /// All of the heap as values.
  struct Copy {
    let keys: [Key]
    let slots: [Slot]
    let freeSlot: UInt32
    let lastNumber: UInt64
  }

  var copy: Copy {
    Copy(
      keys: keys.elements, slots: slots.elements, freeSlot: freeSlot, lastNumber: lastNumber)
  }

  mutating func restore(_ copy: Copy) {
    keys.removeLast(downTo: 0)
    slots.removeLast(downTo: 0)
    for key in copy.keys { keys.push(key) }
    for slot in copy.slots { slots.push(slot) }
    freeSlot = copy.freeSlot
    lastNumber = copy.lastNumber
  }
}
