import Foundation
import Testing

/// `reactorctl run`: what is picked, what is shown, how it ends.
@Suite struct RunTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    try scratch.write("passing.yaml", Samples.passing)
    try scratch.write("failing.yaml", Samples.failing)
    try scratch.write("invalid.yaml", Samples.invalid)
    try scratch.write("skipped.yaml", Samples.skipped)
    try scratch.write("model.yaml", Samples.model)
    try scratch.write("rows.yaml", Samples.rows)
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  private func check(_ arguments: String..., code: Int32, out: String? = nil) throws {
    let ending = try tool.run(["run"] + arguments)
    #expect(ending.code == code, "\(ending.text)")
    if let out { #expect(ending.out == out) }
  }

  @Test func allPassedIsZero() throws {
    try check(
      "passing.yaml", code: 0,
      out: """
        passed   passing.yaml  2 scenarios
        1 file, 2 scenarios: 2 passed

        """)
  }

  /// All that is there agrees with full recomputation, and nothing else is told.
  @Test func theOracleFindsNothing() throws {
    for folder in ["scenarios/passing", "scenarios/failing"] {
      let plain = try Tool().run("run", folder)
      let asked = try Tool().run("run", "--oracle", folder)
      #expect((asked.out, asked.err, asked.code) == (plain.out, plain.err, plain.code))
    }
  }

  @Test func aFailedExpectationIsOne() throws {
    let ending = try tool.run("run", "failing.yaml")
    #expect(ending.code == 1)
    #expect(ending.err == "")
    #expect(ending.out.hasPrefix("failed   failing.yaml  2 scenarios, 2 failed\nfailing.yaml:6:"))
    #expect(ending.out.hasSuffix("\n1 file, 2 scenarios: 2 failed\n"))
  }

  @Test func anInvalidFileIsThreeAndTheOthersStillRun() throws {
    let ending = try tool.run("run", "invalid.yaml", "passing.yaml")
    #expect(ending.code == 3)
    #expect(ending.out.contains("invalid.yaml:1:1: error: "))
    #expect(ending.out.contains("did you mean \"cells\"?") || ending.out.contains("cells"))
    #expect(ending.out.contains("passed   passing.yaml"))
    #expect(ending.out.hasSuffix("2 files (1 invalid), 2 scenarios: 2 passed\n"))
  }

  @Test func aFailureIsToldOnceAlthoughOtherFilesFollow() throws {
    let ending = try tool.run("run", "failing.yaml", "passing.yaml")
    #expect(ending.out.components(separatedBy: "price: expected 11, got 10").count == 2)
    #expect(!ending.out.contains("\nFailed:\n"))
  }

  @Test func whereSeveralFilesFailTheEndListsIdsAndFirstLines() throws {
    try scratch.write("other.yaml", Samples.failing.replacing("11", with: "13"))
    let ending = try tool.run("run", "failing.yaml", "invalid.yaml", "other.yaml", "passing.yaml")
    let parts = ending.out.components(separatedBy: "\nFailed:\n")
    #expect(parts.count == 2)
    #expect(
      parts.last == """
          failing.yaml::first  6:25: price: expected 11, got 10
          failing.yaml::second  9:25: price: expected 12, got 10
          invalid.yaml  1:1: unknown key "cels" in a file
          other.yaml::first  6:25: price: expected 13, got 10
          other.yaml::second  9:25: price: expected 12, got 10

        4 files (1 invalid), 6 scenarios: 2 passed, 4 failed

        """)
  }

  @Test func theListOfWhatFailedIsBoundedAndCountsTheRest() throws {
    var text = "cells: {a: 1}\nscenarios:\n"
    for index in 0..<90 { text += "  - {name: s\(index), steps: [{expect: {a: 2}}]}\n" }
    for name in ["one.yaml", "two.yaml"] { try scratch.write(name, text) }
    let ending = try tool.run("run", "one.yaml", "two.yaml")
    let list = ending.out.components(separatedBy: "\nFailed:\n").last ?? ""
    #expect(list.split(separator: "\n").count { $0.contains("::s") } == 100)
    #expect(list.contains("\n  … 80 more\n\n2 files, 180 scenarios: 180 failed\n"))
  }

  @Test func briefTellsEachFailureInOneLine() throws {
    let ending = try tool.run("run", "--brief", "failing.yaml", "invalid.yaml", "passing.yaml")
    #expect(ending.code == 3)
    #expect(
      ending.out == """
        failing.yaml:6:25: first: price: expected 11, got 10
        failing.yaml:9:25: second: price: expected 12, got 10
        invalid.yaml:1:1: error: unknown key "cels" in a file  [unknown-key]
        3 files (1 invalid), 4 scenarios: 2 passed, 2 failed

        """)
    #expect(try tool.run("run", "--brief", "-q", "failing.yaml").code == 1)
  }

  @Test func aPathThatNamesNothingIsFiveAndTheOthersStillRun() throws {
    let ending = try tool.run("run", "nowhere.yaml", "passing.yaml")
    #expect(ending.code == 5)
    #expect(ending.err == "error: nowhere.yaml: there is no such file or folder\n")
    #expect(ending.out.contains("passed   passing.yaml"))
  }

  @Test func theWorstCodeWins() throws {
    try check("failing.yaml", "invalid.yaml", code: 3)
    try check("failing.yaml", "invalid.yaml", "nowhere.yaml", code: 3)
    try check("failing.yaml", "passing.yaml", code: 1)
    try check("failing.yaml", "nowhere.yaml", code: 1)
    try check("failing.yaml::first", "passing.yaml::nothing", code: 1)
  }

  @Test func wrongUsageIsTwo() throws {
    for arguments in [["run", "--nope"], ["nope"], ["run", "-q", "-v"], ["run", "--color", "x"]] {
      let ending = try tool.run(arguments)
      #expect(ending.code == 2, "\(arguments)")
      #expect(ending.out == "")
      #expect(ending.err.contains("Usage:"))
    }
  }

  @Test func nothingToRunIsFiveAndSaysSo() throws {
    for arguments in [
      ["model.yaml"], ["passing.yaml", "--filter", "zzz"], ["passing.yaml", "--tag", "zzz"],
      ["model.yaml", "--tag", "x"], [],
    ] {
      let ending = try tool.run(["run"] + arguments)
      #expect(ending.code == 5, "\(arguments) \(ending.text)")
      #expect(ending.err.hasPrefix("error: nothing to "), "\(arguments)")
    }
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/empty", withIntermediateDirectories: true)
    try check("empty", code: 5)
    try check("empty", "--no-tests=pass", code: 0)
    try check("model.yaml", "passing.yaml", code: 0)
  }

  @Test func aMisspeltNameOrTagIsSuggested() throws {
    for arguments in [["passing.yaml::the totl follows"], ["passing.yaml", "--tag", "shpo"]] {
      let ending = try tool.run(["run"] + arguments)
      #expect(ending.code == 5)
      #expect(ending.err.contains("; did you mean \""), "\(ending.err)")
    }
  }

  @Test(arguments: ["run", "check", "graph", "replay", "explore --graph"])
  func aMisspeltFileIsSuggestedWithItsFolder(_ command: String) throws {
    try scratch.write("s/deep/x.yml", Samples.passing)
    let token = command == "replay" ? ["rx1.7f2kq.3g1x"] : []
    let cases = [
      ("s/deep/xx.yml", "s/deep/x.yml"), ("./s/../s/deep/xx.yml::name", "./s/../s/deep/x.yml"),
      ("s/depe", "s/deep"), ("pasing.yaml", "passing.yaml"),
    ]
    for (path, nearest) in cases {
      let words = command.split(separator: " ").map(String.init)
      let ending = try tool.run(words + [path] + token)
      #expect(ending.err.contains("; did you mean \"\(nearest)\"?"), "\(path): \(ending.text)")
    }
  }

  @Test func theStandardFolderIsScenarios() throws {
    try scratch.write("scenarios/a/deep.yml", Samples.passing)
    try check(
      code: 0,
      out: """
        passed   scenarios/a/deep.yml  2 scenarios
        1 file, 2 scenarios: 2 passed

        """)
  }

  @Test func aSkippedScenarioIsCountedAndNoFailure() throws {
    try check(
      "skipped.yaml", code: 0,
      out: """
        skipped  skipped.yaml  1 scenario, 1 skipped
        1 file, 1 scenario: 1 skipped

        """)
  }

  @Test func filterPicksByTheNameAsFilledIn() throws {
    try check(
      "-v", "--filter", "2 makes", "rows.yaml", "passing.yaml", code: 0)
    let ending = try tool.run("run", "-v", "--filter", "2 makes", "rows.yaml", "passing.yaml")
    #expect(ending.out.contains("passed   rows.yaml  1 scenario\n  passed   2 makes 4\n"))
    #expect(!ending.out.contains("the total follows"))
  }

  @Test func tagPicksByTheScenariosOwnTagsAndTheFiles() throws {
    try check(
      "--tag", "start", "passing.yaml", code: 0,
      out: "passed   passing.yaml  1 scenario\n1 file, 1 scenario: 1 passed\n")
    try check(
      "--tag", "shop", "passing.yaml", code: 0,
      out: "passed   passing.yaml  2 scenarios\n1 file, 2 scenarios: 2 passed\n")
  }

  @Test(arguments: [
    ("passing.yaml:11", "it starts at twenty"), ("passing.yaml:8:9", "the total follows"),
    ("passing.yaml::it starts at twenty", "it starts at twenty"),
    ("rows.yaml::{p} makes {q}[1]", "2 makes 4"), ("rows.yaml::1 makes 2", "1 makes 2"),
    ("rows.yaml::2 makes 4[1]", "2 makes 4"),
    ("rows.yaml:6", "2 makes 4"),
  ])
  func aPathMayPickOneScenario(_ path: String, _ name: String) throws {
    let ending = try tool.run("run", "-v", path)
    #expect(ending.code == 0, "\(ending.text)")
    #expect(ending.out.contains("  passed   \(name)\n"))
    #expect(ending.out.contains("1 file, 1 scenario: 1 passed"))
  }

  @Test func failFastEndsAfterTheFirstFailure() throws {
    let ending = try tool.run("run", "--fail-fast", "failing.yaml", "passing.yaml")
    #expect(ending.code == 1)
    #expect(ending.out.contains("first"))
    #expect(!ending.out.contains("second") && !ending.out.contains("passing.yaml"))
    #expect(ending.out.contains("--fail-fast"))
  }

  @Test func quietShowsFailuresAloneAndTheLastLine() throws {
    try check("--quiet", "passing.yaml", code: 0, out: "1 file, 2 scenarios: 2 passed\n")
    let ending = try tool.run("run", "--quiet", "failing.yaml", "passing.yaml")
    #expect(ending.out.hasPrefix("failing.yaml:6:"))
    #expect(!ending.out.contains("passing.yaml"))
    #expect(ending.out.hasSuffix("\n2 files, 4 scenarios: 2 passed, 2 failed\n"))
  }

  @Test(arguments: ["--quiet", "--brief"])
  func nobodyGetsFailuresAloneAndEveryScenario(_ option: String) throws {
    for command in ["run", "check", "explore"] {
      let ending = try tool.run(command, option, "--verbose", "passing.yaml")
      #expect(ending.code == 2)
      #expect(ending.err.contains("Choose one of \(option) and --verbose."), "\(ending.err)")
    }
  }

  @Test func verboseNamesEveryScenarioAndTellsTheTime() throws {
    let ending = try tool.run("run", "--verbose", "passing.yaml")
    #expect(ending.out.contains("  passed   the total follows\n"))
    #expect(ending.out.hasSuffix(" s\n"))
  }

  @Test func colourIsForTerminalsAndForThoseWhoAsk() throws {
    func isColoured(_ environment: [String: String], _ arguments: String...) throws -> Bool {
      var tool = tool
      tool.environment = environment
      return try tool.run(["run", "passing.yaml"] + arguments).out.contains("\u{1B}[")
    }
    #expect(try !isColoured([:]))
    #expect(try isColoured([:], "--color", "always"))
    #expect(try isColoured(["NO_COLOR": "1"], "--color", "always"))
    #expect(try isColoured(["FORCE_COLOR": "1"]))
    #expect(try isColoured(["CLICOLOR_FORCE": "1"]))
    #expect(try !isColoured(["FORCE_COLOR": "1", "NO_COLOR": "1"]))
    #expect(try !isColoured(["FORCE_COLOR": "1"], "--color", "never"))
    #expect(try !isColoured(["FORCE_COLOR": "0"]))
  }

  @Test func aTerminalGetsColourAndTime() throws {
    let script = "script -qec '\"$tool\" run passing.yaml' /dev/null"
    let ending = try tool.shell("command -v script >/dev/null || exit 0; \(script)")
    if ending.out.isEmpty { return }
    #expect(ending.out.contains("\u{1B}[32m"))
    #expect(ending.out.contains(" in 0."))
    var plain = tool
    plain.environment["NO_COLOR"] = "1"
    #expect(try !plain.shell(script).out.contains("\u{1B}["))
  }

  @Test func theBytesAreTheSameEverywhere() throws {
    let arguments = ["run", "failing.yaml", "invalid.yaml", "passing.yaml"]
    let first = try tool.run(arguments)
    var elsewhere = tool
    elsewhere.environment = ["LANG": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "LC_ALL": "de_DE"]
    #expect(try elsewhere.run(arguments).text == first.text)
    elsewhere.environment = [:]
    #expect(try elsewhere.run(arguments).text == first.text)
    elsewhere.folder = "/"
    let there = try elsewhere.run(
      ["run"] + ["failing", "invalid", "passing"].map { "\(scratch.path)/\($0).yaml" })
    #expect(there.text.replacing(scratch.path + "/", with: "") == first.text)
  }

  @Test func helpAndVersionAreAskedFor() throws {
    for arguments in [
      ["--help"], ["run", "--help"], ["help", "eval"], ["check", "-h"], ["--version"],
      ["debug", "--help"],
    ] {
      let ending = try tool.run(arguments)
      #expect(ending.code == 0, "\(arguments)")
      #expect(!ending.out.isEmpty && ending.err.isEmpty)
    }
  }
}
