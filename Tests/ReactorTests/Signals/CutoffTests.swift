import Reactor
import Testing
import Values

struct CutoffTests {
  let graph = Graph()
  let log = Log()

  private func watch<Value>(_ cell: Cell<Value>) throws {
    try graph.computation { [log] _ in log("\(cell.value)") }
  }

  private func set<Value>(_ cell: Cell<Value>, _ values: [Value]) throws -> [String] {
    try watch(cell)
    for value in values {
      cell.value = value
      try graph.flush()
    }
    return log.take()
  }

  // I-1, T-23
  @Test func `equal drops an equal value`() throws {
    #expect(try set(graph.cell(1), [1, 2, 2, 1]) == ["1", "2", "1"])
    #expect(try set(graph.cell("a"), ["a", "b"]) == ["a", "b"])
    #expect(try set(graph.cell(true), [true, false]) == ["true", "false"])
  }

  @Test func `NaN equals NaN`() throws {
    #expect(try set(graph.cell(Double.nan), [.nan, 1]) == ["nan", "1.0"])
    #expect(try set(graph.cell(Value.double(.nan)), [.double(.nan)]) == ["NaN"])
    let nans = graph.cell([Double.nan], cutoff: .custom { $0.count == $1.count })
    #expect(try set(nans, [[1], [1, 2]]) == ["[nan]", "[1.0, 2.0]"])
  }

  @Test func `an int and a double of the same value differ`() throws {
    #expect(try set(graph.cell(Value.int(1)), [.double(1), .int(1)]) == ["1", "1.0", "1"])
  }

  @Test func `never counts every write`() throws {
    #expect(try set(graph.cell(1, cutoff: .never), [1, 1]) == ["1", "1", "1"])
  }

  @Test func `always lets nothing through`() throws {
    let cell = graph.cell(1, cutoff: .always)
    #expect(try set(cell, [2, 3]) == ["1"])
    #expect(cell.value == 1)
  }

  // J-4
  @Test func `what is cut off keeps the old value, which is old again the next time`() throws {
    let cell = graph.cell(0, cutoff: .custom { old, new in abs(old - new) <= 1 })
    #expect(try set(cell, [1, 2]) == ["0", "2"])
    let derived = graph.derived(cutoff: .custom { old, new in abs(old - new) <= 1 }) {
      cell.value
    }
    #expect(try derived.value == 2)
    cell.value = 4
    #expect(try derived.value == 4)
  }

  // I-2
  @Test func `every node asks its own cutoff`() throws {
    let cell = graph.cell(1, cutoff: .never)
    let same = graph.derived { cell.value }
    let again = graph.derived(cutoff: .never) { cell.value }
    try graph.computation { [log] _ in log("same \(try same.value)") }
    try graph.computation { [log] _ in log("again \(try again.value)") }
    _ = log.take()
    cell.value = 1
    try graph.flush()
    #expect(log.take() == ["again 1"])
  }

  @Test func `a cutoff's reads are not tracked`() throws {
    let other = graph.cell(0)
    let cell = graph.cell(0)
    let derived = graph.derived(cutoff: .custom { _, _ in other.value > 5 }) { cell.value }
    try graph.computation { [log] _ in log("\(try derived.value)") }
    cell.value = 1
    try graph.flush()
    other.value = 9
    try graph.flush()
    #expect(!other.hasDependents)
    cell.value = 2
    try graph.flush()
    #expect(log.take() == ["0", "1"])
  }
}
