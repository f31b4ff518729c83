import Values

/// The difference of two lists of lines, as few changes as can be found at bounded cost.
enum LineDifference {
  enum Change: Equatable {
    case same(String)
    case removed(String)
    case added(String)
    /// So many equal lines, left out.
    case skipped(Int)
  }

  /// Beyond so many pairs of lines the middle counts as wholly replaced.
  private static let mostPairs = 250_000
  /// So many equal lines are kept on each side of a change.
  private static let context = 2

  static func between(_ old: [String], _ new: [String]) -> [Change] {
    var head = 0
    while head < min(old.count, new.count), Text.same(old[head], new[head]) { head += 1 }
    var tail = 0
    while tail < min(old.count, new.count) - head,
      Text.same(old[old.count - 1 - tail], new[new.count - 1 - tail])
    { tail += 1 }
    let middle = changes(
      Array(old[head..<old.count - tail]), Array(new[head..<new.count - tail]))
    let all = old[..<head].map(Change.same) + middle + old[(old.count - tail)...].map(Change.same)
    return folded(all)
  }

  /// The longest common subsequence decides what stayed.
  private static func changes(_ old: [String], _ new: [String]) -> [Change] {
    if old.isEmpty || new.isEmpty || old.count > mostPairs / new.count {
      return old.map(Change.removed) + new.map(Change.added)
    }
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
