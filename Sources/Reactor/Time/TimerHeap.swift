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
/// and nothing dead stays behind. Raw memory, freed by hand: `deallocate`.
struct TimerHeap {
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

  func deallocate() {
    keys.deallocate()
    slots.deallocate()
  }

  var count: Int { keys.count }

  /// The heap must not be empty.
  var firstDue: Int64 { keys.base[0].due }

  /// A slot for a turn, not yet in the heap.
  mutating func makeSlot(_ turn: Turn) -> TimerID {
    let free = freeSlot
    if free == 0 {
      slots.push(Slot(turn: turn, place: Slot.ready))
      return TimerID(slot: UInt32(slots.count - 1), use: 0)
    }
    let slot = slots.base + Int(free)
    freeSlot = UInt32(-10 - slot.pointee.place)
    slot.pointee.turn = turn
    slot.pointee.place = Slot.ready
    return TimerID(slot: free, use: slot.pointee.use)
  }

  mutating func release(_ slot: UInt32) {
    slots.base[Int(slot)].use &+= 1
    slots.base[Int(slot)].place = -10 - Int(freeSlot)
    freeSlot = slot
  }

  /// The slot's place, or nil where the name is stale.
  func place(of timer: TimerID) -> Int? {
    guard timer.slot != 0, Int(timer.slot) < slots.count,
      slots.base[Int(timer.slot)].use == timer.use, slots.base[Int(timer.slot)].place > -10
    else { return nil }
    return slots.base[Int(timer.slot)].place
  }

  func place(ofSlot slot: UInt32) -> Int { slots.base[Int(slot)].place }

  func turn(ofSlot slot: UInt32) -> Turn { slots.base[Int(slot)].turn }

  func turn(inPlace place: Int) -> Turn { slots.base[Int(keys.base[place].slot)].turn }

  mutating func mark(_ slot: UInt32, _ place: Int) { slots.base[Int(slot)].place = place }

  mutating func push(_ due: Int64, _ timer: TimerID) {
    lastNumber += 1
    let key = Key(due: due, number: lastNumber, slot: timer.slot)
    keys.push(key)
    siftUp(key, from: keys.count - 1)
  }

  /// Takes out the first one: its slot stays, marked as ready.
  mutating func popFirst() -> UInt32 {
    let slot = keys.base[0].slot
    remove(at: 0)
    mark(slot, Slot.ready)
    return slot
  }

  /// Takes out the key at a place; its slot stays.
  mutating func remove(at place: Int) {
    let last = keys.pop()
    if place == keys.count { return }
    if place > 0, last < keys.base[(place - 1) / 2] {
      siftUp(last, from: place)
    } else {
      siftDown(last, from: place)
    }
  }

  /// Takes out the timers of turns that a test names. Linear in the number of timers.
  mutating func removeAll(where isGone: (Turn) -> Bool) {
    var kept = 0
    for index in 0..<keys.count {
      let key = keys.base[index]
      if isGone(slots.base[Int(key.slot)].turn) {
        release(key.slot)
      } else {
        keys.base[kept] = key
        kept += 1
      }
    }
    guard kept < keys.count else { return }
    keys.count = kept
    for index in 0..<kept { put(keys.base[index], at: index) }
    for index in stride(from: kept / 2 - 1, through: 0, by: -1) {
      siftDown(keys.base[index], from: index)
    }
  }

  private func put(_ key: Key, at place: Int) {
    keys.base[place] = key
    slots.base[Int(key.slot)].place = place
  }

  private func siftUp(_ key: Key, from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      if keys.base[parent] < key { break }
      put(keys.base[parent], at: place)
      place = parent
    }
    put(key, at: place)
  }

  private func siftDown(_ key: Key, from start: Int) {
    var place = start
    while true {
      var child = 2 * place + 1
      if child >= keys.count { break }
      if child + 1 < keys.count, keys.base[child + 1] < keys.base[child] { child += 1 }
      if key < keys.base[child] { break }
      put(keys.base[child], at: place)
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
      keys: Array(UnsafeBufferPointer(start: keys.base, count: keys.count)),
      slots: Array(UnsafeBufferPointer(start: slots.base, count: slots.count)),
      freeSlot: freeSlot, lastNumber: lastNumber)
  }

  mutating func restore(_ copy: Copy) {
    keys.count = 0
    slots.count = 0
    for key in copy.keys { keys.push(key) }
    for slot in copy.slots { slots.push(slot) }
    freeSlot = copy.freeSlot
    lastNumber = copy.lastNumber
  }
}
