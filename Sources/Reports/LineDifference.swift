import Values

/// The difference of two lists of lines, as few changes as can be found at bounded cost. What the
/// standard library's `difference` takes grows with the square of what differs: half a second for
/// 4,000 lines, twelve for 20,000.
enum LineDifference {
  enum Change: Equatable {
    case same(String)
    case removed(String)
    case added(String)
    /// So many equal lines, left out.
    case skipped(Int)

    var isDifference: Bool {
      switch self {
      case .same, .skipped: false
      case .removed, .added: true
      }
    }
  }

  /// Beyond so many pairs of lines both are split at lines that stand once in each; where there are
  /// none, or so often behind each other, what differs counts as wholly replaced.
  private static let mostPairs = 250_000
  private static let deepest = 8
  /// So many equal lines are kept on each side of a change.
  private static let context = 2

  /// With equal lines far from any change left out.
  static func between(_ old: [String], _ new: [String]) -> [Change] {
    folded(all(old, new))
  }

  /// With every line of both.
  static func all(_ old: [String], _ new: [String]) -> [Change] {
    changes(old[...], new[...], depth: 0)
  }

  private static func changes(
    _ old: ArraySlice<String>, _ new: ArraySlice<String>, depth: Int
  ) -> [Change] {
    let shorter = min(old.count, new.count)
    let head = zip(old, new).prefix { Text.same($0, $1) }.count
    let tail = zip(old.reversed(), new.reversed()).prefix(shorter - head)
      .prefix { Text.same($0, $1) }.count
    let middle = middle(
      old.dropFirst(head).dropLast(tail), new.dropFirst(head).dropLast(tail), depth: depth)
    return old.prefix(head).map(Change.same) + middle + old.suffix(tail).map(Change.same)
  }

  private static func middle(
    _ old: ArraySlice<String>, _ new: ArraySlice<String>, depth: Int
  ) -> [Change] {
    if !old.isEmpty, !new.isEmpty {
      if old.count <= mostPairs / new.count { return exact(Array(old), Array(new)) }
      if depth < deepest, let split = anchored(old, new, depth: depth) { return split }
    }
    return old.map(Change.removed) + new.map(Change.added)
  }

  /// Splits both at the lines that stand once in each, as far as these are in the same order: what
  /// a patience sort finds. Nil where there are none.
  private static func anchored(
    _ old: ArraySlice<String>, _ new: ArraySlice<String>, depth: Int
  ) -> [Change]? {
    let places = uniquePlaces(new)
    let known = uniquePlaces(old)
    var pairs: [(old: Int, new: Int)] = []
    for place in old.indices {
      let key = Array(old[place].utf8)
      if known[key] == place, let other = places[key], let other { pairs.append((place, other)) }
    }
    let anchors = longestRise(pairs)
    if anchors.isEmpty { return nil }
    var changes: [Change] = []
    var (i, j) = (old.startIndex, new.startIndex)
    for anchor in anchors {
      changes += self.changes(old[i..<anchor.old], new[j..<anchor.new], depth: depth + 1)
      changes.append(.same(old[anchor.old]))
      (i, j) = (anchor.old + 1, anchor.new + 1)
    }
    return changes + self.changes(old[i...], new[j...], depth: depth + 1)
  }

  /// Where each line stands; nil for those that stand more than once.
  private static func uniquePlaces(_ lines: ArraySlice<String>) -> [[UInt8]: Int?] {
    var places: [[UInt8]: Int?] = [:]
    for place in lines.indices {
      let key = Array(lines[place].utf8)
      places[key] = .some(places[key] == nil ? place : nil)
    }
    return places
  }

  /// The longest part of the pairs, which rise in their first places, that rises in both.
  private static func longestRise(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var piles: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[piles[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? piles[low - 1] : nil
      if low == piles.count { piles.append(index) } else { piles[low] = index }
    }
    var rise: [(old: Int, new: Int)] = []
    var next = piles.last
    while let index = next {
      rise.append(pairs[index])
      next = before[index]
    }
    return rise.reversed()
  }

  /// The longest common subsequence decides what stayed.
  private static func exact(_ old: [String], _ new: [String]) -> [Change] {
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        lengths[i * width + j] =
          Text.same(old[i], new[j])
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var changes: [Change] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, j < new.count, Text.same(old[i], new[j]) {
        changes.append(.same(old[i]))
        (i, j) = (i + 1, j + 1)
      } else if j == new.count
        || (i < old.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
      {
        changes.append(.removed(old[i]))
        i += 1
      } else {
        changes.append(.added(new[j]))
        j += 1
      }
    }
    return changes
  }

  /// Leaves out equal lines far from any change.
  private static func folded(_ changes: [Change]) -> [Change] {
    var near = [Bool](repeating: false, count: changes.count)
    for (index, change) in changes.enumerated() {
      if case .same = change { continue }
      for other in max(0, index - context)...min(changes.count - 1, index + context) {
        near[other] = true
      }
    }
    var folded: [Change] = []
    var index = 0
    while index < changes.count {
      let start = index
      while index < changes.count, !near[index] { index += 1 }
      if index - start > 1 {
        folded.append(.skipped(index - start))
      } else if index > start {
        folded.append(changes[start])
      }
      if index < changes.count {
        folded.append(changes[index])
        index += 1
      }
    }
    return folded
  }
}
