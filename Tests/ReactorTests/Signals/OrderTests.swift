import Reactor
import Testing

/// What is run when, and how often: each claim once broke an engine of this kind.
struct OrderTests {
  let graph = Graph()
  let log = Log()

  @Test func `computations run once, after all derived cells`() throws {
    let a = graph.cell(0)
    let first = graph.derived { [log] () -> Int in
      log("first")
      return a.value
    }
    try graph.computation { [log] _ in log("run \(try first.value)") }
    let second = graph.derived { [log] () -> Int in
      log("second")
      return try first.value
    }
    try graph.computation { [log] _ in log("run \(try second.value)") }
    _ = log.take()
    a.value = 1
    try graph.flush()
    #expect(log.take() == ["first", "second", "run 1", "run 1"])
  }

  @Test func `a read in a batch that comes upon a dirty cell it did not read before is right`()
    throws
  {
    let pick = graph.cell(false)
    let a = graph.cell(1)
    let low = graph.derived { a.value * 10 }
    let middle = graph.derived { try low.value + 1 }
    let high = graph.derived { pick.value ? try middle.value : -1 }
    try graph.computation { _ in _ = try middle.value }
    try graph.computation { [log] _ in log("\(try high.value)") }
    a.value = 2
    pick.value = true
    #expect(try high.value == 21)
    graph.checkInvariants()
    try graph.flush()
    #expect(log.take() == ["-1", "21"])
  }

  @Test
  func `a cell read before and after a nested evaluation that reads it too is one dependency`()
    throws
  {
    let a = graph.cell(1)
    let b = graph.cell(1)
    let inner = graph.derived { a.value + b.value }
    let outer = graph.derived { a.value + (try inner.value) + a.value }
    let computation = try graph.computation { [log] _ in log("\(a.value + (try outer.value))") }
    for value in 2...4 {
      a.value = value
      b.value = value
      graph.checkInvariants()
      try graph.flush()
      graph.checkInvariants()
    }
    computation.stop()
    graph.checkInvariants()
    #expect(!a.hasDependents && !b.hasDependents)
    #expect(log.take() == ["5", "10", "15", "20"])
  }

  @Test func `a cell that loses its last reader in a flush and gets another is evaluated once`()
    throws
  {
    let a = graph.cell(1)
    let shared = graph.derived { [log] () -> Int in
      log("shared")
      return a.value
    }
    let giver = try graph.computation { _ in
      if a.value == 1 { _ = try shared.value }
    }
    try graph.computation { [log] _ in
      if a.value == 2 { log("taken \(try shared.value)") }
    }
    _ = log.take()
    a.value = 2
    try graph.flush()
    graph.checkInvariants()
    #expect(!giver.isInvalidated)
    #expect(log.take() == ["shared", "taken 2"])
  }

  @Test func `what a computation reads after its own write is up to date`() throws {
    let trigger = graph.cell(0)
    let a = graph.cell(0)
    let b = graph.derived { a.value + 1 }
    let c = graph.derived { try b.value + 1 }
    try graph.computation { _ in _ = try c.value }
    try graph.computation { [log] _ in
      a.value = trigger.value * 10
      log("\(try c.value)")
    }
    trigger.value = 1
    try graph.flush()
    #expect(log.take() == ["2", "12"])
  }

  // I-11
  @Test func `a write to another cell inside a computation is seen in the same flush`() throws {
    let a = graph.cell(0)
    let b = graph.cell(0)
    try graph.computation { _ in b.value = a.value * 10 }
    try graph.computation { [log] _ in log("\(b.value)") }
    a.value = 1
    try graph.flush()
    a.value = 2
    try graph.flush()
    #expect(log.take() == ["0", "10", "20"])
  }

  // I-12, done better: there the update is lost.
  @Test func `a write to the same cell inside a computation reaches everybody`() throws {
    let a = graph.cell(1)
    let tenfold = graph.derived { a.value * 10 }
    try graph.computation { [log] _ in
      log("a \(a.value)")
      if a.value == 2 { a.value = 3 }
    }
    try graph.computation { [log] _ in log("tenfold \(try tenfold.value)") }
    a.value = 2
    try graph.flush()
    #expect(log.take() == ["a 1", "tenfold 10", "a 2", "a 3", "tenfold 30"])
    #expect(try tenfold.value == 30)
  }

  @Test func `readers found out of date together are invalidated in order of creation`() throws {
    let a = graph.cell(0)
    let one = graph.derived { a.value }
    let two = graph.derived { a.value }
    try graph.computation { [log] _ in log("first reads two: \(try two.value)") }
    try graph.computation { [log] _ in log("second reads one: \(try one.value)") }
    _ = log.take()
    a.value = 1
    try graph.flush()
    #expect(log.take() == ["first reads two: 1", "second reads one: 1"])
  }

  @Test func `children that come and go leave no nodes behind`() throws {
    let a = graph.cell(0)
    var handles: [Computation] = []
    try graph.computation { [graph] _ in
      _ = a.value
      handles.append(try graph.computation { _ in _ = a.value })
    }
    for value in 1...1000 {
      a.value = value
      try graph.flush()
    }
    graph.checkInvariants()
    let areStopped = handles.dropLast().allSatisfy { $0.isStopped }
    #expect(areStopped)
  }
}
