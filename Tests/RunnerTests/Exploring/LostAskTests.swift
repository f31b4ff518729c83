import Scenarios
import Testing
import Values

@testable import Runner

/// Whoever asked in a message that was lost waits on, but nobody holds the answer: it is in no circle of
/// those who wait for each other.
@Suite struct LostAskTests {
  /// What befalls the message in which `a` asks, before `b` asks too.
  @Test(arguments: [
    ([], true),
    (["drop b.Get"], false),
    // A copy is left.
    (["duplicate b.Get", "drop b.Get"], true),
    (["duplicate b.Get", "drop b.Get", "drop b.Get"], false),
    // It is still under way.
    (["delay b.Get"], true),
  ])
  func onlyAMessageThatIsLeftIsWaitedFor(_ faults: [String], _ isCircle: Bool) throws {
    let text = """
      actors:
        a: {on: {Go: [{ask: {b: Get}}], Get: = 0}}
        b: {on: {Go: [{ask: {a: Get}}], Get: = 0}}
      explore:
        faults: {drop: [b.Get], duplicate: [b.Get], delay: [b.Get]}
        delivery: unordered
        budget: {drop: 2, duplicate: 1, delay: 1}
        forbid: [deadlock]
      steps:
        - interleave: [[{tell: {a: Go}}], [{tell: {b: Go}}]]
      """
    let file = try loaded(text)
    let (run, _) = try ScenarioRunner(file).firstMaker().begin(0, [])
    defer { run.close() }
    var isViolated = false
    for words in ["script 1", "a"] + faults + ["script 2", "Go"] {
      let move = try #require(
        try run.options().moves.first {
          let (actor, about) = run.words(for: $0)
          return actor == words || about == words || about == "\(words) (overtakes)"
        }, "\(words)")
      if case .violated = run.take(move, []) { isViolated = true }
    }
    #expect(isViolated == isCircle)
  }

  @Test(arguments: [false, true])
  func whatWasLostClosesNoCircle(_ isByReplay: Bool) throws {
    let text = """
      actors:
        a: {on: {Go: [{ask: {b: Get}}], Get: = 0}}
        b: {on: {Go: [{ask: {a: Get}}], Get: = 0}}
      explore: {faults: {drop: [b.Get]}, forbid: [deadlock]}
      steps: [{tell: {a: Go}}, {tell: {b: Go}}]
      """
    var settings = ExploreSettings()
    settings.isByReplay = isByReplay
    let explored = try explored(text, settings)
    #expect(explored.found == nil && explored.isComplete)
    // The asker waits on all the same.
    let unanswered = try explore(
      text.replacing("forbid: [deadlock]", with: "forbid: [unanswered]"), settings)
    #expect(unanswered.flatMap(\.failures).map(\.code) == [.exploredUnanswered])
  }

  /// A forwarding that was lost is waited for by nobody's actor either.
  @Test func whatWasForwardedAndLostClosesNoCircle() throws {
    let text = """
      actors:
        a: {on: {Go: {future: [{forward: {b: Get}}]}, Get: = 0}}
        b: {on: {Go: [{ask: {a: Get}}], Get: = 0}}
      explore: {faults: {drop: [b.Get]}, forbid: [deadlock]}
      steps: [{tell: {a: Go}}, {tell: {b: Go}}]
      """
    #expect(try explored(text).found == nil)
  }

  /// It may be given up when its time is over.
  @Test func whoAskedWithATimeoutGoesOn() throws {
    let text = """
      actors:
        a:
          state: {late: false}
          on: {Go: [{ask: {b: Get}, timeout: 1s, else: [{set: {late: true}}]}]}
        b: {on: {Get: = 0}}
      explore: {faults: {drop: [b.Get]}, sometimes: [a.late]}
      steps: [{tell: {a: Go}}, {advance: 1s}]
      """
    #expect(try explore(text).flatMap(\.failures).map(\.message) == [])
  }
}
