import Reactor
import Testing
import Values

struct RecordCellTests {
  let graph = Graph()
  let log = Log()

  private func record(_ entries: [(String, Value)]) throws -> Value { try .record(entries) }

  private func person(_ options: RecordCell.Options = .init()) throws -> RecordCell {
    graph.record(
      try record([
        ("name", .string("Ada")), ("age", .int(36)),
        ("home", try record([("city", .string("London")), ("zip", .int(1))])),
      ]), label: "person", options: options)
  }

  /// Logs the path at every run.
  private func watch(_ cell: RecordCell, _ path: String...) throws {
    try graph.computation { [log] _ in
      _ = cell.read(path)
      log(path.isEmpty ? "whole" : path.joined(separator: "."))
    }
  }

  private func watchAll(_ cell: RecordCell) throws {
    try watch(cell)
    try watch(cell, "name")
    try watch(cell, "age")
    try watch(cell, "home")
    try watch(cell, "home", "city")
    try watch(cell, "home", "zip")
    try watch(cell, "nickname")
    _ = log.take()
  }

  /// Where and in what a path ends is what its reader sees.
  @Test func `a reader of nothing is told where that is something else`() throws {
    let cell = graph.record(.int(1))
    var runs = 0
    let seen = graph.derived { () -> String in
      runs += 1
      switch cell.read(["a", "b", "c"]) {
      case .found(let value): return "\(value)"
      case .missing(let index, let parent): return "\(index) \(parent.typeName)"
      }
    }
    try graph.computation { [log] _ in log(try seen.value) }
    func write(_ path: [String], _ value: Value) throws -> [String] {
      try cell.write(path, value)
      try graph.flush()
      return log.take()
    }
    #expect(log.take() == ["0 int"])
    #expect(try write([], .int(2)) == [] && runs == 1)
    #expect(try write([], .string("x")) == ["0 string"])
    #expect(try write([], record([])) == ["0 map"])
    #expect(try write(["b"], .int(1)) == [] && runs == 3)
    #expect(try write(["a"], .int(1)) == ["1 int"])
    #expect(try write(["a"], record([("b", .int(1))])) == ["2 int"])
    #expect(try write(["a", "b"], .string("")) == ["2 string"])
    #expect(try write(["a", "b"], record([("c", .int(7))])) == ["7"])
    // What comes back is none, and what only looks like it is one.
    try cell.write(["a"], .int(1))
    #expect(try write(["a"], record([("b", record([("c", .int(7))]))])) == [] && runs == 7)
    #expect(try write(["a"], .int(1)) == ["1 int"])
    try cell.write(["a"], record([("b", record([("c", .int(7))]))]))
    #expect(try write(["a"], .string("")) == ["1 string"])
  }

  @Test func `a long path is read and written in time`() throws {
    let path = (0..<20_000).map { "\($0)" }
    let cell = graph.record(.int(1))
    _ = try graph.computation { _ in _ = cell.read(path) }
    try cell.write([], .int(2))
    try graph.flush()
  }

  private func flushed() throws -> [String] {
    try graph.flush()
    graph.checkInvariants()
    return log.take()
  }

  @Test func `who reads a property depends on it, and who reads the whole on all`() throws {
    let cell = try person()
    try watchAll(cell)
    try cell.write(["age"], .int(37))
    #expect(try flushed() == ["whole", "age"])
    try cell.write(["home", "city"], .string("Paris"))
    #expect(try flushed() == ["whole", "home", "home.city"])
    try cell.write(["age"], .int(37))
    #expect(try flushed() == [])
  }

  @Test func `a property that is not there is made, and its readers run`() throws {
    let cell = try person()
    try watchAll(cell)
    guard case .missing(index: 0, _) = cell.read(["nickname"]) else {
      Issue.record("it is there")
      return
    }
    try cell.write(["nickname"], .string("Countess"))
    #expect(try flushed() == ["whole", "nickname"])
    #expect("\(cell.peek(["nickname"]).value ?? .null)" == "\"Countess\"")
  }

  @Test func `replacing a record runs the readers of what differs`() throws {
    let cell = try person()
    try watchAll(cell)
    try cell.write(
      [],
      try record([
        ("name", .string("Ada")), ("home", try record([("city", .string("London"))])),
      ]))
    #expect(try flushed() == ["whole", "age", "home", "home.zip"])
  }

  @Test func `replacing a part runs the readers of what differs in it`() throws {
    let cell = try person()
    try watchAll(cell)
    try cell.write(["home"], .string("none"))
    #expect(try flushed() == ["whole", "home", "home.city", "home.zip"])
  }

  @Test func `several writes are one change, in order of creation`() throws {
    let cell = try person()
    try watchAll(cell)
    try cell.write([(["name"], .string("Bob")), (["age"], .int(1)), (["name"], .string("Ada"))])
    #expect(try flushed() == ["whole", "age"])
  }

  @Test func `a write that cannot be leaves everything as it was`() throws {
    let cell = try person()
    try watchAll(cell)
    #expect(throws: RecordFault.self) {
      try cell.write([(["name"], .string("Bob")), (["age", "years"], .int(1))])
    }
    #expect(throws: RecordFault.self) { try cell.write(["work", "city"], .null) }
    #expect(try flushed() == [])
    #expect("\(cell.peek(["name"]).value ?? .null)" == "\"Ada\"")
  }

  @Test func `nonreactive properties change and run nobody`() throws {
    let cell = try person(.init(nonreactive: ["age"]))
    try watchAll(cell)
    try cell.write(["age"], .int(50))
    #expect(try flushed() == [])
    #expect("\(cell.peek(["age"]).value ?? .null)" == "50")
    try cell.write([], try record([("age", .int(51))]))
    #expect(try flushed() == ["whole", "name", "home", "home.city", "home.zip"])
  }

  @Test func `only the properties named reactive are`() throws {
    let cell = try person(.init(reactive: ["age"]))
    try watchAll(cell)
    try cell.write([(["name"], .string("Bob")), (["home", "zip"], .int(2))])
    #expect(try flushed() == [])
    try cell.write(["age"], .int(50))
    #expect(try flushed() == ["whole", "age"])
  }

  @Test func `a read-only property cannot be written, and the error names it`() throws {
    let cell = try person(.init(readonly: ["age"]))
    for (path, value) in [(["age"], Value.int(1)), ([], .null), (["age", "x"], .null)] {
      do throws(RecordFault) {
        try cell.write(path, value)
        Issue.record("written: \(path)")
      } catch {
        #expect(error.message == "property age is read-only")
      }
    }
    try cell.write([], try record([("age", .int(36))]))
  }

  @Test func `never counts what is written even where it is equal`() throws {
    let cell = try person(.init(cutoff: .never))
    try watchAll(cell)
    try cell.write(["age"], .int(36))
    #expect(try flushed() == ["whole", "age"])
    try cell.write(["home"], try record([("city", .string("London")), ("zip", .int(1))]))
    #expect(try flushed() == ["whole", "home", "home.city", "home.zip"])
  }

  @Test func `always lets only coming and going through`() throws {
    let cell = try person(.init(cutoff: .always))
    try watchAll(cell)
    try cell.write(["age"], .int(1))
    #expect(try flushed() == [])
    try cell.write([], try record([("name", .string("Bob")), ("nickname", .string("B"))]))
    #expect(try flushed() == ["whole", "age", "home", "home.city", "home.zip", "nickname"])
    #expect("\(cell.peek().value ?? .null)" == "{name: \"Ada\", nickname: \"B\"}")
  }

  @Test func `a cutoff is asked property by property`() throws {
    let cell = try person(
      .init(
        cutoff: .custom { old, new in
          guard case (.int(let a), .int(let b)) = (old, new) else {
            return old.isIdentical(to: new)
          }
          return abs(a - b) < 5
        }))
    try watchAll(cell)
    try cell.write(
      [],
      try record([
        ("name", .string("Bob")), ("age", .int(38)),
        ("home", try record([("city", .string("London")), ("zip", .int(9))])),
      ]))
    #expect(try flushed() == ["whole", "name", "home", "home.zip"])
    #expect("\(cell.peek(["age"]).value ?? .null)" == "36")
    try cell.write(["age"], .int(41))
    #expect(try flushed() == ["whole", "age"])
  }

  @Test func `changed runs readers of the path, of what it is part of, and of its parts`() throws {
    let cell = try person()
    try watchAll(cell)
    cell.changed(["home"])
    #expect(try flushed() == ["whole", "home", "home.city", "home.zip"])
    cell.changed(["home", "zip"])
    #expect(try flushed() == ["whole", "home", "home.zip"])
  }

  @Test func `a value that is no record is one thing`() throws {
    let cell = graph.record(.int(1))
    try watch(cell)
    _ = log.take()
    try cell.write([], .int(1))
    #expect(try flushed() == [])
    try cell.write([], .int(2))
    #expect(try flushed() == ["whole"])
  }

  @Test func `a tracked path is found again among many`() throws {
    let names = (0..<30).map { "p\($0)" }
    let cell = graph.record(try record(names.map { ($0, .int(0)) }))
    for name in names { try watch(cell, name) }
    _ = log.take()
    for name in names { try cell.write([name], .int(1)) }
    #expect(try flushed() == names)
  }

  @Test func `who reads a property of a derived record runs when that property has changed`() throws
  {
    let cell = try person()
    let derived = graph.derived { [log] () -> Value in
      log("derived")
      return cell.read().value ?? .null
    }
    let paths = graph.projections(of: derived, label: "d")
    try graph.computation { [log] _ in log("name \(try paths.read(["name"]).value ?? .null)") }
    try graph.computation { [log] _ in
      log("city \(try paths.read(["home", "city"]).value ?? .null)")
    }
    try graph.computation { [log] _ in log("none \(try paths.read(["none"]).value ?? .null)") }
    _ = log.take()
    try cell.write(["age"], .int(1))
    #expect(try flushed() == ["derived"])
    try cell.write(["name"], .string("Bob"))
    #expect(try flushed() == ["derived", "name \"Bob\""])
    try cell.write(["none"], .int(1))
    #expect(try flushed() == ["derived", "none 1"])
  }

  @Test func `an error of a derived record is the error of its paths`() throws {
    let isBad = graph.cell(true)
    let derived = graph.derived { () -> Value in
      if isBad.value { throw Oops(text: "bad") }
      return try Value.record([("name", .string("Ada"))])
    }
    let paths = graph.projections(of: derived)
    try graph.computation { [log] _ in
      log((try? paths.read(["name"]).value).map { "\($0)" } ?? "error")
    }
    #expect(throws: Oops(text: "bad")) { try paths.peek(["name"]) }
    isBad.value = false
    #expect(try flushed() == ["error", "\"Ada\""])
  }
}
