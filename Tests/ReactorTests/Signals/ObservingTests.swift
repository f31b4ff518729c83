import Reactor
import TestSupport
import Testing
import Values

@Suite struct ObservingTests {
  let graph = Graph()
  let log = Log()

  func hooked(_ name: String, _ value: Int = 0) -> Cell<Int> {
    let cell = graph.cell(value)
    cell.onObserved { [log] in log("\(name) on") }
    cell.onUnobserved { [log] in log("\(name) off") }
    return cell
  }

  func reading(_ body: @escaping () throws -> Void) throws -> Computation {
    try graph.computation { _ in try body() }
  }

  @Test func `the first reader and the last count, and those between do not`() throws {
    let cell = hooked("cell")
    let first = try reading { _ = cell.value }
    #expect(log.take() == [])
    try graph.flush()
    #expect(log.take() == ["cell on"])
    let second = try reading { _ = cell.value }
    first.stop()
    try graph.flush()
    #expect(log.take() == [])
    second.stop()
    #expect(graph.needsFlush)
    try graph.flush()
    #expect(log.take() == ["cell off"])
    _ = try reading { _ = cell.value }
    try graph.flush()
    #expect(log.take() == ["cell on"])
  }

  @Test func `a read outside of computations observes nothing`() throws {
    let cell = hooked("cell")
    let twice = graph.derived { cell.value * 2 }
    _ = (cell.value, cell.peek(), try twice.value)
    _ = try reading { [graph] in graph.nonreactive { _ = cell.value } }
    try graph.flush()
    #expect(log.take() == [])
  }

  @Test func `what derived cells read is observed with them, also around a diamond`() throws {
    let cell = hooked("cell")
    let left = graph.derived { cell.value + 1 }
    let right = graph.derived { cell.value + 2 }
    let sum = graph.derived { try left.value + right.value }
    sum.onObserved { [log] in log("sum on") }
    sum.onUnobserved { [log] in log("sum off") }
    let reader = try reading { _ = try sum.value }
    try graph.flush()
    #expect(Set(log.take()) == ["sum on", "cell on"])
    cell.value = 5
    try graph.flush()
    #expect(log.take() == [])
    reader.stop()
    try graph.flush()
    #expect(log.take() == ["sum off", "cell off"])
  }

  @Test
  func `a run that reads it no more lets go of it, and a switch back in one flush is nothing`()
    throws
  {
    let (cell, other) = (hooked("cell"), hooked("other"))
    let choice = graph.cell(0)
    _ = try reading { _ = choice.value % 2 == 0 ? cell.value : other.value }
    try graph.flush()
    #expect(log.take() == ["cell on"])
    choice.value = 1
    try graph.flush()
    #expect(log.take() == ["other on", "cell off"])
    choice.value = 2
    try graph.flush()
    _ = log.take()
    // Again within one flush: the run behind a write of a handler.
    graph.afterFlush { choice.value = 4 }
    choice.value = 3
    let back = try reading { if choice.value == 3 { choice.value = 4 } }
    try graph.flush()
    #expect(log.take() == [])
    back.stop()
  }

  @Test func `stopping and reading anew before the flush is nothing`() throws {
    let cell = hooked("cell")
    let reader = try reading { _ = cell.value }
    reader.stop()
    try graph.flush()
    #expect(log.take() == [])
    let second = try reading { _ = cell.value }
    try graph.flush()
    #expect(log.take() == ["cell on"])
    second.stop()
    _ = try reading { _ = cell.value }
    try graph.flush()
    #expect(log.take() == [])
  }

  @Test func `a hook may write the cell, and stop who observes it`() throws {
    let cell = graph.cell(0)
    var reader: Computation?
    cell.onObserved { cell.value = 7 }
    cell.onUnobserved { [log] in log("off") }
    reader = try reading { [log] in log("\(cell.value)") }
    try graph.flush()
    #expect(log.take() == ["0", "7"])
    let other = graph.cell(0)
    var second: Computation?
    other.onObserved { second?.stop() }
    other.onUnobserved { [log] in log("other off") }
    second = try reading { _ = other.value }
    try graph.flush()
    #expect(log.take() == ["other off"])
    reader?.stop()
  }

  @Test func `hooks that keep turning a cell are cut off by the flush's limit`() throws {
    let cell = graph.cell(0)
    let isOn = graph.cell(true)
    cell.onObserved { isOn.value = false }
    cell.onUnobserved { isOn.value = true }
    _ = try reading { if isOn.value { _ = cell.value } }
    var limit = 100
    #expect(throws: BudgetError.self) { try graph.flush(limit: &limit) }
  }

  @Test func `what is added to a cell that is observed is called by the next flush`() throws {
    let cell = graph.cell(0)
    let reader = try reading { _ = cell.value }
    try graph.flush()
    cell.onUnobserved { [log] in log("off") }
    cell.onObserved { [log] in log("on") }
    try graph.flush()
    cell.onObserved { [log] in log("on too") }
    try graph.flush()
    #expect(log.take() == ["on", "on too"])
    reader.stop()
    try graph.flush()
    #expect(log.take() == ["off"])
  }

  @Test func `an error of a hook is reported, and the next one is called`() throws {
    graph.onError = { [log] error, _ in log("\(error)") }
    let dependency = graph.dependency()
    dependency.onObserved { throw Oops(text: "hook") }
    dependency.onObserved { [log] in log("next") }
    _ = try reading { dependency.depend() }
    try graph.flush()
    #expect(log.take() == [#"Oops(text: "hook")"#, "next"])
  }

  @Test func `children that go with their parent's run let go`() throws {
    let (cell, again) = (hooked("cell"), graph.cell(0))
    _ = try graph.computation { [graph] _ in
      if again.value < 2 { _ = try graph.computation { _ in _ = cell.value } }
    }
    try graph.flush()
    #expect(log.take() == ["cell on"])
    again.value = 1
    try graph.flush()
    #expect(log.take() == [])
    again.value = 2
    try graph.flush()
    #expect(log.take() == ["cell off"])
  }

  @Test func `a flush looks at the cells that have turned, and at no others`() throws {
    let cells = (0..<1000).map { hooked("\($0)") }
    var readers = try cells.map { cell in try reading { _ = cell.value } }
    try graph.flush()
    #expect(log.take().count == 1000)
    readers[7].stop()
    cells[8].value = 1
    try graph.flush()
    #expect(log.take() == ["7 off"])
    readers = []
    #expect(!graph.needsFlush)
  }

  /// Random readers, direct and through derived cells, against what stands in the lists.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what is told is what is so, whatever is read`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let count = 12
    let cells = (0..<count).map { _ in graph.cell(0) }
    let choice = graph.cell(0)
    var isOn = Array(repeating: false, count: count)
    for (index, cell) in cells.enumerated() {
      cell.onObserved {
        #expect(!isOn[index])
        isOn[index] = true
      }
      cell.onUnobserved {
        #expect(isOn[index])
        isOn[index] = false
      }
    }
    var sums: [Derived<Int>] = []
    for index in 0..<count {
      let step = 1 + index % 3
      sums.append(
        graph.derived {
          var sum = 0
          for place in stride(from: choice.value % count, to: count, by: step) {
            sum += cells[place].value
          }
          return sum
        })
    }
    var readers: [Computation] = []
    for _ in 0..<500 {
      switch random.next() % 5 {
      case 0:
        let index = Int(random.next() % UInt64(count))
        readers.append(try reading { [sums] in _ = try sums[index].value })
      case 1:
        let index = Int(random.next() % UInt64(count))
        readers.append(try reading { if choice.value % 2 == 0 { _ = cells[index].value } })
      case 2:
        if !readers.isEmpty {
          readers.remove(at: Int(random.next() % UInt64(readers.count))).stop()
        }
      case 3: choice.value += 1
      default: cells[Int(random.next() % UInt64(count))].value += 1
      }
      if random.next() % 3 == 0 {
        try graph.flush()
        #expect(isOn == cells.map(\.hasDependents))
      }
    }
  }

  /// A record counts its paths: it is observed as long as any of them is.
  @Test func aRecordIsObservedByAnyOfItsPaths() throws {
    let graph = Graph()
    let record = graph.record(.map(try Map(record: [("a", .int(1)), ("b", .int(2))])))
    var told: [String] = []
    record.onObserved { told.append("on") }
    record.onUnobserved { told.append("off") }
    let first = try graph.computation { _ in _ = record.read(["a"]) }
    try graph.flush()
    #expect(told == ["on"])
    let second = try graph.computation { _ in _ = record.read(["b"]) }
    let third = try graph.computation { _ in _ = record.read() }
    try graph.flush()
    first.stop()
    third.stop()
    try graph.flush()
    #expect(told == ["on"])
    // One path comes as the other goes.
    second.stop()
    let fourth = try graph.computation { _ in _ = record.read(["a"]) }
    try graph.flush()
    #expect(told == ["on"])
    fourth.stop()
    try graph.flush()
    #expect(told == ["on", "off"])
    _ = record.peek(["a"])
    try graph.flush()
    #expect(told == ["on", "off"])
  }

  /// Hooks that come late hear of what is so already.
  @Test func aRecordThatIsObservedAlreadyTellsInTheNextFlush() throws {
    let graph = Graph()
    let record = graph.record(.map(try Map(record: [("a", .int(1))])))
    try graph.computation { _ in _ = record.read(["a"]) }
    try graph.flush()
    var told: [String] = []
    record.onObserved { told.append("first") }
    try graph.flush()
    record.onObserved { told.append("second") }
    try graph.flush()
    #expect(told == ["first", "second"])
  }

  @Test func `a record that only a computation holds is told of when that is stopped`() throws {
    func made() throws -> Computation {
      let record = graph.record(try Value.record([("a", .int(1))]))
      record.onObserved { [log] in log("on") }
      record.onUnobserved { [log] in log("off") }
      return try reading { _ = record.read(["a"]) }
    }
    let reader = try made()
    try graph.flush()
    reader.stop()
    try graph.flush()
    #expect(log.take() == ["on", "off"])
  }
}
