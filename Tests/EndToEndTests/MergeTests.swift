import Foundation
import Testing

/// `merge`: the reports of all shards make that of the whole run.
@Suite struct MergeTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    for number in 0..<4 {
      try scratch.write("suite/rows\(number).yaml", Samples.rows)
      try scratch.write("suite/failing\(number).yaml", Samples.failing)
    }
    try scratch.write("suite/passing.yaml", Samples.passing)
    try scratch.write("suite/invalid.yaml", Samples.invalid)
    try scratch.write("suite/skipped.yaml", Samples.skipped)
    try scratch.write("suite/model.yaml", Samples.model)
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  private func reports(_ name: String) -> [String] {
    ["--no-times"]
      + ["jsonl", "junit", "tap", "github"].flatMap { ["--report", "\($0)=\(name).\($0)"] }
  }

  @Test(arguments: [1, 2, 3, 5, 17])
  func theMergedReportsAreThoseOfTheWholeRun(_ count: Int) throws {
    let paths = ["run", "suite", "nowhere.yaml", "--repeat", "2"]
    let whole = try tool.run(paths + reports("whole"))
    #expect(whole.code == 3)
    for index in 1...count {
      let shard = [
        "--shard", "\(index)/\(count)", "--no-times", "--report", "jsonl=\(index).jsonl",
      ]
      _ = try tool.run(paths + shard)
    }
    let shards = (1...count).map { "\($0).jsonl" }.reversed()
    let merged = try tool.run(["merge"] + shards + reports("merged"))
    #expect(merged.code == whole.code)
    #expect(merged.out == whole.out)
    for kind in ["jsonl", "junit", "tap", "github"] {
      #expect(try read("merged.\(kind)") == read("whole.\(kind)"), "\(kind)")
    }
  }

  @Test func checksAreMergedToo() throws {
    _ = try tool.run("check", "suite/passing.yaml", "--report", "jsonl=a.jsonl", "--no-times")
    _ = try tool.run("check", "suite/invalid.yaml", "--report", "jsonl=b.jsonl", "--no-times")
    let merged = try tool.run("merge", "a.jsonl", "b.jsonl", "--report", "sarif=m.sarif")
    #expect(merged.code == 3)
    #expect(merged.out.hasSuffix("2 files: 1 valid, 1 invalid\n"))
    #expect(try read("m.sarif").contains("\"ruleId\":\"unknown-key\""))
  }

  /// Whole runs behind each other are as one over all of their paths.
  @Test func pathsThatNameNothingTakeNothingFromTheFilesOfLaterReports() throws {
    let paths = [
      ["suite/passing.yaml", "nope"], ["suite/failing0.yaml", "nope"], ["suite/invalid.yaml"],
    ]
    for (number, paths) in paths.enumerated() {
      _ = try tool.run(["run"] + paths + ["--no-times", "--report", "jsonl=p\(number).jsonl"])
    }
    let whole = try tool.run(["run"] + paths.flatMap { $0 } + reports("whole"))
    let merged = try tool.run(["merge", "p0.jsonl", "p1.jsonl", "p2.jsonl"] + reports("merged"))
    #expect(merged.code == whole.code)
    #expect(merged.out == whole.out)
    for kind in ["jsonl", "junit", "tap", "github"] {
      #expect(try read("merged.\(kind)") == read("whole.\(kind)"), "\(kind)")
    }
    let again = try tool.run("merge", "merged.jsonl")
    #expect(again.code == merged.code && again.text == merged.text, "\(again)")
  }

  @Test func aReportOfNoRunIsAMissingOne() throws {
    _ = try tool.run("run", "suite/passing.yaml", "--report", "jsonl=a.jsonl")
    for (bytes, name) in [
      ("", "no.jsonl"), ("\n \n", "no.jsonl"), ("{\"v\":1,\"event\":\"weather\"}\n", "no.jsonl"),
      ("", "-"),
    ] {
      try scratch.write("no.jsonl", bytes)
      let shown = name == "-" ? "the input" : name
      for reports in [["a.jsonl", name], [name, "a.jsonl"]] {
        let ending = try tool.run(["merge"] + reports + ["--report", "junit=no.xml"])
        #expect(ending.code == 3)
        #expect(
          ending.err
            == "error: \(shown) tells of no run; give all reports, or --partial to merge what there is\n"
        )
        let partial = try tool.run(["merge", "--partial"] + reports)
        #expect(partial.code == 4)
        #expect(partial.out.contains("\nPartial: \(shown) tells of no run.\n"), "\(partial.out)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/no.xml"))
  }

  @Test(arguments: [[], ["-v"], ["-q"], ["--brief"]])
  func explorationsAreToldAsTheyWere(_ options: [String]) throws {
    let model = """
      cells: {n: 0}
      always: n < 3
      scenarios:
        - {name: one, explore: {events: [{name: i, when: n < 2, set: {n: = n + 1}}]}, steps: [{expect: {n: 0}}]}
        - {name: two, explore: {events: [{name: i, when: n < 3, set: {n: = n + 1}}]}, steps: [{expect: {n: 0}}]}
        - {name: later, skip: not yet, steps: [{expect: {n: 0}}]}

      """
    try scratch.write("model.yaml", model)
    let folder = Tool.root + "/scenarios/exploring/"
    let paths = ["die-hard", "lost-update", "stale-answer"].map { folder + $0 + ".yaml" }
    for limit in [[], ["--limit", "2"]] {
      let whole = try tool.run(
        ["explore", "model.yaml", "suite/invalid.yaml"] + paths + options + limit + reports("whole")
      )
      let merged = try tool.run(["merge", "whole.jsonl"] + options + reports("merged"))
      // How long it took is the run's alone.
      let told = merged.out.dropLast()
      #expect(options == ["-v"] ? whole.out.hasPrefix("\(told) in ") : whole.out == merged.out)
      #expect(merged.code == whole.code)
      #expect(try read("merged.jsonl") == read("whole.jsonl"))
    }
  }

  @Test func ofARunThereIsNoSARIF() throws {
    for command in ["run", "explore"] {
      _ = try tool.run(command, "suite/passing.yaml", "--report", "jsonl=a.jsonl")
      let own = try tool.run(command, "suite/passing.yaml", "--report", "sarif=m.sarif")
      let merged = try tool.run("merge", "a.jsonl", "--report", "sarif=m.sarif")
      #expect(own.code == 2 && merged.code == 2)
      let says = "sarif tells what check finds: reactorctl check --report sarif=PATH."
      #expect(own.err.contains(says) && merged.err.contains(says), "\(merged.err)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/m.sarif"))
  }

  /// Names that are no text are told in a report by what is shown of them.
  @Test(arguments: [Samples.passing, Samples.failing, Samples.invalid])
  func filesWhosePathsAreNoTextAreMerged(_ text: String) throws {
    try scratch.write("alike.yaml", text)
    _ = try tool.shell(
      "mkdir odd; cp alike.yaml $'odd/bad\\xff.yaml'; cp alike.yaml $'odd/bad\\xfe.yaml'")
    let whole = try tool.run(["run", "odd"] + reports("whole"))
    #expect(whole.out.contains("2 files"))
    let merged = try tool.run(["merge", "whole.jsonl"] + reports("merged"))
    #expect(merged.code == whole.code && merged.out == whole.out, "\(merged)")
    #expect(try read("merged.jsonl") == read("whole.jsonl"))
    let twice = try tool.run("merge", "whole.jsonl", "merged.jsonl")
    #expect(twice.code == 2 && twice.err.contains("two reports tell of"), "\(twice.err)")
  }

  @Test func theInputIsAReportAsWell() throws {
    let ending = try tool.shell(
      "\"$tool\" run suite/passing.yaml --report jsonl=- 2>/dev/null | \"$tool\" merge -")
    #expect(ending.code == 0)
    #expect(ending.out.hasSuffix("1 file, 2 scenarios: 2 passed\n"))
  }

  @Test func aReportMayBeReplacedByWhatItIsMergedTo() throws {
    _ = try tool.run("run", "suite", "--report", "jsonl=a.jsonl", "--no-times")
    let before = try read("a.jsonl")
    _ = try tool.run("merge", "a.jsonl", "--report", "jsonl=a.jsonl")
    #expect(try read("a.jsonl") == before)
  }

  @Test func aMissingShardIsAnErrorUnlessAskedFor() throws {
    for index in [1, 3] {
      _ = try tool.run("run", "suite", "--shard", "\(index)/3", "--report", "jsonl=\(index).jsonl")
    }
    let ending = try tool.run("merge", "1.jsonl", "3.jsonl", "--report", "junit=m.xml")
    #expect(ending.code == 3)
    #expect(
      ending.err.hasPrefix("error: no report of shard 2 of 3; give all reports, or --partial"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/m.xml"))
    let partial = try tool.run(
      "merge", "1.jsonl", "3.jsonl", "--partial", "--report", "junit=m.xml")
    #expect(partial.code == 4)
    #expect(partial.out.contains("Partial: no report of shard 2 of 3.\n"))
    #expect(try read("m.xml").contains("type=\"interrupted\""))
    #expect(try tool.run("merge", "1.jsonl", "1.jsonl").code == 2)
  }

  @Test func whatIsKnownOfACutOffReportIsToldWithItsTraces() throws {
    _ = try tool.run("run", "suite/passing.yaml", "--trace", "--report", "jsonl=a.jsonl")
    let lines = try read("a.jsonl").split(separator: "\n")
    let told = lines.prefix { !$0.contains("\"event\":\"file\"") }
    let traces = told.count { $0.contains("\"event\":\"trace\"") }
    #expect(traces > 0)
    try scratch.write("cut.jsonl", told.joined(separator: "\n") + "\n")
    #expect(try tool.run("merge", "cut.jsonl", "--partial", "--report", "jsonl=m.jsonl").code == 4)
    let merged = try read("m.jsonl").split(separator: "\n")
    #expect(merged.count { $0.contains("\"event\":\"trace\"") } == traces)
  }

  /// A file that has its rows from itself is none that others use.
  @Test func aFileThatIsItsOwnRowsIsToldAlike() throws {
    try scratch.write(
      "itself.yaml",
      "cells: {price: 0}\nscenarios:\n- each: {file: itself.yaml}\n  steps: [{set: {price: = c}}]\n"
    )
    let ending = try tool.run("run", "itself.yaml", "--report", "jsonl=a.jsonl")
    #expect(ending.out.hasPrefix("invalid  itself.yaml  1 error\n"), "\(ending)")
    #expect(try tool.run("merge", "a.jsonl").out == ending.out)
  }

  /// The failures of a file that was cut are told with it, whatever follows.
  @Test(arguments: [[], ["--brief"], ["-v"]])
  func whatFailedInACutOffReportIsToldWithItsFile(_ options: [String]) throws {
    for name in ["failing0", "passing"] {
      _ = try tool.run("run", "suite/\(name).yaml", "--report", "jsonl=\(name).jsonl")
    }
    let lines = try read("failing0.jsonl").split(separator: "\n")
    let told = lines.prefix { !$0.contains("\"event\":\"file\"") }
    try scratch.write("cut.jsonl", told.joined(separator: "\n") + "\n")
    let whole = try tool.run(["run", "suite/failing0.yaml"] + options).out.split(separator: "\n")
    let passed = try tool.run(["run", "suite/passing.yaml"] + options).out.split(separator: "\n")
    let merged = try tool.run(
      ["merge", "--partial", "cut.jsonl", "passing.jsonl", "--report", "jsonl=m.jsonl"] + options)
    let shown = merged.out.split(separator: "\n")
    #expect(shown.starts(with: whole.dropLast() + passed.dropLast()), "\(merged.out)")
    let again = try tool.run(["merge", "m.jsonl"] + options)
    #expect(again.out == merged.out)
  }

  @Test func aBrokenReportIsRefusedWithItsPlace() throws {
    _ = try tool.run("run", "suite", "--report", "jsonl=a.jsonl")
    let text = try read("a.jsonl")
    let lines = text.split(separator: "\n").count
    try scratch.write("cut.jsonl", String(text.dropLast(40)))
    let cut = try tool.run("merge", "cut.jsonl")
    #expect(cut.code == 3)
    #expect(cut.err.hasPrefix("error: cut.jsonl:\(lines):"))
    let partial = try tool.run("merge", "cut.jsonl", "--partial")
    #expect(partial.code == 4)
    #expect(partial.out.contains("cut.jsonl ends without its run-ended event"))
    for (bytes, says) in [
      ("\n\nnonsense\n", "bad.jsonl:3:1: no JSON value starts so"),
      ("", "no report tells of a run"),
      ("{\"v\":9,\"event\":\"run-started\"}\n", "bad.jsonl:1: the line is in version 9"),
      ("\u{FEFF}{}\n", "bad.jsonl:1:1: no JSON value starts so"),
    ] {
      try scratch.write("bad.jsonl", bytes)
      let ending = try tool.run("merge", "bad.jsonl")
      #expect(ending.code == 3, "\(bytes)")
      #expect(ending.err.contains(says), "\(ending.err)")
    }
    try scratch.write("bad.jsonl", bytes: [0x7b, 0xff, 0x7d, 0x0a])
    #expect(try tool.run("merge", "bad.jsonl").err.contains("bad.jsonl:1: the line is not UTF-8"))
    #expect(try tool.run("merge", "nowhere.jsonl").code == 4)
  }
}
