import Values

/// The locals of a frame, in the order in which they were bound.
///
/// What is done later keeps them as they are, while the frame goes on binding. So that this does not
/// copy all of them each time, those that are kept move to segments that never change, each more than
/// twice as large as the one behind it: keeping is cheap however many there are, and finding one is
/// logarithmic in their number.
struct LocalValues: ExpressibleByArrayLiteral {
  private final class Segment {
    let before: Segment?
    let start: Int
    let values: [Value]

    init(_ values: [Value], from start: Int, behind before: Segment?) {
      self.values = values
      self.start = start
      self.before = before
    }
  }

  /// Fewer than these are simply copied.
  private static let few = 16

  private var last: Segment?
  /// How many the segments hold; the last one may hold more, which do not count.
  private var start = 0
  private var own: [Value]

  init(_ values: [Value] = []) { own = values }

  init(arrayLiteral values: Value...) { own = values }

  var count: Int { start + own.count }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Value {
    if index >= start { return own[index - start] }
    var segment = last
    while let found = segment {
      if index >= found.start { return found.values[index - found.start] }
      segment = found.before
    }
    preconditionFailure("no local \(index)")
  }

  /// One that is a scalar.
  @inline(__always)
  func scalar(_ index: Int) -> ScalarValue? {
    index >= start ? ScalarValue(own[index - start]) : ScalarValue(self[index])
  }

  /// Adds what they hold to what is held in all; segments that several share count once.
  func count(in held: inout HeldBytes) {
    held.add(own)
    var segment = last
    while let found = segment {
      held.add(found.values)
      segment = found.before
    }
  }

  mutating func append(_ value: Value) { own.append(value) }

  /// Puts another value in the place of one. Where somebody keeps that too, all are copied.
  mutating func replace(_ index: Int, by value: Value) {
    if index < start {
      own = (0..<count).map { self[$0] }
      (start, last) = (0, nil)
    }
    own[index - start] = value
  }

  /// Forgets all but as many as `begin(with:_:_:_:)` puts in their places.
  mutating func end() {
    (start, last) = (0, nil)
    if own.count > 4 { own.removeSubrange(4...) }
    own.withUnsafeMutableBufferPointer { own in
      for index in own.indices { own[index] = .null }
    }
  }

  /// Begins anew with these, where `end` has left room in that.
  mutating func begin(
    with first: consuming Value, _ second: consuming Value, _ third: consuming Value,
    _ fourth: consuming Value
  ) {
    guard start == 0, own.count == 4 else {
      self = LocalValues([first, second, third, fourth])
      return
    }
    own[0] = first
    own[1] = second
    own[2] = third
    own[3] = fourth
  }

  func adding(_ value: Value) -> LocalValues {
    var values = self
    values.append(value)
    return values
  }

  /// Forgets those from an index on.
  mutating func removeSubrange(_ range: PartialRangeFrom<Int>) {
    if range.lowerBound >= count { return }
    if range.lowerBound >= start {
      // There are few of them, and one at a time costs less than the bookkeeping for a range.
      while count > range.lowerBound { own.removeLast() }
      return
    }
    own = []
    start = range.lowerBound
    while let segment = last, segment.start >= start { last = segment.before }
  }

  /// Forgets those from a base on but for some, which come in the order given; null where there is
  /// none of that number.
  mutating func leave(to base: Int, keeping kept: [Int?]) {
    if kept.isEmpty { return removeSubrange(base...) }
    let values = kept.map { number in
      number.flatMap { $0 < count ? self[$0] : nil } ?? .null
    }
    removeSubrange(base...)
    for value in values { append(value) }
  }

  /// The same for somebody who keeps them.
  mutating func kept() -> LocalValues {
    if own.count > LocalValues.few { freeze() }
    return self
  }

  private mutating func freeze() {
    let end = count
    var (values, first, before) = (own, start, last)
    while let segment = before, first - segment.start <= 2 * values.count {
      values = Array(segment.values[..<(first - segment.start)]) + values
      first = segment.start
      before = segment.before
    }
    last = Segment(values, from: first, behind: before)
    start = end
    own = []
  }
}
