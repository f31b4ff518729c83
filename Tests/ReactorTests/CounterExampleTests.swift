import CounterExample
import Testing

struct CounterExampleTests {
  @Test func `the example prints what it says at its end`() throws {
    let log = Log()
    try Counter.run { log($0) }
    #expect(
      log.take() == [
        "first: 1 apple", "noun is pears already", "again: 2 pears", "again: 3 pears", "stopped",
      ])
  }
}
