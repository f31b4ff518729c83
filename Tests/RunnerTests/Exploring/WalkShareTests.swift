import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// That a walk is decided by the seed and its number alone, so that several runs can share them.
@Suite struct WalkShareTests {
  @Test(arguments: WalkEndTests.models.indices, ["pct", "random"])
  func walksAreTheSameWhoeverMakesThem(_ number: Int, _ schedules: String) throws {
    let text = "\(WalkEndTests.models[number].text)\n"
    let maker = try ScenarioRunner(try loaded(text)).firstMaker(by: schedules)
    onLargeStack {
      let whole = Walks(maker, count: 50, seed: 3)
      whole.search()
      for count in 2...4 {
        for first in 0..<count {
          let share = Walked.Share(first: first, stride: count)
          let part = Walks(maker, count: 50, seed: 3, share: share)
          part.search()
          let own = whole.turns.indices.filter(share.holds).map { whole.turns[$0] }
          #expect(part.turns == own, "\(first) of \(count)")
        }
      }
    }
  }

  /// Also where it is found in a walk that tells all shards how long walks are.
  @Test func theFirstViolationIsTheSame() throws {
    let text = """
      cells: {n: 0}
      always: n < 3
      steps: [{choose: {x: [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2]}}, {set: {n: = x}}]
      """
    let maker = try ScenarioRunner(try loaded(text)).firstMaker(by: "random")
    onLargeStack {
      for seed in 0..<20 as Range<UInt64> {
        let whole = Walks(maker, count: 100, seed: seed)
        whole.search()
        let parts = (0..<3).map { first in
          let part = Walks(
            maker, count: 100, seed: seed, share: Walked.Share(first: first, stride: 3))
          part.search()
          return part
        }
        #expect(parts.compactMap(\.last).min() == whole.last)
      }
    }
  }
}

extension ScenarioRunner {
  fileprivate func firstMaker(by schedules: String) throws -> RunMaker {
    let made = try firstMaker()
    var exploration = made.exploration
    exploration.schedules = try #require(Exploration.Schedules(rawValue: schedules))
    return RunMaker(
      candidate: made.candidate, script: made.script, tables: made.tables,
      exploration: exploration, plan: made.plan, locals: made.locals, bounds: made.bounds,
      starts: made.starts)
  }
}
