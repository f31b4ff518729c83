import Foundation
import Testing

/// Walks of one scenario that several runs share.
@Suite struct SharedWalkTests {
  private static let racing = """
    actors:
      counter: {state: {n: 0}, on: {Get: = state.n, Put: [{set: {n: = message}}]}}
      ada: {on: &client {Add: [{ask: {counter: Get}, as: n}, {tell: {counter: {Put: = n + 1}}}]}}
      bob: {on: *client}
    explore: {schedules: SCHEDULES, KEYS}
    PROPERTIES
    scenarios:
      - name: two clients
        steps: [{interleave: [[{tell: {ada: Add}}], [{tell: {bob: Add}}]]}]
      - {name: row of NUMBER, explore: {schedules: exhaustive}, steps: [{tell: {ada: Add}}]}
      - {name: nothing, explore: false, steps: [{tell: {ada: Add}}]}

    """

  /// Each with what ends otherwise: by what is expected, by what is seen, by what is cut or stopped.
  static let models: [(name: String, text: String)] = [
    ("violated", racing(properties: "eventually: counter.n == 2")),
    ("random", racing(by: "random", properties: "eventually: counter.n == 2")),
    ("as expected", racing("expect: violated", properties: "eventually: counter.n == 2")),
    ("not violated", racing("expect: violated", properties: "eventually: counter.n >= 1")),
    ("holds", racing(properties: "always: counter.n <= 2")),
    // Seen seldom, in some walk behind that of the violation, and never.
    ("seen by some", racing("sometimes: counter.n == 2", properties: "")),
    ("never seen", racing("sometimes: counter.n == 3", properties: "")),
    (
      "seen and violated",
      racing(
        "expect: violated, sometimes: [counter.n == 2, counter.n == 7]",
        properties: "eventually: counter.n == 2")
    ),
    (
      "late",
      """
      cells: {n: 0, last: 0}
      explore: {schedules: pct, sometimes: [last == 4, n == 3], expect: violated}
      always: '!(n == 4 && last == 1)'
      steps:
        - interleave:
            - [{set: {n: = n + 1, last: 1}}]
            - [{set: {n: = n + 1, last: 2}}]
            - [{set: {n: = n + 1, last: 3}}]
            - [{set: {n: = n + 1, last: 4}}]

      """
    ),
    (
      "cut",
      """
      actors: {a: {on: {P: [{choose: {x: [1, 2, 3]}}, {if: = x == 3, then: [{tell: {a: P}}]}]}}}
      cells: {n: 0}
      explore: {schedules: random, forbid: [], events: [{when: n < 90, set: {n: = n + 1}}, {set: {n: = n}}]}
      eventually: n > 200
      steps: [{tell: {a: P}}]

      """
    ),
    (
      "covered by few",
      """
      cells: {n: 0}
      actors:
        a: {on: {P: [{choose: {x: [1, 2, 3, 4, 5, 6, 7, 8]}}, {choose: {y: [1, 2, 3, 4, 5, 6, 7, 8]}},
          {if: = x == 5 && y == 5, then: [{set: {n: 1}}]}]}}
      explore: {schedules: pct}
      steps: [{tell: {a: P}}]

      """
    ),
    (
      "known to fail",
      """
      cells: {n: 0}
      explore: {schedules: pct}
      always: n < 2
      scenarios:
        - {name: a, todo: later, steps: [{interleave: [[{set: {n: 1}}], [{set: {n: = n * 2}}], [{set: {n: = n + 0}}]]}]}
        - {name: b, todo: never, steps: [{set: {n: 1}}]}
        - {name: c, skip: not yet, steps: [{set: {n: 1}}]}
        - {name: row, each: [{x: 0}, {x: 1}, {x: 2}], steps: [{interleave: [[{set: {n: = x}}], [{set: {n: = n}}]]}]}

      """
    ),
    (
      "cannot begin",
      """
      cells: {n: 0}
      explore: {schedules: pct, start: {for: {i: '= [1 / n]'}, set: {n: = i}}}
      steps: [{set: {n: 1}}]

      """
    ),
    (
      "breaks off",
      """
      cells: {n: 0}
      explore: {schedules: pct}
      steps:
        - choose: {x: [1, 2, 3, 4, 5, 6, 7, 0]}
        - set: {n: = 1 / x}

      """
    ),
  ]

  private static func racing(
    _ keys: String = "budget: 1", by schedules: String = "pct", properties: String
  ) -> String {
    racing.replacing("SCHEDULES", with: schedules).replacing("KEYS", with: keys)
      .replacing("PROPERTIES", with: properties).replacing("NUMBER", with: "one")
  }

  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
  }

  private func shards(_ count: Int, _ options: [String]) throws -> [String] {
    try (1...count).map { index in
      let report = "\(index)-of-\(count).jsonl"
      let ending = try tool.run(
        ["explore", "--shard", "\(index)/\(count)", "--report", "jsonl=\(report)", "-q"] + options)
      #expect([0, 1].contains(ending.code), "\(ending.text)")
      return report
    }
  }

  @Test(arguments: models.indices)
  func mergedShardsSayWhatOneRunSays(_ number: Int) throws {
    let (name, text) = SharedWalkTests.models[number]
    try scratch.write("a.yaml", text)
    for seed in ["1", "7"] {
      let options = ["--no-times", "--runs", "60", "--seed", seed, "a.yaml"]
      let whole = try tool.run(["explore", "--report", "jsonl=whole.jsonl"] + options)
      #expect([0, 1].contains(whole.code), "\(name): \(whole.text)")
      let report = try String(contentsOfFile: "\(scratch.path)/whole.jsonl", encoding: .utf8)
      for count in 1...4 {
        let parts = try shards(count, options)
        let merged = try tool.run(["merge", "--report", "jsonl=all.jsonl"] + parts.reversed())
        #expect(merged.text == whole.text, "\(name), \(count) shards")
        #expect(merged.code == whole.code, "\(name), \(count) shards")
        let all = try String(contentsOfFile: "\(scratch.path)/all.jsonl", encoding: .utf8)
        #expect(all == report, "\(name), \(count) shards")
      }
    }
  }

  /// One shard alone does not say that what is to be seen is not.
  @Test func aShardLeavesOpenWhatOthersMaySee() throws {
    try scratch.write("a.yaml", SharedWalkTests.models[6].text)
    let options = ["--runs", "9", "--filter", "two clients", "a.yaml"]
    let whole = try tool.run(["explore"] + options)
    #expect(whole.code == 1 && whole.out.contains("[never-seen]"), "\(whole.text)")
    for (index, own) in [(1, 5), (2, 4)] {
      let part = try tool.run(["explore", "--shard", "\(index)/2"] + options)
      #expect(part.code == 0 && part.out.contains("in \(own) of 9 walks"), "\(part.text)")
      #expect(part.out.contains("  undecided: sometimes `counter.n == 3` was true in no walk"))
    }
  }

  /// What one shard finds is not forgotten for what another beside it passes.
  @Test func whatOneShardFindsIsRemembered() throws {
    try scratch.write(
      "a.yaml",
      """
      cells: {n: 0}
      explore: {schedules: random}
      always: n < 3
      scenarios:
        - {name: calm, steps: [{set: {n: 1}}]}
        - {name: wild, steps: [{choose: {x: [1, 2, 3, 1, 2, 1, 2]}}, {set: {n: = x}}]}

      """)
    var tool = tool
    tool.environment["REACTORCTL_CACHE"] = "\(scratch.path)/cache"
    for runs in ["1", "20"] {
      let codes = try (1...3).map {
        try tool.run("explore", "--shard", "\($0)/3", "--runs", runs, "--seed", "3", "a.yaml").code
      }
      let again = try tool.run("explore", "--failed", "a.yaml").out
      #expect(again.contains("calm") != codes.contains(1), "\(codes): \(again)")
    }
  }

  @Test func whatIsMissingIsNotPassed() throws {
    try scratch.write("a.yaml", SharedWalkTests.models[4].text)
    let parts = try shards(3, ["--runs", "30", "a.yaml"])
    let partial = try tool.run(["merge", "--partial"] + parts.dropLast())
    #expect(partial.code == 4 && partial.out.contains("1 missing"), "\(partial.text)")
    #expect(try tool.run(["merge"] + parts.dropLast()).code == 3)
  }

  @Test func otherWalksAreNotMerged() throws {
    try scratch.write("a.yaml", SharedWalkTests.models[4].text)
    var parts = try shards(2, ["--runs", "30", "a.yaml"])
    for (option, value) in [("--runs", "31"), ("--seed", "5")] {
      let words = [
        "explore", "--shard", "2/2", "-q", "--report", "jsonl=other.jsonl", option, value,
      ]
      #expect(try tool.run(words + ["a.yaml"]).code == 0)
      parts[1] = "other.jsonl"
      let merged = try tool.run(["merge"] + parts)
      #expect(merged.code == 2 && merged.text.contains("walked otherwise"), "\(merged.text)")
    }
  }
}
