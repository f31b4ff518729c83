import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// Tokens, walks, and what is the same again and again.
@Suite struct ScheduleTests {
  @Test func aTokenIsReadAsItWasWritten() throws {
    var chance = Seeded(99)
    for _ in 0..<300 {
      var place = -1
      let picks = (0..<chance.below(12)).map { _ in
        place += 1 + chance.below(chance.chance(20) ? 100_000 : 20)
        return ScheduleToken.Pick(
          place: place, index: chance.below(chance.chance(10) ? 5_000 : 6),
          check: UInt8(chance.below(32)))
      }
      let token = ScheduleToken(file: UInt32(chance.below(1 << 25)), picks: picks)
      #expect(ScheduleToken(token.text) == token)
      #expect(ScheduleToken(token.text.uppercased().replacing("RX1", with: "rx1")) == token)
    }
  }

  @Test(arguments: [
    "", "rx1", "rx1..", "rx2.00000.", "rx1.0000.", "rx1.00000", "rx1.00000.u", "rx1.00000.0",
    "rx1.00000.00", "rx1.00000.v", "rx1.00000.vvvvvvvvvvvvvvv000", "rx1.00000.000.", "🦊",
    "rx1.🦊🦊.1",
  ])
  func whatIsNoTokenIsRefused(_ text: String) {
    #expect(ScheduleToken(text) == nil)
  }

  /// Each violation is run twice from its token before it is told; here once more, by what is told.
  @Test(arguments: [1, 2, 3])
  func aReplayViolatesTheSame(_ count: Int) throws {
    let text = KnownAnswerTests.clients(count == 1 ? 2 : count)
    let found = try #require(try explored(text).found)
    let file = try loaded(text)
    onLargeStack {
      let runner = ScenarioRunner(file)
      let result = runner.replay(runner.candidates[0], token: found.token)
      #expect(result.failures.map(\.code) == [found.failure.code])
      #expect(result.log != nil && runner.isToken(found.token, for: runner.candidates[0]))
    }
  }

  /// Also where rows have one name.
  @Test func aTokenIsOneRowsAlone() throws {
    let file = try loaded(
      """
      cells: {n: 0}
      always: n < 2
      scenarios: [{name: "{v}", each: [{v: 1}, {v: 2}, {v: 2}], steps: [{set: {n: = v}}]}]
      """)
    onLargeStack {
      let runner = ScenarioRunner(file)
      let tokens = runner.candidates.map { runner.explore($0).explored?.found?.token }
      #expect(tokens[0] == nil && tokens[1] != nil && tokens[2] != nil)
      for token in tokens.compactMap({ $0 }) {
        let own = runner.candidates.filter { runner.isToken(token, for: $0) }
        #expect(own.map(\.index) == [tokens.firstIndex(of: token)])
      }
    }
  }

  /// That there is no rest is no turn's doing.
  @Test(arguments: [("endless", true), ("deadlock", false)])
  func aReplayThatComesToNoRestIsEndless(_ forbidden: String, _ isViolated: Bool) throws {
    let text = """
      actors: {a: {on: {M: [{tell: {a: M}}]}}}
      explore: {forbid: [\(forbidden)]}
      scenarios:
        - schedule: rx1.00000.
          steps: [{tell: {a: M}}]
      """
    #expect(try failures(of: text).map(\.code) == (isViolated ? [.exploredEndless] : []))
  }

  @Test func aScenarioWithAScheduleDoesThatRun() throws {
    let text = KnownAnswerTests.clients(2)
    let found = try #require(try explored(text).found)
    let scheduled = text.replacing(
      "steps:\n", with: "scenarios:\n- schedule: \(found.token)\n  steps:\n")
    #expect(try failures(of: scheduled).map(\.code) == [.exploredEventually])
    // A mended model: the token is followed as far as it leads.
    let mended = scheduled.replacing(
      "eventually: counter.n == 2", with: "eventually: counter.n >= 1")
    #expect(try failures(of: mended).isEmpty)
  }

  @Test(arguments: ["pct", "random"])
  func walksFindAndShrink(_ schedules: String) throws {
    let text = KnownAnswerTests.clients(3).replacing(
      "eventually", with: "explore: {schedules: \(schedules)}\neventually")
    var settings = ExploreSettings()
    settings.seed = 7
    let first = try explored(text, settings)
    let found = try #require(first.found)
    #expect(found.deviations == 1 && found.isLeast)
    let second = try explored(text, settings)
    #expect((second.found?.token, second.walks) == (found.token, first.walks))
    settings.seed = 8
    settings.runs = 1
    #expect(try explored(text, settings).walks == 1)
  }

  @Test func aSearchThatIsBoundedSaysSo() throws {
    let text = KnownAnswerTests.commit(3).replacing("complete: true", with: "limit: 50")
    let explored = try explored(text)
    #expect(explored.bound == "50 states" && !explored.isComplete && explored.states == 50)
    let failing = try explore(text.replacing("limit: 50", with: "limit: 50\n  complete: true"))
    #expect(failing.flatMap(\.failures).map(\.code) == [.exploredBounded])
  }

  @Test func whatIsExpectedAndWhatMustBeSeen() throws {
    func codes(_ keys: String, _ more: String = "") throws -> [String] {
      try explore(
        """
        cells: {n: 0}
        \(more)
        explore:
          \(keys)
          events: [{when: n < 3, set: {n: = n + 1}}]
        """
      ).flatMap(\.failures).map(\.code.rawValue)
    }
    #expect(try codes("steps: 5") == [])
    #expect(try codes("expect: violated") == ["not-violated"])
    #expect(try codes("expect: violated", "always: n < 3") == [])
    #expect(try codes("expect: holds", "always: n < 3") == ["explored-always"])
    #expect(try codes("sometimes: [n == 3]") == [])
    #expect(try codes("sometimes: [n == 3, n == 4]") == ["never-seen"])
    #expect(try codes("steps: 2\n  sometimes: n == 3") == ["never-seen"])
    #expect(try codes("limit: 2\n  sometimes: n == 3") == ["never-seen"])
    #expect(try codes("steps: 2", "eventually: n == 3") == ["never-seen"])
    #expect(try codes("steps: 9", "eventually: n == 3") == [])
    #expect(try codes("steps: 9", "eventually: n == 2") == ["explored-eventually"])
  }
}
