import Scenarios
import Testing
import Values

/// What a failure says: the place, both values, the parts of a formula, and what led there.
@Suite struct FailureReportTests {
  @Test func aWrongValueNamesThePathAndBothValues() throws {
    let failure = try expectFailure(
      "person.name: expected \"Grace\", got \"Ada\"",
      of: """
        cells: {person: {name: Ada, age: 36}}
        steps:
          - expect: {person: {name: Grace}}
        """)
    #expect(failure.kind == .outcome)
  }

  @Test func anAssertionShowsTheValueOfEveryPart() throws {
    let failure = try expectFailure(
      "`total == price * 3` is false",
      of: """
        cells: {price: 10, quantity: 2, total: = price * quantity}
        steps:
          - assert: total == price * 3
        """)
    let parts = failure.parts.map { "\($0.text) = \($0.value)" }
    #expect(parts == ["total = 20", "price * 3 = 30", "price = 10"])
  }

  @Test func everyWrongOutcomeOfAStepIsReported() throws {
    let failures = try failures(
      of: """
        cells: {a: 1, b: 2}
        steps:
          - set: {a: 3}
            expect: {a: 4, b: 5}
            emits: [1]
        """)
    #expect(failures.count == 3)
  }

  @Test func theStepsBehindAFailedOneAreNotRun() throws {
    try expectFailure(
      "a: expected 2",
      of: """
        cells: {a: 1}
        steps:
          - expect: {a: 2}
          - expect: {a: 3}
        """)
  }

  @Test func theTrailTellsWhatTheStepCaused() throws {
    let failure = try expectFailure(
      "label",
      of: """
        cells: {count: 1, twice: = count * 2}
        computations: {label: = string(twice)}
        steps:
          - set: {count: 2}
            expect: {label: "5"}
        """)
    let trail = failure.trail.map { "\($0)".prefix(while: { $0 != "(" }) }
    #expect(trail == ["step", "changed", "derived", "ran", "emitted"])
  }

  @Test func aTextAgainstANumberIsCured() throws {
    let failure = try expectFailure(
      "count: expected \"1\", got 1",
      of: """
        cells: {count: 1}
        steps:
          - expect: {count: "1"}
        """)
    #expect(failure.help.joined().contains("without quotes"))
  }

  @Test func anErrorOfAStepIsPlacedAtTheFormulasPart() throws {
    let text = """
      cells: {x: 0}
      steps:
        - set: {x: = 1 / x}
      """
    let failure = try expectFailure("by zero", of: text)
    let start = text.utf8.index(text.utf8.startIndex, offsetBy: Int(failure.span.start))
    #expect(text[start...].hasPrefix("1 / x"))
  }
}
