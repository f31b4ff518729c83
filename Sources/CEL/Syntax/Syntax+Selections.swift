extension Syntax {
  /// Words that a host's dotted name may have.
  private static let longestName = 16

  /// A name and the names selected from it one after the other: what a dotted name may stand for.
  func selectedNames(from position: Int32, _ parents: [Int32]) -> [String] {
    var found = [names[Int(nodes[Int(position)].a)]]
    var top = position
    while found.count < Syntax.longestName, let parent = selection(from: top, parents) {
      let node = nodes[Int(parent)]
      guard node.kind == .select, !node.isFlagged else { break }
      found.append(names[Int(node.b)])
      top = parent
    }
    return found
  }

  /// The part that selects from this one, if one does.
  func selection(from position: Int32, _ parents: [Int32]) -> Int32? {
    let parent = parents[Int(position)]
    guard parent >= 0 else { return nil }
    let node = nodes[Int(parent)]
    switch node.kind {
    case .select, .has, .index: return node.a == position ? parent : nil
    default: return nil
    }
  }
}
