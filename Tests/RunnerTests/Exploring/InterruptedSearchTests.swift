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
}
