import Reactor
import TestSupport
import Testing
import Values

/// Random writes to two records alike: one is changed in place, the other, whose whole is read, is
/// made anew by each write. Who reads their parts must see the same of both.
struct RecordWalkTests {
  private struct Side {
    let graph = Graph()
    let log = Log()
    let cell: RecordCell

    init(_ value: Value, isWholeRead: Bool) throws {
      let cell = graph.record(value)
      self.cell = cell
      if isWholeRead { try graph.computation { _ in _ = cell.read() } }
      for path in [["age"], ["home", "city"], ["home", "zip"], ["home", "new"], ["last"]] {
        try graph.computation { [log] _ in
          log("\(path) \(cell.read(path).value?.description ?? "nothing")")
        }
      }
      let city = graph.derived { cell.read(["home", "city"]).value ?? .null }
      try graph.computation { [log] _ in log("derived \(try city.value)") }
    }

    func write(
      _ assignments: [(path: [String], value: Value)], pulsing: [String]
    ) -> String {
      do {
        try cell.write(assignments, pulsing: pulsing)
        return "written"
      } catch {
        return error.message
      }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a record changed in place tells its readers what one made anew tells`(
    _ seed: UInt64
  ) throws {
    var random = Seeded(seed)
    let home = try Value.record([("city", .string("London")), ("zip", .int(1))])
    let value = try Value.record([("name", .string("Ada")), ("age", .int(36)), ("home", home)])
    let inPlace = try Side(value, isWholeRead: false)
    let anew = try Side(value, isWholeRead: true)
    let paths = [
      ["age"], ["name"], ["home", "city"], ["home", "zip"], ["home", "new"], ["last"], ["home"],
      ["age", "below"], ["none", "below"],
    ]
    var held: [(Value?, String?)] = []
    for _ in 0..<80 {
      let assignments = (0..<1 + random.below(3)).map { _ in
        let path = paths[random.below(paths.count)]
        let new = Value.int(Int64(random.below(3)))
        return (path: path, value: path == ["home"] && random.chance(90) ? home : new)
      }
      if random.chance(20) {
        let part = inPlace.cell.peek(random.chance(50) ? [] : ["home"]).value
        held.append((part, part?.description))
      }
      let pulsing = random.chance(20) ? [["age"], ["home", "age"]][random.below(2)] : []
      #expect(
        inPlace.write(assignments, pulsing: pulsing) == anew.write(assignments, pulsing: pulsing),
        "seed \(seed)")
      if random.chance(70) {
        try inPlace.graph.flush()
        try anew.graph.flush()
        inPlace.graph.checkInvariants()
      }
      #expect(inPlace.log.take() == anew.log.take(), "seed \(seed)")
      let now = inPlace.cell.peek().value
      #expect(now?.description == anew.cell.peek().value?.description, "seed \(seed)")
    }
    for (value, text) in held { #expect(value?.description == text, "seed \(seed)") }
  }
}
