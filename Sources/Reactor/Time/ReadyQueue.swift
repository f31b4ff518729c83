/// The turns that are ready, in the order in which they became so: segments, one behind the other, so
/// that a queue that has grown is never copied, and a short one stays where it is in the cache.
///
/// `tail` is always a free place, and `head` always one that is taken or `tail`: a segment whose
/// last place is taken has another one behind it.
///
/// Where the turn of a timer is ready, the timer's slot stands for it, under a party that nobody can
/// be, so that no other turn has to carry a place for one.
@usableFromInline
struct ReadyQueue: ~Copyable {
  private static let segmentBits = 8
  private static let segmentSize = 1 << segmentBits

  /// Room for so many turns, which stays where it is.
  private final class Segment {
    private let turns = Arena(repeating: Turn(party: 0), count: segmentSize)

    var start: Address<Turn> { turns.start }
  }

  @usableFromInline var tail: Address<Turn>
  /// The last place of the tail's segment.
  @usableFromInline var last: Address<Turn>
  private var head: Address<Turn>
  /// Behind the last place of the head's segment.
  private var end: Address<Turn>
  /// In order from `firstSegment`, which is the head's; those in front wait in `spare`.
  private var segments: [Segment]
  private var firstSegment = 0
  private var spare: [Segment] = []

  init() {
    let segment = Segment()
    segments = [segment]
    head = segment.start
    end = head + ReadyQueue.segmentSize
    tail = head
    last = head + (ReadyQueue.segmentSize - 1)
  }

  /// No party has this number.
  static let timers = UInt32.max

  static func timer(_ slot: UInt32) -> Turn { Turn(party: timers, kind: slot) }

  /// The slot of the timer that a turn stands for; 0 is none.
  @inline(__always)
  static func timer(of entry: Turn) -> UInt32 { entry.party == timers ? entry.kind : 0 }

  var count: Int {
    let segment = segments.count - 1
    return (segment - firstSegment) << ReadyQueue.segmentBits + (tail - segments[segment].start)
      - (head - segments[firstSegment].start)
  }

  @inline(__always)
  var isEmpty: Bool { tail == head }

  /// The queue must not be empty.
  @inline(__always)
  var first: Turn { head.pointee }

  /// The next one first.
  subscript(index: Int) -> Turn {
    get { place(index).pointee }
    set { place(index).pointee = newValue }
  }

  /// How many places of the first segment are free again.
  private var usedOfFirst: Int { head - segments[firstSegment].start }

  private func place(_ index: Int) -> Address<Turn> {
    let place = index + usedOfFirst
    return segments[firstSegment + place >> ReadyQueue.segmentBits].start
      + (place & (ReadyQueue.segmentSize - 1))
  }

  /// Whether `pushPlainly` can be called.
  @inlinable
  @inline(__always)
  var hasRoom: Bool { tail != last }

  /// Adds one where there is room.
  @inlinable
  @inline(__always)
  mutating func pushPlainly(_ entry: Turn) {
    tail.pointee = entry
    tail += 1
  }

  @inline(__always)
  mutating func push(_ entry: Turn) {
    if hasRoom { pushPlainly(entry) } else { pushLast(entry) }
  }

  @inline(never)
  private mutating func pushLast(_ entry: Turn) {
    tail.pointee = entry
    let segment = spare.popLast() ?? Segment()
    segments.append(segment)
    tail = segment.start
    last = tail + (ReadyQueue.segmentSize - 1)
  }

  /// The queue must not be empty.
  @inline(__always)
  mutating func pop() -> Turn {
    let entry = head.pointee
    head += 1
    if head == end { leaveSegment() }
    return entry
  }

  @inline(never)
  private mutating func leaveSegment() {
    spare.append(segments[firstSegment])
    firstSegment += 1
    if firstSegment * 2 > segments.count {
      segments.removeFirst(firstSegment)
      firstSegment = 0
    }
    head = segments[firstSegment].start
    end = head + ReadyQueue.segmentSize
  }

  /// Takes one out of the middle. Linear in its place.
  mutating func remove(at index: Int) -> Turn {
    let entry = self[index]
    var left = index
    var place = place(index)
    while left > 0 {
      // As far as the segment goes the one before stands in the place before.
      let count = min(left, (left + usedOfFirst) & (ReadyQueue.segmentSize - 1))
      for _ in 0..<count {
        place.pointee = place[-1]
        place += -1
      }
      left -= count
      guard left > 0 else { break }
      left -= 1
      let before = self.place(left)
      place.pointee = before.pointee
      place = before
    }
    _ = pop()
    return entry
  }

  /// Puts one between others. Linear in what stands behind it.
  mutating func insert(_ entry: Turn, at index: Int) {
    var place = count
    push(entry)
    while place > index {
      self[place] = self[place - 1]
      place -= 1
    }
    self[index] = entry
  }

  /// Drops what a test says, and keeps the order of the rest.
  mutating func removeAll(where isGone: (Turn) -> Bool) {
    var kept = 0
    for index in 0..<count {
      let entry = self[index]
      if isGone(entry) { continue }
      self[kept] = entry
      kept += 1
    }
    tail = place(kept)
    let used =
      (kept + (head - segments[firstSegment].start)) >> ReadyQueue.segmentBits + firstSegment + 1
    spare += segments[used...]
    segments.removeLast(segments.count - used)
    last = segments[used - 1].start + (ReadyQueue.segmentSize - 1)
  }
}
