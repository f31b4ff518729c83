import Reactor
import Testing

/// What is let go runs code of its own, which comes back to the graph in the midst of things.
struct PartingTests {
  private final class Guest {
    private let leave: () -> Void

    init(_ leave: @escaping () -> Void = {}) { self.leave = leave }

    deinit { leave() }
  }

  @Test func `what replaces a value stands there before that goes`() {
    let graph = Graph()
    let cell = graph.cell(Guest(), cutoff: .never)
    var seen: [Bool] = []
    let second = Guest()
    cell.value = Guest { seen.append(cell.peek() === second) }
    cell.value = second
    #expect(seen == [true])
    cell.value = Guest { cell.value = Guest() }
    cell.value = Guest()
    #expect(cell.peek() !== second)
  }

  @Test func `a value that goes may begin a batch that reads its cell`() throws {
    let graph = Graph()
    let ended = graph.cell(0)
    let current = graph.cell(Guest(), cutoff: .never)
    var seen = 0
    try graph.computation { _ in
      _ = (current.value, ended.value)
      seen += 1
    }
    current.value = Guest { _ = try? graph.batch { ended.value += 1 } }
    try graph.flush()
    current.value = Guest()
    try graph.flush()
    #expect(seen == 4)
    graph.checkInvariants()
  }

  @Test func `who receives errors may be replaced by what it held`() {
    let graph = Graph()
    let guest = Guest { graph.onError = { _, _ in } }
    graph.onError = { [guest] _, _ in _ = guest }
    graph.onError = nil
    graph.checkInvariants()
  }

  /// A place that is being given up has been found among those to be invalidated.
  @Test func `a stopped computation is gone before what it held goes`() throws {
    let graph = Graph()
    let cell = graph.cell(0)
    let double = graph.derived { cell.value * 2 }
    let first = graph.derived { cell.value }
    var watcher: Computation?
    let second = graph.derived {
      let value = try first.value
      if value == 1 { watcher?.stop() }
      return value
    }
    var seen: [Int] = []
    do {
      let guest = Guest { _ = try? graph.computation { _ in seen.append(try double.value) } }
      watcher = try graph.computation { _ in
        _ = try first.value
        withExtendedLifetime(guest) {}
      }
    }
    try graph.computation { _ in _ = try double.value }
    cell.value = 1
    #expect(try second.value == 1)
    try graph.flush()
    #expect(seen == [2])
    graph.checkInvariants()
  }

  @Test func `nothing is run behind the end of a graph`() throws {
    let graph = Graph()
    let cell = graph.cell(0)
    var runs = 0
    let derived = graph.derived {
      runs += 1
      return cell.value
    }
    let computation = try graph.computation { _ in _ = try derived.value }
    graph.close()
    cell.value = 1
    computation.invalidate()
    try graph.flush()
    #expect(runs == 1)
    #expect(cell.peek() == 1)
    #expect(!computation.isStopped, "it stops nobody")
  }

  @Test func `what goes with a graph may write its cells`() throws {
    var left: [Int] = []
    do {
      let graph = Graph()
      let cell = graph.cell(0)
      let derived = graph.derived { cell.value }
      let guest = Guest {
        cell.value += 1
        try? graph.flush()
        left.append(cell.peek())
      }
      try graph.computation { _ in
        _ = try derived.value
        withExtendedLifetime(guest) {}
      }
      graph.close()
    }
    #expect(left == [1])
  }

  @Test func `what takes errors may write as it goes with the graph, and nothing runs`() throws {
    let graph = Graph()
    let cell = graph.cell(0)
    var runs = 0
    try graph.computation { _ in
      _ = cell.value
      runs += 1
    }
    var guest: Guest? = Guest { cell.value += 1 }
    graph.onError = { [guest] _, _ in withExtendedLifetime(guest) {} }
    guest = nil
    graph.close()
    try graph.flush()
    #expect(runs == 1)
  }

  @Test func `a graph that has been closed keeps no handler`() throws {
    let graph = Graph()
    graph.close()
    var calls = 0
    graph.afterFlush { calls += 1 }
    try graph.flush()
    #expect(calls == 0)
  }
}
