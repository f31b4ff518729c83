/// A persistent sequence of values: versions share what they have in common.
///
/// The middle is a tree of leaves; the values at the two ends stand in a `SharedEnd` each. Adding a
/// value at an end takes constant time and memory, amortised, also where every version is kept;
/// reading, writing and joining are logarithmic.
@usableFromInline
struct Rope: Sendable {
  private(set) var root: RopeNode?
  /// Its values stand in the reverse of their order here.
  private(set) var front: SharedEnd?
  private(set) var back: SharedEnd?
  private var size: UInt32 = 0
  private var frontSize: UInt8 = 0
  private var backSize: UInt8 = 0

  init() {}

  /// Of an array of any size, which becomes a leaf as it is. Its deepest value is so deep.
  init(sharing elements: [Value], depth: Int) {
    guard elements.count > SharedEnd.capacity else {
      for element in elements { append(element) }
      return
    }
    root = RopeNode(leaf: elements, depth: depth)
    size = UInt32(elements.count)
  }

  /// Of a tree as it is.
  init(_ root: RopeNode) {
    self.root = root
    size = UInt32(root.count)
  }

  /// Of leaves of one size, so that each may be written.
  init(regular values: some Sequence<Value>) {
    let root = RopeNode.regular(values)
    size = UInt32(root.count)
    self.root = root
  }

  @usableFromInline var count: Int { Int(size) }
  private var frontCount: Int { Int(frontSize) }
  private var backCount: Int { Int(backSize) }
  /// Where the back begins.
  private var backStart: Int { count - backCount }

  subscript(index: Int) -> Value {
    if let front, index < frontCount { return front[frontCount - 1 - index] }
    if let back, index >= backStart { return back[index - backStart] }
    guard let root else { preconditionFailure("no value at \(index) of \(count)") }
    let (leaf, inner) = root.leaf(at: index - frontCount)
    return leaf.elements[inner]
  }

  /// Values that stand together, the one at the index among them, and where the first of them is.
  func piece(at index: Int) -> (values: [Value], start: Int) {
    if index < frontCount, let frontValues { return (frontValues, 0) }
    if index >= backStart, let backValues { return (backValues, backStart) }
    guard let root else { preconditionFailure("no value at \(index) of \(count)") }
    let (leaf, inner) = root.leaf(at: index - frontCount)
    return (leaf.elements, index - inner)
  }

  /// The values at the front, in their order; nil where there are none.
  var frontValues: [Value]? { front.map { $0.values(frontCount).reversed() } }

  /// The same at the back.
  var backValues: [Value]? { back.map { Array($0.values(backCount)) } }

  /// The depth of the deepest value.
  var depth: Int {
    max(
      root?.depth ?? 0, front?.values(frontCount).deepest ?? 0,
      back?.values(backCount).deepest ?? 0)
  }

  mutating func append(_ value: Value) {
    if backCount == SharedEnd.capacity { seal(atFront: false) }
    Rope.add(value, to: &back, &backSize)
    size += 1
  }

  mutating func prepend(_ value: Value) {
    if frontCount == SharedEnd.capacity { seal(atFront: true) }
    Rope.add(value, to: &front, &frontSize)
    size += 1
  }

  private static func add(_ value: Value, to end: inout SharedEnd?, _ count: inout UInt8) {
    if let end, end.add(value, behind: Int(count)) {
      count += 1
      return
    }
    let held = end.map { SharedEnd($0.values(Int(count))) } ?? SharedEnd(EmptyCollection())
    let isAdded = held.add(value, behind: Int(count))
    precondition(isAdded, "no room behind \(count)")
    end = held
    count += 1
  }

  /// Makes a leaf of what stands at an end.
  private mutating func seal(atFront isFront: Bool) {
    guard let leaf = isFront ? frontLeaf : backLeaf else { return }
    if let root {
      let (node, excess) = root.adding(leaf, atFront: isFront)
      self.root = excess.map { RopeNode(isFront ? [$0, node] : [node, $0]) } ?? node
    } else {
      root = leaf
    }
    if isFront { (front, frontSize) = (nil, 0) } else { (back, backSize) = (nil, 0) }
  }

  private var frontLeaf: RopeNode? {
    frontValues.map { RopeNode(leaf: $0) }
  }
  private var backLeaf: RopeNode? { backValues.map { RopeNode(leaf: $0) } }

  /// Adds all values of another sequence: one by one where it or this one is short, else as they
  /// stand, sharing them.
  mutating func append(_ other: Rope) {
    if other.count <= SharedEnd.capacity {
      for index in 0..<other.count { append(other[index]) }
    } else if count <= SharedEnd.capacity {
      var sum = other
      for index in (0..<count).reversed() { sum.prepend(self[index]) }
      self = sum
    } else {
      let parts = [root, backLeaf, other.frontLeaf, other.root].compactMap { $0 }
      root = parts.dropFirst().reduce(parts.first) { whole, part in
        whole.map { RopeNode.joined($0, part) }
      }
      (back, backSize) = (other.back, other.backSize)
      size += other.size
    }
  }

  /// Puts another value at an index, and returns the one that stood there. What nobody else holds is
  /// written in place.
  mutating func exchange(_ index: Int, with new: Value) -> Value {
    var value = new
    if index < frontCount {
      Rope.exchange(&front, frontCount, at: frontCount - 1 - index, with: &value)
    } else if index >= backStart {
      Rope.exchange(&back, backCount, at: index - backStart, with: &value)
    } else if var node = root {
      root = nil
      if node.leaf(at: index - frontCount).leaf.count > RopeNode.width {
        let old = node
        node = RopeNode.regular(old.values)
      }
      RopeNode.exchange(&node, at: index - frontCount, with: &value)
      root = node
    }
    return value
  }

  private static func exchange(
    _ end: inout SharedEnd?, _ count: Int, at place: Int, with value: inout Value
  ) {
    guard var held = end else { return }
    end = nil
    if !isKnownUniquelyReferenced(&held) { held = SharedEnd(held.values(count)) }
    held.exchange(place, with: &value)
    end = held
  }
}

// What two versions do not share.
extension Rope {
  /// Calls `body` with ranges of indexes, in order, that hold all differences from another sequence
  /// as far as both go, until it returns false. What both share is passed over. False where `body`
  /// was.
  func unshared(with other: Rope, _ body: (Range<Int>) -> Bool) -> Bool {
    let end = min(count, other.count)
    guard frontSize == other.frontSize else { return body(0..<end) }
    if front !== other.front, !body(0..<min(frontCount, end)) { return false }
    var middle = frontCount
    if let root, let twin = other.root {
      middle = min(backStart, other.backStart)
      if !RopeNode.unshared(root, twin, frontCount..<middle, body) { return false }
    }
    let isShared = back === other.back && backStart == other.backStart
    return isShared || middle >= end || body(middle..<end)
  }
}

extension RopeNode {
  /// Of two nodes that begin at the range's lower bound and reach its upper bound at least.
  fileprivate static func unshared(
    _ left: RopeNode, _ right: RopeNode, _ range: Range<Int>, _ body: (Range<Int>) -> Bool
  ) -> Bool {
    if left === right || range.isEmpty { return true }
    if left.height != right.height {
      let (high, low) = left.height > right.height ? (left, right) : (right, left)
      guard let first = high.children.first, first.count >= range.count else { return body(range) }
      return unshared(first, low, range, body)
    }
    if left.height == 0 { return body(range) }
    var start = range.lowerBound
    for (a, b) in zip(left.children, right.children) where start < range.upperBound {
      let end = min(start + min(a.count, b.count), range.upperBound)
      if !unshared(a, b, start..<end, body) { return false }
      start = end
      if a.count != b.count { break }
    }
    return start == range.upperBound || body(start..<range.upperBound)
  }
}
