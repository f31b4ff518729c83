import Reactor
import TestSupport
import Testing

/// Computations that were made within others end with them.
@Suite struct EndingTests {
  @Test func `a handler or a cutoff may let go of its graph`() throws {
    final class Held {}
    weak var held: Held?
    for place in 0..<4 {
      var graph: Graph? = Graph()
      let mine = Held()
      held = mine
      func letGo() { if graph != nil, graph?.isComputing == false { graph = nil } }
      let cell = try #require(graph).cell(
        "a",
        cutoff: .custom { _, _ in
          if place == 0 { letGo() }
          return false
        })
      let computation = try #require(graph).computation { run in
        _ = (cell.value, mine)
        if place == 1 { run.onInvalidate { letGo() } }
        if place == 2 { run.onStop { letGo() } }
        run.onStop { _ = mine }
      }
      if place == 3 { try #require(graph).afterFlush { letGo() } }
      cell.value = "b"
      if place != 0, place != 1 { try #require(graph).flush() }
      if place == 2 { computation.stop() }
      #expect(graph == nil)
    }
    #expect(held == nil)
  }

  @Test(arguments: [true, false])
  func aDeepNestNeedsNoStack(_ isStopped: Bool) throws {
    let depth = 100_000
    let graph = Graph()
    let grow = (0...depth).map { _ in graph.cell(false) }
    func make(_ level: Int) throws -> Computation {
      try graph.computation { _ in
        if grow[level].value, level < depth { _ = try make(level + 1) }
      }
    }
    // Each is made in a re-run of the one around it, so that no evaluation nests.
    let root = try make(0)
    for level in 0..<depth {
      grow[level].value = true
      try graph.flush()
    }
    #expect(grow[depth].hasDependents)
    if isStopped {
      root.stop()
    } else {
      grow[0].value = false
      try graph.flush()
    }
    #expect(!grow[depth].hasDependents)
  }

  private struct Tree {
    var children: [Tree] = []
    /// Before how many of the children each handler was registered.
    var handlers: [Int] = []
    var name = 0

    static func random(_ random: inout Seeded, _ count: inout Int, depth: Int) -> Tree {
      var tree = Tree()
      tree.name = count
      count += 1
      if depth < 5 {
        for _ in 0..<random.below(4) {
          tree.children.append(.random(&random, &count, depth: depth + 1))
        }
      }
      for _ in 0..<random.below(3) {
        tree.handlers.append(random.below(tree.children.count + 1))
      }
      tree.handlers.sort()
      return tree
    }

    /// What happens as it is stopped: what its invalidation does in the order of registration, then its stop handlers.
    func ending(_ log: inout [String]) {
      for place in 0...children.count {
        for (number, handler) in handlers.enumerated() where handler == place {
          log.append("\(name) invalid \(number)")
        }
        if place < children.count { children[place].ending(&log) }
      }
      for number in handlers.indices { log.append("\(name) stopped \(number)") }
    }
  }

  @Test(arguments: 0..<40)
  func handlersRunInTheOrderOfRegistrationAtAnyDepth(_ number: Int) throws {
    var random = Seeded(UInt64(number))
    var count = 0
    let tree = Tree.random(&random, &count, depth: 0)
    let graph = Graph()
    let log = Log()
    func build(_ tree: Tree) throws -> Computation {
      try graph.computation { computation in
        for place in 0...tree.children.count {
          for (number, handler) in tree.handlers.enumerated() where handler == place {
            computation.onInvalidate { log("\(tree.name) invalid \(number)") }
            computation.onStop { log("\(tree.name) stopped \(number)") }
          }
          if place < tree.children.count { _ = try build(tree.children[place]) }
        }
      }
    }
    let root = try build(tree)
    root.stop()
    var expected: [String] = []
    tree.ending(&expected)
    #expect(log.take() == expected, "seed \(number)")
  }

  @Test func aSpentBudgetNamesWhatWaits() throws {
    let graph = Graph()
    let cell = graph.cell(0, label: "cell")
    let double = graph.derived(label: "double") { cell.value * 2 }
    try graph.computation(label: "watch") { _ in _ = try double.value }
    try graph.computation(label: "direct") { _ in _ = cell.value }
    cell.value = 1
    var left = 0
    let error = #expect(throws: BudgetError.self) { try graph.flush(limit: &left) }
    #expect(error?.turning == ["double", "direct"])
  }
}
