import Foundation
import Testing

/// All that was selected is told of: by a run, and by a merge of its shards.
@Suite struct AccountTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    tool.environment["REACTORCTL_CACHE"] = scratch.path + "/cache"
    try scratch.write("s/a.yaml", Samples.passing)
    try scratch.write("s/b.yaml", Samples.failing)
    try scratch.write("s/c.yaml", Samples.rows)
    try scratch.write("s/d.yaml", Samples.passing)
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  private func shards(_ count: Int, _ arguments: [String] = ["s"]) throws -> [String] {
    try (1...count).map { index in
      _ = try tool.run(
        ["run"] + arguments
          + ["--shard", "\(index)/\(count)", "--no-times", "--report", "jsonl=\(index).jsonl"])
      return "\(index).jsonl"
    }
  }

  @Test func shardsOfOtherFoldersSeeOtherPaths() throws {
    try scratch.write("o/s/e.yaml", Samples.passing)
    _ = try tool.run("run", "o", "--shard", "1/2", "--report", "jsonl=1.jsonl")
    var inner = tool
    inner.folder = scratch.path + "/o"
    for index in 1...2 {
      _ = try inner.run("run", "s", "--shard", "\(index)/2", "--report", "jsonl=../i\(index).jsonl")
    }
    for index in 1...2 {
      let ending = try tool.run("merge", "1.jsonl", "i\(index).jsonl")
      #expect(ending.code == 2)
      if index == 1 { continue }
      #expect(
        ending.err
          == "error: the shards saw different files: o/s/e.yaml in 1.jsonl, s/e.yaml in i2.jsonl; "
          + "run all shards in the same folder, over the same paths\n", "\(ending)")
    }
  }

  // MARK: Runs

  @Test func aRunThatEndsEarlySaysWhatItLeftOut() throws {
    for jobs in [1, 4] {
      let ending = try tool.run(
        "run", "s", "--fail-fast", "-j\(jobs)", "--no-times", "--report", "jsonl=r\(jobs).jsonl",
        "--report", "junit=r.xml", "--report", "tap=r.tap")
      #expect(ending.code == 1)
      #expect(
        ending.out.hasSuffix(
          "4 files (2 missing), 4 scenarios: 2 passed, 1 failed, 1 missing\n"), "\(ending.out)")
      #expect(ending.out.contains("failed   s/b.yaml  2 scenarios, 1 failed, 1 missing\n"))
      let reason = "not run: the run ended after the first failure"
      #expect(try read("r.xml").components(separatedBy: reason).count == 4)
      #expect(try read("r.tap").components(separatedBy: "# SKIP \(reason)").count == 4)
      let lines = try read("r\(jobs).jsonl")
      #expect(lines.contains("\"name\":\"second\""))
      #expect(lines.contains("\"missing\":1,\"missingFiles\":2"))
      #expect(!lines.contains("\"selected\""))
      #expect(try tool.run("merge", "r\(jobs).jsonl").code == 1)
    }
    #expect(try read("r1.jsonl") == read("r4.jsonl"))
  }

  /// While the end is told of, other threads still have scenarios that they have claimed.
  @Test func aRunThatEndsEarlyIsTheSameOnAnyNumberOfThreads() throws {
    let scenarios = (0..<100).map { number in
      let count = number < 8 ? 300 : 1200
      let wrong = number == 0 ? 0 : count
      return "  - name: s\(number)\n    steps: [{repeat: \(count), do: [{set: {n: = n + 1}}], "
        + "expect: {n: \(wrong)}}]\n"
    }
    try scratch.write("t/a.yaml", "cells: {n: 0}\nscenarios:\n" + scenarios.joined())
    func ending(_ jobs: Int) throws -> (Int32, String, String) {
      let ending = try tool.run(
        "run", "t", "--fail-fast", "-j\(jobs)", "--no-times", "--report", "jsonl=t.jsonl")
      return (ending.code, ending.text, try read("t.jsonl"))
    }
    let alone = try ending(1)
    #expect(alone.0 == 1)
    for jobs in [2, 2, 3, 4, 8] { #expect(try ending(jobs) == alone) }
  }

  @Test func whatWasLeftOutKeepsItsVerdict() throws {
    #expect(try tool.run("run", "s").code == 1)
    #expect(try tool.run("run", "s", "--fail-fast").code == 1)
    let failed = try tool.run("run", "s", "--failed", "--list")
    #expect(failed.out == "s/b.yaml::first\ns/b.yaml::second\n")
  }

  @Test func theDigestIsThatOfTheSortedList() throws {
    try scratch.write("s/e.yaml", Samples.invalid)
    _ = try shards(3)
    let sum = try tool.shell(
      "(\"$tool\" run --list s 2>/dev/null; echo s/e.yaml) | LC_ALL=C sort | sha256sum")
    let digest = sum.out.prefix(64)
    #expect(digest.count == 64)
    for index in 1...3 {
      #expect(try read("\(index).jsonl").contains("\"count\":9,\"digest\":\"\(digest)\""))
    }
    let file = try tool.shell("sha256sum < s/a.yaml")
    #expect(try read("1.jsonl").contains("\"digest\":\"\(file.out.prefix(64))\""))
    let lines = try tool.shell("head -n -1 1.jsonl | sha256sum")
    #expect(try read("1.jsonl").hasSuffix("\"digest\":\"\(lines.out.prefix(64))\"}\n"))
  }

  // MARK: Merges

  @Test func aReportWithAnyLineLostRepeatedOrMovedIsRefused() throws {
    let names = try shards(2)
    let lines = try read("1.jsonl").split(separator: "\n").map(String.init)
    var changes: [[String]] = []
    for index in lines.indices {
      var (without, twice, moved) = (lines, lines, lines)
      without.remove(at: index)
      twice.insert(lines[index], at: index)
      moved.swapAt(index, (index + 1) % lines.count)
      changes += [without, twice, moved]
      changes.append(Array(lines[..<index]))
    }
    for change in changes where change != lines {
      try scratch.write("1.jsonl", change.map { $0 + "\n" }.joined())
      let ending = try tool.run(["merge"] + names)
      #expect([2, 3].contains(ending.code), "\(change.count): \(ending.text)")
    }
    try scratch.write("1.jsonl", lines.map { $0 + "\r\n" }.joined())
    #expect(try tool.run(["merge"] + names).code == 1)
  }

  @Test(arguments: [
    ("\"status\":\"failed\"", "\"status\":\"passed\""), ("\"failed\":2", "\"failed\":0"),
    ("\"index\":0", "\"index\":7"), ("::first", "::frist"), ("\"own\":2", "\"own\":1"),
  ])
  func aReportThatWasEditedIsRefused(_ old: String, _ new: String) throws {
    _ = try tool.run("run", "s/b.yaml", "--report", "jsonl=r.jsonl")
    let text = try read("r.jsonl")
    try #require(text.contains(old))
    try scratch.write("r.jsonl", text.replacing(old, with: new))
    let ending = try tool.run("merge", "r.jsonl")
    #expect(ending.code == 3, "\(ending.text)")
    #expect(ending.err.contains("r.jsonl is not whole: "))
  }

  @Test func anExitCodeThatIsBetterThanItsLinesIsNotBelieved() throws {
    _ = try tool.run("run", "s/b.yaml", "--report", "jsonl=r.jsonl")
    try scratch.write(
      "r.jsonl", try read("r.jsonl").replacing("\"exitCode\":1", with: "\"exitCode\":0"))
    #expect(try tool.run("merge", "r.jsonl").code == 1)
  }

  @Test(arguments: [
    ["s", "--filter", "first"], ["s/a.yaml", "s/b.yaml", "s/c.yaml", "s/c.yaml:99"],
    ["s", "--tag", "shop"],
  ])
  func shardsOfDifferentSelectionsAreRefused(_ other: [String]) throws {
    let names = try shards(2)
    _ = try tool.run(["run"] + other + ["--shard", "2/2", "--report", "jsonl=2.jsonl"])
    let ending = try tool.run(["merge"] + names)
    #expect(ending.code == 2, "\(ending.text)")
    #expect(
      ending.err.contains("are of different selections") || ending.err.contains("different files"))
  }

  @Test func shardsOfDifferentFilesAreRefused() throws {
    _ = try shards(2)
    try scratch.write("s/a.yaml", Samples.passing + "# edited\n")
    _ = try tool.run("run", "s", "--shard", "2/2", "--report", "jsonl=2.jsonl")
    let ending = try tool.run("merge", "1.jsonl", "2.jsonl")
    #expect(ending.code == 2)
    #expect(ending.err.contains("s/a.yaml is not the same in 1.jsonl and 2.jsonl"), "\(ending.err)")
  }

  @Test func shardsThatWereSpreadDifferentlyAreRefused() throws {
    _ = try tool.run("run", "s", "--report", "jsonl=times.jsonl")
    let names = try shards(2)
    var differs = false
    for index in 1...2 {
      _ = try tool.run(
        "run", "s", "--shard", "\(index)/2", "--timings", "times.jsonl", "--report",
        "jsonl=t\(index).jsonl")
    }
    for pair in [[names[0], "t2.jsonl"], ["t1.jsonl", names[1]]] {
      let ending = try tool.run(["merge"] + pair)
      // By chance both ways may be the same; then nothing is lost.
      if ending.code == 2 { differs = true } else { #expect(ending.out.contains("8 scenarios")) }
    }
    #expect(differs)
    #expect(try tool.run("merge", "t1.jsonl", "t2.jsonl").code == 1)
  }

  @Test func aShardThatEndedEarlyMakesTheWholeMissSomething() throws {
    let names = try shards(2, ["s", "--fail-fast"])
    let ending = try tool.run(["merge"] + names)
    #expect(ending.code == 1)
    #expect(ending.out.contains(" missing"), "\(ending.out)")
  }

  @Test func moreShardsThanScenariosPassAndMergeToTheWhole() throws {
    try scratch.write("three.yaml", Samples.passing)
    try scratch.write("one.yaml", Samples.skipped)
    let names = try shards(17, ["three.yaml", "one.yaml"])
    let ending = try tool.run(["merge"] + names)
    #expect(ending.code == 0)
    #expect(ending.out.hasSuffix("2 files, 3 scenarios: 2 passed, 1 skipped\n"))
    let partial = try tool.run(["merge", "--partial"] + names.dropLast(9))
    #expect(partial.code == 4)
    #expect(partial.out.contains("no report of shards 9, 10, "))
  }
}
