/// What somebody works out of a list, piece by piece.
package protocol ListWork {
  /// What is worked out of a piece, and of pieces in a row.
  associatedtype Summary

  /// Works out a piece: elements that stand together, at least one.
  mutating func summary(of elements: ArraySlice<Value>) throws(NotRemembered) -> Summary

  /// Takes what was worked out of a piece before.
  mutating func reuse(_ summary: Summary) throws(NotRemembered)

  /// Puts the summaries of pieces in a row together, in their order; at least one.
  func join(_ summaries: [Summary]) -> Summary

  /// Whether no piece behind this one counts.
  func isFinal(_ summary: Summary) -> Bool
}

/// That something is to be worked out without a memory.
package struct NotRemembered: Error {
  package init() {}
}

/// What was worked out of a list, kept piece by piece, so that of its next version only those pieces
/// are worked out anew that it does not share with this one.
///
/// Two designs were weighed. A table of nodes and what was worked out of each: nodes that are gone are
/// swept out of it now and then, and hold their values until then. A tree of pieces in the shape of
/// the list, which is walked beside it: it holds just the present version. This is the second.
///
/// A list that was made at once stands in one array: its pieces are cut as if it had grown, so that a
/// version of it in which one element has been exchanged meets them again, and where pieces of an earlier
/// version stand in it, as these.
///
/// Finding what is shared is logarithmic in a list that has grown, and linear in one made at once, at
/// the cost of a comparison of addresses for each element. Elements count as shared where they are the
/// same scalar, or one and the same list or map: what is merely equal is worked out anew.
package final class ListMemory<Work: ListWork> {
  /// A piece of the list: elements, or pieces.
  private final class Piece {
    /// 0 for elements.
    let height: Int
    /// The node of the list that it is; nil where the list was made at once. Held, so that nobody
    /// writes to it in place.
    let node: RopeNode?
    let elements: ArraySlice<Value>
    /// Those that were worked out. Behind a final one they do not count: they are of an earlier version, and known
    /// for when that is final no more.
    let pieces: [Piece]
    let summary: Work.Summary
    /// Whether it holds no array but its own.
    private let isApart: Bool

    init(
      _ height: Int, _ node: RopeNode?, _ elements: ArraySlice<Value>, _ pieces: [Piece],
      _ summary: Work.Summary, isApart: Bool = false
    ) {
      self.isApart = isApart
      self.height = height
      self.node = node
      self.elements = elements
      self.pieces = pieces
      self.summary = summary
    }

    /// The same for when it does not count: what were elements of a large array holds no other version of it then.
    var apart: Piece {
      if isApart || node != nil { return self }
      return Piece(
        height, nil, Array(elements)[...], pieces.map(\.apart), summary, isApart: true)
    }

    /// Those of elements, in their order.
    var leaves: [Piece] { height == 0 ? [self] : pieces.flatMap(\.leaves) }

    /// What may be like a part of a node that is so high.
    func counterpart(of child: RopeNode?, at place: Int, under height: Int) -> Piece? {
      // The list has grown by a level since, or lost one.
      if self.height < height { return place == 0 ? self : nil }
      if self.height > height {
        return pieces.first?.counterpart(of: child, at: place, under: height)
      }
      let same = place < pieces.count ? pieces[place] : nil
      guard let child, same?.node !== child else { return same }
      return pieces.first { $0.node === child } ?? same
    }
  }

  private var front: Piece?
  private var middle: Piece?
  private var back: Piece?

  /// How often in a row nothing was shared with the version before, or it was no use.
  private var inVain = 0
  /// How many versions are let pass before it is tried again.
  private var rest = 0
  private var hasShared = false

  package init() {}

  /// Works out a list that is not empty, unless that was in vain several times in a row: lists that are
  /// made anew each time are then only looked at now and then.
  package func summary(of list: List, _ work: inout Work) throws(NotRemembered) -> Work.Summary {
    if rest > 0 {
      rest -= 1
      throw NotRemembered()
    }
    let isFirst = front == nil && middle == nil && back == nil
    hasShared = false
    do throws(NotRemembered) {
      let summary = try workOut(list, &work)
      // What is decided at once takes no time, and what is known behind it is for later.
      if !isFirst, hasShared || !work.isFinal(summary) { note(wasOfUse: hasShared) }
      return summary
    } catch {
      note(wasOfUse: false)
      throw error
    }
  }

  private func note(wasOfUse: Bool) {
    inVain = wasOfUse ? 0 : min(inVain + 1, ListMemory.longestRest)
    if inVain <= ListMemory.patience { return }
    (front, middle, back) = (nil, nil, nil)
    rest = 1 << inVain
  }

  private static var patience: Int { 2 }
  /// As a power of two.
  private static var longestRest: Int { 5 }

  /// Where that throws, the memory stays as it was.
  private func workOut(_ list: List, _ work: inout Work) throws(NotRemembered) -> Work.Summary {
    var ends: (front: Piece?, back: Piece?)
    var whole: Piece?
    var counted: [Work.Summary] = []
    if list.storage.isRope {
      let rope = list.rope
      var isOver = false
      func count(_ piece: Piece) -> Piece {
        counted.append(piece.summary)
        isOver = work.isFinal(piece.summary)
        return piece
      }
      if let values = rope.frontValues {
        ends.front = count(try leaf(values[...], nil, front, &work))
      }
      if let root = rope.root {
        whole = isOver ? middle?.apart : count(try piece(root, like: middle, &work))
      }
      if let values = rope.backValues {
        ends.back = isOver ? back : count(try leaf(values[...], nil, back, &work))
      }
    } else {
      let known = [front, middle, back].compactMap(\.self)
      let all = try flat(list.storage.elements[...], like: known, &work)
      counted.append(all.summary)
      whole = all
    }
    let summary = work.join(counted)
    (front, middle, back) = (ends.front, whole, ends.back)
    return summary
  }

  /// Tells all that is kept.
  package func each(_ body: (Work.Summary) -> Void) {
    func tell(_ piece: Piece?) {
      guard let piece else { return }
      body(piece.summary)
      for inner in piece.pieces { tell(inner) }
    }
    tell(front)
    tell(middle)
    tell(back)
  }

  /// Tells the elements of which something is kept: of the last version, and behind what is final of an earlier one.
  package func eachElement(_ body: (Value) -> Void) {
    func tell(_ piece: Piece?) {
      guard let piece else { return }
      for element in piece.elements { body(element) }
      for inner in piece.pieces { tell(inner) }
    }
    tell(front)
    tell(middle)
    tell(back)
  }

  private func reuse(_ piece: Piece, _ work: inout Work) throws(NotRemembered) {
    hasShared = true
    try work.reuse(piece.summary)
  }

  /// A piece of so many others, of which those up to a final one have been worked out.
  private func piece(
    _ height: Int, _ node: RopeNode?, _ counted: [Piece], of count: Int, like old: Piece?,
    _ work: Work
  ) -> Piece {
    var pieces = counted
    if let old, old.height == height, counted.count < count {
      pieces += old.pieces.dropFirst(counted.count).prefix(count - counted.count).map(\.apart)
    }
    return Piece(height, node, [], pieces, work.join(counted.map(\.summary)))
  }

  private func piece(
    _ node: RopeNode, like old: Piece?, _ work: inout Work
  ) throws(NotRemembered) -> Piece {
    if let old, old.node === node {
      try reuse(old, &work)
      return old
    }
    if node.height == 0 {
      guard node.count > RopeNode.width else {
        return try leaf(node.elements[...], node, old, &work)
      }
      // Of a list that was made at once, as it is.
      let piece = try flat(node.elements[...], like: old.map { [$0] } ?? [], &work)
      return Piece(piece.height, node, piece.elements, piece.pieces, piece.summary)
    }
    var pieces: [Piece] = []
    pieces.reserveCapacity(node.children.count)
    for (place, child) in node.children.enumerated() {
      let like = old?.counterpart(of: child, at: place, under: node.height)
      let piece = try piece(child, like: like, &work)
      pieces.append(piece)
      if work.isFinal(piece.summary) { break }
    }
    return self.piece(node.height, node, pieces, of: node.children.count, like: old, work)
  }

  /// Pieces of an array.
  private func flat(
    _ elements: ArraySlice<Value>, like old: [Piece], _ work: inout Work
  ) throws(NotRemembered) -> Piece {
    let known = old.flatMap(\.leaves)
    let parts = ListCut(elements, like: known.map(\.elements)).parts
    var pieces: [Piece] = []
    pieces.reserveCapacity(parts.count)
    for part in parts {
      let own = elements[part.range]
      let summary: Work.Summary
      if let place = part.known {
        try reuse(known[place], &work)
        summary = known[place].summary
      } else {
        summary = try work.summary(of: own)
      }
      pieces.append(Piece(0, nil, own, [], summary))
      if work.isFinal(summary) { break }
    }
    let rest = parts[pieces.count...].compactMap(\.known).map { known[$0].apart }
    return tree(pieces + rest, counted: pieces.count, work)
  }

  /// Puts pieces of elements together, of which so many count.
  private func tree(_ leaves: [Piece], counted: Int, _ work: Work) -> Piece {
    var (level, counted, height) = (leaves, counted, 0)
    while level.count > 1 {
      height += 1
      level = stride(from: 0, to: level.count, by: RopeNode.width).map { start in
        let group = Array(level[start..<min(start + RopeNode.width, level.count)])
        // Those of which none counts are for when they do.
        let counts = start < counted ? group.prefix(counted - start) : group[...]
        return Piece(height, nil, [], group, work.join(counts.map(\.summary)))
      }
      counted = (counted + RopeNode.width - 1) / RopeNode.width
    }
    return level[0]
  }

  private func leaf(
    _ elements: ArraySlice<Value>, _ node: RopeNode?, _ old: Piece?, _ work: inout Work
  ) throws(NotRemembered) -> Piece {
    var like = old
    while let found = like, found.height > 0 { like = found.pieces.first }
    if let like, elements.areShared(with: like.elements) {
      try reuse(like, &work)
      return Piece(0, node, elements, [], like.summary)
    }
    return Piece(0, node, elements, [], try work.summary(of: elements))
  }
}

extension ArraySlice<Value> {
  /// Whether all elements are the same, without looking into what they hold.
  func areShared(with other: ArraySlice<Value>) -> Bool {
    guard count == other.count else { return false }
    for (own, other) in zip(self, other) where !own.isShared(with: other) { return false }
    return true
  }
}

extension Value {
  /// Whether it is the same scalar, or one and the same list or map.
  fileprivate func isShared(with other: Value) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.list(let a), .list(let b)): a.storage === b.storage
    case (.map(let a), .map(let b)): a.storage === b.storage
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.string(let a), .string(let b)): Text.same(a, b)
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    // What is seldom an element is worked out anew.
    case (.null, _), (.bool, _), (.int, _), (.uint, _), (.double, _), (.string, _), (.list, _),
      (.map, _), (.timestamp, _), (.duration, _), (.bytes, _), (.type, _), (.optional, _),
      (.opaque, _):
      false
    }
  }
}
