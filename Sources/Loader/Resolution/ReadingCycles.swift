import Scenarios
import Values

/// The cycles of a graph, one from each place where a walk comes back to its own path. Without
/// recursion, in time linear in the graph.
struct ReadingCycles {
  /// Each begins with its smallest number. Some of many.
  private(set) var found: [[Int]] = []
  /// All nodes, each behind those that it leads to, where nothing goes round.
  private(set) var order: [Int] = []
  private static let most = 64

  init(_ edges: [[Int]]) {
    /// 0: not seen; 1: on the path; 2: done.
    var state = [UInt8](repeating: 0, count: edges.count)
    for start in edges.indices where state[start] == 0 {
      var path: [(node: Int, next: Int)] = [(start, 0)]
      state[start] = 1
      while let (node, next) = path.last {
        guard next < edges[node].count else {
          state[node] = 2
          order.append(node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = edges[node][next]
        if state[target] == 0 {
          state[target] = 1
          path.append((target, 0))
        } else if state[target] == 1, found.count < ReadingCycles.most {
          let first = path.firstIndex { $0.node == target } ?? 0
          found.append(ReadingCycles.turned(path[first...].map(\.node)))
        }
      }
    }
  }

  /// Of those that have nodes in common only the first; none with a node of these.
  func apart(from nodes: Set<Int> = []) -> [[Int]] {
    var seen = nodes
    return found.filter { cycle in
      guard seen.isDisjoint(with: cycle) else { return false }
      seen.formUnion(cycle)
      return true
    }
  }

  /// Reports definitions that lead back to themselves, each group of them once.
  func report(
    _ message: String, of names: [Name], help: [String] = [], _ problems: inout Problems
  ) {
    for cycle in apart().map({ $0.map { names[$0] } }) {
      let path = ReadingCycles.told((cycle + [cycle[0]]).map(\.text))
      problems.error(
        .cycle, "\(message): \(path)", at: cycle[0].span, help: help,
        related: cycle.dropFirst().prefix(10).map {
          .init($0.span, "by way of \"\($0.text)\"")
        })
    }
  }

  /// A circle as it is told: its names, the first again at the end; of a long one the beginning.
  static func told(_ names: [String]) -> String {
    let shown = names.count > 12 ? Array(names.prefix(10)) + ["…", names[names.count - 1]] : names
    return shown.joined(separator: " -> ")
  }

  private static func turned(_ cycle: [Int]) -> [Int] {
    let smallest = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
    return Array(cycle[smallest...] + cycle[..<smallest])
  }
}
