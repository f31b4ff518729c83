import Scenarios
import Testing
import Values

@testable import Runner

/// What an exploration comes to, beside what its file expects.
@Suite struct JudgeTests {
  @Test(arguments: [
    // What cannot be asked is not the bug that the file shows.
    (
      "expect: violated, events: [{name: x, when: 1/a > 0, set: {a: 1}}]", "always: a < 100",
      [ProblemCode.exploredError]
    ),
    ("expect: violated, events: [{name: x, set: {a: 100}}]", "always: a < 100", []),
    // What must be seen somewhere must be also where the bug is.
    (
      "expect: violated, sometimes: a == 99, events: [{name: x, when: a < 3, set: {a: = a + 1}}]",
      "always: a != 1", [.neverSeen]
    ),
    (
      "expect: violated, sometimes: a == 1, events: [{name: x, when: a < 3, set: {a: = a + 1}}]",
      "always: a != 2", []
    ),
    // No end was seen, so that nothing was asked there.
    (
      "limit: 50, events: [{name: x, when: a < 1000, set: {a: = a + 1}}]", "eventually: a == 7",
      [.neverSeen]
    ),
    ("limit: 50, events: [{name: x, when: a < 7, set: {a: = a + 1}}]", "eventually: a == 7", []),
  ])
  func itIsJudgedByWhatIsExpected(
    _ exploration: String, _ property: String, _ codes: [ProblemCode]
  ) throws {
    let text = "cells: {a: 0}\nexplore: {\(exploration)}\n\(property)\nsteps: []\n"
    let results = try explore(text)
    #expect(results.flatMap(\.failures).map(\.code) == codes)
  }
}
