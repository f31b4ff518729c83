import Foundation
import Testing

/// Links to scenario files, folders and used files.
@Suite struct LinkTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path + "/p"
    tool.environment["REACTORCTL_CACHE"] = scratch.path + "/cache"
    try scratch.write("p/.git/HEAD", "")
    try scratch.write("p/real/a.yaml", "use: [model.yaml]\n" + LinkTests.scenario)
    try scratch.write("p/real/model.yaml", "cells: {number: 1}\n")
    try scratch.write("secret.yaml", "cells: {number: 1}\n" + LinkTests.scenario)
    try scratch.write("away/b.yaml", "cells: {number: 1}\n" + LinkTests.scenario)
  }

  private static let scenario =
    "scenarios: [{name: one, steps: [{advance: 1s, expect: {number: 1}}]}]\n"

  private func link(_ name: String, to target: String) throws {
    let made = try tool.shell("mkdir -p \"$(dirname '\(name)')\" && ln -s '\(target)' '\(name)'")
    try #require(made.code == 0, "\(made.text)")
  }

  private func list(_ paths: String...) throws -> [String] {
    let ending = try tool.run(["run", "--list"] + paths)
    #expect(ending.code == 0, "\(ending.text)")
    return ending.out.split(separator: "\n").map(String.init)
  }

  @Test func linksWithinTheProjectAreFollowedAndEveryFileRunsOnce() throws {
    try link("links/x.yaml", to: "../real/a.yaml")
    #expect(try list("links") == ["links/x.yaml::one"])
    #expect(try list(".") == ["links/x.yaml::one"])
    #expect(try list("real", "links") == ["links/x.yaml::one"])
    #expect(try list("real/a.yaml", "links/x.yaml") == ["links/x.yaml::one"])
    // What it uses lies beside the file itself.
    #expect(try tool.run("run", ".").code == 0)
    #expect(try tool.run("run", "links/x.yaml").code == 0)
  }

  @Test func aFolderIsSearchedOnceHoweverManyLinksLeadToIt() throws {
    try link("again", to: "real")
    try link("real/loop", to: "..")
    try link("real/self", to: "self")
    #expect(try list(".") == ["again/a.yaml::one"])
    #expect(try list("real", "again") == ["again/a.yaml::one"])
    // The link to the project's root leads out of nothing.
    let ending = try tool.run("run", ".")
    #expect(ending.code == 0 && ending.err == "", "\(ending.text)")
  }

  @Test func linksOutOfTheProjectAreNamed() throws {
    try link("out", to: "../away")
    let folder = try tool.run("run", ".")
    #expect(folder.code == 0)
    #expect(
      folder.err == "warning: not searched, since these links lead out of the project: out\n")
    try link("out.yaml", to: "../secret.yaml")
    let file = try tool.run("run", ".")
    #expect(file.code == 3)
    #expect(file.err.contains("error: out.yaml: is a link that leads out of the project"))
    // Who names it means it.
    #expect(try tool.run("run", "out.yaml").code == 0)
    #expect(try list("out") == ["out/b.yaml::one"])
  }

  @Test(arguments: ["run", "check"]) func whatIsNotSearchedIsToldInReports(_ command: String) throws
  {
    try link("out", to: "../away")
    try link("built", to: "/nowhere/bin")
    var kinds = ["jsonl", "junit", "tap", "github"]
    if command == "check" { kinds = ["jsonl", "junit", "tap", "github", "sarif"] }
    let ending = try tool.run([command, "."] + kinds.flatMap { ["--report", "\($0)=r-\($0)"] })
    #expect(ending.code == 0)
    let told = [
      "not searched, since these links lead out of the project: out",
      "not searched, since these links lead nowhere: built",
    ]
    #expect(ending.err == told.map { "warning: \($0)\n" }.joined())
    for kind in kinds {
      let text = try String(contentsOfFile: scratch.path + "/p/r-\(kind)", encoding: .utf8)
      for line in told { #expect(text.contains(line), "\(kind): \(text)") }
    }
  }

  /// Scenarios may have been there. Others lead nowhere as a rule: those by which editors hold locks, those of packages
  /// and of build tools.
  @Test func aLinkThatMayHaveLedToAFolderIsNoPass() throws {
    for (name, target) in [
      ("real/.#a.yaml", "me@here.17:4"), ("real/lock", "me@here.17:4"),
      ("real/node_modules", "../node_modules"), ("real/x", "../node_modules/x"),
      ("real/a.txt", "nowhere"), ("real/self", "self"),
    ] { try link(name, to: target) }
    let none = try tool.run("run", "real")
    #expect(none.code == 0 && none.err.isEmpty, "\(none)")
    for target in ["../nowhere", "../../shared/scenarios/.", "nowhere/.."] {
      try link("real/shared", to: target)
      let ending = try tool.run("run", "real", "--report", "tap=-")
      #expect(ending.code == 4)
      #expect(ending.err.contains("error: real/shared: cannot be read"), "\(ending)")
      #expect(ending.out.contains("not ok 2 - real/shared"))
      _ = try tool.shell("rm real/shared")
    }
  }

  @Test func aLinkThatLeadsNowhereIsNoPass() throws {
    try link("real/gone.yaml", to: "nowhere.yaml")
    try link("real/round.yaml", to: "round.yaml")
    let ending = try tool.run("run", "real")
    #expect(ending.code == 4)
    #expect(ending.err.contains("error: real/gone.yaml: cannot be read"))
    #expect(ending.err.contains("error: real/round.yaml: cannot be read"))
  }

  @Test(arguments: [
    ("link.yaml", "real/model.yaml", true), ("link.yaml", "PROJECT/real/model.yaml", true),
    ("folder", "real", true), ("folder", "./real/../real/.", true), ("deep", "folder", true),
    ("link.yaml", "../secret.yaml", false), ("link.yaml", "real/../../secret.yaml", false),
    ("folder", "../away", false), ("link.yaml", "OUTSIDE/secret.yaml", false),
    ("link.yaml", "/etc/passwd", false), ("folder", "/", false), ("link.yaml", "link.yaml", false),
    ("link.yaml", "/proc/self/cwd/../secret.yaml", false),
    ("folder", "real/up", false),
  ])
  func useFollowsLinksAsFarAsTheProjectGoes(_ name: String, _ target: String, _ isIn: Bool) throws {
    let project = scratch.path + "/p"
    try link("real/up", to: "../../away")
    if target == "folder" { try link("folder", to: "real") }
    try link(
      name,
      to: target.replacing("PROJECT", with: project).replacing("OUTSIDE", with: scratch.path))
    let file = target.contains("up") || target.contains("away") ? "b.yaml" : "model.yaml"
    let path = name == "link.yaml" ? name : "\(name)/\(file)"
    try scratch.write("p/user.yaml", "use: [\(path)]\n" + LinkTests.scenario)
    let ending = try tool.run("run", "user.yaml")
    #expect(ending.code == (isIn ? 0 : target == "link.yaml" ? 4 : 3), "\(ending.text)")
    // What is there and cannot be read is told of itself, and where it is used.
    if !isIn { #expect(ending.out.contains("user.yaml:1:7: ")) }
  }

  @Test func filesThatUseEachOtherByLinksAreACircle() throws {
    try scratch.write("p/real/c.yaml", "use: [../d.yaml]\nsteps: []\n")
    try link("d.yaml", to: "real/c.yaml")
    let ending = try tool.run("check", "real/c.yaml")
    #expect(ending.code == 3 && ending.out.contains("use each other in a circle"), "\(ending.text)")
  }

  @Test func aFileOfTwoNamesUnderUseIsReadOnce() throws {
    try link("real/other.yaml", to: "model.yaml")
    try scratch.write("p/real/e.yaml", "use: [model.yaml, other.yaml]\n" + LinkTests.scenario)
    #expect(try tool.run("run", "real/e.yaml").code == 0)
  }

  @Test func aRelinkedFileHasChanged() throws {
    try scratch.write("p/real/other.yaml", "cells: {number: 1, more: 1}\n")
    try link("m.yaml", to: "real/model.yaml")
    try scratch.write("p/f.yaml", "use: [m.yaml]\n" + LinkTests.scenario)
    let git = "git -c user.name=x -c user.email=x@y"
    let made = try tool.shell("rm -rf .git && \(git) init -q . && git add . && \(git) commit -qm 1")
    try #require(made.code == 0, "\(made.text)")
    #expect(try list("--changed", ".") == [])
    _ = try tool.shell("ln -sfn real/other.yaml m.yaml")
    #expect(try list("--changed", ".") == ["f.yaml::one"])
  }

  /// What Bazel lays out for a test: every file is a link out of the tree.
  @Test func linksOfBazelsTreeAreFollowedWhereverTheyLead() throws {
    try link("../runfiles/_main/scenarios/a.yaml", to: scratch.path + "/p/real/a.yaml")
    try link("../runfiles/_main/scenarios/model.yaml", to: scratch.path + "/p/real/model.yaml")
    try link("../runfiles/_main/scenarios/more", to: scratch.path + "/away")
    var bazel = tool
    bazel.folder = scratch.path + "/runfiles/_main"
    #expect(try bazel.run("run", "scenarios").code == 3)
    bazel.environment["TEST_SRCDIR"] = scratch.path + "/runfiles"
    let ending = try bazel.run("run", "-v", "scenarios")
    #expect(ending.code == 0, "\(ending.text)")
    #expect(ending.out.contains("2 files, 2 scenarios: 2 passed"))
  }
}
