import Foundation
import Testing

/// `run --changed`: nothing that differs from the commit is passed over.
@Suite struct ChangedTests {
  let scratch: Scratch
  var tool: Tool

  private static let git = "git -c user.name=x -c user.email=x@y -c protocol.file.allow=always"

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    tool.environment["REACTORCTL_CACHE"] = scratch.path + "/cache"
    tool.environment["HOME"] = scratch.path
    try scratch.write("model.yaml", "cells: {number: 1}\n")
    try scratch.write("lib/deep.yaml", "use: [../model.yaml]\ncells: {more: 1}\n")
    try scratch.write("a.yaml", "use: [lib/deep.yaml]\n" + ChangedTests.scenario)
    try scratch.write("sub/b.yaml", "cells: {number: 1}\n" + ChangedTests.scenario)
    try scratch.write("sub/\u{FC} \"x\"\t.yaml", "cells: {number: 1}\n" + ChangedTests.scenario)
    let made = try tool.shell(
      "\(ChangedTests.git) init -q . && git add . && \(ChangedTests.git) commit -qm one")
    try #require(made.code == 0, "\(made.text)")
  }

  private static let scenario =
    "scenarios: [{name: one, steps: [{advance: 1s, expect: {number: 1}}]}]\n"

  private func changed(in folder: String = "", _ path: String = ".") throws -> [String] {
    var tool = tool
    tool.folder += folder
    let ending = try tool.run("run", "--list", "--changed", path)
    #expect(ending.code == 0, "\(ending.text)")
    return ending.out.split(separator: "\n").map(String.init)
  }

  @Test func nothingChangedIsAPassThatSaysSo() throws {
    let ending = try tool.run("run", "--changed", ".")
    #expect(ending.code == 0)
    #expect(ending.out == "Nothing to run: no scenario in . differs from HEAD.\n")
    #expect(try tool.run("run", "--changed", "--filter", "zzz", ".").code == 5)
    #expect(try tool.run("run", "--changed", "a.yaml::zzz").code == 5)
  }

  @Test func exploreTakesItWithoutACommitToo() throws {
    let ending = try tool.run("explore", "--changed", "a.yaml")
    #expect(ending.code == 0, "\(ending)")
    #expect(ending.out == "Nothing to run: no scenario in a.yaml differs from HEAD.\n")
    _ = try tool.shell("echo >> model.yaml")
    #expect(try tool.run("explore", "--changed", "a.yaml").out.contains("1 scenario explored"))
  }

  static let edits: [(shell: String, picked: [String])] = [
    ("echo >> model.yaml", ["a.yaml::one"]),
    ("echo >> lib/deep.yaml", ["a.yaml::one"]),
    ("echo >> sub/b.yaml", ["sub/b.yaml::one"]),
    ("echo x > sub/b.golden", ["sub/b.yaml::one"]),
    ("echo >> sub/*x*.yaml", ["sub/\u{FC} \"x\"\\u{9}.yaml::one"]),
    ("git config diff.relative true; echo >> model.yaml", ["a.yaml::one"]),
    ("git config core.quotePath true; echo >> model.yaml", ["a.yaml::one"]),
    ("git update-index --assume-unchanged model.yaml; echo >> model.yaml", ["a.yaml::one"]),
    ("git update-index --skip-worktree model.yaml; echo >> model.yaml", ["a.yaml::one"]),
    ("git rm -q --cached model.yaml; echo model.yaml > .gitignore", ["a.yaml::one"]),
    ("git mv sub new", ["new/b.yaml::one", "new/\u{FC} \"x\"\\u{9}.yaml::one"]),
    ("cp sub/b.yaml c.yaml; echo c.yaml > .git/info/exclude", ["c.yaml::one"]),
    ("echo >> model.yaml; git add .", ["a.yaml::one"]),
  ]

  @Test(arguments: ChangedTests.edits.indices)
  func everyEditIsSeen(_ number: Int) throws {
    let (line, picked) = ChangedTests.edits[number]
    let edit = try tool.shell(line)
    try #require(edit.code == 0, "\(edit.text)")
    #expect(try changed() == picked, "\(line)")
  }

  @Test func everyEditIsSeenFromASubfolder() throws {
    try scratch.write("model.yaml", "cells: {number: 1, other: 1}\n")
    for setting in ["true", "false"] {
      _ = try tool.shell("git config diff.relative \(setting)")
      #expect(try changed(in: "/sub", "..") == ["../a.yaml::one"])
      #expect(try changed(in: "/sub", ".") == [])
    }
  }

  @Test(arguments: ["rm model.yaml", "git mv model.yaml new.yaml", "git mv lib new"])
  func aUsedFileThatIsGoneIsNoPass(_ line: String) throws {
    _ = try tool.shell(line)
    let ending = try tool.run("run", "--changed", ".")
    #expect(ending.code == 3 || ending.code == 4, "\(ending.text)")
    #expect(ending.out.contains(".yaml:1:7: error: "))
  }

  @Test func aSubmoduleThatDiffersHasChangedAsAWhole() throws {
    let made = try tool.shell(
      """
      mkdir ../$$ && (cd ../$$ && git init -q . && echo 'cells: {number: 1}' > m.yaml && git add . &&
      \(ChangedTests.git) commit -qm m) && \(ChangedTests.git) submodule add -q ../$$ mod && rm -rf ../$$
      """)
    try #require(made.code == 0, "\(made.text)")
    try scratch.write("c.yaml", "use: [mod/m.yaml]\n" + ChangedTests.scenario)
    _ = try tool.shell("git add . && \(ChangedTests.git) commit -qm two")
    #expect(try changed() == [])
    _ = try tool.shell("git config diff.ignoreSubmodules all")
    try scratch.write("mod/m.yaml", "cells: {number: 1, other: 2}\n")
    #expect(try changed() == ["c.yaml::one"])
  }

  @Test(arguments: [":/on", "HEAD^{/one}", "HEAD^{commit}", "@", "HEAD^{}", "noted"])
  func whateverGitTakesForACommitIsOne(_ commit: String) throws {
    _ = try tool.shell("\(ChangedTests.git) tag -am note noted")
    let ending = try tool.run("run", "--changed=\(commit)", ".")
    #expect(ending.code == 0, "\(ending.text)")
    #expect(ending.out == "Nothing to run: no scenario in . differs from \(commit).\n")
    #expect(try tool.run("run", "--changed=:/nothing like it", ".").code == 2)
  }

  @Test func whereGitCannotAnswerNothingPasses() throws {
    #expect(try tool.run("run", "--changed=nowhere", ".").code == 2)
    #expect(try tool.run("run", "--changed=HEAD~9", ".").code == 2)
    #expect(try tool.run("run", "--changed=:a.yaml", ".").code == 2)
    var bare = tool
    bare.environment["PATH"] = "/nowhere"
    let ending = try bare.run("run", "--changed", ".")
    #expect(ending.code == 2 && ending.err.contains("there is no program \"git\""))
    _ = try tool.shell("rm -rf .git")
    let none = try tool.run("run", "--changed", ".")
    #expect(none.code == 2 && none.err.contains("no git repository"), "\(none.text)")
  }
}
