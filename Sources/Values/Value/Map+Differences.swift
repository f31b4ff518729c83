extension Map {
  /// An entry that two maps do not have alike; nil where one of them has none.
  public typealias Difference = (key: Value, old: Value?, new: Value?)

  /// The entries whose values are not identical in another map, in this map's order, then those that
  /// only the other one has, in its order. Passes over what both share as long as their keys stand in
  /// one order; else it is linear.
  public func differences(from old: Map) -> [Difference] {
    if storage === old.storage { return [] }
    if let found = alignedDifferences(from: old) { return found }
    var found: [Difference] = []
    for (key, value) in zip(keys, values) {
      let before = old[key]
      if before?.isIdentical(to: value) != true { found.append((key, before, value)) }
    }
    for (key, value) in zip(old.keys, old.values) where position(of: key) == nil {
      found.append((key, value, nil))
    }
    return found
  }

  /// The same of two maps that have grown from one; nil where a place has another key in each.
  private func alignedDifferences(from old: Map) -> [Difference]? {
    guard storage.isRope, old.storage.isRope else { return nil }
    let (mine, other) = (rope.entries, old.rope.entries)
    var found: [Difference] = []
    let isAligned = mine.unshared(with: other) { range in
      for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
        let key = mine[index]
        guard key.isIdentical(to: other[index]) else { return false }
        let (before, value) = (other[index + 1], mine[index + 1])
        if !before.isIdentical(to: value) { found.append((key, before, value)) }
      }
      return true
    }
    guard isAligned else { return nil }
    let common = min(mine.count, other.count)
    for index in stride(from: common, to: mine.count, by: 2) {
      found.append((mine[index], nil, mine[index + 1]))
    }
    for index in stride(from: common, to: other.count, by: 2) {
      found.append((other[index], other[index + 1], nil))
    }
    return found
  }
}
