import Foundation
import Testing

/// Goldens as their users meet them: what is written when, what fails, what is told.
@Suite struct GoldenTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    try scratch.write("shop.yaml", GoldenTests.text)
    tool = Tool()
    tool.folder = scratch.path
  }

  private static let text = """
    cells: {price: 1}
    scenarios:
      - name: one
        golden: true
        steps: [{set: {price: 2}}]
      - name: it's {n}
        golden: true
        each: [{n: 3}, {n: 4}]
        steps: [{set: {price: = n}}]

    """

  private var golden: String? {
    try? String(contentsOfFile: scratch.path + "/shop.golden", encoding: .utf8)
  }

  private func change(_ old: String, _ new: String) throws {
    try scratch.write("shop.yaml", GoldenTests.text.replacing(old, with: new))
  }

  private var ci: Tool {
    var tool = tool
    tool.environment["CI"] = "true"
    return tool
  }

  @Test func whatIsMissingIsWrittenByUpdateAndToldOf() throws {
    let first = try tool.run("run", "--update", "shop.yaml")
    #expect(first.code == 0)
    #expect(first.out.contains("golden   shop.golden  3 written\n"))
    let titles = golden?.split(separator: "\n").filter { $0.hasPrefix("== ") }
    #expect(titles == ["== one", "== it's 3", "== it's 4"])
    let second = try tool.run("run", "shop.yaml")
    #expect(second.out == "passed   shop.yaml  3 scenarios\n1 file, 3 scenarios: 3 passed\n")
  }

  /// What is known to be wrong is not written as if it were right: the scenario would pass, and fail by that.
  @Test(arguments: [[], ["-v"]])
  func aScenarioThatIsKnownToFailKeepsItsGolden(_ options: [String]) throws {
    let text = """
      cells: {n: 0}
      scenarios:
        - {name: good, golden: true, steps: [{set: {n: 1}}]}
        - {name: differs, golden: true, steps: [{set: {n: 3}}]}
        - {name: lacks, todo: unsettled, golden: true, steps: [{set: {n: 4}}]}

      """
    try scratch.write("shop.yaml", text)
    #expect(try tool.run(["run", "--update", "shop.yaml"] + options).code == 0)
    #expect(golden?.contains("== lacks") == false)
    let wrong = try #require(golden).replacing("n: 0 -> 3", with: "n: 0 -> 4")
    try scratch.write("shop.golden", wrong.replacing("n: 0 -> 1", with: "n: 0 -> 2"))
    try scratch.write(
      "shop.yaml", text.replacing("name: differs", with: "name: differs, todo: wrong"))
    let update = try tool.run(["run", "--update", "shop.yaml"] + options)
    #expect(update.code == 0)
    #expect(update.out.contains("golden   shop.golden  1 updated\n"))
    #expect(golden == wrong)
    let after = try tool.run(["run", "shop.yaml"] + options)
    #expect(after.code == 0)
    #expect(after.out.contains("1 passed, 2 todo"))
  }

  /// A formatter may go over a file.
  @Test func theSameInAnotherLayoutHasTheSameLog() throws {
    let flow = """
      cells: {r: {x: 1, y: 2}, t: a}
      scenarios:
        - name: s
          golden: true
          steps:
            - set: {r: {x: 3, y: 4}}
            - batch: [{set: {r.x: 5}}, {set: {t: '= t + ", " + string(r.y)'}}, set: {t: 'null'}]
            - flush
            - set: {t: "a\\n"}
            - set: {t: "= [\\n't']"}
            - assert: r.x in [5, 6]

      """
    let block = """
      cells: {r: {x: 1, y: 2}, t: a}
      scenarios:
        - name: s
          golden: true
          steps:
            - set:
                "r":
                  x: 3  # three

                  y: 4
            # both
            - batch:
                - set:
                    r.x: 5
                - set:
                    t: = t + ", " + string(r.y)
                - set: {t: "null"}
            - flush:
            - set:
                t: |
                  a

            - ? set
              : t: "= [\\n't']"
            - assert: "r.x in [5, 6]"

      """
    let json = #"""
      {"cells": {"r": {"x": 1, "y": 2}, "t": "a"}, "scenarios": [{"name": "s", "golden": true, "steps": [
        {"set":{"r":{"x":3,"y":4}}},
        {"batch": [
          {"set": {"r.x": 5}}, {"set": {"t": "= t + \", \" + string(r.y)"}}, {"set": {"t": "null"}}]},
        {"flush": null}, {"set":{"t":"a\n"}}, {"set":{"t":"= [\n't']"}}, {"assert": "r.x in [5, 6]"}]}]}
      """#
    let oneLine = json.split(separator: "\n").joined(separator: " ")
    // Further out than all lines that follow, of which some belong to a step that begins there.
    let farOut = oneLine.replacing("{\"y\"", with: "{\n \"y\"").replacing(
      "\"batch\": ", with: "\"batch\":\n "
    )
    .replacing("{\"x\": 3", with: "\n   {\"x\":\n 3").replacing(
      ", \"y\": 4", with: ",\n      \"y\": 4")
    try scratch.write("layout.yaml", flow)
    #expect(try tool.run("run", "--update", "layout.yaml").code == 0)
    let golden = try String(contentsOfFile: scratch.path + "/layout.golden", encoding: .utf8)
    #expect(golden.contains("\nset: {r: {x: 3, y: 4}}\n"))
    #expect(golden.contains("{set: {t: '= t + \", \" + string(r.y)'}}"))
    for other in [block, json, oneLine, farOut] {
      try scratch.write("layout.yaml", other)
      let ending = try tool.run("run", "layout.yaml")
      #expect(ending.code == 0, "\(ending)")
    }
  }

  /// That the disk has no room for it shows when it is written.
  @Test func aScenarioWhoseGoldenCannotBeWrittenFailsInEveryReport() throws {
    try scratch.write(
      "long.yaml",
      """
      cells: {a: 0}
      scenarios:
        - name: before
          steps: [{set: {a: 1}}]
        - name: long
          golden: true
          steps: [{repeat: 200, do: [{set: {a: = a + 1}}]}]
        - name: behind
          steps: [{set: {a: 1}}]

      """)
    var tool = tool
    tool.environment["REACTORCTL_CACHE"] = scratch.path + "/cache"
    let ending = try tool.shell("ulimit -f 1; $tool run --update long.yaml --report jsonl=-")
    #expect(ending.code == 4)
    #expect(ending.err.contains("3 scenarios: 2 passed, 1 failed"), "\(ending)")
    #expect(ending.err.contains("[golden-missing]") && ending.err.contains("File too large"))
    let lines = ending.out.split(separator: "\n")
    let names = lines.compactMap { $0.firstMatch(of: /"name":"(\w+)".*?"status":"(\w+)"/) }
      .map { "\($0.1) \($0.2)" }
    #expect(names == ["before passed", "long failed", "behind passed"], "\(lines)")
    #expect(lines.last?.contains("\"passed\":2,\"failed\":1") == true)
    #expect(try tool.run("run", "--failed", "--list", "long.yaml").out == "long.yaml::long\n")
    let first = try tool.shell("ulimit -f 1; $tool run --update --fail-fast long.yaml shop.yaml")
    #expect(first.out.contains("Ended after the first failure"), "\(first)")
    #expect(first.out.contains("1 failed, 2 missing"), "\(first)")
  }

  @Test func withoutUpdateAMissingGoldenFailsAndIsNotWritten() throws {
    for tool in [tool, ci] {
      let ending = try tool.run("run", "shop.yaml")
      #expect(ending.code == 1)
      #expect(ending.out.contains("[golden-missing]"))
      #expect(ending.out.contains("reactorctl run --update 'shop.yaml::one'"))
      #expect(golden == nil)
    }
  }

  /// Somebody sees it told there, unless it is a server's terminal.
  @Test func onATerminalItIsWrittenButNotUnderCI() throws {
    guard FileManager.default.fileExists(atPath: "/usr/bin/script") else { return }
    let variables = [
      "CI", "GITHUB_ACTIONS", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION", "BUILDKITE",
      "GITLAB_CI",
    ]
    for name in variables {
      var tool = tool
      tool.environment[name] = "1"
      _ = try tool.shell("script -qec '$tool run shop.yaml' /dev/null")
      #expect(golden == nil, "\(name)")
    }
    _ = try tool.shell("script -qec '$tool run shop.yaml' /dev/null")
    #expect(golden?.contains("== one\n") == true)
  }

  @Test func anotherLogFailsAndNamesTheCommandForAShell() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    let before = golden
    try change("price: = n", "price: = n + 1")
    let ending = try tool.run("run", "shop.yaml")
    #expect(ending.code == 1)
    #expect(ending.out.contains("    -  price: 1 -> 3\n"))
    #expect(ending.out.contains("    +  price: 1 -> 4\n"))
    #expect(ending.out.contains("reactorctl run --update 'shop.yaml::it'\\''s 3'"))
    #expect(golden == before)
  }

  @Test func theCommandNamesAFileWithADashAsAPath() throws {
    try scratch.write("-g.yaml", GoldenTests.text)
    let ending = try tool.run("run", "--", "-g.yaml")
    #expect(ending.out.contains("reactorctl run --update './-g.yaml::one'"), "\(ending)")
    #expect(try tool.run("run", "--update", "./-g.yaml::one").code == 0)
  }

  @Test func onlyTheSectionsOfWhatRanAreAdded() throws {
    _ = try tool.run("run", "--update", "shop.yaml::it's 4")
    #expect(golden?.contains("== it's 4\n") == true)
    #expect(golden?.contains("== one\n") == false)
    _ = try tool.run("run", "--update", "shop.yaml::one")
    let titles = golden?.split(separator: "\n").filter { $0.hasPrefix("== ") }
    #expect(titles == ["== one", "== it's 4"])
  }

  @Test func anObsoleteSectionIsToldOfOnlyWhereTheWholeFileRan() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try change("name: one", "name: won")
    let part = try tool.run("run", "shop.yaml::won")
    #expect(!part.out.contains("obsolete"))
    _ = try tool.run("run", "--update", "shop.yaml::won")
    let whole = try tool.run("run", "shop.yaml")
    #expect(whole.code == 0)
    let watched = try ci.run("run", "shop.yaml")
    #expect(watched.code == 1)
    #expect(watched.out.contains("no scenario has the golden \"one\"  [golden-obsolete]"))
    #expect(watched.out.hasPrefix("failed   shop.yaml"))
    let totals = "1 file (1 obsolete golden), 3 scenarios: 3 passed\n"
    #expect(watched.out.hasSuffix(totals), "\(watched.out)")
    for kind in ["junit", "tap", "sarif", "jsonl"] {
      _ = try ci.run("run", "shop.yaml", "--report", "\(kind)=report")
      let report = try String(contentsOfFile: scratch.path + "/report", encoding: .utf8)
      #expect(report.contains("no scenario has the golden"), "\(kind): \(report)")
    }
    _ = try ci.run("run", "shop.yaml", "--report", "jsonl=r.jsonl")
    let merged = try ci.run("merge", "r.jsonl")
    #expect(merged.code == 1 && merged.out.contains("[golden-obsolete]"), "\(merged.text)")
    #expect(merged.out.contains("1 file (1 obsolete golden), 3 scenarios"), "\(merged.text)")
    let record = try String(contentsOfFile: scratch.path + "/r.jsonl", encoding: .utf8)
    #expect(record.contains("\"obsoleteGoldens\":1"), "\(record)")
    #expect(whole.out.contains("obsolete shop.golden  one: no scenario has this golden; run"))
    #expect(golden?.contains("== one\n") == true)
  }

  /// Each shard sees the whole file, and one of them tells.
  @Test func oneShardTellsOfAnObsoleteSection() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try change("name: one", "name: won\n    skip: it is none")
    for count in 1...4 {
      let reports = (1...count).map { "\($0).jsonl" }
      let codes = try (1...count).map { index in
        try ci.run(
          "run", "shop.yaml", "--shard", "\(index)/\(count)", "--report", "jsonl=\(index).jsonl"
        ).code
      }
      #expect(codes.sorted() == Array(repeating: 0, count: count - 1) + [1], "\(codes)")
      let merged = try ci.run(["merge"] + reports)
      #expect(merged.code == 1, "\(merged.text)")
      #expect(merged.out.components(separatedBy: "[golden-obsolete]").count == 2, "\(merged.text)")
    }
    for index in 1...2 {
      let part = try ci.run("run", "shop.yaml", "--shard", "\(index)/2", "--filter", "it's")
      #expect(part.code == 0, "\(part.text)")
    }
  }

  @Test func aGoldenThatNobodyAsksForIsObsolete() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try change("golden: true", "golden: false")
    let ending = try tool.run("run", "shop.yaml")
    #expect(ending.out.components(separatedBy: "obsolete shop.golden").count == 4)
    #expect(golden != nil)
  }

  @Test func lineEndsOfWindowsAreNoDifference() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try scratch.write("shop.golden", (golden ?? "").replacing("\n", with: "\r\n"))
    let ending = try ci.run("run", "shop.yaml")
    #expect(ending.code == 0)
    try change("price: 2}", "price: 7}")
    #expect(try tool.run("run", "--update", "shop.yaml").out.contains("1 updated"))
    let lines = (golden ?? "").utf8.split(separator: 10)
    #expect(lines.count > 9 && lines.allSatisfy { $0.last == 13 })
  }

  @Test func marksOfAConflictFailEveryScenarioAndStay() throws {
    let text = "<<<<<<< HEAD\n=======\n>>>>>>> x\n"
    try scratch.write("shop.golden", text)
    let ending = try tool.run("run", "shop.yaml")
    #expect(ending.code == 1)
    #expect(ending.out.contains("shop.golden:1 holds the marks of a conflict"))
    #expect(golden == text)
  }

  @Test func aFailedScenarioKeepsItsSection() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    let before = golden
    try change("price: 2}}", "price: 2}, expect: {price: 3}}")
    let ending = try tool.run("run", "shop.yaml")
    #expect(ending.code == 1)
    #expect(!ending.out.contains("golden"))
    #expect(golden == before)
  }

  @Test func aFolderThatCannotBeWrittenIsTold() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/shop.golden", withIntermediateDirectories: true)
    let ending = try tool.run("run", "shop.yaml")
    #expect(ending.code == 1)
    #expect(ending.out.contains("[golden-broken]"))
  }

  @Test func aGoldenOfNoFileIsToldOfWhereTheFolderRuns() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try scratch.write("old.golden", golden ?? "")
    try scratch.write("foreign.golden", "of another tool\n")
    #expect(try !tool.run("run", "shop.yaml").out.contains("old.golden"))
    #expect(try !tool.run("run", "--filter", "one", ".").out.contains("old.golden"))
    #expect(try tool.run("run", ".").out.contains("obsolete ./old.golden: no file has this"))
    #expect(try tool.run("run", "--update", ".").out.contains("golden   ./old.golden  removed\n"))
    #expect(try !tool.run("run", ".").out.contains("old.golden"))
    #expect(try String(contentsOfFile: scratch.path + "/foreign.golden", encoding: .utf8) != "")
  }

  /// What a path names is run whatever its ending, and so its golden is somebody's.
  @Test func aGoldenBesideAFileOfAnotherEndingStays() throws {
    let text = try String(contentsOfFile: scratch.path + "/shop.yaml", encoding: .utf8)
    let files = ["a.scn", "B.YAML", "plain"]
    for name in files { try scratch.write(name, text) }
    try scratch.write("empty.golden", "")
    _ = try tool.run(["run", "--update", "."] + files)
    #expect(try !tool.run("run", "--update", ".").out.contains("removed"))
    #expect(try !tool.run("run", ".").out.contains("obsolete"))
    for name in ["a.golden", "B.golden", "plain.golden", "empty.golden"] {
      #expect(FileManager.default.fileExists(atPath: scratch.path + "/" + name), "\(name)")
    }
  }

  /// Who renames a file and forgets its golden has nothing compared any more.
  @Test func aGoldenOfNoFileIsAFailureWhereNobodyReadsOfIt() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try scratch.write("old.golden", golden ?? "")
    #expect(try tool.run("run", ".").code == 0)
    let ending = try ci.run("run", ".")
    #expect(ending.code == 1, "\(ending)")
    #expect(
      ending.out.contains("./old.golden:1:1: error: no file has this golden  [golden-obsolete]"))
    #expect(ending.out.contains("run --update removes it; where its file was renamed"))
    #expect(!ending.out.contains("obsolete ./old.golden"))
    #expect(ending.out.contains(" (1 obsolete golden), "), "\(ending.out)")
    for kind in ["junit", "tap", "sarif", "jsonl", "github"] {
      _ = try ci.run("run", ".", "--report", "\(kind)=report")
      let report = try String(contentsOfFile: scratch.path + "/report", encoding: .utf8)
      #expect(report.contains("no file has this golden"), "\(kind): \(report)")
    }
    // A part of the folder is no reason to look at the rest.
    #expect(try ci.run("run", "shop.yaml").code == 0)
    #expect(try ci.run("run", ".", "--filter", "one").code == 0)
    let codes = try (1...2).map { index in
      try ci.run("run", ".", "--shard", "\(index)/2", "--report", "jsonl=\(index).jsonl").code
    }
    #expect(codes == [1, 0])
    let merged = try ci.run("merge", "1.jsonl", "2.jsonl")
    #expect(merged.code == 1 && merged.out.contains("no file has this golden"), "\(merged.text)")
    #expect(try ci.run("run", "--update", ".").code == 0)
    #expect(try ci.run("run", ".").code == 0)
  }

  @Test func twoFilesThatWouldShareAGoldenAreRefusedBeforeAnythingIsWritten() throws {
    let other = GoldenTests.text.replacing("golden: true", with: "golden: false")
    try scratch.write("shop.yml", other)
    let says = "shop.yaml:4:13: error: shop.golden is the golden of shop.yml, too  [golden-shared]"
    for command in [["run", "--update"], ["check"]] {
      let ending = try tool.run(command + ["."])
      #expect(ending.code == 3, "\(ending)")
      #expect(ending.out.contains(says), "\(ending)")
      #expect(ending.out.contains("rename one of the two files"))
    }
    #expect(golden == nil)
    // What is a golden of the one is nothing obsolete of the other.
    try FileManager.default.removeItem(atPath: scratch.path + "/shop.yml")
    #expect(try tool.run("run", "--update", "shop.yaml").code == 0)
    let before = golden
    try scratch.write("shop.yml", other)
    let ending = try ci.run("run", "--update", "shop.yml")
    #expect(ending.code == 0 && !ending.out.contains("golden"), "\(ending)")
    #expect(golden == before)
  }

  @Test func theGoldenIsTheSameAtAnyNumberOfJobs() throws {
    let scenarios = (0..<60).map {
      "  - {name: s\($0), golden: true, steps: [{set: {price: \($0 + 2)}}]}\n"
    }
    try scratch.write("shop.yaml", "cells: {price: 1}\nscenarios:\n" + scenarios.joined())
    _ = try tool.run("run", "--update", "--jobs=1", "shop.yaml")
    let one = golden
    try FileManager.default.removeItem(atPath: scratch.path + "/shop.golden")
    _ = try tool.run("run", "--update", "--jobs=8", "shop.yaml")
    #expect(one != nil && golden == one)
  }
}

/// `run --update` over goldens.
@Suite struct GoldenUpdateTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    tool.environment["CI"] = "1"
    self.tool = tool
    try write(names: ["one", "two"], price: 2)
  }

  private func write(names: [String], price: Int) throws {
    let scenarios = names.map {
      "  - {name: \($0), golden: true, steps: [{set: {price: \(price)}}]}\n"
    }
    try scratch.write("shop.yaml", "cells: {price: 1}\nscenarios:\n" + scenarios.joined())
  }

  private var golden: String? {
    try? String(contentsOfFile: scratch.path + "/shop.golden", encoding: .utf8)
  }

  private var titles: [Substring] {
    golden?.split(separator: "\n").filter { $0.hasPrefix("== ") } ?? []
  }

  /// As a wrong literal fails in a file that cannot be written.
  @Test func aGoldenThatCannotBeWrittenFailsItsScenarioEverywhere() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try FileManager.default.linkItem(
      atPath: scratch.path + "/shop.golden", toPath: scratch.path + "/other")
    let before = golden
    try write(names: ["one", "new"], price: 3)
    let reports = ["junit", "tap", "jsonl"].flatMap { ["--report", "\($0)=\($0)"] }
    let ending = try tool.run(["run", "--update", "shop.yaml"] + reports)
    let problem = "shop.golden has 2 names (hard links), and is left as it is"
    #expect(ending.code == 4, "\(ending)")
    #expect(ending.out.contains("failed   shop.yaml  2 scenarios, 2 failed"), "\(ending)")
    #expect(ending.out.contains("[golden-differs]") && ending.out.contains("[golden-missing]"))
    #expect(ending.out.components(separatedBy: "= help: \(problem)").count == 3, "\(ending)")
    #expect(!ending.out.contains("golden   "))
    #expect(golden == before)
    func read(_ name: String) throws -> String {
      try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
    }
    #expect(try read("junit").contains("failures=\"2\""))
    #expect(try read("tap").components(separatedBy: "not ok ").count > 2)
    #expect(try read("jsonl").components(separatedBy: "\"status\":\"failed\"").count > 2)
  }

  @Test func itWritesUpdatesAndRemovesAlsoWhereCIIsSet() throws {
    #expect(try tool.run("run", "--update", "shop.yaml").out.contains("2 written"))
    try write(names: ["three", "two"], price: 3)
    let ending = try tool.run("run", "--update", "shop.yaml")
    #expect(ending.code == 0)
    #expect(ending.out.contains("golden   shop.golden  1 written, 1 updated, 1 removed\n"))
    #expect(titles == ["== three", "== two"])
    #expect(try tool.run("run", "shop.yaml").code == 0)
  }

  @Test func ofAFileThatIsEqualNothingIsWritten() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    let before = golden
    let ending = try tool.run("run", "--update", "shop.yaml")
    #expect(!ending.out.contains("golden"))
    #expect(golden == before)
  }

  @Test func onlyWhatRanIsUpdatedAndNothingElseIsRemoved() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try write(names: ["three", "two"], price: 3)
    _ = try tool.run("run", "--update", "shop.yaml::two")
    #expect(titles == ["== two", "== one"])
    #expect(golden?.contains("price: 1 -> 2") == true && golden?.contains("price: 1 -> 3") == true)
  }

  @Test func theLastSectionTakesTheFileWithIt() throws {
    _ = try tool.run("run", "--update", "shop.yaml")
    try scratch.write("shop.yaml", "cells: {price: 1}\nscenarios: [{steps: [{set: {price: 2}}]}]\n")
    let ending = try tool.run("run", "--update", "shop.yaml")
    #expect(ending.out.contains("2 removed"))
    #expect(golden == nil)
  }

  @Test func aConflictIsWrittenOverWhereTheWholeFileRuns() throws {
    try scratch.write(
      "shop.golden", "<<<<<<< a\n# golden 0: x\n=======\n# golden 1: y\n>>>>>>> b\n")
    #expect(try tool.run("run", "--update", "shop.yaml::one").code == 1)
    #expect(try tool.run("run", "--update", "shop.yaml").code == 0)
    #expect(titles == ["== one", "== two"])
  }

  @Test func outcomesAndGoldensAreUpdatedTogether() throws {
    try scratch.write(
      "shop.yaml",
      "cells: {price: 1}\nscenarios: [{golden: true, steps: [{set: {price: 2}, expect: {price: _}}]}]\n"
    )
    let ending = try tool.run("run", "--update", "shop.yaml")
    #expect(ending.code == 0, "\(ending.text)")
    #expect(golden?.contains("price: 1 -> 2") == true)
  }
}

/// `run --trace`: everything that happens, in the jsonl report.
@Suite struct TracedReportTests {
  @Test func theReportTellsTheModelAndEveryEvent() throws {
    let scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    try scratch.write(
      "shop.yaml",
      "cells: {price: 1, total: = price * 2}\ncomputations: {label: = string(total)}\n"
        + "scenarios: [{name: a, steps: [{set: {price: 2}}]}]\n")
    let ending = try tool.run("run", "--trace", "--no-times", "--report", "jsonl=-", "shop.yaml")
    let events = ending.out.split(separator: "\n").map { $0.split(separator: "\"")[5] }
    #expect(
      events.map(String.init)
        == ["run-started", "model"] + Array(repeating: "trace", count: 10)
        + ["scenario", "file", "run-ended"])
    #expect(
      ending.out.contains(
        "\"kind\":\"changed\",\"subject\":\"price\",\"old\":\"1\",\"value\":\"2\""))
    #expect(try tool.run("run", "--trace", "shop.yaml").code == 2)
  }
}
