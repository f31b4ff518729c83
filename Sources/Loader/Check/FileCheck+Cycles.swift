import CEL
import Scenarios
import Values

extension FileCheck {
  /// Reports derived cells that read themselves: an error where every read on the way is sure to
  /// happen, else a warning. One for each group of cells that read each other.
  mutating func checkCycles() {
    var numbers: [String: Int] = [:]
    let derived = file.model.cells.compactMap { cell -> (name: Name, formula: Formula)? in
      if case .derived(let formula) = cell.source { (cell.name, formula) } else { nil }
    }
    for (number, cell) in derived.enumerated() { numbers[cell.name.text] = number }
    var sure = [[Int]](repeating: [], count: derived.count)
    var all = sure
    for (number, cell) in derived.enumerated() {
      for reference in cell.formula.expression.references {
        guard let target = numbers[reference.name] else { continue }
        all[number].append(target)
        if reference.isUnconditional { sure[number].append(target) }
      }
    }
    var reported = Set<Int>()
    for (edges, isSure) in [(sure, true), (all, false)] {
      for cycle in ReadingCycles(edges).found where reported.isDisjoint(with: cycle) {
        reported.formUnion(cycle)
        report(cycle.map { derived[$0].name }, isSure: isSure)
      }
    }
  }

  /// So many cells of a cycle are named.
  private static let shown = 10

  private mutating func report(_ cycle: [Name], isSure: Bool) {
    var names = (cycle + [cycle[0]]).map(\.text)
    if names.count > FileCheck.shown + 2 {
      let left = names.count - FileCheck.shown - 1
      names.replaceSubrange(FileCheck.shown..<names.count - 1, with: ["(\(left) more)"])
    }
    let shown = names.joined(separator: " -> ")
    let message =
      isSure
      ? "a derived cell reads itself: \(shown)" : "a derived cell may come to read itself: \(shown)"
    problems.add(
      Diagnostic(
        isSure ? .error : .warning, code: "cycle", message, at: cycle[0].span,
        related: cycle.dropFirst().prefix(FileCheck.shown).map {
          .init($0.span, "by way of \"\($0.text)\"")
        }))
  }
}

/// The cycles of a graph, one from each place where a walk comes back to its own path. Without
/// recursion, in time linear in the graph.
struct ReadingCycles {
  /// Each begins with its smallest number. Some of many.
  private(set) var found: [[Int]] = []
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

  private static func turned(_ cycle: [Int]) -> [Int] {
    let smallest = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
    return Array(cycle[smallest...] + cycle[..<smallest])
  }
}
