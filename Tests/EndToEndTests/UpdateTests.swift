import Foundation
import Testing

/// `run --update` as a stranger uses it.
@Suite struct UpdateTests {
  let scratch: Scratch
  let tool: Tool

  private static let wrong = """
    cells: {x: 1, y: = x * 2}
    steps:
      - set: {x: 2}
        expect: {y: _}   # twice
      - set: {x: 3}
        expect: {y: 5}

    """
  private static let right = wrong.replacingOccurrences(of: "_", with: "4")
    .replacingOccurrences(of: "5", with: "6")

  init() throws {
    scratch = try Scratch()
    try scratch.write("a.yaml", Self.wrong)
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  private func text(_ name: String = "a.yaml") throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()) ?? []
  }

  /// What was selected is run with its new values, be it called otherwise by these.
  @Test(arguments: [
    ["--filter", "makes 2"], ["--failed"], ["a.yaml::1 makes 2"], ["--shard", "1/3"],
  ])
  func aRowThatAnUpdateRenamesIsRun(_ options: [String]) throws {
    let file = """
      cells: {p: 10, got: = p * 3}
      scenarios:
        - name: "{n} makes {t}"
          each: [{n: 1, t: 2}, {n: 2, t: 2}, {n: 3, t: 2}]
          steps:
            - {set: {p: = n}, expect: {got: = t}}
            - {set: {p: 5}, assert: got == 10}

      """
    try scratch.write("a.yaml", file)
    let before = try tool.run("run", "a.yaml")
    #expect(before.code == 1)
    let path = options[0].hasPrefix("a.yaml") ? [] : ["a.yaml"]
    let ending = try tool.run(["run", "--update"] + options + path)
    #expect(try text() != file)
    #expect(ending.code == 1 && ending.text.contains("`got == 10` is false"), "\(ending)")
    #expect(!ending.text.contains("no longer there"), "\(ending)")
    if options[0] == "--failed" { #expect(try tool.run("run", "--failed", "a.yaml").code == 1) }
    // One that is green with them.
    try scratch.write("a.yaml", file.replacingOccurrences(of: "got == 10", with: "got == 15"))
    let green = try tool.run(["run", "--update"] + options + path)
    #expect(green.code == 0 && green.text.contains(" passed"), "\(green)")
  }

  /// What came of it would not be told otherwise.
  @Test func briefTellsWhatAnUpdateLeaves() throws {
    try scratch.write(
      "a.yaml",
      """
      cells: {x: 1}
      scenarios:
        - {name: "{n}", each: [{n: 2}, {n: 3}], steps: [{set: {x: = n}, expect: {x: _}}]}

      """)
    let ending = try tool.run("run", "--update", "--brief", "a.yaml")
    #expect(ending.code == 1)
    let lines = ending.out.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("a.yaml:3:79: not updated: "), "\(ending)")
    #expect(lines[1].hasPrefix("a.yaml:3:79: 2: x: `_` is to be filled in"))
    try scratch.write("a.yaml", Self.wrong)
    let done = try tool.run("run", "--update", "--brief", "a.yaml")
    #expect(done.code == 0 && done.out == "1 file, 1 scenario: 1 passed\n", "\(done)")
  }

  /// Below what it says of a place that it could not write.
  @Test func anUpdateDoesNotAdviseToUpdate() throws {
    try scratch.write(
      "a.yaml",
      "cells: {x: 1}\nsteps:\n  - for: {i: [1, 2]}\n    do:\n"
        + "      - {set: {x: = i}, expect: {x: _}}\n")
    let ending = try tool.run("run", "--update", "--report", "jsonl=r.jsonl", "a.yaml")
    #expect(ending.code == 1 && ending.out.contains("not updated: it is checked several times"))
    #expect(!ending.out.contains("run --update"), "\(ending)")
    #expect(try !text("r.jsonl").contains("run --update"))
  }

  @Test(arguments: ["review", "write"]) func aWordBehindItIsNotTakenForAPath(how: String) throws {
    for words in [["a.yaml", "--update", how], ["--update", how, "a.yaml"]] {
      let ending = try tool.run(["run"] + words)
      #expect(ending.code == 2 && ending.err.contains("write --update=\(how)\n"), "\(ending)")
    }
    #expect(try text() == Self.wrong)
    try scratch.write("\(how)/b.yaml", Self.wrong)
    #expect(try tool.run("run", "--update", how).code == 0)
    #expect(try text("\(how)/b.yaml") == Self.right)
  }

  @Test(arguments: [
    (["--watch", "--update=review"], "press u"), (["--list", "--update"], "leave --update out"),
    (["--list", "--fail-fast"], "leave --fail-fast out"),
    (["--list", "--max-fail=2"], "leave --max-fail out"),
    (["--list", "--timeout=5s"], "leave --timeout out"),
    (["--list", "--memory=1GB"], "leave --memory out"),
    (["--list", "--repeat=2"], "leave --repeat out"),
    (["--list", "--durations=3"], "leave --durations out"),
    (["--list", "--trace"], "leave --trace out"),
    (["--list", "--oracle"], "leave --oracle out"),
  ])
  func whatCannotBeHeardBesideItIsRefused(words: [String], cure: String) throws {
    let ending = try tool.run(["run", "a.yaml"] + words)
    #expect(ending.code == 2 && ending.err.contains(cure), "\(ending)")
    #expect(try text() == Self.wrong)
  }

  @Test func aRunWithoutItWritesNothingAndNamesTheCommand() throws {
    let ending = try tool.run("run", "a.yaml")
    #expect(ending.code == 1)
    #expect(ending.out.contains("= help: or have it written: reactorctl run --update a.yaml:4\n"))
    #expect(try text() == Self.wrong)
    #expect(try tool.run("run", "--update", "a.yaml:4").code == 0)
    #expect(try text() == Self.right)
  }

  @Test(arguments: [("-a.yaml", "./-a.yaml:4"), ("it's.yaml", #"'it'\''s.yaml:4'"#)])
  func theCommandCanBeTypedAsItStands(name: String, typed: String) throws {
    try scratch.write(name, Self.wrong)
    let ending = try tool.run("run", "--", name)
    #expect(ending.out.contains("reactorctl run --update \(typed)\n"), "\(ending)")
    #expect(try tool.shell("\"$tool\" run --update \(typed)").code == 0)
    #expect(try text(name) == Self.right)
  }

  /// What several scenarios do is written only where all of them agree, whichever were asked for.
  @Test func outcomesOfAProcedureAreWrittenWhereAllAgree() throws {
    let text = """
      cells: {a: 0}
      procedures:
        same: [{set: {a: 5}, expect: {a: _}}]
        other: [{set: {a: = args.n}, expect: {a: _}}]
      scenarios:
        - {name: x, steps: [{perform: same}, {perform: {other: {n: 1}}}]}
        - {name: y, steps: [{perform: {other: {n: 2}}}, {advance: 0s, expect: {a: 7}}]}

      """
    try scratch.write("p.yaml", text)
    let ending = try tool.run("run", "--update", "p.yaml::x")
    #expect(ending.code == 1)
    #expect(
      try self.text("p.yaml")
        == text.replacingOccurrences(of: "5}, expect: {a: _", with: "5}, expect: {a: 5"))
    #expect(
      ending.out.contains("p.yaml:4:44: not updated: it is checked several times"), "\(ending.out)")
  }

  @Test func outcomesOfAUsedFileAreNotWritten() throws {
    try scratch.write(
      "shared.yaml", "cells: {a: 0}\nprocedures: {go: [{set: {a: 5}, expect: {a: 4}}]}\n")
    let text =
      "use: shared.yaml\nsteps: [{perform: go}]\n# the end of a file that is longer than the other\n"
    try scratch.write("p.yaml", text)
    let ending = try tool.run("run", "--update", "p.yaml")
    #expect(ending.code == 1)
    #expect(try self.text("p.yaml") == text)
    #expect(ending.out.contains("(shared.yaml:2)"), "\(ending.out)")
    #expect(
      ending.out.contains("p.yaml:2:10: not updated: what differs stands in shared.yaml"),
      "\(ending.out)")
  }

  @Test func anUpdateEndsGreenAndIsDoneOnce() throws {
    let first = try tool.run("run", "--update", "a.yaml")
    #expect(first.code == 0)
    #expect(first.out.hasPrefix("passed   a.yaml  1 scenario\nupdated  a.yaml  2 values\n"))
    #expect(try text() == Self.right)
    let second = try tool.run("run", "--update", "a.yaml")
    #expect(second.code == 0)
    #expect(!second.out.contains("updated"))
    #expect(names == ["a.yaml"])
  }

  @Test func aFileThatNeedsNothingIsNotWritten() throws {
    try scratch.write("b.yaml", Self.right)
    let before = try FileManager.default.attributesOfItem(atPath: scratch.path + "/b.yaml")
    _ = try tool.run("run", "--update", "b.yaml")
    let after = try FileManager.default.attributesOfItem(atPath: scratch.path + "/b.yaml")
    let number = FileAttributeKey.systemFileNumber
    #expect(before[number] as? Int == after[number] as? Int)
  }

  @Test func aPlaceStillWrongIsNamedAndTheRunFails() throws {
    try scratch.write(
      "a.yaml", "cells: {x: 1}\nsteps:\n- set: {x: 2}\n  expect: {x: = 1 + 2}\n")
    let ending = try tool.run("run", "--update", "a.yaml")
    #expect(ending.code == 1)
    #expect(ending.out.contains("a.yaml:4:15: not updated: a formula is not rewritten\n"))
  }

  @Test func inCIAnExplicitUpdateWrites() throws {
    var tool = tool
    tool.environment["CI"] = "true"
    #expect(try tool.run("run", "a.yaml").code == 1)
    #expect(try text() == Self.wrong)
    #expect(try tool.run("run", "--update", "a.yaml").code == 0)
    #expect(try text() == Self.right)
  }

  @Test func aReviewWithoutATerminalIsWrongUsage() throws {
    let ending = try tool.run("run", "--update=review", "a.yaml")
    #expect(ending.code == 2)
    #expect(ending.err.contains("asks on a terminal"))
    #expect(try text() == Self.wrong)
  }

  @Test func aFullDiskLeavesTheFileAsItWas() throws {
    let filler = String(repeating: "# nothing\n", count: 200)
    try scratch.write("a.yaml", filler + Self.wrong)
    let ending = try tool.shell("ulimit -f 1; exec $tool run --update a.yaml")
    #expect(ending.code == 4)
    #expect(ending.err.contains("error: a.yaml: cannot be written: File too large"))
    #expect(try text() == filler + Self.wrong)
    #expect(names == ["a.yaml"])
  }

  @Test func aRunThatIsKilledLeavesTheOldFileOrTheNew() throws {
    let filler = String(repeating: "# nothing at all, many times over\n", count: 20_000)
    for wait in stride(from: 0, through: 150, by: 5) {
      try scratch.write("a.yaml", Self.wrong + filler)
      _ = try tool.start([Tool.path, "run", "--update", "a.yaml"]) { child in
        usleep(UInt32(wait) * 1000)
        kill(child, SIGKILL)
      }
      let text = try text()
      #expect(text == Self.wrong + filler || text == Self.right + filler)
    }
    _ = try tool.run("run", "--update", "a.yaml")
    #expect(try text() == Self.right + filler)
    #expect(names == ["a.yaml"])
  }

  @Test func manyUpdatersAtOnceLeaveAWholeFile() throws {
    let ending = try tool.shell(
      "for i in 1 2 3 4 5 6 7 8; do $tool run -q --update a.yaml >/dev/null 2>&1 & done; wait")
    #expect(ending.code == 0)
    #expect(try text() == Self.right)
    #expect(names == ["a.yaml"])
  }

  @Test func reportsTellOfTheFileAsItIsAfterTheUpdate() throws {
    try scratch.write("two.yaml", Self.wrong)
    let ending = try tool.run("run", "--update", "--jobs", "2", ".")
    #expect(ending.code == 0)
    #expect(try text() == Self.right)
    #expect(try text("two.yaml") == Self.right)
    #expect(ending.out.contains("2 files, 2 scenarios: 2 passed"))
  }
}
