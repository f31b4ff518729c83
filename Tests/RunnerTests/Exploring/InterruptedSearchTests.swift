import Loader
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// Whoever interrupts a search is not told that it has seen all, whenever that is.
@Suite struct InterruptedSearchTests {
  /// A chain of states, each of which is reached by a run of more turns.
  private let text = """
    actors:
      sensor:
        provider: instance
        setup: [{every: 1ms, do: [{tell: {analyst: {Value: = now}}}]}]
      analyst: {on: {Value: [{call: disk.write}]}}
    services:
      disk: {methods: {write: pending}}
    steps:
      - advance: 12ms
    """

  @Test(arguments: [true, false])
  func whatIsInterruptedIsCutShort(_ isByReplay: Bool) throws {
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "chain.yaml")
    let file = try #require(loaded.file, "\(loaded.diagnostics)")
    var settings = ExploreSettings()
    settings.isByReplay = isByReplay
    var (most, seen) = (Int.max, 0)
    for end in 0..<600 where end < most {
      seen = 0
      let patience = Patience { _ in
        {
          seen += 1
          return seen > end ? .interrupted : nil
        }
      }
      let runner = ScenarioRunner(file, patience: patience)
      let results = onLargeStack { runner.candidates.map { runner.explore($0, settings) } }
      if seen <= end { most = end } else { #expect(results[0].isCutShort, "\(end): \(results[0])") }
    }
    #expect(seen > 20)
  }

  /// Two clients that overwrite what the other has written: the search goes on for the run with the fewest deviations
  /// when the first violation is known.
  private let violated = """
    actors:
      counter: {state: {n: 0}, on: {Get: = state.n, Put: [{set: {n: = message}}]}}
      ada: {on: &client {Add: [{ask: {counter: Get}, as: n}, {tell: {counter: {Put: = n + 1}}}]}}
      bob: {on: *client}
    eventually: counter.n == 2
    explore: {}
    steps: [{batch: [{tell: {ada: Add}}, {tell: {bob: Add}}]}]
    """

  @Test(arguments: [true, false])
  func aViolationThatIsKnownIsToldWhenTheTimeIsOver(_ isByReplay: Bool) throws {
    let file = try #require(validFile(violated))
    var settings = ExploreSettings()
    settings.isByReplay = isByReplay
    var verdicts: [Bool] = []
    for end in stride(from: 0, to: 400, by: 9) {
      var seen = 0
      let patience = Patience { _ in
        {
          seen += 1
          return seen > end ? .runOverdue("1s") : nil
        }
      }
      let runner = ScenarioRunner(file, patience: patience)
      let result = onLargeStack { runner.explore(runner.candidatesToExplore[0], settings) }
      #expect(result.verdict == .failed)
      let found = result.explored?.found
      #expect((found == nil) == (result.failures.first?.code == .timedOut), "\(end)")
      if let found { #expect(found.schedule.count == found.turns && !found.token.isEmpty) }
      if seen > end { verdicts.append(found != nil) }
    }
    #expect(verdicts.contains(false) && verdicts.contains(true))
    // Once it is known, it stays so.
    #expect(verdicts.sorted { !$0 && $1 } == verdicts)
  }
}
