/// All mail that waits, in lists of one array: no more memory than messages ever waited at once.
struct EnvelopeArena {
  struct Entry: BitwiseCopyable {
    var envelope: Envelope
    /// The place of the one behind; 0 is none.
    var next: UInt32
  }

  /// The envelopes that wait for one actor, the first one first.
  struct Queue: BitwiseCopyable {
    fileprivate(set) var head: UInt32 = 0
    fileprivate(set) var tail: UInt32 = 0
    fileprivate(set) var count: UInt32 = 0
  }

  private var entries: [Entry] = [Entry(envelope: Envelope(kind: 0), next: 0)]
  private var free: UInt32 = 0

  mutating func append(_ envelope: Envelope, to queue: inout Queue) {
    let place = makePlace(envelope)
    if queue.count == 0 { queue.head = place } else { entries[Int(queue.tail)].next = place }
    queue.tail = place
    queue.count += 1
  }

  /// Nil where nothing waits.
  mutating func removeFirst(of queue: inout Queue) -> Envelope? {
    guard queue.count > 0 else { return nil }
    let place = queue.head
    let entry = entries[Int(place)]
    queue.head = entry.next
    queue.count -= 1
    entries[Int(place)].next = free
    free = place
    return entry.envelope
  }

  /// Takes one out from between others. Linear in its place.
  mutating func remove(at index: Int, of queue: inout Queue) -> Envelope {
    var before: [Envelope] = []
    for _ in 0..<index { if let first = removeFirst(of: &queue) { before.append(first) } }
    guard let envelope = removeFirst(of: &queue) else { misuse("nothing is there") }
    putBack(before, in: &queue)
    return envelope
  }

  /// Puts one between others. Linear in its place.
  mutating func insert(_ envelope: Envelope, at index: Int, of queue: inout Queue) {
    var before: [Envelope] = []
    for _ in 0..<index { if let first = removeFirst(of: &queue) { before.append(first) } }
    putBack(before + [envelope], in: &queue)
  }

  private mutating func putBack(_ envelopes: [Envelope], in queue: inout Queue) {
    var front = Queue()
    for envelope in envelopes { append(envelope, to: &front) }
    move(&front, inFrontOf: &queue)
  }

  /// Puts what is in one queue in front of another, and empties it.
  mutating func move(_ queue: inout Queue, inFrontOf other: inout Queue) {
    guard queue.count > 0 else { return }
    if other.count == 0 {
      other = queue
    } else {
      entries[Int(queue.tail)].next = other.head
      other.head = queue.head
      other.count += queue.count
    }
    queue = Queue()
  }

  func first(of queue: Queue) -> Envelope? { envelope(at: 0, of: queue) }

  /// The one with so many before it; nil where there are not as many. Linear in its place.
  func envelope(at index: Int, of queue: Queue) -> Envelope? {
    if index >= queue.count { return nil }
    var place = queue.head
    for _ in 0..<index { place = entries[Int(place)].next }
    return entries[Int(place)].envelope
  }

  func envelopes(of queue: Queue) -> [Envelope] {
    var envelopes: [Envelope] = []
    envelopes.reserveCapacity(Int(queue.count))
    var place = queue.head
    for _ in 0..<queue.count {
      envelopes.append(entries[Int(place)].envelope)
      place = entries[Int(place)].next
    }
    return envelopes
  }

  private mutating func makePlace(_ envelope: Envelope) -> UInt32 {
    let entry = Entry(envelope: envelope, next: 0)
    guard free == 0 else {
      let place = free
      free = entries[Int(place)].next
      entries[Int(place)] = entry
      return place
    }
    require(entries.count < Int(UInt32.max), "too many messages wait")
    entries.append(entry)
    return UInt32(entries.count - 1)
  }
}
