import Testing
import Values

@testable import Reactor

/// Where values stand in objects, for those who read and write them there.
@Suite struct PlaceTests {
  private static let values: [Value] = [
    .null, .bool(true), .int(.min), .int(7), .uint(7), .double(-0.0),
    .string("longer than fits a word"), .int(-1),
  ]

  @Test func `a box has its value where that is said to stand`() {
    let box = Box(Value.int(1))
    let place = Payload.place(in: box)
    for value in PlaceTests.values {
      place.pointee = value
      #expect(box.value.isIdentical(to: value))
      box.value = .string("no longer that")
      #expect(place.pointee.isIdentical(to: .string("no longer that")))
    }
  }

  @Test func `a record has its value where that is said to stand`() throws {
    let graph = Graph()
    let record = graph.record(.int(1))
    let place = record.place
    for value in PlaceTests.values {
      try record.write([], value)
      #expect(place.pointee.isIdentical(to: value))
      #expect(record.place == place)
    }
  }

  @Test func `an int replaces whatever stands there`() {
    for value in PlaceTests.values {
      let box = Box(value)
      let isChanged = Payload.replaceInt(at: Payload.place(in: box), by: 7)
      #expect(isChanged == !value.isIdentical(to: .int(7)))
      #expect(box.value.isIdentical(to: .int(7)))
    }
  }
}
