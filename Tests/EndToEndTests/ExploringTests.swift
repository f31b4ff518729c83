import Foundation
import TestSupport
import Testing

/// Every model under scenarios/exploring/ passes when it is run, and is explored to the verdict that it
/// expects, with as many states, deviations and turns as stand beside it. `UPDATE_OUT=1 swift test
/// --filter ExploringTests` writes these anew.
@Suite struct ExploringTests {
  static let files = ScenarioTests.yaml(in: "scenarios/exploring")

  @Test(arguments: files)
  func eachModelIsRunGreenAndExploredAsItSays(_ path: String) throws {
    let run = try Tool().run("run", path)
    #expect(run.code == 0, "\(run.text)")
    let explored = try Tool().run("explore", path)
    #expect(explored.code == 0, "\(explored.text)")
    let out = Tool.root + "/" + path.dropLast(".yaml".count) + ".out"
    if ProcessInfo.processInfo.environment["UPDATE_OUT"] != nil {
      try explored.text.write(toFile: out, atomically: true, encoding: .utf8)
    }
    #expect(explored.text == (try? String(contentsOfFile: out, encoding: .utf8)))
    let check = try Tool().run("check", path)
    #expect(check.code == 0 && !check.text.contains("warning"), "\(check.text)")
  }

  @Test func eachHasItsTwin() {
    let broken = ExploringTests.files.filter { !$0.hasSuffix("-mended.yaml") }
    #expect(broken.count > 10)
    for path in broken {
      let twin = path.dropLast(".yaml".count) + "-mended.yaml"
      #expect(ExploringTests.files.contains(String(twin)), "\(twin)")
    }
  }

  /// A limit is told beside a violation that is expected: what it has kept from being seen is no question of time.
  @Test func aLimitIsToldBesideAViolation() throws {
    let scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    try scratch.write(
      "limit.yaml",
      """
      actors:
        a: {state: {bad: false}, on: {M: [{set: {bad: true}}]}}
        b: {state: {n: 0}, on: {M: [{repeat: 100000000, do: [{set: {n: = state.n + 1}}]}]}}
      explore: {expect: violated}
      always: '!a.bad'
      steps: [{batch: [{tell: {a: M}}, {tell: {b: M}}]}]

      """)
    let explored = try tool.run("explore", "limit.yaml")
    #expect(explored.code == 1 && explored.text.contains("[work-limit]"), "\(explored.text)")
  }

  @Test func theSameComesOutOnAnyNumberOfThreads() throws {
    let one = try Tool().run("explore", "--jobs", "1", "-q", "scenarios/exploring")
    let three = try Tool().run("explore", "--jobs", "3", "-q", "scenarios/exploring")
    #expect(one.text == three.text && one.code == 0)
  }

  @Test(arguments: ["lost-update", "die-hard", "duplicated-payment", "stale-answer"])
  func aTokenLeadsThereAgain(_ name: String) throws {
    let path = "scenarios/exploring/\(name).yaml"
    let report = try Tool().run("explore", "--report", "jsonl=-", path).out
    let line = try #require(report.split(separator: "\n").first { $0.contains("\"explored\"") })
    let token = try #require(
      line.components(separatedBy: "\"token\":\"").last?.prefix { $0 != "\"" })
    let replay = try Tool().run("replay", path, String(token))
    #expect(replay.code == 1 && replay.text.contains("explored-"), "\(replay.text)")
  }

  @Test func wrongUseIsToldAndEndsSo() throws {
    let path = "scenarios/exploring/lost-update.yaml"
    #expect(try Tool().run("replay", path, "rx1.what").code == 2)
    // The dot at its end is easily left behind.
    let cut = try Tool().run("replay", path, "rx1.00000")
    #expect(cut.code == 2 && cut.err.contains("lacks the dot at its end: write rx1.00000.\n"))
    #expect(try Tool().run("replay", "scenarios/exploring", "rx1.00000.").code == 2)
    #expect(try Tool().run("explore", "--limit", "0", path).code == 2)
    #expect(try Tool().run("explore", "--runs", "0", path).code == 2)
    let nowhere = try Tool().run("explore", "nowhere.yaml").code
    let run = try Tool().run("run", "nowhere.yaml").code
    #expect(nowhere != 0 && nowhere == run)
    let bounded = try Tool().run("explore", "--limit", "3", "scenarios/exploring/die-hard.yaml")
    #expect(bounded.code == 1 && bounded.text.contains("not-violated"), "\(bounded.text)")
  }

  @Test func theStateMachineOfAModelIsDrawn() throws {
    let path = "scenarios/exploring/lost-update.yaml"
    let mermaid = try Tool().run("explore", "--graph", "--by", "counter.n", path)
    #expect(mermaid.code == 0)
    #expect(
      mermaid.out.contains(
        #"""
          start1(( )) --> s1
          s1 -->|"counter: Put"| s2
          s2 -->|"counter: Put"| s3
        """#.replacingOccurrences(of: "\n          ", with: "\n  ")), "\(mermaid.out)")
    let dot = try Tool().run(
      "explore", "--graph", "--by", "counter.n", "--format", "dot", path)
    #expect(dot.code == 0 && dot.out.contains("s2 -> s3 [label=\"counter: Put\"]"), "\(dot.out)")
    let jugs = "scenarios/exploring/die-hard.yaml"
    let all = try Tool().run("explore", "--graph", jugs)
    #expect(all.out.split(separator: "\n").count { $0.contains("small = ") } == 16)
    #expect(all.out == (try Tool().run("explore", "--graph", "--by-replay", jugs)).out)
  }

  @Test func whatCannotBeDrawnIsTold() throws {
    let path = "scenarios/exploring/die-hard.yaml"
    #expect(try Tool().run("explore", "--by", "small", path).code == 2)
    #expect(try Tool().run("explore", "--graph", "scenarios/exploring").code == 2)
    for (option, value) in [("--report", "junit=-"), ("--write", nil)] {
      let words = ["explore", "--graph", path, option] + [value].compactMap { $0 }
      let ending = try Tool().run(words)
      #expect(ending.code == 2 && ending.text.contains("leave \(option) out"), "\(ending.text)")
    }
    let unknown = try Tool().run("explore", "--graph", "--by", "smal", path)
    #expect(unknown.code != 0 && unknown.text.contains("did you mean"), "\(unknown.text)")
    let many = try Tool().run("explore", "--graph", "scenarios/exploring/two-phase-commit.yaml")
    #expect(many.code == 0 && many.text.contains("200 states to be drawn"), "\(many.text)")
  }

  @Test func walksBeginWhereASeedSays() throws {
    let scratch = try Scratch()
    let model = "cells: {a: 0}\nexplore: {schedules: random, events: [{set: {a: 1}}]}\n"
    try scratch.write("a.yaml", "settings: {seed: -5}\n\(model)")
    try scratch.write("b.yaml", model)
    var tool = Tool()
    tool.folder = scratch.path
    let plain = try tool.run("explore", "-v", "a.yaml")
    #expect(plain.code == 0 && plain.out.contains("seed 18446744073709551611"), "\(plain.text)")
    for words in [["--seed", "-5"], ["--seed=-5"], ["--seed", "18446744073709551611"]] {
      let ending = try tool.run(["explore", "-v", "b.yaml"] + words)
      #expect(ending.out.contains("seed 18446744073709551611"), "\(words): \(ending.text)")
    }
    #expect(try tool.run("explore", "--seed", "five", "a.yaml").code == 2)
  }

  /// Walks that did not come to their end are told of, and what to do about it, also where nobody asks; and in JSON.
  @Test func walksThatWereCutAreToldOf() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a.yaml", "cells: {a: 0}\nexplore: {schedules: random, events: [{set: {a: 1}}]}\n")
    var tool = Tool()
    tool.folder = scratch.path
    let explored = try tool.run("explore", "--runs", "7", "--report", "jsonl=a.jsonl", "a.yaml")
    #expect(
      explored.out.hasPrefix(
        """
        holds     a.yaml::a  in 7 walks, 7 bounded by 100 events, seed 0
          bounded by 100 events: `steps` of `explore` says how many events a run may have

        """), "\(explored.text)")
    #expect(
      try tool.shell(
        "grep -c '\"cuts\":\\[{\"walks\":7,\"bound\":\"100 events\",\"cure\":' a.jsonl"
      ).code == 0)
    #expect(try tool.run("merge", "a.jsonl").out == explored.out)
    let words = "7 of 7 walks bounded by 100 events: `steps` of `explore` says how many"
    let tap = try tool.run("explore", "--runs", "7", "-q", "--report", "tap=-", "a.yaml").out
    #expect(tap.contains("\n# a.yaml::a: \(words)"), "\(tap)")
    let junit = try tool.run("explore", "--runs", "7", "-q", "--report", "junit=-", "a.yaml").out
    #expect(junit.contains("\n      <system-out>\(words)"), "\(junit)")
    let github = try tool.run("explore", "--runs", "7", "-q", "--report", "github=-", "a.yaml").out
    let head = "::notice file=a.yaml,line=2,endLine=2,col=10,endColumn=10,title=a::"
    #expect(github.hasPrefix("\(head)\(words)"), "\(github)")
  }

  /// The same of a search that ended before it had seen all.
  @Test func aSearchThatWasCutIsToldOf() throws {
    let scratch = try Scratch()
    try scratch.write("a.yaml", "cells: {a: 0}\nexplore: {events: [{set: {a: = a + 1}}]}\n")
    var tool = Tool()
    tool.folder = scratch.path
    let words = "not all was seen: "
    for (kind, beginning) in ["tap": "# a.yaml::a: ", "junit": "<system-out>", "github": "::"] {
      let told = try tool.run(
        "explore", "--limit", "5", "-q", "--report", "\(kind)=-", "a.yaml"
      ).out
      #expect(told.contains("\(beginning)\(words)"), "\(told)")
      #expect(told.contains("bounded by 5 states"), "\(told)")
    }
  }

  @Test func whoAsksIsToldHowItWasDone() throws {
    let stores = try Tool().run("explore", "-v", "scenarios/exploring/stale-answer-mended.yaml").out
    #expect(!stores.contains("by replay"), "\(stores)")
    let replayed = try Tool().run(
      "explore", "-v", "--by-replay", "scenarios/exploring/stale-answer-mended.yaml"
    ).out
    #expect(replayed.contains("  by replay, since it was asked for\n"), "\(replayed)")
    let actors = try Tool().run("explore", "-v", "scenarios/exploring/lost-update-mended.yaml").out
    #expect(!actors.contains("by replay"), "\(actors)")
    #expect(actors.contains("  states known by 64 bits: the odds"), "\(actors)")
    let cells = try Tool().run("explore", "-v", "--sure", "scenarios/exploring/clock-mended.yaml")
      .out
    #expect(!cells.contains("by replay") && !cells.contains("pairwise"), "\(cells)")
    #expect(cells.contains("below 1 in 10^36\n"), "\(cells)")
  }

  /// However it is done, what takes too long is ended, and it is said why.
  @Test(arguments: ["--sure", "--by-replay", "--runs=100000000"])
  func theTimeoutIsHeard(_ option: String) throws {
    let scratch = try Scratch()
    let letters = ["a", "b", "c", "d"]
    let events = letters.map { "    - {set: {\($0): '= (\($0) + 1) % 90'}}" }
    try scratch.write(
      "large.yaml",
      """
      cells: {\(letters.map { "\($0): 0" }.joined(separator: ", "))}
      explore:
        \(option.hasPrefix("--runs") ? "schedules: pct" : "limit: 90000000")
        events:
      \(events.joined(separator: "\n"))

      """)
    var tool = Tool()
    tool.folder = scratch.path
    let ending = try tool.run("explore", "--timeout", "300ms", option, "large.yaml")
    #expect(ending.code == 1)
    #expect(
      ending.out.contains("not over within its --timeout of 300ms, and this was under way"),
      "\(ending.text)")
  }

  /// The way to a state may be long, and is not gone to its end then: nothing is asked of where it was left.
  @Test func aRunThatIsLedIsStoppedOnItsWay() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a.yaml",
      """
      actors:
        a: {on: {N: []}}
        b: {on: {N: [{tell: {b: N}}, {tell: {a: N}, after: 0s}]}}
      steps: [{tell: {b: N}}]

      """)
    var tool = Tool()
    tool.folder = scratch.path
    let ending = try tool.run("explore", "--timeout", "1s", "--report", "junit=a.xml", "a.yaml")
    #expect(ending.code == 1 && ending.out.contains("[timed-out]"), "\(ending.text)")
    #expect(try tool.shell("grep -c timed-out a.xml").code == 0)
  }

  @Test func aTokenIsFollowedToItsEndWhereTheModelHasMore() throws {
    let scratch = try Scratch()
    func write(_ more: String) throws -> String {
      try scratch.write(
        "adding.yaml",
        """
        cells: {a: 0}
        explore:
          events:
        \(more)    - {name: one, set: {a: = a + 1}}
            - {name: two, set: {a: = a + 2}}
        always: a != 5

        """)
    }
    let explored = try Tool().run("explore", try write("")).out
    let token = try #require(explored.firstMatch(of: /token (rx1\S+)/)?.1)
    #expect(explored.contains("is false after two  [explored-always]"), "\(explored)")
    let path = try write("    - {name: zero, set: {a: 0}}\n")
    let replay = try Tool().run("replay", path, String(token))
    #expect(replay.code == 1 && !replay.text.contains("followed up to"), "\(replay.text)")
  }
}
