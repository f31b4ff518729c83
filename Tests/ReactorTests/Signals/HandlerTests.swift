import Reactor
import Testing

/// Nested computations, onInvalidate, onStop, afterFlush.
struct HandlerTests {
  let graph = Graph()
  let log = Log()

  // R-12, T-8
  @Test func `a child is stopped when its parent is invalidated`() throws {
    let cell = graph.cell(0)
    var child: Computation?
    try graph.computation { [graph, log] _ in
      log("parent \(cell.value)")
      child = try graph.computation { _ in log("child \(cell.value)") }
    }
    let first = child
    cell.value = 1
    #expect(first?.isStopped == true)
    try graph.flush()
    #expect(log.take() == ["parent 0", "child 0", "parent 1", "child 1"])
  }

  @Test func `a child is stopped when its parent is stopped`() throws {
    let cell = graph.cell(0)
    let parent = try graph.computation { [graph, log] _ in
      try graph.computation { _ in log("child \(cell.value)") }
    }
    parent.stop()
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["child 0"])
  }

  // T-8
  @Test func `a child made nonreactively is independent`() throws {
    let cell = graph.cell(0)
    let parent = try graph.computation { [graph, log] _ in
      try graph.nonreactive { _ = try graph.computation { _ in log("child \(cell.value)") } }
    }
    parent.stop()
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["child 0", "child 1"])
  }

  @Test func `a child made in a run that is already invalid runs once`() throws {
    let cell = graph.cell(0)
    try graph.computation { [graph, log] computation in
      if computation.isFirstRun { computation.stop() }
      let child = try graph.computation { _ in log("child \(cell.value)") }
      log("\(child.isStopped)")
    }
    #expect(log.take() == ["child 0", "true"])
  }

  // T-6
  @Test func `onInvalidate handlers run at once, in order, each once`() throws {
    let cell = graph.cell(0)
    try graph.computation { [graph, log] computation in
      _ = cell.value
      guard computation.isFirstRun else { return }
      computation.onInvalidate { log("one \(graph.isActive)") }
      computation.onInvalidate { log("two") }
    }
    cell.value = 1
    #expect(log.take() == ["one false", "two"])
    try graph.flush()
    cell.value = 2
    #expect(log.take() == [])
  }

  // R-8, T-6
  @Test func `a handler for what has already happened runs at once`() throws {
    let computation = try graph.computation { _ in }
    computation.invalidate()
    computation.onInvalidate { [log] in log("invalidated") }
    computation.stop()
    computation.onStop { [log] in log("stopped") }
    #expect(log.take() == ["invalidated", "stopped"])
  }

  // T-6
  @Test func `onStop handlers run after those of onInvalidate`() throws {
    let computation = try graph.computation { [log] computation in
      computation.onStop { log("stop") }
      computation.onInvalidate { log("invalidate") }
    }
    computation.stop()
    #expect(log.take() == ["invalidate", "stop"])
  }

  @Test func `a run starts without the handlers of the run before`() throws {
    let computation = try graph.computation { [log] computation in
      if computation.isFirstRun { computation.onStop { log("stop") } }
    }
    computation.invalidate()
    try graph.flush()
    computation.stop()
    #expect(log.take() == [])
  }

  // T-5, done better
  @Test func `an error in a handler is reported and the others still run`() throws {
    graph.onError = { [log] error, _ in log("reported \(error)") }
    let computation = try graph.computation { [log] computation in
      computation.onInvalidate { throw Oops(text: "i") }
      computation.onInvalidate { log("next") }
      computation.onStop { throw Oops(text: "s") }
      computation.onStop { log("last") }
    }
    computation.stop()
    #expect(
      log.take() == ["reported Oops(text: \"i\")", "next", "reported Oops(text: \"s\")", "last"])
  }

  @Test func `a handler that writes is seen by the same flush`() throws {
    let cell = graph.cell(0)
    let trace = graph.cell(0)
    try graph.computation { computation in
      _ = cell.value
      computation.onInvalidate { trace.value += 1 }
    }
    try graph.computation { [log] _ in log("\(trace.value)") }
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["0", "1"])
  }

  // T-16, T-25
  @Test func `afterFlush handlers run one at a time, each followed by what it invalidated`() throws
  {
    let cell = graph.cell(0)
    try graph.computation { [log] _ in log("run \(cell.value)") }
    graph.afterFlush { [graph, log] in
      log("one")
      cell.value = 1
      graph.afterFlush { log("three") }
    }
    graph.afterFlush { [log] in log("two") }
    #expect(graph.needsFlush)
    try graph.flush()
    #expect(log.take() == ["run 0", "one", "run 1", "two", "three"])
    try graph.flush()
    #expect(log.take() == [])
  }

  // T-16
  @Test func `afterFlush handlers without end come to the limit of their flush`() throws {
    var (count, limit) = (0, 10)
    func again() {
      count += 1
      graph.afterFlush { again() }
    }
    graph.afterFlush { again() }
    #expect(throws: BudgetError(turning: ["a handler behind the flush"])) {
      try graph.flush(limit: &limit)
    }
    #expect(count == 10)
  }

  // T-16
  @Test func `an error in an afterFlush handler is reported and the next one runs`() throws {
    graph.onError = { [log] error, _ in log("reported \(error)") }
    graph.afterFlush { throw Oops(text: "x") }
    graph.afterFlush { [log] in log("next") }
    try graph.flush()
    #expect(log.take() == ["reported Oops(text: \"x\")", "next"])
  }

  // R-16, T-10
  @Test func `a flush is refused inside a flush and inside a body, also nonreactively`() throws {
    let cell = graph.cell(0)
    func refusal() -> String {
      do {
        try graph.flush()
        return "done"
      } catch {
        return "\(error)"
      }
    }
    try graph.computation { [graph, log] computation in
      _ = cell.value
      log(refusal())
      log(graph.nonreactive { refusal() })
      graph.afterFlush { log(refusal()) }
    }
    let derived = graph.derived { () -> String in refusal() }
    log(try derived.value)
    try graph.flush()
    let entries = log.take()
    #expect(entries.count == 4 && entries.allSatisfy { $0.contains("flush") })
    #expect(entries.last == "flush inside a flush")
  }

  // T-10
  @Test func `a flush is allowed in an onInvalidate handler outside a flush`() throws {
    let cell = graph.cell(0)
    try graph.computation { [graph, log] computation in
      log("run \(cell.value)")
      computation.onInvalidate { try graph.flush() }
    }
    cell.value = 1
    #expect(log.take() == ["run 0", "run 1"])
  }

  @Test func `a computation that has run since the change is not invalidated by it`() throws {
    let cell = graph.cell(0)
    try graph.computation { [graph, log] computation in
      log("a \(cell.value)")
      computation.onInvalidate { try graph.flush() }
    }
    try graph.computation { [log] _ in log("b \(cell.value)") }
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["a 0", "b 0", "a 1", "b 1"])
  }

  @Test func `a budget ends a flush that would not, and names what kept turning`() throws {
    let ping = graph.cell(0)
    let pong = graph.cell(0)
    try graph.computation(label: "still") { _ in _ = ping.value }
    try graph.computation(label: "ping") { _ in pong.value = ping.value + 1 }
    try graph.computation(label: "pong") { _ in ping.value = pong.value + 1 }
    var limit = 300
    #expect(throws: BudgetError(turning: ["still", "ping", "pong"])) {
      try graph.flush(limit: &limit)
    }
    #expect(limit == 0)
    graph.checkInvariants()
    #expect(graph.needsFlush)
  }

  @Test func `a flush within its budget leaves the rest of it`() throws {
    let cell = graph.cell(0)
    let derived = graph.derived { cell.value }
    try graph.computation { _ in _ = try derived.value }
    cell.value = 1
    var limit = 10
    try graph.flush(limit: &limit)
    #expect(limit == 8)
  }

  @Test func `a batch flushes when it is over, a nested one does not`() throws {
    let cell = graph.cell(0)
    try graph.computation { [log] _ in log("\(cell.value)") }
    try graph.batch {
      cell.value = 1
      try graph.batch { cell.value = 2 }
      log("inside")
    }
    #expect(log.take() == ["0", "inside", "2"])
  }
}
