import Reactor
import Testing

/// Derived cells that nobody watches and that are read from outside again and again.
struct KeepingTests {
  @Test func `one read again behind a change is kept up to date without being watched`() throws {
    let graph = Graph()
    let (a, b) = (graph.cell(1), graph.cell(2))
    var runs = 0
    let double = graph.derived {
      runs += 1
      return a.value * 2
    }
    let sum = graph.derived { try double.value + b.value }
    #expect(try sum.value == 4)
    #expect(!sum.isSettled, "one read alone keeps nothing")
    a.value = 2
    #expect(try sum.value == 6)
    #expect(sum.isSettled && double.isSettled)
    #expect(!sum.hasDependents, "who is kept is not watched")
    b.value = 3
    #expect(!sum.isSettled && double.isSettled, "what reads the cell is marked, and nothing else")
    #expect(try sum.value == 7)
    #expect(runs == 2)
    graph.checkInvariants()
  }

  @Test func `a kept cell that comes to be watched is watched, and kept again afterwards`() throws {
    let graph = Graph()
    let a = graph.cell(1)
    var runs = 0
    let node = graph.derived {
      runs += 1
      return a.value % 10
    }
    let outer = graph.derived { try node.value + 1 }
    for value in 2...3 {
      a.value = value
      _ = try outer.value
    }
    let computation = try graph.computation { _ in _ = try node.value }
    #expect(runs == 2, "what is kept need not be evaluated to be watched")
    #expect(node.hasDependents)
    a.value = 14
    try graph.flush()
    #expect(runs == 3)
    #expect(!outer.isSettled, "a watched cell tells its kept readers")
    #expect(try outer.value == 5)
    a.value = 24
    try graph.flush()
    #expect(runs == 4)
    #expect(outer.isSettled, "the value is the same")
    computation.stop()
    graph.checkInvariants()
    a.value = 25
    #expect(try outer.value == 6)
    #expect(runs == 5)
    graph.checkInvariants()
  }

  @Test func `writes that nobody reads do not go on telling those who once read`() throws {
    let graph = Graph()
    let (head, other) = (graph.cell(0), graph.cell(0))
    var runs = 0
    let nodes = (0..<100).map { place in
      graph.derived {
        runs += 1
        return head.value + place
      }
    }
    let read = graph.derived { other.value }
    for value in 1...2 {
      head.value = value
      other.value = value
      for node in nodes { _ = try node.value }
      _ = try read.value
    }
    #expect(nodes.allSatisfy { $0.isSettled })
    for value in 3...500 {
      head.value = value
      other.value = value
      #expect(try read.value == value)
      graph.checkInvariants()
    }
    #expect(runs == 200, "nobody has read them")
    for (place, node) in nodes.enumerated() { #expect(try node.value == 500 + place) }
    #expect(nodes.allSatisfy { !$0.isSettled }, "they have been let go")
    graph.checkInvariants()
  }

  @Test func `nor do writes that reach them through another`() throws {
    let graph = Graph()
    let head = graph.cell(0)
    let middle = graph.derived { head.value * 2 }
    var runs = 0
    let nodes = (0..<100).map { place in
      graph.derived {
        runs += 1
        return try middle.value + place
      }
    }
    for value in 1...2 {
      head.value = value
      for node in nodes { _ = try node.value }
    }
    #expect(nodes.allSatisfy { $0.isSettled })
    for value in 3...500 {
      head.value = value
      #expect(try nodes[7].value == 2 * value + 7)
      graph.checkInvariants()
    }
    #expect(runs == 200 + 498)
    #expect(nodes[7].isSettled, "who is read stays")
    for (place, node) in nodes.enumerated() { #expect(try node.value == 1000 + place) }
    #expect(nodes.count { $0.isSettled } == 1, "the others have been let go")
    graph.checkInvariants()
  }

  @Test func `one that stops being watched while it is stale is stale for its kept readers`() throws
  {
    let graph = Graph()
    let a = graph.cell(1)
    let inner = graph.derived { a.value % 10 }
    let middle = graph.derived { try inner.value + 1 }
    let outer = graph.derived { try middle.value + 1 }
    let computation = try graph.computation { _ in _ = try middle.value }
    for value in 2...3 {
      a.value = value
      try graph.flush()
      _ = try outer.value
    }
    #expect(outer.isSettled)
    a.value = 4
    computation.stop()
    try graph.flush()
    graph.checkInvariants()
    #expect(!outer.isSettled)
    #expect(try outer.value == 6)
  }

  @Test func `a kept cell whose body writes what it reads afterwards hears of the next write`()
    throws
  {
    let graph = Graph()
    let (a, b) = (graph.cell(1), graph.cell(10))
    let node = graph.derived {
      b.value = a.value * 10
      return b.value + a.value
    }
    for value in 2...4 {
      a.value = value
      #expect(try node.value == value * 11)
    }
    a.value = 5
    b.value = 1
    #expect(try node.value == 55)
    b.value = 2
    graph.checkInvariants()
    #expect(try node.value == 55)
    b.value = 3
    #expect(!node.isSettled)
    #expect(try node.value == 55)
  }

  /// Its own evaluation stops the last one that watched it.
  @Test func `one that comes to be kept while it runs is up to date behind that`() throws {
    let graph = Graph()
    let (a, b) = (graph.cell(0), graph.cell(0))
    var watcher: Computation?
    let inner = graph.derived {
      if a.value == 2 { watcher?.stop() }
      return a.value
    }
    let middle = graph.derived {
      _ = a.value
      return max(2, try inner.value) * 10
    }
    let top = graph.derived { try middle.value + 1 }
    let other = graph.derived { b.value }
    watcher = try graph.computation { _ in _ = try middle.value }
    try graph.computation { _ in _ = try other.value }
    #expect(try top.value == 21)
    a.value = 1
    try graph.flush()
    #expect(try top.value == 21)
    a.value = 2
    #expect(try top.value == 21)
    graph.checkInvariants()
    for value in 3..<6 {
      (a.value, b.value) = (value, value)
      try graph.flush()
      #expect(try top.value == value * 10 + 1)
    }
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `who reads one that writes what it reads is told of the next write`(
    _ isNamed: Bool, _ isReaderNamed: Bool
  ) throws {
    let graph = Graph()
    let (a, b) = (graph.cell(0), graph.cell(0))
    let body: (Int) -> Int = { value in
      if value == 1 { a.value = 2 }
      return value * 10
    }
    let middle = isNamed ? graph.map(a, body) : graph.derived { body(a.value) }
    let top =
      isReaderNamed
      ? graph.map(b, middle) { $1 + 1 + $0 * 0 }
      : graph.derived {
        _ = b.value
        return try middle.value + 1
      }
    for value in [0, 3, 4] {
      a.value = value
      #expect(try top.value == value * 10 + 1)
    }
    (a.value, b.value) = (1, 1)
    _ = try top.value
    #expect(a.peek() == 2)
    #expect(try top.value == 21)
    try graph.flush()
    #expect(try top.value == 21)
    graph.checkInvariants()
  }
}
