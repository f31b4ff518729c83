import Testing

@testable import Reactor

struct CycleTests {
  let graph = Graph()
  let log = Log()

  /// Two cells that read each other as long as a switch is on.
  private func ring(_ isRing: Cell<Bool>) -> (Derived<Int>, Derived<Int>) {
    final class Later { var derived: Derived<Int>? }
    let later = Later()
    let a = graph.derived(label: "a") { () -> Int in
      isRing.value ? (try later.derived?.value ?? 0) + 1 : 5
    }
    let b = graph.derived(label: "b") { try a.value + 1 }
    later.derived = b
    return (a, b)
  }

  @Test func `a derived cell that reads itself is an error with the way round`() throws {
    let (a, b) = ring(graph.cell(true))
    #expect(throws: CycleError(path: ["a", "b", "a"])) { try a.value }
    #expect(CycleError(path: ["a", "b", "a"]).message == "cycle: a -> b -> a")
    #expect(throws: CycleError.self) { try b.value }
  }

  @Test func `a cycle poisons nothing`() throws {
    let isRing = graph.cell(true)
    let (a, b) = ring(isRing)
    try graph.computation { [log] _ in log((try? b.value).map { "\($0)" } ?? "cycle") }
    #expect(throws: CycleError.self) { try a.value }
    graph.checkInvariants()
    isRing.value = false
    try graph.flush()
    #expect(log.take() == ["cycle", "6"])
    isRing.value = true
    try graph.flush()
    graph.checkInvariants()
    isRing.value = false
    #expect(try a.value == 5)
    #expect(try b.value == 6)
    try graph.flush()
    #expect(log.take() == ["cycle", "6"])
  }

  @Test func `cells that swap who reads whom are no cycle`() throws {
    final class Later { var derived: Derived<Int>? }
    let later = Later()
    let isForward = graph.cell(true)
    let a = graph.derived { () -> Int in isForward.value ? 1 : (try later.derived?.value ?? 0) + 1 }
    let b = graph.derived { () -> Int in isForward.value ? try a.value + 1 : 10 }
    later.derived = b
    try graph.computation { [log] _ in log("\(try a.value) \(try b.value)") }
    for _ in 0..<2 {
      isForward.value.toggle()
      try graph.flush()
      graph.checkInvariants()
    }
    #expect(log.take() == ["1 2", "11 10", "1 2"])
  }

  private func chain(_ start: Cell<Int>, _ length: Int) -> Derived<Int> {
    var last = graph.derived { start.value }
    for _ in 0..<length {
      let previous = last
      last = graph.derived { try previous.value + 1 }
    }
    return last
  }

  @Test func `evaluation that nests too deep is an error, and not for ever`() throws {
    let start = graph.cell(0)
    graph.depthLimit = 100
    let end = chain(start, 200)
    #expect(throws: DepthError(limit: 100)) { try end.value }
    graph.checkInvariants()
    graph.depthLimit = 300
    start.value = 1
    #expect(try end.value == 201)
  }

  @Test func `the default limit is safe on the stack there is`() throws {
    let end = chain(graph.cell(0), 5000)
    #expect(throws: DepthError.self) { try end.value }
  }

  @Test func `computations that make computations without end meet the limit`() throws {
    func spawn() throws { try graph.computation { _ in try spawn() } }
    #expect(throws: DepthError.self) { try spawn() }
  }

  @Test func `a long chain built step by step is settled and verified without nesting`() throws {
    let start = graph.cell(0)
    var last = graph.derived { start.value }
    for _ in 0..<20_000 {
      let previous = last
      last = graph.derived { try previous.value + 1 }
      _ = try last.value
    }
    let end = last
    let other = graph.cell(0)
    other.value = 1
    #expect(try end.value == 20_000)
    let computation = try graph.computation { [log] _ in log("\(try end.value)") }
    start.value = 1
    try graph.flush()
    #expect(log.take() == ["20000", "20001"])
    computation.stop()
    graph.checkInvariants()
  }

  @Test func `what meets a cycle after each write is remembered once`() throws {
    let isRing = graph.cell(true)
    let (_, b) = ring(isRing)
    try graph.computation { _ in _ = try? b.value }
    let other = graph.cell(0)
    for number in 1...1_000 {
      other.value = number
      _ = try? b.value
      try graph.flush()
    }
    #expect(graph.kernel.state.pointee.fragile.count <= 4)
    isRing.value = false
    try graph.flush()
    #expect(try b.value == 6)
    graph.checkInvariants()
  }
}
