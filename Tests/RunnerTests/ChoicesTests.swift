import Loader
import Reactor
import Scenarios
import TestSupport
import Testing

@testable import Runner

/// What can happen next is listed, and each of it can be done.
@Suite struct ChoicesTests {
  /// Two actors whose messages are ready side by side, timers that are due at one instant, and loops.
  private static let text = """
    actors:
      left: {state: {done: 0}, on: {Go: {do: [{wait: 1s}, {set: {done: = state.done + 1}}]}}}
      right: {state: {done: 0}, on: {Go: {do: [{wait: 1s}, {set: {done: = state.done + 1}}]}}}
    steps:
      - for: {n: '= [1, 2]'}
        do:
          - batch: [{tell: {left: Go}}, {tell: {right: Go}}]
          - advance: 3s
      - assert: [left.done == 2, right.done == 2]
    """

  private struct Played: Equatable {
    var turns: [String] = []
    var choices: [Int] = []
    var failures = 0
  }

  private func play(_ choose: @escaping (ScriptRun.Choices) -> Int) throws -> Played {
    let file = try #require(
      ScenarioLoader.load(bytes: Array(ChoicesTests.text.utf8), name: "test.yaml").file)
    let run = ScriptRun(Script(file.scenarios[0], of: file), in: FileTables(file))
    var played = Played()
    let failures = run.run(locals: []) { choices in
      let choice = choose(choices)
      played.choices.append(choice)
      if case .turn(let index) = choices[choice] {
        let scheduler = run.world.scheduler
        played.turns.append(scheduler.describe(scheduler.ready(index)))
      }
      return choice
    }
    played.failures = failures.count
    return played
  }

  @Test func aRunTakesTheFirstChoiceEachTime() throws {
    let played = try play { _ in 0 }
    #expect(played.failures == 0)
    let pass = ["left.Go", "right.Go", "left (wait)", "right (wait)"]
    #expect(played.turns == pass + pass)
  }

  @Test func theScriptWaitsUntilNothingIsReady() throws {
    _ = try play { choices in
      #expect(choices.count == max(1, choices.readyCount))
      #expect(choices.contains(.script) == (choices.readyCount == 0))
      return 0
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func theSameChoicesAreTheSameRun(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let played = try play { random.below($0.count) }
    #expect(played.failures == 0, "seed \(seed)")
    var left = played.choices[...]
    let again = try play { _ in left.removeFirst() }
    #expect(again == played, "seed \(seed)")
  }

  @Test func otherChoicesAreOtherRuns() throws {
    let runs = try (1...20 as ClosedRange<UInt64>).map { seed in
      var random = Seeded(seed)
      return try play { random.below($0.count) }.turns
    }
    #expect(Set(runs).count > 4)
  }
}
