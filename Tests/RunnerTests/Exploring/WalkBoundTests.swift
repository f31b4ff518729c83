import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// How far walks go, and what is said of those that were ended before.
@Suite struct WalkBoundTests {
  private func walked(
    _ text: String, _ schedules: String, runs: Int = 20
  ) throws -> ScenarioResult {
    var settings = ExploreSettings()
    settings.runs = runs
    let results = try explore(text.replacing("SCHEDULES", with: schedules), settings)
    #expect(results.count == 1)
    return results[0]
  }

  @Test(arguments: ["pct", "random"])
  func aScriptIsWalkedToItsEndHoweverLong(_ schedules: String) throws {
    let result = try walked(
      """
      cells: {done: 0}
      actors: {a: {on: {P: []}}}
      explore: {schedules: SCHEDULES}
      always: done == 0
      steps:
        - repeat: 600
          do: [{tell: {a: P}}]
        - set: {done: 1}
      """, schedules)
    #expect(result.failures.map(\.code) == [.exploredAlways])
    #expect(result.explored?.found?.turns == 1201 && result.explored?.found?.deviations == 0)
  }

  @Test(arguments: ["pct", "random"])
  func whatComesToNoRestIsEndless(_ schedules: String) throws {
    let text = """
      actors: {a: {on: {P: [{tell: {b: P}}], Q: []}}, b: {on: {P: [{tell: {a: P}}]}}}
      explore: {schedules: SCHEDULES}
      steps: [{tell: {a: Q}}, {tell: {a: P}}]
      """
    let result = try walked(text, schedules)
    #expect(result.failures.map(\.code) == [.exploredEndless])
    let found = try #require(result.explored?.found)
    #expect(found.turns == 3 && found.deviations == 0, "\(found.schedule)")
    // The token leads there again.
    let file = try loaded(text.replacing("SCHEDULES", with: schedules))
    onLargeStack {
      let runner = ScenarioRunner(file)
      let replayed = runner.replay(runner.candidates[0], token: found.token)
      #expect(replayed.failures.map(\.code) == [.exploredEndless])
    }
  }

  /// What begins only where something else than the first is taken, and what a walk has to be led to.
  @Test(arguments: ["pct", "random"])
  func endlessnessIsFoundBehindAChoice(_ schedules: String) throws {
    let result = try walked(
      """
      actors: {a: {on: {P: [{tell: {a: P}}], Q: []}}}
      explore: {schedules: SCHEDULES}
      steps:
        - choose: {isLoop: [false, false, true]}
        - if: isLoop
          then: [{tell: {a: P}}]
          else: [{tell: {a: Q}}]
      """, schedules)
    let found = try #require(result.explored?.found)
    #expect(found.failure.code == .exploredEndless && found.deviations == 1)
  }

  /// Only what leads there is told of a walk, whether or not the world comes back to where it was.
  @Test(arguments: [
    ("pct", "(state.n + 1) % 3", 0), ("random", "(state.n + 1) % 3", 1),
    ("random", "state.n + 1", 2),
  ])
  func whatIsEndlessIsShortened(_ schedules: String, _ next: String, _ seed: UInt64) throws {
    let text = """
      actors:
        a:
          state: {n: 0}
          on: {P: [{set: {n: = NEXT}}, {tell: {a: P}}], Q: [{set: {n: = NEXT}}]}
      explore: {schedules: SCHEDULES}
      steps:
        - interleave:
            - - tell: {a: Q}
              - tell: {a: Q}
              - choose: {go: [false, true]}
              - if: go
                then: [{tell: {a: P}}]
              - tell: {a: Q}
            - [{tell: {a: Q}}, {tell: {a: Q}}]
      """.replacing("NEXT", with: next).replacing("SCHEDULES", with: schedules)
    var settings = ExploreSettings()
    settings.seed = seed
    let found = try #require(try explore(text, settings)[0].explored?.found)
    #expect(found.failure.code == .exploredEndless)
    #expect(found.deviations == 1 && found.turns <= 6, "\(found.schedule)")
    try expectEndless(text, found.token)
  }

  private func expectEndless(_ text: String, _ token: String) throws {
    let file = try loaded(text)
    onLargeStack {
      let runner = ScenarioRunner(file)
      let replayed = runner.replay(runner.candidates[0], token: token)
      #expect(replayed.failures.map(\.code) == [.exploredEndless])
      #expect(replayed.replayed?.notes == [])
    }
  }

  /// Somebody ends it, who only has to have his turn; so does chance.
  @Test(arguments: ["pct", "random"])
  func whatCanStillBeEndedIsNotEndless(_ schedules: String) throws {
    let result = try walked(
      """
      actors:
        a:
          state: {isOver: false}
          on:
            Stop: [{set: {isOver: true}}]
            P: [{if: '!state.isOver', then: [{tell: {a: P}}]}]
        b: {on: {P: [{choose: {goOn: [true, false]}}, {if: = goOn, then: [{tell: {b: P}}]}]}}
      explore: {schedules: SCHEDULES}
      steps: [{interleave: [[{tell: {a: P}}], [{tell: {b: P}}], [{tell: {a: Stop}}]]}]
      eventually: a.isOver
      """, schedules)
    #expect(result.failures.isEmpty && result.explored?.cuts.isEmpty == true)
  }

  @Test(arguments: ["pct", "random"])
  func walksThatAreCutAreToldOf(_ schedules: String) throws {
    let endless = try walked(
      """
      actors: {a: {on: {P: [{tell: {a: P}}]}}}
      explore: {schedules: SCHEDULES, forbid: []}
      steps: [{tell: {a: P}}]
      """, schedules, runs: 3)
    #expect(endless.failures.isEmpty)
    #expect(endless.explored?.cuts.map(\.bound) == [.turnsAlone(10_000)])
    #expect(endless.explored?.cuts.map(\.walks) == [3])
    let ticking = try walked(
      """
      actors: {a: {on: {Tick: [{tell: {self: Tick}, after: 1ms}]}}}
      explore: {schedules: SCHEDULES}
      steps: [{tell: {a: Tick}}, {advance: 100000s}]
      """, schedules, runs: 1)
    #expect(ticking.failures.isEmpty, "\(ticking.failures.map(\.message))")
    #expect(ticking.explored?.cuts.map(\.bound) == [.turns(100_000)])
  }

  /// Events of which there is no end do not keep a script from its own.
  @Test(arguments: ["pct", "random"])
  func eventsWithoutANumberAreBounded(_ schedules: String) throws {
    let text = """
      cells: {n: 0, done: false}
      explore: {schedules: SCHEDULES, KEYS events: [{set: {n: = n + 1}}]}
      always: '!done'
      steps:
        - repeat: 300
          do: [{set: {n: 0}}]
        - set: {done: true}
      """
    let result = try walked(text.replacing("KEYS", with: ""), schedules)
    #expect(result.failures.map(\.code) == [.exploredAlways])
    let holding = text.replacing("always: '!done'\n", with: "")
    let cut = try #require(try walked(holding.replacing("KEYS", with: ""), schedules).explored)
    #expect(cut.cuts.map(\.bound) == [.events(100)] && cut.cuts.map(\.walks) == [20])
    // It was said how many.
    let whole = try walked(holding.replacing("KEYS", with: "steps: 150,"), schedules)
    #expect(whole.explored?.cuts.isEmpty == true && whole.failures.isEmpty)
  }

  @Test func whatIsNeverAskedSaysWhy() throws {
    let result = try walked(
      """
      cells: {n: 0}
      explore: {schedules: SCHEDULES, events: [{set: {n: = n + 1}}]}
      eventually: n == 3
      """, "random")
    #expect(
      result.failures.map(\.message) == [
        "no run ended in any walk, so that `eventually` was never asked"
      ])
    #expect(result.failures[0].help.first?.contains("`steps` of `explore`") == true)
  }
}
