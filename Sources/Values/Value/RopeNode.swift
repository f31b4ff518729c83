/// A part of a `Rope`: a leaf with values, or a branch over parts of one height.
///
/// Never changed while more than one version holds it. A leaf has 1 to `width` values, or all those
/// of a list that was made at once; a branch has 1 to `width` parts.
final class RopeNode: @unchecked Sendable {
  static let width = 32
  private static let bits = 5

  /// Levels of branches; 0 for a leaf.
  let height: Int
  let count: Int
  @exclusivity(unchecked)
  private(set) var elements: [Value]
  @exclusivity(unchecked)
  private(set) var children: [RopeNode]
  /// Where each part ends; empty where all but the last are as large as they can be.
  private let ends: [Int32]
  /// The depth of the deepest value.
  @exclusivity(unchecked)
  private(set) var depth: Int

  /// A leaf whose deepest value is so deep.
  init(leaf elements: [Value], depth: Int) {
    height = 0
    count = elements.count
    self.elements = elements
    children = []
    ends = []
    self.depth = depth
  }

  convenience init(leaf elements: [Value]) {
    self.init(leaf: elements, depth: elements.deepest)
  }

  init(_ children: [RopeNode]) {
    height = children[0].height + 1
    elements = []
    self.children = children
    let full = 1 << (RopeNode.bits * height)
    let isRegular =
      children.last.map { $0.count <= full } ?? true
      && children.dropLast().allSatisfy { $0.count == full }
    var end = 0
    var ends: [Int32] = []
    if !isRegular { ends.reserveCapacity(children.count) }
    for child in children {
      end += child.count
      if !isRegular { ends.append(Int32(end)) }
    }
    count = end
    self.ends = ends
    depth = children.reduce(0) { max($0, $1.depth) }
  }

  private init(copying other: RopeNode) {
    height = other.height
    count = other.count
    elements = other.elements
    children = other.children
    ends = other.ends
    depth = other.depth
  }

  /// The part that an index leads to, and the index in it.
  private func locate(_ index: Int) -> (child: Int, inner: Int) {
    if ends.isEmpty {
      let shift = RopeNode.bits * height
      return (index >> shift, index & (1 << shift - 1))
    }
    var child = 0
    while ends[child] <= index { child += 1 }
    return (child, child == 0 ? index : index - Int(ends[child - 1]))
  }

  /// The leaf that an index leads to, and the index in it.
  func leaf(at index: Int) -> (leaf: RopeNode, inner: Int) {
    var node = self
    var index = index
    while node.height > 0 {
      let (child, inner) = node.locate(index)
      node = node.children[child]
      index = inner
    }
    return (node, index)
  }

  /// Puts another value at an index, in place where nobody else holds the node.
  static func exchange(_ node: inout RopeNode, at index: Int, with value: inout Value) {
    if !isKnownUniquelyReferenced(&node) { node = RopeNode(copying: node) }
    let new = value.measure.depth
    if node.height == 0 {
      swap(&node.elements[index], &value)
    } else {
      let (child, inner) = node.locate(index)
      exchange(&node.children[child], at: inner, with: &value)
    }
    if new >= node.depth {
      node.depth = new
    } else if value.measure.depth == node.depth {
      node.depth = node.height == 0 ? node.elements.deepest : node.children.map(\.depth).max() ?? 0
    }
  }
}

extension RopeNode {
  /// The node with a leaf at one of its ends, and what did not fit in it, of the same height.
  func adding(_ leaf: RopeNode, atFront isFront: Bool) -> (node: RopeNode, excess: RopeNode?) {
    guard height > 0 else { return (self, leaf) }
    let edge = isFront ? 0 : children.count - 1
    let (child, excess) = children[edge].adding(leaf, atFront: isFront)
    if let excess, children.count == RopeNode.width { return (self, RopeNode([excess])) }
    var children = children
    children[edge] = child
    if let excess { children.insert(excess, at: isFront ? 0 : children.count) }
    return (RopeNode(children), nil)
  }

  /// Both nodes' values, one node's behind the other's. Logarithmic.
  static func joined(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    if left.height == right.height { return paired(left, right) }
    if left.height > right.height {
      let last = left.children[left.children.count - 1]
      let joined = joined(last, right)
      let others = Array(left.children.dropLast())
      if joined.height < left.height { return RopeNode(others + [joined]) }
      return others.isEmpty ? joined : paired(RopeNode(others), joined)
    }
    let joined = joined(left, right.children[0])
    let others = Array(right.children.dropFirst())
    if joined.height < right.height { return RopeNode([joined] + others) }
    return others.isEmpty ? joined : paired(joined, RopeNode(others))
  }

  /// The same of two nodes of one height.
  private static func paired(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    let isOne = left.size + right.size <= width
    guard isOne else { return RopeNode([left, right]) }
    if left.height > 0 { return RopeNode(left.children + right.children) }
    return RopeNode(leaf: left.elements + right.elements, depth: max(left.depth, right.depth))
  }

  private var size: Int { height == 0 ? elements.count : children.count }

  /// A node over the values, with leaves of `width`. There must be some.
  static func regular(_ values: some Sequence<Value>) -> RopeNode {
    var level: [RopeNode] = []
    var leaf: [Value] = []
    leaf.reserveCapacity(width)
    for value in values {
      leaf.append(value)
      if leaf.count == width {
        level.append(RopeNode(leaf: leaf))
        leaf.removeAll()
        leaf.reserveCapacity(width)
      }
    }
    if !leaf.isEmpty { level.append(RopeNode(leaf: leaf)) }
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: width).map { first in
        RopeNode(Array(level[first..<min(first + width, level.count)]))
      }
    }
    return level[0]
  }
}

extension RopeNode {
  /// All values, in order.
  var values: [Value] {
    if height == 0 { return elements }
    var all: [Value] = []
    all.reserveCapacity(count)
    add(to: &all)
    return all
  }

  private func add(to all: inout [Value]) {
    all += elements
    for child in children { child.add(to: &all) }
  }
}

extension Sequence<Value> {
  /// The depth of the deepest value.
  var deepest: Int { reduce(0) { Swift.max($0, $1.measure.depth) } }
}
