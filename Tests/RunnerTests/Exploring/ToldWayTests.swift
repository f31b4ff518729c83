import Scenarios
import Testing

@testable import Runner

/// How what an exploration has found is told.
@Suite struct ToldWayTests {
  /// A timeout, and an answer, have the column of who asked.
  @Test func aTimeoutIsToldOfWithWhoAsked() throws {
    let ofAnActor = try found(
      """
      actors:
        a:
          state: {n: 0}
          on: {Q: {future: [{ask: {b: R}, as: x, timeout: 5ms, else: [{set: {n: 1}}]}]}}
        b: {on: {R: {future: [{wait: 9ms}, {reply: 1}]}}}
      always: a.n == 0
      steps: [{tell: {a: Q}}, {advance: 10ms}]
      """)
    #expect(ofAnActor.schedule.contains { $0.actor == "a" && $0.words == "the timeout of R" })
    let ofTheScript = try found(
      """
      actors: {b: {state: {n: 0}, on: {R: {future: [{wait: 9ms}, {set: {n: 1}}, {reply: 1}]}}}}
      always: b.n == 0
      steps: [{ask: {b: R}, timeout: 5ms, fails: _}, {advance: 10ms}]
      """)
    #expect(ofTheScript.schedule.contains { $0.actor == "script" && $0.words.contains("timeout") })
    for found in [ofAnActor, ofTheScript] {
      #expect(!found.schedule.contains { $0.actor == "the" })
    }
  }

  /// Also where the message never came to it.
  @Test(arguments: ["{drop: {from: b, to: a}}", "{tell: {b: N}}"])
  func whatWasNeverAnsweredIsToldOfWithWhoWasAsked(_ fault: String) throws {
    let found = try found(
      """
      actors:
        a: {on: {Q: {future: [{wait: 1s}, {reply: 1}]}}}
        b: {on: {F: [{ask: {a: Q}}], N: []}}
      explore: {forbid: [unanswered]}
      steps: [{interleave: [[{tell: {b: F}}], [\(fault)]]}]
      """)
    #expect(found.failure.message == "a.Q was never answered")
  }

  /// In the words in which a run tells of it.
  @Test func aLongCircleIsToldOfAsInARun() throws {
    let count = 15
    let actors = (0..<count).map { number in
      "  a\(number): {on: {Go: [{ask: {a\((number + 1) % count): Go}}]}}\n"
    }
    let message = try found("actors:\n\(actors.joined())steps: [{tell: {a0: Go}}]").failure.message
    #expect(message.contains("a11 waits for a12 (Go), and so on, 3 actors more"), "\(message)")
  }

  /// Who has a fault wait has a part in what befalls the message of another, and so has who takes it from that one.
  @Test(arguments: [("duplicate", 1), ("drop", 0)])
  func whatAFaultDependsOnHasAPart(_ fault: String, _ most: Int) throws {
    let found = try found(
      """
      actors:
        a: {state: {n: 0}, on: {M: [{set: {n: = state.n + 1}}], N: []}}
        b: {on: {F: [{tell: {a: M}}]}}
        c: {on: {F: [{tell: {a: N}}]}}
      always: a.n <= \(most)
      steps:
        - \(fault == "drop" ? "drop: {to: a}" : "expect: {a.n: 0}")
        - interleave: [[{tell: {b: F}}], [{tell: {c: F}}, {\(fault): {to: a}}]]
      """)
    let parts = found.schedule.filter(\.isPast).map { "\($0.actor) \($0.words)" }
    #expect(parts.contains(fault == "drop" ? "c F" : "script 2 duplicate"), "\(found.schedule)")
  }

  private func found(_ text: String) throws -> Explored.Found {
    try #require(try explored(text).found)
  }
}
