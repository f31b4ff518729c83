import Foundation
import Testing

/// Nothing is written where it should not be: over inputs, along links, out of the project.
@Suite struct WritesTests {
  let scratch: Scratch
  var tool: Tool

  private static let golden = """
    cells: {price: 1}
    scenarios:
      - {name: one, golden: true, steps: [{set: {price: 2}}]}

    """
  private static let wrong = """
    cells: {price: 1}
    steps: [{set: {price: 2}, expect: {price: _}}]

    """

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    tool.environment["XDG_CACHE_HOME"] = scratch.path + "/cache"
  }

  private func path(_ name: String) -> String { scratch.path + "/" + name }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  // MARK: Goldens and updates

  @Test func aGoldenThatIsALinkIsNeverWrittenThrough() throws {
    try scratch.write("p/a.yaml", WritesTests.golden)
    try scratch.write("home/x", "")
    try link("p/a.golden", to: "../home/.bash_profile")
    let dangling = try tool.run("run", "--update", "p/a.yaml")
    #expect(dangling.code == 4)
    #expect(dangling.err.contains("is a link to ../home/.bash_profile, and is left as it is"))
    #expect(try names("home") == ["x"])
    // One that leads to a golden is compared with, and not replaced.
    try scratch.write("home/real.golden", "# golden 1\n\n== one\nother\n")
    try FileManager.default.removeItem(atPath: path("p/a.golden"))
    try link("p/a.golden", to: "../home/real.golden")
    #expect(try tool.run("run", "p/a.yaml").out.contains("[golden-differs]"))
    #expect(try tool.run("run", "--update", "p/a.yaml").code == 4)
    #expect(text("home/real.golden")?.hasSuffix("other\n") == true)
  }

  @Test func aFileOfSomebodyElseIsNoGolden() throws {
    try scratch.write("a.yaml", WritesTests.golden)
    try scratch.write("a.golden", "echo mine\n")
    let ending = try tool.run("run", "--update", ".")
    #expect(ending.code == 1)
    #expect(ending.out.contains("[golden-broken]"))
    #expect(ending.out.contains("move it away"))
    #expect(text("a.golden") == "echo mine\n")
  }

  @Test(arguments: ["mkfifo a.golden", "mkdir a.golden", "ln -s /dev/zero a.golden"])
  func whatIsNoFileIsNoGoldenAndKeepsNobodyWaiting(_ make: String) throws {
    try scratch.write("a.yaml", WritesTests.golden)
    for option in ["--update", "-q"] {
      let ending = try tool.shell("[ -e a.golden ] || \(make); $tool run \(option) a.yaml")
      #expect(ending.code == 1)
      #expect(ending.out.contains("[golden-broken]"))
    }
    #expect(try tool.shell("[ -f a.golden ]").code == 1)
  }

  @Test func aLinkedScenarioIsNotUpdatedAndItsTargetIsNamed() throws {
    try scratch.write("real/a.yaml", WritesTests.wrong)
    try scratch.write("real/g.yaml", WritesTests.golden)
    try FileManager.default.createDirectory(
      atPath: path("s"), withIntermediateDirectories: true)
    try link("s/a.yaml", to: "../real/a.yaml")
    try link("s/g.yaml", to: "../real/g.yaml")
    try link("folder", to: "real")
    let file = try tool.run("run", "--update", "s/a.yaml")
    #expect(file.code == 4)
    #expect(file.err == "error: s/a.yaml: is a link to ../real/a.yaml, and is left as it is\n")
    let golden = try tool.run("run", "--update", "s/g.yaml")
    #expect(golden.code == 4)
    #expect(golden.err.contains("s/g.yaml is a link to ../real/g.yaml"))
    let folder = try tool.run("run", "--update", "folder/a.yaml")
    #expect(folder.code == 4)
    #expect(folder.err.contains("folder/a.yaml: is not written: folder is a link"))
    #expect(text("real/a.yaml") == WritesTests.wrong)
    #expect(try names("s") == ["a.yaml", "g.yaml"])
    #expect(try names("real") == ["a.yaml", "g.yaml"])
    #expect(try tool.run("run", "--update", "real/a.yaml").code == 0)
  }

  @Test func outsideTheRootNothingIsWritten() throws {
    try scratch.write("a.yaml", WritesTests.wrong)
    try scratch.write("g.yaml", WritesTests.golden)
    try FileManager.default.createDirectory(
      atPath: path("p"), withIntermediateDirectories: true)
    for name in ["a.yaml", "g.yaml"] {
      let ending = try tool.run("run", "--update", "--root", "p", name)
      #expect(ending.code == 4)
      #expect(ending.err.contains("lies outside the folder p, which --root names"))
    }
    #expect(text("a.yaml") == WritesTests.wrong)
    #expect(text("g.golden") == nil)
    #expect(try tool.run("run", "--root", "nowhere", "a.yaml").code == 2)
  }

  @Test func aReadOnlyFileAndOneWithHardLinksAreRefused() throws {
    try scratch.write("a.yaml", WritesTests.wrong)
    let only = try tool.shell("chmod 444 a.yaml; $tool run --update a.yaml")
    #expect(only.code == 4)
    #expect(only.err.contains("a.yaml: is read-only, and is left as it is"))
    let linked = try tool.shell("chmod 644 a.yaml; ln a.yaml b.yaml; $tool run --update a.yaml")
    #expect(linked.code == 4)
    #expect(linked.err.contains("a.yaml: has 2 names (hard links), and is left as it is"))
    #expect(text("a.yaml") == WritesTests.wrong)
    #expect(text("b.yaml") == WritesTests.wrong)
  }

  @Test func anUpdateThatRunsOutOfTimeWritesNothing() throws {
    // Each of the rows comes to the limit of its step; all of them take many times what the run may.
    let long = "repeat: 1000, do: [{repeat: 900, do: [{let: {q: \"= lists.range(50).sum()\"}}]}]"
    let rows = (1...60).map { "{n: \($0)}" }.joined(separator: ", ")
    let text = """
      cells: {x: 1}
      scenarios:
        - {name: wrong, steps: [{set: {x: 2}, expect: {x: 3}}]}
        - {name: "long {n}", each: [\(rows)], steps: [{\(long)}]}

      """
    try scratch.write("a.yaml", text)
    let ending = try tool.run("run", "--update", "--timeout", "500ms", "a.yaml")
    #expect(ending.code == 1, "\(ending)")
    #expect(self.text("a.yaml") == text, "\(ending)")
    #expect(!ending.out.contains("updated"))
  }

  @Test func anUpdateRemovesWhatKilledOnesLeftAndARunDoesNot() throws {
    try scratch.write("a.yaml", WritesTests.wrong)
    try scratch.write(".reactorctl-1-0.tmp", "half")
    _ = try tool.run("run", "--report", "junit=r.xml", "a.yaml")
    #expect(text(".reactorctl-1-0.tmp") != nil)
    #expect(try tool.run("run", "--update", "a.yaml").code == 0)
    #expect(try names(".") == ["a.yaml", "cache", "r.xml"])
    // Also where nothing is left to update.
    try scratch.write(".reactorctl-1-0.tmp", "half")
    #expect(try tool.run("run", "--update", "a.yaml").code == 0)
    #expect(text(".reactorctl-1-0.tmp") == nil)
  }

  // MARK: Reports

  /// By what name soever: that of the file, a link, a hard link.
  @Test(arguments: [
    "--report junit=s/a.yaml", "--report tap=s/A.YAML", "--report jsonl=l.xml",
    "--report junit=l.xml", "--report tap=hard.xml", "--report junit=hard.xml",
    "--report jsonl=s/a.golden", "--report tap=new.golden", "--report junit=g.xml",
    "--report jsonl=used.txt", "--report junit=used.txt", "--report tap=u.xml",
    "--report tap=cache.xml", "--report junit=cache.xml", "XML_OUTPUT_FILE=s/a.yaml",
    "XML_OUTPUT_FILE=hard.xml", "XML_OUTPUT_FILE=g.xml", "GITHUB_STEP_SUMMARY=hard.xml",
    "GITHUB_STEP_SUMMARY=g.xml",
  ])
  func noReportTakesThePlaceOfAnInput(_ how: String) throws {
    try scratch.write("used.txt", "cells: {price: 1}\n")
    try scratch.write(
      "s/a.yaml",
      "use: [../used.txt]\nscenarios: [{name: one, golden: true, steps: [{set: {price: 2}}]}]\n")
    // A failure, so that there is something to remember.
    try scratch.write("s/b.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {x: 2}}]\n")
    #expect(try tool.run("run", "--update", "s/a.yaml").code == 0)
    #expect(try tool.run("run", "s").code == 1)
    #expect(
      try tool.shell(
        """
        ln -s s/a.yaml l.xml; ln s/a.yaml hard.xml; ln s/a.golden g.xml; ln used.txt u.xml
        ln cache/reactorctl/* cache.xml
        """
      ).code == 0)
    let files = ["s/a.yaml", "s/b.yaml", "s/a.golden", "used.txt", "cache.xml"]
    let before = files.map { text($0) }
    let ending =
      how.hasPrefix("--")
      ? try tool.shell("$tool run \(how) s")
      : try tool.shell("GITHUB_ACTIONS=true \(how) $tool run s")
    #expect(ending.code == 2 || ending.code == 4, "\(ending)")
    let says = ["is not written: ", "may not take the place of"]
    #expect(says.contains { ending.err.contains($0) }, "\(ending)")
    #expect(files.map { text($0) } == before)
    #expect(text("new.golden") == nil)
  }

  @Test(arguments: [
    "merge 1.jsonl --report junit=link.xml", "merge 1.jsonl --report tap=1.jsonl",
    "merge 1.jsonl --report jsonl=./s/../1.jsonl",
    "run s --shard 1/1 --timings 1.jsonl --report junit=1.jsonl",
    "run s --shard 1/1 --timings 1.jsonl --report junit=link.xml",
  ])
  func noReportTakesThePlaceOfOneThatIsRead(_ words: String) throws {
    try scratch.write("s/a.yaml", "cells: {x: 1}\nsteps: [{set: {x: 2}, expect: {x: 2}}]\n")
    #expect(try tool.run("run", "s", "--report", "jsonl=1.jsonl").code == 0)
    #expect(try tool.shell("ln -s 1.jsonl link.xml").code == 0)
    let before = text("1.jsonl")
    let ending = try tool.shell("$tool \(words)")
    #expect(ending.code == 4 && ending.err.contains("is not written: "), "\(ending)")
    #expect(text("1.jsonl") == before)
    let summary = try tool.shell(
      "GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=1.jsonl $tool merge 1.jsonl")
    #expect(summary.code == 4, "\(summary)")
    #expect(text("1.jsonl") == before)
  }

  /// Where the scenario that has its rows from them does not run, nobody knows of them.
  @Test(arguments: ["rows.csv", "rows.JSON", "l.xml"])
  func noReportTakesThePlaceOfRows(_ name: String) throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {x: 1}}]\n")
    try scratch.write(name == "rows.JSON" ? name : "rows.csv", "x\n1\n")
    try link("l.xml", to: "rows.csv")
    for kind in ["junit", "jsonl", "github"] {
      let ending = try tool.run("run", "--report", "\(kind)=\(name)", "a.yaml")
      #expect(ending.code == 4, "\(ending)")
      #expect(ending.err.contains("may hold the rows of a scenario; give the report another name"))
      #expect(text(name) == "x\n1\n")
    }
  }

  @Test(arguments: ["junit", "tap", "jsonl", "github", "sarif"])
  func anEarlierReportOfAnyNameIsReplaced(_ kind: String) throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {y: 1}}]\n")
    let words = [kind == "sarif" ? "check" : "run", "a.yaml", "--report", "\(kind)=r.json"]
    #expect(try tool.run(words).code == 3)
    let first = text("r.json")
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {x: 1}}]\n")
    let ending = try tool.run(words)
    #expect(ending.code == 0, "\(ending)")
    #expect(text("r.json") != first)
  }

  @Test func checkKeepsItsReportsOffItsInputsToo() throws {
    try scratch.write("a.yaml", WritesTests.golden)
    let ending = try tool.shell(
      "ln a.yaml hard.sarif; $tool check --report sarif=hard.sarif a.yaml")
    #expect(ending.code == 4)
    #expect(text("a.yaml") == WritesTests.golden)
  }

  @Test(arguments: [
    "tap=x jsonl=./x", "tap=x jsonl=l", "junit=x jsonl=l", "junit=x junit=d/../x",
    "junit=old junit=hard",
  ])
  func twoReportsNeverShareAFile(_ pair: String) throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {x: 1}}]\n")
    let reports = pair.split(separator: " ").map { "--report \($0)" }.joined(separator: " ")
    let ending = try tool.shell(
      "mkdir d; ln -s x l; echo > old; ln old hard; $tool run \(reports) a.yaml")
    // Hard links to one file become two files, each with its own report.
    if pair.hasPrefix("junit=old") { return #expect(ending.code == 0 || ending.code == 4) }
    #expect(ending.code == 2 || ending.code == 4)
    #expect(ending.err.contains("another report goes there") || ending.err.contains("same place"))
  }

  /// What the tool says besides stands at places of its own: each would overwrite the other.
  @Test(arguments: ["junit", "jsonl", "tap"])
  func aReportDoesNotGoWhereTheOutputGoes(_ kind: String) throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {x: 1}}]\n")
    for redirection in ["> out", ">> out", "2> out", "> other 2>&1"] {
      let file = redirection.contains("other") ? "other" : "out"
      let ending = try tool.shell(
        "$tool run a.yaml --report \(kind)=./\(file) \(redirection); echo \"ended $?\"; cat \(file)"
      )
      #expect(ending.out.contains("ended 4"), "\(redirection): \(ending.text)")
      #expect(ending.text.contains("the output goes there"), "\(redirection): \(ending.text)")
    }
    let asked = try tool.shell("$tool run a.yaml --report \(kind)=- > out && test -s out")
    #expect(asked.code == 0, "\(asked.text)")
    let summary = try tool.shell(
      "GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$PWD/sum $tool run a.yaml >> sum && cat sum")
    #expect(summary.code == 0 && summary.out.contains("1 passed"), "\(summary.text)")
  }

  @Test func aLinkThatAPersonNamedIsFollowedForAReport() throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {x: 1}}]\n")
    try link("r.xml", to: "out/real.xml")
    let ending = try tool.run("run", "--report", "junit=r.xml", "a.yaml")
    #expect(ending.code == 0)
    #expect(text("out/real.xml")?.hasPrefix("<?xml") == true)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("r.xml")) == "out/real.xml")
  }

  // MARK: The rest

  @Test func whatItRemembersReplacesNothingElse() throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps: [{flush: , expect: {x: 2}}]\n")
    #expect(try tool.run("run", "a.yaml").code == 1)
    let name = try #require(try names("cache/reactorctl").first { $0.hasPrefix("failed") })
    let kept = try #require(text("cache/reactorctl/\(name)"))
    try scratch.write("cache/reactorctl/\(name)", "a diary\n")
    #expect(try tool.run("run", "a.yaml").code == 1)
    #expect(text("cache/reactorctl/\(name)") == "a diary\n")
    try scratch.write("elsewhere", "")
    try FileManager.default.removeItem(atPath: path("cache/reactorctl/\(name)"))
    try link("cache/reactorctl/\(name)", to: "../../elsewhere")
    #expect(try tool.run("run", "a.yaml").code == 1)
    #expect(text("elsewhere") == "")
    try FileManager.default.removeItem(atPath: path("cache/reactorctl/\(name)"))
    #expect(try tool.run("run", "a.yaml").code == 1)
    #expect(text("cache/reactorctl/\(name)") == kept)
  }

  @Test func initLeavesAFileWithHardLinks() throws {
    try scratch.write("a.yaml", "mine")
    let ending = try tool.shell("ln a.yaml b.yaml; $tool init --force a.yaml")
    #expect(ending.code == 4, "\(ending)")
    #expect(ending.err.contains("a.yaml has 2 names (hard links), and is left as it is"))
    #expect(text("a.yaml") == "mine" && text("b.yaml") == "mine")
  }

  @Test func initWritesOverItsOwnSchemaAlone() throws {
    try scratch.write("scenarios/.reactorctl.schema.json", "{}")
    try scratch.write("scenarios/first.yaml", "mine")
    let foreign = try tool.run("init", "--force")
    #expect(foreign.code == 4)
    #expect(foreign.err.contains("does not begin as a file of reactorctl does"))
    #expect(text("scenarios/.reactorctl.schema.json") == "{}")
    #expect(text("scenarios/first.yaml") == "mine")
    try FileManager.default.removeItem(atPath: path("scenarios/.reactorctl.schema.json"))
    try link("scenarios/.reactorctl.schema.json", to: "../profile")
    #expect(try tool.run("init", "--force").code == 4)
    #expect(text("profile") == nil)
    try scratch.write("home/x", "")
    try link("lnk", to: "home")
    #expect(try tool.run("init", "lnk/first.yaml").code == 4)
    #expect(try tool.run("init", "lnk/new/first.yaml").code == 4)
    #expect(try names("home") == ["x"])
  }
}
