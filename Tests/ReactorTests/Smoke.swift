import Reactor
import Testing
import Values

@Test func `a computation runs again after what it read has changed`() throws {
  let graph = Graph()
  let a = graph.cell(1)
  let b = graph.derived { a.value + 1 }
  let c = graph.derived { try b.value * 2 }
  var log: [Int] = []
  try graph.computation { _ in log.append(try c.value) }
  a.value = 2
  graph.checkInvariants()
  #expect(log == [4])
  try graph.flush()
  #expect(log == [4, 6])
  a.value = 3
  a.value = 2
  try graph.flush()
  graph.checkInvariants()
  #expect(log == [4, 6])
}

@Test func `records are reactive to the property`() throws {
  let graph = Graph()
  let person = graph.record(try .record([("name", .string("Ada")), ("age", .int(36))]))
  var log: [String] = []
  try graph.computation { _ in log.append("\(person.read(["name"]).value ?? .null)") }
  try graph.computation { _ in log.append("\(person.read().value ?? .null)") }
  try person.write(["age"], .int(37))
  try graph.flush()
  try person.write(["name"], .string("Bob"))
  try graph.flush()
  #expect(
    log == [
      "\"Ada\"", "{name: \"Ada\", age: 36}", "{name: \"Ada\", age: 37}", "\"Bob\"",
      "{name: \"Bob\", age: 37}",
    ])
}
