import Testing

@testable import Reactor

/// Computations whose inputs are named when they are made.
struct ObserveTests {
  private struct Odd: Error, Equatable { let number: Int }

  private func odd(_ graph: Graph, _ cell: Cell<Int>) -> Derived<Int> {
    graph.map(cell) {
      if $0 % 2 == 1 { throw Odd(number: $0) }
      return $0
    }
  }

  @Test func `it runs at once, and again with the values of its inputs`() throws {
    let graph = Graph()
    let (count, name, other) = (graph.cell(1), graph.cell("a"), graph.cell(0))
    var (numbers, texts) = ([Int](), [String]())
    try graph.observe(count) {
      numbers.append($0)
      _ = other.value
    }
    try graph.observe(name, count) { texts.append("\($0)\($1)\(other.value)") }
    graph.checkInvariants()
    other.value = 5
    try graph.flush()
    count.value = 2
    try graph.flush()
    name.value = "b"
    try graph.flush()
    graph.checkInvariants()
    #expect(numbers == [1, 2])
    #expect(texts == ["a10", "a25", "b25"])
  }

  @Test func `an input that is an error is reported, and the body waits for a value`() throws {
    let graph = Graph()
    let cell = graph.cell(2)
    let half = odd(graph, cell)
    var (seen, own, others) = ([Int](), [Int](), [Int]())
    graph.onError = { error, _ in if let odd = error as? Odd { others.append(odd.number) } }
    try graph.observe(half) { seen.append($0) }
    let note: (any Error, Computation) -> Void = { error, _ in
      if let odd = error as? Odd { own.append(odd.number) }
    }
    try graph.observe(half, cell, onError: note) { seen.append(10 * $0 + $1) }
    for value in [3, 4, 5, 5, 6] {
      cell.value = value
      try graph.flush()
      graph.checkInvariants()
    }
    // A write reaches the second one at once, the first one by way of the derived cell.
    #expect(seen == [2, 22, 44, 4, 66, 6])
    #expect(own == [3, 5])
    #expect(others == [3, 5])
  }

  @Test func `a first run that fails is thrown, and leaves nothing behind`() throws {
    let graph = Graph()
    let cell = graph.cell(1)
    let half = odd(graph, cell)
    #expect(throws: Odd(number: 1)) { try graph.observe(half, cell) { _, _ in } }
    #expect(throws: Odd(number: 7)) { try graph.observe(cell) { _ in throw Odd(number: 7) } }
    graph.checkInvariants()
    #expect(!cell.hasDependents && !half.hasDependents)
  }

  @Test func `it is stopped, invalidated and labelled as any other computation`() throws {
    let graph = Graph()
    let cell = graph.cell(0)
    var runs = 0
    var ends: [String] = []
    let computation = try graph.observe(cell, label: "watch") { _ in runs += 1 }
    #expect(computation.label == "watch")
    computation.onInvalidate { ends.append("invalid") }
    computation.onStop { ends.append("stopped") }
    computation.invalidate()
    try graph.flush()
    #expect(runs == 2)
    cell.value = 1
    computation.stop()
    try graph.flush()
    graph.checkInvariants()
    #expect(runs == 2)
    // A re-run begins without the handlers for the end of the run before.
    #expect(ends == ["invalid"])
    #expect(computation.isStopped && !cell.hasDependents)
  }

  @Test func `one that is made by a computation ends with its run`() throws {
    let graph = Graph()
    let (outer, inner) = (graph.cell(0), graph.cell(0))
    var seen: [Int] = []
    try graph.computation { _ in
      let number = outer.value
      try graph.observe(inner) { seen.append(100 * number + $0) }
    }
    inner.value = 1
    try graph.flush()
    outer.value = 1
    inner.value = 2
    try graph.flush()
    graph.checkInvariants()
    #expect(seen == [0, 1, 102])
  }

  @Test func `a body that writes its input runs again`() throws {
    let graph = Graph()
    let cell = graph.cell(0)
    var seen: [Int] = []
    try graph.observe(cell) {
      seen.append($0)
      if $0 > 9 { cell.value = 9 }
    }
    cell.value = 20
    try graph.flush()
    graph.checkInvariants()
    #expect(seen == [0, 20, 9])
  }

  @Test func `what it names is needed also where it will run anyway`() throws {
    let graph = Graph()
    let (first, second) = (graph.cell(0), graph.cell(0))
    var evaluated: [String] = []
    let far = graph.derived { () -> Int in
      evaluated.append("far")
      return second.value
    }
    var seen: [Int] = []
    try graph.observe(first, far) {
      evaluated.append("run")
      seen.append($0 + $1)
    }
    evaluated = []
    first.value = 1
    second.value = 10
    try graph.flush()
    #expect(evaluated == ["far", "run"])
    #expect(seen == [0, 11])
  }

  /// By a derived cell, in the settling that has queued it.
  @Test func `a computation that is stopped while it waits leaves its place`() throws {
    let graph = Graph()
    let (cell, later) = (graph.cell(0), graph.cell(0))
    var runs: [String] = []
    let double = graph.derived { cell.value * 2 }
    var victim: Computation?
    let stopping = graph.derived { () -> Int in
      if cell.value == 1 { victim?.stop() }
      return cell.value + later.value
    }
    // Later in the list of those who read `double` than in the order of creation.
    var isReading = false
    let first = try graph.computation { _ in
      if isReading { _ = try double.value }
      runs.append("first \(later.value)")
    }
    victim = try graph.computation { _ in runs.append("victim \(try double.value)") }
    isReading = true
    later.value = 1
    try graph.flush()
    try graph.computation { _ in _ = try stopping.value }
    runs = []
    cell.value = 1
    try graph.flush()
    graph.checkInvariants()
    #expect(runs == ["first 1"])
    #expect(victim?.isStopped == true && !first.isStopped)
  }
}
