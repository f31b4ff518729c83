import Foundation
import Testing

/// `reactorctl init`.
@Suite struct InitTests {
  private func tool(in scratch: Scratch) -> Tool {
    var tool = Tool()
    tool.folder = scratch.path
    return tool
  }

  private func text(_ name: String, in scratch: Scratch) -> String? {
    try? String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  @Test func theFirstFilePassesAsItIsAndFailsWhereAnOutcomeIsChanged() throws {
    let scratch = try Scratch()
    let tool = tool(in: scratch)
    let ending = try tool.run("init")
    #expect(ending.code == 0 && ending.err.isEmpty)
    #expect(ending.out.contains("\n  reactorctl run scenarios/first.yaml\n"))
    let passed = try tool.run("run")
    #expect(passed.code == 0 && passed.out.contains("3 passed"), "\(passed.text)")
    let checked = try tool.run("check")
    #expect(checked.code == 0 && !checked.out.contains("warning"), "\(checked.text)")
    let yaml = try #require(text("scenarios/first.yaml", in: scratch))
    try scratch.write("scenarios/first.yaml", yaml.replacing("total: 40}", with: "total: 50}"))
    let failed = try tool.run("run")
    #expect(failed.code == 1 && failed.out.contains("total: expected 50, got 40"))
  }

  @Test func theFirstLineNamesTheSchemaThatIsWrittenBesideIt() throws {
    let scratch = try Scratch()
    #expect(try tool(in: scratch).run("init", "tests/deep/shop.yaml").code == 0)
    let yaml = try #require(text("tests/deep/shop.yaml", in: scratch))
    #expect(yaml.hasPrefix("# yaml-language-server: $schema=.reactorctl.schema.json\n"))
    #expect(yaml.contains("reactorctl run tests/deep/shop.yaml"))
    #expect(
      try text("tests/deep/.reactorctl.schema.json", in: scratch) == Tool().run("schema").out)
  }

  @Test func aPathThatAShellWouldTakeApartIsShownBetweenQuotes() throws {
    let scratch = try Scratch()
    let ending = try tool(in: scratch).run("init", "it's new/a b.yaml")
    #expect(ending.code == 0)
    #expect(ending.out.contains("\n  reactorctl run 'it'\\''s new/a b.yaml'\n"), "\(ending.out)")
  }

  @Test func aNameWithADashIsShownAsAPath() throws {
    let scratch = try Scratch()
    let ending = try tool(in: scratch).run("init", "--", "-d.yaml")
    #expect(ending.out.contains("\n  reactorctl run ./-d.yaml\n"), "\(ending.out)")
    #expect(try #require(text("-d.yaml", in: scratch)).contains("reactorctl run ./-d.yaml\n"))
    #expect(try tool(in: scratch).run("run", "./-d.yaml").code == 0)
  }

  @Test func aSchemaInAFolderAboveIsTheOneThatIsNamed() throws {
    let scratch = try Scratch()
    let tool = tool(in: scratch)
    #expect(try tool.run("init").code == 0)
    let ending = try tool.run("init", "./scenarios/a/b/")
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending.text)")
    let yaml = try #require(text("scenarios/a/b/first.yaml", in: scratch))
    #expect(yaml.hasPrefix("# yaml-language-server: $schema=../../.reactorctl.schema.json\n"))
    #expect(text("scenarios/a/b/.reactorctl.schema.json", in: scratch) == nil)
  }

  /// However short the names of the folders are, and wherever the path begins.
  @Test(arguments: [
    ("", "s/t/x.yaml", "../../"), ("s", "t/x.yaml", "../../"), ("s/t", "x.yaml", "../../"),
    ("s/t", "./x.yaml", "../../"), ("s", "x.yaml", "../"), ("s/t", "../x.yaml", "../"),
    ("s/t", "../../x.yaml", ""), ("s/t", "$PWD/x.yaml", "../../"), ("s/t", "u/", "../../../"),
  ])
  func theSchemaIsLookedForUpToTheRoot(_ folder: String, _ path: String, _ way: String) throws {
    let scratch = try Scratch()
    var tool = tool(in: scratch)
    try scratch.write("outside/.git/HEAD", "")
    try scratch.write("outside/s/t/b.yaml", "")
    try scratch.write(".reactorctl.schema.json", "")
    tool.folder += "/outside/"
    #expect(try tool.run("init", "x0.yaml").code == 0)
    #expect(text("outside/.reactorctl.schema.json", in: scratch)?.isEmpty == false)
    tool.folder += folder
    let ending = try tool.shell("$tool init \(path)")
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
    let made = try tool.shell(
      "cd \(scratch.path); ls -a */.react* */*/.react* */*/*/.react* 2>/dev/null | wc -l; "
        + "find . -name x.yaml -o -name first.yaml | xargs head -qn 1")
    #expect(
      made.out.trimmingCharacters(in: .whitespaces)
        == "1\n# yaml-language-server: $schema=\(way).reactorctl.schema.json\n", "\(made)")
  }

  /// Without a repository the project is the working folder.
  @Test func aSchemaAboveTheProjectIsNotItsOwn() throws {
    let scratch = try Scratch()
    var tool = tool(in: scratch)
    try scratch.write(".reactorctl.schema.json", "")
    try scratch.write("s/b.yaml", "")
    tool.folder += "/s"
    #expect(try tool.run("init", "x.yaml").code == 0)
    #expect(text("s/.reactorctl.schema.json", in: scratch)?.isEmpty == false)
  }

  @Test func nothingThatIsThereIsWrittenOverUnlessForced() throws {
    let scratch = try Scratch()
    let tool = tool(in: scratch)
    try scratch.write("scenarios/first.yaml", "mine")
    let old = "{\"$comment\": \"Written by: reactorctl schema\"}"
    try scratch.write("scenarios/.reactorctl.schema.json", old)
    let ending = try tool.run("init")
    #expect(ending.code == 4 && ending.out.isEmpty)
    #expect(
      ending.err == "error: scenarios/first.yaml is there already; --force writes it anew\n")
    #expect(text("scenarios/first.yaml", in: scratch) == "mine")
    let second = try tool.run("init", "scenarios/second.yaml")
    #expect(second.code == 0 && second.err.contains("left as it is"))
    #expect(text("scenarios/.reactorctl.schema.json", in: scratch) == old)
    #expect(try tool.run("init", "--force").code == 0)
    #expect(text("scenarios/first.yaml", in: scratch) != "mine")
    #expect(text("scenarios/.reactorctl.schema.json", in: scratch) != old)
  }

  @Test func whatCannotBeWrittenIsToldAndLeavesNothingBehind() throws {
    let scratch = try Scratch()
    let tool = tool(in: scratch)
    let wrong = try tool.run("init", "first.txt")
    #expect(wrong.code == 2 && wrong.err.contains("it ends in .yaml or .yml"))
    try scratch.write("taken", "")
    let ending = try tool.run("init", "taken/first.yaml")
    #expect(ending.code == 4 && ending.err.contains("cannot be written"), "\(ending.text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["taken"])
  }
}
