import Loader
import Scenarios
import Testing
import Values

@testable import Runner

/// What becomes of scenarios that the run has no more time for.
@Suite struct TimeOverTests {
  /// A runner that is let go on for so many questions.
  private func runner(
    _ text: String, _ ending: Ending, behind most: Int
  ) throws -> ScenarioRunner {
    let file = try #require(validFile(text))
    var asked = 0
    let patience = Patience { _ in
      {
        asked += 1
        return asked > most ? ending : nil
      }
    }
    return ScenarioRunner(file, patience: patience)
  }

  private static let plain = """
    cells: {a: 0}
    scenarios:
      - name: one
        todo: slow
        steps: [{set: {a: 1}}, {set: {a: 2}}, {expect: {a: 3}}]
    """

  private static let explored = """
    actors: {a: {on: {M: []}}, b: {on: {M: []}}}
    explore: {}
    scenarios:
      - name: one
        todo: slow
        steps: [{tell: {a: M}}, {tell: {b: M}}]
    """

  private static let scheduled = explored.replacing(
    "todo: slow", with: "todo: slow\n    schedule: rx1.00000.")

  @Test(arguments: [plain, explored, scheduled])
  func whatTheRunHadNoTimeForIsNotTodo(_ text: String) throws {
    let limit = Ending.runOverdue("1s")
    for (ending, isFailure) in [(limit, true), (.scenarioOverdue, false)] {
      let runner = try runner(text, ending, behind: 0)
      var result = onLargeStack {
        text == Self.explored
          ? runner.explore(runner.candidates[0]) : runner.run(runner.candidates[0])
      }
      result.settleTodo()
      #expect((result.verdict == .failed) == isFailure, "\(result.verdict)")
      #expect(result.failures.map(\.code) == (isFailure ? [.timedOut] : []))
      #expect(result.isUndecided == isFailure)
    }
  }

  /// A signal says nothing of them.
  @Test(arguments: [plain, explored, scheduled])
  func whatIsInterruptedHasNotFailed(_ text: String) throws {
    let runner = try runner(text, .interrupted, behind: 0)
    var result = onLargeStack {
      text == Self.explored
        ? runner.explore(runner.candidates[0]) : runner.run(runner.candidates[0])
    }
    result.settleTodo()
    #expect(result.isCutShort && result.failures.isEmpty)
  }
}
