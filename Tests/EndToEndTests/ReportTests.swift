import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Machine reports: where they go, and that they are whole or not there.
@Suite struct ReportTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    try scratch.write("passing.yaml", Samples.passing)
    try scratch.write("failing.yaml", Samples.failing)
    try scratch.write("invalid.yaml", Samples.invalid)
    try scratch.write("skipped.yaml", Samples.skipped)
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  private func write(_ name: String, _ text: String) throws { try scratch.write(name, text) }

  @Test func severalReportsAreWrittenAtOnceAndTheirFoldersMade() throws {
    let ending = try tool.run(
      "run", ".", "--report", "junit=out/a/junit.xml", "--report", "tap=out/b/run.tap",
      "--report=jsonl=out/run.jsonl", "--report", "github=out/annotations.txt")
    #expect(ending.code == 3)
    #expect(
      ending.out.hasSuffix("4 files (1 invalid), 5 scenarios: 2 passed, 2 failed, 1 skipped\n"))
    let xml = try read("out/a/junit.xml")
    #expect(xml.contains("tests=\"6\" failures=\"2\" errors=\"1\" skipped=\"1\""))
    #expect(try read("out/b/run.tap").hasSuffix("\n1..6\n"))
    let lines = try read("out/run.jsonl").split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last?.contains("\"exitCode\":3,\"interrupted\":false") == true)
    let commands = try read("out/annotations.txt").split(separator: "\n")
    #expect(commands.count == 3 && commands.allSatisfy { $0.hasPrefix("::error file=") })
  }

  /// As in ids: where its name alone tells a row from others, it has no number.
  @Test(arguments: ["tap", "junit", "github"])
  func rowsAreCalledInReportsAsElsewhere(_ kind: String) throws {
    try write(
      "rows.yaml",
      "cells: {n: 0}\nscenarios:\n"
        + "- {name: 'has {v}', each: [{v: 1}, {v: 2}], steps: [{expect: {n: = v}}]}\n"
        + "- {name: same, each: [{v: 1}, {v: 2}], steps: [{expect: {n: = v}}]}\n")
    _ = try tool.run("run", "rows.yaml", "--report", "\(kind)=report")
    let text = try read("report")
    #expect(text.contains("has 1") && text.contains("has 2"))
    #expect(!text.contains("has 1[") && !text.contains("has 2["), "\(text)")
    #expect(text.contains("same[0]") && text.contains("same[1]"))
  }

  @Test func aReportOnTheOutputHasItForItself() throws {
    let ending = try tool.run("run", "passing.yaml", "--report", "jsonl=-")
    #expect(ending.out.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"v\":1,") })
    #expect(ending.err.contains("1 file, 2 scenarios: 2 passed"))
    let xml = try tool.run("check", "passing.yaml", "--report", "junit=-")
    #expect(xml.out.hasPrefix("<?xml") && xml.out.hasSuffix("</testsuites>\n"))
  }

  @Test func reportsOfEqualRunsAreEqualWithoutTimes() throws {
    func reports(_ jobs: String) throws -> [String] {
      _ = try tool.run(
        "run", ".", "--repeat", "3", "--jobs", jobs, "--no-times", "--report", "junit=a.xml",
        "--report", "tap=a.tap", "--report", "jsonl=a.jsonl", "--report", "github=a.txt")
      return try ["a.xml", "a.tap", "a.jsonl", "a.txt"].map(read)
    }
    let first = try reports("1")
    #expect(try reports("1") == first)
    #expect(try reports("4") == first)
  }

  @Test func timesAreToldElse() throws {
    _ = try tool.run("run", "passing.yaml", "--report", "jsonl=a.jsonl")
    let lines = try read("a.jsonl").split(separator: "\n")
    #expect(!lines[1].contains("\"seconds\":0.000000"))
  }

  static let mistakes: [(report: String, says: String)] = [
    ("junt=a", "there is no report \"junt\"; did you mean junit?"),
    ("", "there is no report \"\""),
    ("junit", "--report junit=PATH"),
    ("junit=", "--report junit=PATH"),
    ("sarif=a", "reactorctl check --report sarif=PATH"),
    ("junit=passing.yaml", "may not take the place of passing.yaml"),
    ("\u{1B}[31m=a", "there is no report \"\\u{1B}[31m\""),
  ]

  @Test(arguments: ReportTests.mistakes)
  func aReportThatCannotBeIsWrongUsage(_ report: String, _ says: String) throws {
    let ending = try tool.run("run", "--report", report)
    #expect(ending.code == 2)
    #expect(ending.err.contains(says), "\(ending.err)")
    #expect(!ending.err.contains("\u{1B}"))
  }

  @Test func twoReportsNeedTwoPlaces() throws {
    let ending = try tool.run("run", "--report", "junit=a", "--report", "tap=a")
    #expect(ending.code == 2)
    #expect(ending.err.contains("same place"))
  }

  @Test(arguments: [
    ("-", "/dev/stdout", ""), ("/dev/stdout", "-", ""), ("/dev/fd/1", "/proc/self/fd/1", ""),
    ("-", "/dev/fd/3", "3>&1"), ("/dev/fd/4", "/dev/fd/3", "3>b 4>&3"), ("pipe", "./pipe", ""),
    ("/dev/stderr", "/dev/fd/2", ""),
  ])
  func aPlaceIsTheSameByWhateverName(_ one: String, _ other: String, _ opened: String) throws {
    let ending = try tool.shell(
      "mkfifo pipe; \"$tool\" run passing.yaml --report jsonl=\(one) --report tap=\(other) "
        + opened)
    #expect(ending.code == 2 && ending.out.isEmpty, "\(ending)")
    #expect(ending.err.contains("two reports go to the same place"), "\(ending.err)")
  }

  @Test func theOutputHasTwoNamesAndOneReport() throws {
    let one = try tool.run("run", "passing.yaml", "--no-times", "--report", "jsonl=-")
    let other = try tool.run("run", "passing.yaml", "--no-times", "--report", "jsonl=/dev/stdout")
    #expect(one.out == other.out && one.err == other.err)
    let ending = try tool.shell(
      "\"$tool\" run passing.yaml --report tap=- --report jsonl=/dev/fd/3 3>three 2>&1")
    #expect(ending.code == 0, "\(ending)")
  }

  @Test(arguments: ["junit", "tap", "jsonl"])
  func whatCannotBeWrittenIsFourBeforeAnythingRuns(_ kind: String) throws {
    try write("file", "")
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/folder", withIntermediateDirectories: true)
    for (path, says) in [
      ("file/x", "Not a directory"), ("folder", "Is a directory"), ("\(longName)", "too long"),
    ] {
      let ending = try tool.run("run", "failing.yaml", "--report", "\(kind)=\(path)")
      #expect(ending.code == 4, "\(path)")
      #expect(ending.err.contains(says), "\(ending.err)")
      #expect(ending.out == "")
    }
  }

  private var longName: String { String(repeating: "x", count: 300) }

  @Test(arguments: ["junit", "tap", "jsonl", "github"])
  func aFullDiskIsToldAndIsFourAndTheRunGoesOn(_ kind: String) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let ending = try tool.run("run", ".", "--report", "\(kind)=/dev/full")
    #expect(ending.code == 4)
    let told = ending.err.components(separatedBy: "/dev/full cannot be written: No space left")
    #expect(told.count == 2, "\(ending.err)")
    #expect(ending.out.hasSuffix("5 scenarios: 2 passed, 2 failed, 1 skipped\n"))
  }

  @Test func anOlderReportStaysWhereTheNewOneDoesNotFit() throws {
    try write("junit.xml", "the old one")
    // No file may grow beyond a block; the signal for it is ignored, as by a shell's trap.
    let ending = try tool.shell(
      "trap '' XFSZ; ulimit -f 0; \"$tool\" run . --report junit=junit.xml 2>&1 | cat")
    #expect(ending.out.contains("junit.xml cannot be written: File too large"), "\(ending)")
    #expect(try read("junit.xml") == "the old one")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(!left.contains { $0.hasSuffix(".tmp") }, "\(left)")
  }

  @Test func aRunOfNothingHasItsReportToo() throws {
    let ending = try tool.run(
      "run", "passing.yaml", "--filter", "no such", "--report", "jsonl=a.jsonl", "--report",
      "junit=a.xml")
    #expect(ending.code == 5)
    #expect(try read("a.jsonl").contains("\"exitCode\":5"))
    #expect(try read("a.xml").contains("tests=\"0\""))
    let missing = try tool.run("run", "nowhere", "--report", "junit=b.xml")
    #expect(missing.code == 5)
    #expect(try read("b.xml").contains("errors=\"1\""))
  }

  /// What an earlier run has left must not pass for it.
  @Test func aReportOfAnnotationsIsWrittenWhereThereAreNone() throws {
    try write("notes.txt", "::error file=failing.yaml::of another run\n")
    let ending = try tool.run("run", "passing.yaml", "--report", "github=notes.txt")
    #expect(ending.code == 0)
    #expect(try read("notes.txt") == "")
  }

  /// Also where two signals come at once, as by `timeout`: one to the program, and one to its group.
  @Test(arguments: [1, 2]) func anInterruptedRunEndsItsReports(_ signals: Int) throws {
    var text = "cells: {a: 0}\nscenarios:\n"
    // Few results, so that the reports are ended soon, and enough work to be interrupted in.
    for number in 0..<100 {
      let step = "{repeat: 2000, do: [{set: {a: = a + 1}}]}"
      let steps = Array(repeating: step, count: 20).joined(separator: ", ")
      text += "  - name: n\(number)\n    steps: [\(steps)]\n"
    }
    try write("long.yaml", text)
    // A machine that is busy enough takes longer than the second that the tool gives itself, behind
    // which it dies of the signal.
    for _ in 0..<5 {
      let ending = try tool.start([
        Tool.path, "run", "long.yaml", "--report", "jsonl=a.jsonl", "--report", "tap=a.tap",
        "--report", "junit=a.xml",
      ]) { child in
        for _ in 0..<2000 {
          usleep(5000)
          if (try? read("a.jsonl"))?.contains("\"name\":\"n9\"") == true { break }
        }
        for _ in 0..<signals {
          kill(child, SIGINT)
          usleep(1000)
        }
      }
      #expect(ending.code == 130 || ending.code == -SIGINT)
      if ending.code == 130 { break }
    }
    let lines = try read("a.jsonl")
    let remark = "Interrupted: what follows in these files was not run."
    #expect(lines.contains("\"remarks\":[\"\(remark)\"]"))
    #expect(lines.contains("\"exitCode\":130,\"interrupted\":true"))
    #expect(try read("a.tap").hasSuffix("Bail out! Not all of the run is told.\n"))
    #expect(try read("a.xml").contains("type=\"interrupted\""))
  }

  /// The text waits for a reader when the report has been written.
  @Test func aSignalBehindTheReportChangesNothing() throws {
    let lines = "head -c 65400 /dev/zero; exec \"$0\" run failing.yaml --report jsonl=a.jsonl"
    let ending = try tool.start(["/bin/bash", "-c", lines, Tool.path]) { child in
      for _ in 0..<2000 {
        usleep(5000)
        if (try? read("a.jsonl"))?.contains("run-ended") == true { break }
      }
      usleep(50_000)
      kill(child, SIGTERM)
      usleep(50_000)
    }
    #expect(ending.code == 1, "\(ending.err)")
    #expect(try read("a.jsonl").contains("\"exitCode\":1,\"interrupted\":false"))
  }

  @Test func aReportOfACheckTellsHowLongItTook() throws {
    for (options, isTimed) in [([], true), (["--no-times"], false)] {
      _ = try tool.run(["check", "passing.yaml", "--report", "jsonl=a.jsonl"] + options)
      #expect(try read("a.jsonl").contains("\"seconds\":0.000000") != isTimed)
    }
  }

  @Test func aRunOutOfTimeSaysSoInItsReports() throws {
    let ending = try tool.run(
      "run", "passing.yaml", "--timeout", "1ns", "--report", "jsonl=a.jsonl", "--report",
      "tap=a.tap", "--report", "junit=a.xml", "--report", "github=a.txt")
    #expect(ending.code == 1)
    let remark = "Ended after 1ns (--timeout): what follows was not run."
    #expect(ending.out.contains(remark))
    #expect(try read("a.jsonl").contains("\"exitCode\":1,\"interrupted\":true"))
    #expect(
      try read("a.tap").hasSuffix("# \(remark)\nBail out! Not all of the run is told.\n"))
    #expect(try read("a.xml").contains("type=\"interrupted\">\(remark)"))
    #expect(
      try read("a.txt")
        == "::error title=reactorctl::not all of the run is told%0A\(remark)\n")
  }

  /// Whatever the scenario under way says of itself: nobody knows what would have come of it.
  @Test func aRunOutOfTimeIsNoTodo() throws {
    // Far more than can be done in that time.
    let step = "{repeat: 4000, do: [{set: {l: '= lists.range(300).map(x, x * 2)'}}]}"
    try write(
      "todo.yaml",
      """
      cells: {l: []}
      scenarios:
        - todo: slow
          steps: [\(Array(repeating: step, count: 200).joined(separator: ", "))]

      """)
    let ending = try tool.run("run", "todo.yaml", "--timeout", "500ms", "--report", "jsonl=a.jsonl")
    #expect(ending.code == 1, "\(ending)")
    #expect(ending.out.contains("Ended after 500ms (--timeout)"))
    #expect(try read("a.jsonl").contains("\"exitCode\":1,\"interrupted\":true"))
    #expect(try !read("a.jsonl").contains("\"status\":\"todo\""))
    #expect(try tool.run("merge", "a.jsonl").code == 1)
  }

  @Test func aClosedOutputEndsTheReportsInFiles() throws {
    try write(
      "many.yaml",
      "cells: {a: 1}\nscenarios:\n"
        + (0..<3000).map { "  - name: scenario \($0)\n    steps: [{expect: {a: 1}}]\n" }.joined())
    for (sink, code, says) in [
      ("| head -n 1 >/dev/null", "141", "The output was closed"),
      (">/dev/full", "4", "The output could not be written"),
    ] {
      let ending = try tool.shell(
        "\"$tool\" run -v many.yaml many.yaml passing.yaml --report junit=a.xml --report "
          + "jsonl=a.jsonl \(sink); echo ${PIPESTATUS[0]} >&2")
      #expect(ending.err.hasSuffix("\(code)\n"), "\(ending)")
      #expect(
        try read("a.xml").contains("type=\"interrupted\">\(says): what follows is not told.\n"))
      let last = try read("a.jsonl").split(separator: "\n").last
      #expect(last?.contains("\"exitCode\":\(code),\"interrupted\":true") == true)
      #expect(last?.contains("\"seconds\":0.000000") == false, "\(last ?? "")")
    }
  }

  /// What the reports in files lack is nothing but what nobody could read.
  @Test func anOutputThatIsClosedBehindTheLastFileLeavesTheReportsWhole() throws {
    try write(
      "many.yaml",
      "cells: {a: 1}\nscenarios:\n"
        + (0..<100).map { "  - name: scenario \($0)\n    steps: [{expect: {a: 1}}]\n" }.joined())
    let reports = "--no-times --report junit=a.xml --report tap=a.tap --report jsonl=a.jsonl"
    // More than a pipe holds, so that it is closed before all of it is written.
    let run = "run -v many.yaml nowhere --repeat 100"
    _ = try tool.shell("\"$tool\" \(run) \(reports)")
    let whole = (try read("a.xml"), try read("a.jsonl").split(separator: "\n").dropLast())
    for command in [run, "merge -v b.jsonl"] {
      for (sink, code, says) in [
        ("| head -n 1 >/dev/null", "141", "The output was closed."),
        (">/dev/full", "4", "The output could not be written."),
      ] {
        if command != run {
          _ = try tool.shell("\"$tool\" \(run) --no-times --report jsonl=b.jsonl")
        }
        let ending = try tool.shell(
          "\"$tool\" \(command) \(reports) \(sink); echo ${PIPESTATUS[0]} >&2")
        #expect(ending.err.hasSuffix("\(code)\n"), "\(ending)")
        let lines = try read("a.jsonl").split(separator: "\n")
        let suite = try read("a.xml").split(separator: "  <testsuite ").last ?? ""
        #expect(suite.contains("<system-err>\(says)\n</system-err>"))
        #expect(
          try read("a.xml").replacing("  <testsuite \(suite)", with: "</testsuites>\n") == whole.0)
        #expect(lines.dropLast() == whole.1)
        let end = try #require(lines.last)
        #expect(end.contains("\"exitCode\":\(code),\"interrupted\":false"), "\(end)")
        #expect(end.contains("\"remarks\":[\"\(says)\"]"), "\(end)")
        #expect(try !read("a.tap").contains("Bail out!"))
        #expect(try tool.run("merge", "-q", "a.jsonl").code == Int32(code))
      }
    }
  }

  /// A report on the output that breaks takes nothing from those in files.
  @Test func whatBreaksTheOutputIsInTheFiles() throws {
    let ending = try tool.shell(
      "\"$tool\" run passing.yaml --report junit=- --report tap=a.tap >/dev/full; echo $? >&2")
    #expect(ending.err.hasSuffix("\n4\n"), "\(ending)")
    #expect(try read("a.tap").hasSuffix("1..2\n"))
  }

  @Test func aStreamIsWrittenAsThingsHappen() throws {
    try write(
      "slow.yaml",
      "cells: {a: 0}\nscenarios:\n  - name: first\n    steps: [{expect: {a: 0}}]\n"
        + "  - name: second\n    steps: [{repeat: 1000000, do: [{set: {a: = a + 1}}]}]\n")
    let ending = try tool.start([
      Tool.path, "run", "slow.yaml", "--report", "jsonl=a.jsonl",
    ]) { child in
      for _ in 0..<2000 {
        usleep(5000)
        if (try? read("a.jsonl"))?.contains("::first") == true { break }
      }
      kill(child, SIGKILL)
    }
    #expect(ending.code == -SIGKILL, "the second scenario was done too soon")
    #expect(try read("a.jsonl").split(separator: "\n").count == 2)
  }

  // MARK: check

  @Test func checkMakesSARIF() throws {
    let ending = try tool.run("check", ".", "--report", "sarif=a.sarif")
    #expect(ending.code == 3)
    let log = try JSONSerialization.jsonObject(with: Data(read("a.sarif").utf8)) as? [String: Any]
    #expect(log?["version"] as? String == "2.1.0")
    let run = (log?["runs"] as? [[String: Any]])?.first
    let results = run?["results"] as? [[String: Any]] ?? []
    #expect(results.contains { $0["ruleId"] as? String == "unknown-key" })
  }

  @Test func checkMakesTheOtherReportsToo() throws {
    _ = try tool.run(
      "check", ".", "--report", "junit=a.xml", "--report", "tap=a.tap", "--report",
      "jsonl=a.jsonl")
    #expect(try read("a.xml").contains("tests=\"4\" failures=\"0\" errors=\"1\""))
    #expect(try read("a.tap").contains("not ok 2 - invalid.yaml\n"))
    #expect(try read("a.jsonl").contains("\"command\":\"check\""))
  }

  // MARK: Surroundings

  @Test(arguments: ["run", "check"])
  func onGitHubAnnotationsAndTheSummaryComeUnasked(_ command: String) throws {
    var tool = tool
    tool.environment["GITHUB_ACTIONS"] = "true"
    tool.environment["GITHUB_STEP_SUMMARY"] = scratch.path + "/summary.md"
    tool.environment["GITHUB_WORKSPACE"] = scratch.path
    try write("summary.md", "# Before\n")
    try write("sub/bad.yaml", Samples.invalid)
    tool.folder = scratch.path + "/sub"
    let ending = try tool.run(command, "bad.yaml")
    #expect(ending.code == 3)
    let commands = ending.out.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(commands.first?.hasPrefix("::error file=sub/bad.yaml,line=1,") == true)
    let page = try read("summary.md")
    #expect(page.hasPrefix("# Before\n### reactorctl \(command): failed\n"))
    #expect(page.contains("<code>bad.yaml</code>"))
    // Beside a report on the output they go where the text goes.
    let both = try tool.run(command, "bad.yaml", "--report", "jsonl=-")
    #expect(!both.out.contains("\n::") && both.err.contains("\n::error file=sub/bad.yaml"))
  }

  /// The runs that are merged have annotated themselves. Another word than `true` is nothing of GitHub's.
  @Test func onGitHubTheSummaryOfAMergeComesUnasked() throws {
    var tool = tool
    try write("sub/bad.yaml", Samples.failing)
    _ = try tool.run("run", "sub/bad.yaml", "--report", "jsonl=a.jsonl")
    tool.environment["GITHUB_STEP_SUMMARY"] = scratch.path + "/summary.md"
    for (word, isThere) in [("1", false), ("true", true)] {
      tool.environment["GITHUB_ACTIONS"] = word
      let merged = try tool.run("merge", "a.jsonl")
      #expect(merged.code == 1 && !merged.out.contains("::error"), "\(merged)")
      #expect(
        (try? read("summary.md").hasPrefix("### reactorctl run: failed\n")) ?? false == isThere)
      #expect(try tool.run("run", "sub/bad.yaml").out.contains("\n::error") == isThere)
      #expect(try tool.run("merge", "a.jsonl", "--report", "github").out.contains("\n::error"))
      try? FileManager.default.removeItem(atPath: scratch.path + "/summary.md")
    }
  }

  @Test func bazelGetsItsJUnitFile() throws {
    var tool = tool
    tool.environment["XML_OUTPUT_FILE"] = scratch.path + "/test.xml"
    _ = try tool.run("run", "passing.yaml")
    #expect(try read("test.xml").contains("tests=\"2\" failures=\"0\""))
  }

  // MARK: Hostile names

  @Test func namesOfFilesAndScenariosCommandNobody() throws {
    let name = "\\u001B[31m::error::x\\n::set-output name=a::b\\n##[group]</testcase>\\0 # SKIP"
    for path in ["::error::x", "##[group]", "a\u{1B}[31mb", "a\n::error::b", "<b>&\"'"] {
      try write(
        "odd/\(path).yaml",
        "cells: {a: 1}\nscenarios:\n  - name: \"\(name)\"\n    steps: [{expect: {a: 2}}]\n")
    }
    for kind in ["junit", "tap", "jsonl"] {
      let ending = try tool.run("run", "odd", "--report", "\(kind)=-")
      #expect(ending.code == 1)
      #expect(!ending.text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
      for line in ending.out.split(separator: "\n") {
        let isCommand =
          line.drop { $0 == " " }.hasPrefix("::") || line.contains("##[") || line.contains("##vso[")
        #expect(!isCommand, "\(line)")
      }
    }
    let ending = try tool.run("run", "odd", "--report", "github")
    let commands = ending.out.split(separator: "\n").filter { $0.contains("::") && $0.first == ":" }
    #expect(commands.count == 5)
    #expect(commands.allSatisfy { $0.hasPrefix("::error file=odd/") })
  }
}
