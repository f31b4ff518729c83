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
    let trail = failure.trail.map(\.kind.rawValue)
    #expect(trail == ["step", "changed", "derived", "ran", "emitted"])
  }

  @Test func aRouteThatIsTooLargeToBeShownStillHasItsName() throws {
    let failure = try expectFailure(
      "a: expected 9",
      of: """
        cells: {a: 1}
        stores:
          app: {state: {n: 1}, routes: {details: {screen: = args}}}
        steps:
          - present: {app: {details: "= lists.range(200)"}}
            expect: {a: 9}
        """)
    let presented = try #require(failure.trail.first { $0.kind == .presented })
    #expect(presented.name == "details")
    guard case .type = presented.value else {
      Issue.record("it is kept whole")
      return
    }
  }

  /// The paths that the events of a trail change.
  private func changed(_ failure: Failure) -> [String] {
    failure.trail.filter { $0.kind == .changed }.compactMap(\.subject?.raw)
  }

  @Test func aCheckOfItsOwnTellsWhatTheStepsSinceTheLastOutcomeCaused() throws {
    let failure = try expectFailure(
      "a: expected 9",
      of: """
        cells: {a: 1, b: 1, c: 1}
        steps:
          - set: {a: 2}
            expect: {a: 2}
          - set: {b: 3}
          - set: {c: 4}
          - expect: {a: 9}
        """)
    #expect(changed(failure) == ["b", "c"])
  }

  @Test func aCheckBehindAnotherTellsOfTheSameSteps() throws {
    let failure = try expectFailure(
      "b: expected 9",
      of: """
        cells: {a: 1, b: 1}
        steps:
          - set: {a: 2}
          - set: {b: 3}
          - assert: a == 2
          - expect: {b: 9}
        """)
    #expect(changed(failure) == ["a", "b"])
  }

  @Test func aCheckBeforeAnyStepTellsOfTheStart() throws {
    let failure = try expectFailure(
      "a: expected 9",
      of: """
        cells: {a: 1}
        computations: {label: = string(a)}
        steps:
          - expect: {a: 9}
        """)
    #expect(failure.trail.first?.kind == .start)
  }

  @Test func theStartIsNoPartOfWhatLaterStepsCaused() throws {
    let failure = try expectFailure(
      "a: expected 9",
      of: """
        cells: {a: 1}
        computations: {label: = string(a)}
        steps:
          - set: {a: 2}
          - expect: {a: 9}
        """)
    #expect(!failure.trail.contains { $0.kind == .start })
    #expect(changed(failure) == ["a"])
  }

  @Test func timesAreRelativeToTheStart() throws {
    let failure = try expectFailure(
      "a: expected 9",
      of: """
        settings: {start: "2030-06-01T12:00:00Z"}
        cells: {a: 1}
        steps:
          - advance: 30s
          - advance: 60s
          - expect: {a: 9}
        """)
    let times = failure.trail.filter { $0.kind == .moved }.compactMap(\.value?.description)
    #expect(times == ["duration(\"30s\")", "duration(\"90s\")"])
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
