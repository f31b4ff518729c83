import Reactor
import Testing

/// Computations: Reactor's and Tracker's autoruns. The rows are those of the seeds' own semantics.
struct ComputationTests {
  let graph = Graph()
  let log = Log()

  // R-1, T-1
  @Test func `a computation runs at once when it is made`() throws {
    try graph.computation { [log] computation in log("\(computation.isFirstRun)") }
    #expect(log.take() == ["true"])
  }

  // T-1
  @Test func `an error in the first run stops the computation and goes to its maker alone`() throws
  {
    let cell = graph.cell(0)
    var made: Computation?
    let onError: (any Error, Computation) -> Void = { [log] _, _ in log("onError") }
    #expect(throws: Oops(text: "first")) {
      try graph.computation(onError: onError) { computation in
        made = computation
        _ = cell.value
        throw Oops(text: "first")
      }
    }
    #expect(made?.isStopped == true)
    #expect(!cell.hasDependents)
    #expect(log.take() == [])
  }

  // T-17
  @Test func `an error in a later run is reported and the computation lives on`() throws {
    let cell = graph.cell(0)
    let late = graph.cell(0)
    graph.onError = { [log] error, _ in log("graph \(error)") }
    try graph.computation { [log] _ in
      if cell.value == 1 { throw Oops(text: "one") }
      log("run \(cell.value) \(late.value)")
    }
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["run 0 0", "graph Oops(text: \"one\")"])
    // What it read after the place of the throw is no dependency until a good run.
    late.value = 5
    try graph.flush()
    #expect(log.take() == [])
    cell.value = 2
    try graph.flush()
    #expect(log.take() == ["run 2 5"])
  }

  // T-17
  @Test func `a computation's own handler gets its errors instead of the graph's`() throws {
    let cell = graph.cell(0)
    graph.onError = { [log] _, _ in log("graph") }
    let onError: (any Error, Computation) -> Void = { [log] error, _ in log("own \(error)") }
    try graph.computation(onError: onError) { _ in
      if cell.value == 1 { throw Oops(text: "x") }
    }
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["own Oops(text: \"x\")"])
  }

  // T-3, R-5
  @Test
  func `readers are invalidated in the order in which they were made, not in which they read`()
    throws
  {
    let first = graph.cell(true)
    let cell = graph.cell(0)
    try graph.computation { [log] _ in
      if !first.value { log("a \(cell.value)") }
    }
    try graph.computation { [log] _ in log("b \(cell.value)") }
    first.value = false
    try graph.flush()
    _ = log.take()
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["a 1", "b 1"])
  }

  // T-4
  @Test func `several changes before a flush make one run`() throws {
    let cell = graph.cell(0)
    try graph.computation { [log] _ in log("\(cell.value)") }
    for value in 1...5 { cell.value = value }
    try graph.flush()
    #expect(log.take() == ["0", "5"])
  }

  @Test func `a later write that undoes a change revives nobody`() throws {
    let cell = graph.cell(0)
    let computation = try graph.computation { [log] _ in log("\(cell.value)") }
    cell.value = 1
    cell.value = 0
    #expect(computation.isInvalidated)
    try graph.flush()
    #expect(log.take() == ["0", "0"])
  }

  //
  @Test func `invalidating twice makes one run`() throws {
    let computation = try graph.computation { [log] _ in log("run") }
    computation.invalidate()
    computation.invalidate()
    try graph.flush()
    #expect(log.take() == ["run", "run"])
  }

  // R-10, T-9
  @Test func `the first run is told from the others`() throws {
    let computation = try graph.computation { [log] in log("\($0.isFirstRun)") }
    computation.invalidate()
    #expect(!computation.isFirstRun)
    try graph.flush()
    #expect(log.take() == ["true", "false"])
  }

  // T-13, T-11
  @Test func `a computation that invalidates itself runs again before any other`() throws {
    let cell = graph.cell(10)
    let other = graph.cell(0)
    try graph.computation { [log] _ in
      log("a \(cell.value)")
      if cell.value < 3 { cell.value += 1 }
    }
    try graph.computation { [log] _ in log("b \(other.value)") }
    _ = log.take()
    cell.value = 0
    other.value = 1
    try graph.flush()
    #expect(log.take() == ["a 0", "a 1", "a 2", "a 3", "b 1"])
  }

  // T-13
  @Test func `a computation that invalidates itself in its first run waits for the flush`() throws {
    let cell = graph.cell(0)
    try graph.computation { [log] _ in
      log("\(cell.value)")
      if cell.value < 3 { cell.value += 1 }
    }
    #expect(log.take() == ["0"])
    try graph.flush()
    #expect(log.take() == ["1", "2", "3"])
  }

  // T-2
  @Test func `what is read after an invalidation in the same run is no dependency`() throws {
    let cell = graph.cell(0)
    let late = graph.cell(0)
    let trigger = graph.dependency()
    try graph.computation { [log] computation in
      log("run")
      trigger.depend()
      if cell.peek() == 1 {
        cell.update { $0 = 2 }
        computation.stop()
      }
      _ = late.value
    }
    cell.value = 1
    trigger.changed()
    try graph.flush()
    #expect(!late.hasDependents)
    late.value = 1
    try graph.flush()
    #expect(log.take() == ["run", "run"])
  }

  // T-7
  @Test func `a computation that stops itself still runs to its end`() throws {
    try graph.computation { [log] computation in
      computation.onInvalidate { log("invalidated") }
      computation.onStop { log("stopped") }
      computation.stop()
      log("after")
    }
    #expect(log.take() == ["invalidated", "stopped", "after"])
  }

  // T-7, R-9
  @Test func `an invalid computation stopped by an earlier one never runs`() throws {
    let cell = graph.cell(0)
    var second: Computation?
    try graph.computation { [log] _ in
      log("first \(cell.value)")
      second?.stop()
    }
    second = try graph.computation { [log] _ in log("second \(cell.value)") }
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["first 0", "second 0", "first 1"])
  }

  //
  @Test func `stopping twice does nothing more`() throws {
    let cell = graph.cell(0)
    let computation = try graph.computation { [log] computation in
      _ = cell.value
      computation.onStop { log("stopped") }
    }
    computation.stop()
    computation.stop()
    #expect(log.take() == ["stopped"])
    #expect(computation.isStopped && computation.isInvalidated && !computation.isFirstRun)
    #expect(!cell.hasDependents)
  }

  // T-14
  @Test func `a computation made in a flush runs at once in its maker`() throws {
    let cell = graph.cell(0)
    try graph.computation { [graph, log] _ in
      if cell.value == 1 { try graph.computation { _ in log("kid") } }
      log("one")
    }
    try graph.computation { [log] _ in log("two \(cell.value)") }
    _ = log.take()
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["kid", "one", "two 1"])
  }

  //
  @Test func `a computation that no longer reads a cell is left alone by it`() throws {
    let ticks = graph.cell(0)
    var isCounting = true
    try graph.computation { [log] _ in
      guard isCounting else { return }
      log("\(ticks.value)")
      if ticks.peek() >= 2 { isCounting = false }
    }
    for tick in 1...5 {
      ticks.value = tick
      try graph.flush()
    }
    #expect(log.take() == ["0", "1", "2"])
  }

  // R-4, T-2
  @Test func `depend says whether the dependency is new to the run`() throws {
    let dependency = graph.dependency()
    #expect(!dependency.depend())
    try graph.computation { [log] _ in
      log("\(dependency.depend())")
      log("\(dependency.depend())")
    }
    #expect(dependency.hasDependents)
    dependency.changed()
    #expect(!dependency.hasDependents)
    try graph.flush()
    #expect(log.take() == ["true", "false", "true", "false"])
  }

  @Test func `several dependencies changed at once invalidate their readers in order of creation`()
    throws
  {
    let a = graph.dependency()
    let b = graph.dependency()
    try graph.computation { [log] _ in
      log("first")
      b.depend()
    }
    try graph.computation { [log] _ in
      log("second")
      a.depend()
    }
    _ = log.take()
    graph.changed([a, b])
    try graph.flush()
    #expect(log.take() == ["first", "second"])
  }

  // R-13, T-20, T-22
  @Test func `what is read nonreactively is no dependency`() throws {
    let cell = graph.cell(1)
    try graph.computation { [graph, log] computation in
      #expect(graph.isActive && graph.current == computation)
      let value = graph.nonreactive {
        #expect(!graph.isActive && graph.current == nil)
        return cell.value
      }
      log("\(value)")
    }
    cell.value = 2
    try graph.flush()
    #expect(log.take() == ["1"])
    #expect(!graph.isActive)
  }

  @Test func `handles to a stopped computation never mean the one that took its place`() throws {
    let old = try graph.computation { _ in }
    old.stop()
    let new = try graph.computation { [log] _ in log("run") }
    #expect(old != new)
    old.invalidate()
    old.stop()
    #expect(!new.isStopped && !new.isInvalidated)
    try graph.flush()
    #expect(log.take() == ["run"])
  }

  @Test(arguments: [9, 1 << 31, Int.max])
  func `each re-run is taken off the limit, however high that is`(_ limit: Int) throws {
    let graph = Graph()
    let cell = graph.cell(0)
    for _ in 0..<3 { try graph.computation { _ in _ = cell.value } }
    cell.value = 1
    var left = limit
    try graph.flush(limit: &left)
    #expect(left == limit - 3)
  }
}
