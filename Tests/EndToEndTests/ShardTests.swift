import Foundation
import Testing

/// A suite spread over several runs, and one run spread over several threads.
@Suite struct ShardTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    for file in 0..<12 {
      var text = "cells: {number: 1}\nscenarios:\n"
      for scenario in 0...file {
        text += "  - {name: s\(scenario), steps: [{advance: 1s, expect: {number: "
        text += (file + scenario) % 5 == 0 ? "2}}]}\n" : "1}}]}\n"
      }
      text += "  - {name: 'row {n}', each: [{n: 1}, {n: 2}], steps: [{advance: 1s}]}\n"
      try scratch.write("suite/f\(file).yaml", text)
    }
    try scratch.write("suite/invalid.yaml", "cels: {}\n")
  }

  private func ids(_ arguments: [String]) throws -> [String] {
    try tool.run(["run", "--list", "suite"] + arguments).out.split(separator: "\n").map(String.init)
  }

  @Test(arguments: 1...17)
  func everyScenarioRunsInExactlyOneShard(_ count: Int) throws {
    let all = try ids([])
    let shards = try (1...count).map { try ids(["--shard", "\($0)/\(count)"]) }
    #expect(shards.joined().sorted() == all.sorted())
    #expect(all.count > 100)
    // No shard has much more to do than the others.
    let most = shards.map(\.count).max() ?? 0
    #expect(most <= 3 * all.count / count)
    // What is broken is told once.
    let broken = try (1...count).filter {
      try tool.run("run", "suite", "--shard", "\($0)/\(count)", "--quiet").code == 3
    }
    #expect(broken.count == 1)
  }

  @Test func knownDurationsBalanceTheShards() throws {
    let all = try ids([])
    var report = "{\"v\":1,\"event\":\"run-started\"}\n"
    for (index, id) in all.dropLast(3).enumerated() {
      let seconds = index < 4 ? "10.0" : "0.1"
      report += "{\"v\":1,\"event\":\"scenario\",\"id\":\"\(id)\",\"seconds\":\(seconds)}\n"
    }
    try scratch.write("timings.jsonl", report)
    let shards = try (1...4).map { try ids(["--shard", "\($0)/4", "--timings", "timings.jsonl"]) }
    #expect(shards.joined().sorted() == all.sorted())
    for shard in shards { #expect(shard.count { all.prefix(4).contains($0) } == 1) }
  }

  @Test(arguments: [
    ("{}", "it names no scenario"), ("{\"v\":1}\nx\n", "line 2 is no JSON"),
  ])
  func timingsThatAreNoneAreRefused(_ text: String, _ part: String) throws {
    try scratch.write("t.jsonl", text)
    let ending = try tool.run("run", "suite", "--shard", "1/2", "--timings", "t.jsonl")
    #expect(ending.code == 2)
    #expect(ending.err.contains(part))
  }

  @Test func timingsThatCannotBeReadAreNoWrongUsage() throws {
    for command in ["run", "explore"] {
      let ending = try tool.run(command, "suite", "--shard", "1/2", "--timings", "nope.jsonl")
      #expect(ending.code == 4, "\(command)")
      #expect(ending.err.hasPrefix("error: --timings: nope.jsonl: cannot be read: "))
    }
  }

  @Test(arguments: [
    "0/2", "3/2", "1", "a/b", "1/0", "-1/2", "1/2/3", "1/99999999999999999999", "1/1000001",
  ])
  func whatIsNoShardIsRefused(_ text: String) throws {
    let ending = try tool.run("run", "suite", "--shard=\(text)")
    #expect(ending.code == 2)
    #expect(ending.err.contains("is no shard: write the part and the number of parts"))
    #expect(ending.err.contains("from 1 to their number, which is at most 1000000."))
  }

  @Test func aShardWithNothingToRunPasses() throws {
    try scratch.write("one.yaml", "scenarios: [{name: only, steps: [{advance: 1s}]}]\n")
    let endings = try (1...3).map { try tool.run("run", "one.yaml", "--shard", "\($0)/3") }
    #expect(endings.map(\.code) == [0, 0, 0])
    #expect(endings.count { $0.out.contains("nothing to run") } == 2)
    #expect(try tool.run("run", "one.yaml", "--filter", "zzz", "--shard", "1/3").code == 5)
    // Nor does one that has nothing but what cannot be loaded elsewhere.
    try scratch.write("invalid.yaml", "cells: {a: 1\n")
    let codes = try (1...3).map { try tool.run("run", "invalid.yaml", "--shard", "\($0)/3").code }
    #expect(codes.sorted() == [0, 0, 3])
  }

  @Test func bazelsShardsAreHeard() throws {
    var bazel = tool
    bazel.environment["TEST_TOTAL_SHARDS"] = "3"
    bazel.environment["TEST_SHARD_STATUS_FILE"] = scratch.path + "/status"
    bazel.environment["TEST_TMPDIR"] = scratch.path
    var all: [String] = []
    for index in 0..<3 {
      bazel.environment["TEST_SHARD_INDEX"] = "\(index)"
      let listed = try bazel.run("run", "--list", "suite").out
      #expect(listed == (try tool.run("run", "--list", "suite", "--shard", "\(index + 1)/3").out))
      all += listed.split(separator: "\n").map(String.init)
    }
    #expect(all.sorted() == (try ids([])).sorted())
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/status"))
    bazel.environment["TESTBRIDGE_TEST_ONLY"] = "row 2"
    bazel.environment["TEST_TOTAL_SHARDS"] = "1"
    bazel.environment["TEST_SHARD_INDEX"] = "0"
    #expect(try bazel.run("run", "--list", "suite").out.split(separator: "\n").count == 12)
    bazel.environment["TESTBRIDGE_TEST_ONLY"] = "zzz"
    try scratch.write("one.yaml", "scenarios: [{name: only, steps: [{advance: 1s}]}]\n")
    let nothing = try bazel.run("run", "one.yaml")
    #expect(nothing.err.contains("matches Bazel's --test_filter=zzz"), "\(nothing)")
    bazel.environment["TESTBRIDGE_TEST_ONLY"] = nil
    bazel.environment["TEST_SHARD_STATUS_FILE"] = scratch.path + "/nowhere/status"
    #expect(try bazel.run("run", "suite").code == 4)
  }

  /// Every shard would be the first, or run everything.
  @Test(arguments: [
    ("TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX"), ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"),
  ])
  func oneOfBazelsNumbersAloneIsAMistake(_ given: String, _ lacking: String) throws {
    var bazel = tool
    bazel.environment[given] = "2"
    let ending = try bazel.run("run", "suite")
    #expect(ending.code == 2)
    #expect(ending.err.hasSuffix(" go together: \(lacking) is not set\n"), "\(ending)")
    #expect(try bazel.run("run", "--list", "suite", "--shard", "1/2").code == 0)
  }

  @Test func theFileForBazelIsNoLinkAndNoPipe() throws {
    try scratch.write("one.yaml", "scenarios: [{name: only, steps: [{advance: 1s}]}]\n")
    _ = try tool.shell(
      "ln -s \(scratch.path)/made \(scratch.path)/link; mkfifo \(scratch.path)/pipe")
    for name in ["link", "pipe"] {
      var bazel = tool
      bazel.environment["TEST_SHARD_STATUS_FILE"] = scratch.path + "/\(name)"
      #expect(try bazel.run("run", "one.yaml").code == 4, "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/made"))
  }

  @Test(arguments: [[], ["--repeat", "2"]])
  func shuffledShardsAreMergedToWhatTheRunTells(_ options: [String]) throws {
    let words = ["run", "suite", "--shuffle=7", "--no-times"] + options
    let whole = try tool.run(words + ["--report", "jsonl=whole.jsonl"])
    #expect(whole.out.contains("\nShuffled: --shuffle=7\n"))
    for shard in 1...3 {
      _ = try tool.run(words + ["--shard", "\(shard)/3", "--report", "jsonl=\(shard).jsonl"])
    }
    let merged = try tool.run(
      "merge", "2.jsonl", "3.jsonl", "1.jsonl", "--no-times", "--report", "jsonl=merged.jsonl")
    #expect(merged.text == whole.text && merged.code == whole.code)
    let reports = try ["whole", "merged"].map {
      try String(contentsOfFile: scratch.path + "/\($0).jsonl", encoding: .utf8)
    }
    #expect(reports[0] == reports[1])
  }

  @Test func aMergeSaysNothingOfNothingWhereAPathHasBeenTold() throws {
    try scratch.write("one.yaml", "scenarios: [{name: only, steps: [{advance: 1s}]}]\n")
    let words = ["run", "one.yaml", "nowhere", "--filter", "no such", "--no-tests", "pass"]
    let whole = try tool.run(words)
    _ = try tool.run(words + ["--shard", "1/1", "--report", "jsonl=1.jsonl"])
    let merged = try tool.run("merge", "1.jsonl")
    #expect(merged.code == 5 && whole.code == 5)
    #expect(merged.err.contains("nowhere") && !merged.err.contains("nothing ran"), "\(merged)")
  }

  @Test(arguments: [[], ["--max-fail", "4"], ["-v", "--repeat", "2"], ["--shuffle=3"], ["-q"]])
  func theOutputIsTheSameAtAnyNumberOfJobs(_ options: [String]) throws {
    // The times that -v shows are not.
    func text(_ jobs: Int) throws -> String {
      let ending = try tool.run(["run", "suite", "-j\(jobs)"] + options)
      return ending.text.replacing(/\ in \d+\.\d+ s/, with: "") + "\(ending.code)"
    }
    let alone = try text(1)
    for jobs in [2, 3, 16] { #expect(try text(jobs) == alone) }
  }

  @Test func oneLargeFileIsTheSameAtAnyNumberOfJobs() throws {
    var text = "cells: {number: 1}\nscenarios:\n"
    for index in 0..<600 {
      text += "  - {name: s\(index), steps: [{set: {number: 3}, expect: {number: "
      text += index % 50 == 7 ? "2}}]}\n" : "3}}]}\n"
    }
    try scratch.write("large.yaml", text)
    let alone = try tool.run("run", "large.yaml", "-j1")
    #expect(alone.code == 1)
    for _ in 0..<5 { #expect(try tool.run("run", "large.yaml", "-j8").out == alone.out) }
  }
}
