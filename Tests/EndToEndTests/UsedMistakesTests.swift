import Foundation
import Testing

/// A mistake in a file that others use is told once, whatever leads to it and whoever is told.
@Suite struct UsedMistakesTests {
  let scratch: Scratch
  let tool: Tool
  /// What is wrong with the shared model, by what its messages say.
  static let mistakes = [
    "unknown key \"cmputations\"", "unknown name \"quantty\"", "unknown key \"actions\"",
    "unknown name \"on\"",
  ]
  private static let model = """
    cells:
      price: 10
      total: = price * quantty
    cmputations:
      label: = string(total)
    reactors:
      app: {state: {count: 0}, actions: {inc: [{mutation: inc}]}, reduce: {inc: {count: = on}}}

    """
  private static let user = """
    use: [lib/model.yaml]
    scenarios:
      - name: it adds
        steps:
          - set: {price: 20}
            expect: {total: 40}
          - send: {app: inc}
            expect: {app.count: 1}
          - assert: total == price * 2

    """

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/.git", withIntermediateDirectories: true)
    try scratch.write("lib/model.yaml", UsedMistakesTests.model)
    try scratch.write("lib/between.yaml", "use: [model.yaml]\ncells: {twice: = total * 2}\n")
    for index in 1...4 { try scratch.write("s/u\(index).yaml", UsedMistakesTests.in("../lib")) }
    try scratch.write("s/deep/u5.yaml", UsedMistakesTests.in("../../lib"))
    try scratch.write(
      "s/deep/u6.yaml",
      UsedMistakesTests.in("./../deep/../../lib").replacing("model.yaml", with: "between.yaml"))
    try scratch.write("s/well.yaml", "cells: {a: 1}\nsteps: [{expect: {a: 1}}]\n")
  }

  private static func `in`(_ folder: String) -> String {
    user.replacing("lib/model", with: "\(folder)/model")
  }

  private func counts(_ text: String) -> [Int] {
    UsedMistakesTests.mistakes.map { text.components(separatedBy: $0).count - 1 }
  }

  @Test(arguments: [
    ["s"], ["s", "lib"], ["lib", "s"], ["./s", "lib/model.yaml"], ["s/deep/u6.yaml"],
  ])
  func aRunAndACheckTellEachOnce(_ paths: [String]) throws {
    for options in [["-j1"], ["-j8"], ["--quiet"], ["--brief"], ["--shuffle=3"]] {
      let ending = try tool.run(["run"] + options + paths)
      #expect(ending.code == 3)
      let isListed = options != ["--quiet"] && options != ["--brief"]
      let body = ending.text.components(separatedBy: "\nFailed:\n")[0]
      #expect(counts(body) == [1, 1, 1, 1], "\(ending.text)")
      #expect(!isListed || body.components(separatedBy: "error: ").count == 5)
      #expect(!body.contains("\"price\"") && !body.contains("\"app\""), "\(ending.text)")
    }
    let ending = try tool.run(["check"] + paths)
    #expect(ending.code == 3)
    #expect(counts(ending.text) == [1, 1, 1, 1], "\(ending.text)")
  }

  @Test func theOutputIsTheSameAtAnyNumberOfJobs() throws {
    for index in 7...60 { try scratch.write("s/u\(index).yaml", UsedMistakesTests.in("../lib")) }
    let alone = try tool.run("run", "s", "-j1")
    #expect(alone.out.contains("invalid  s/u9.yaml  errors in lib/model.yaml\n"))
    for _ in 0..<3 { #expect(try tool.run("run", "s", "-j8").out == alone.out) }
  }

  @Test func everyReportTellsEachOnce() throws {
    for (command, kinds) in [
      ("run", ["junit", "tap", "jsonl", "github"]),
      ("check", ["junit", "tap", "jsonl", "github", "sarif"]),
    ] {
      for kind in kinds {
        let ending = try tool.run(command, "s", "lib", "--report", "\(kind)=-", "--no-times")
        #expect(ending.code == 3)
        // A report may give a message in a line and in full, of the same place.
        let places = ending.out.components(separatedBy: "\"quantty\"").count - 1
        #expect(places <= 2, "\(kind): \(ending.out)")
        #expect(!ending.out.contains("\"price\""), "\(kind): \(ending.out)")
        if kind == "github" {
          #expect(ending.out.components(separatedBy: "::error ").count == 5, "\(ending.out)")
        }
        if kind == "sarif" {
          #expect(ending.out.components(separatedBy: "\"ruleIndex\"").count == 5)
        }
        if kind == "jsonl" {
          #expect(ending.out.components(separatedBy: "\"severity\"").count == 5)
          #expect(ending.out.components(separatedBy: "\"brokenUses\"").count == 8)
        }
        if kind == "junit" {
          #expect(ending.out.components(separatedBy: "<error ").count == 9)
        }
        if kind == "tap" {
          #expect(ending.out.components(separatedBy: "not ok ").count == 9)
        }
      }
    }
  }

  @Test func shardsMergeToWhatTheWholeRunTells() throws {
    let whole = try tool.run("run", "s", "lib", "--no-times", "--report", "tap=whole.tap")
    for index in 1...3 {
      let ending = try tool.run(
        "run", "s", "lib", "--shard", "\(index)/3", "--no-times", "--report",
        "jsonl=\(index).jsonl")
      #expect(counts(ending.out.components(separatedBy: "\nFailed:\n")[0]).allSatisfy { $0 <= 1 })
    }
    let merged = try tool.run(
      "merge", "3.jsonl", "1.jsonl", "2.jsonl", "--no-times", "--report", "tap=merged.tap")
    #expect(merged.code == 3)
    #expect(merged.out == whole.out)
    let reports = try ["whole.tap", "merged.tap"].map {
      try String(contentsOfFile: "\(scratch.path)/\($0)", encoding: .utf8)
    }
    #expect(reports[0] == reports[1])
  }

  @Test func aNameOfTwoUsedFilesIsToldOnceOverAllThatUseBoth() throws {
    try scratch.write("two/a.yaml", "cells: {x: 1}\n")
    try scratch.write("two/b.yaml", "cells: {x: 2}\n")
    for index in 1...3 {
      try scratch.write("two/u\(index).yaml", "use: [a.yaml, b.yaml]\nsteps: [{expect: {x: 1}}]\n")
    }
    let ending = try tool.run("check", "two")
    #expect(ending.code == 3)
    #expect(ending.out.components(separatedBy: "is defined twice").count == 2, "\(ending.out)")
    #expect(ending.out.contains("valid    two/b.yaml\n"))
    #expect(ending.out.hasSuffix("5 files: 2 valid, 3 invalid\n"))
  }

  @Test func aUsedFileThatIsNotReadIsToldOnce() throws {
    try scratch.write("lib/model.yaml", String(repeating: "#", count: 2_000_000))
    for paths in [["s"], ["s", "lib/model.yaml"], ["lib/model.yaml", "s"]] {
      let ending = try tool.run(["run", "--brief"] + paths)
      #expect(ending.code == 3)
      #expect(ending.out.split(separator: "\n").count == 2, "\(ending.out)")
      #expect(ending.out.contains("is larger than 1 MiB"), "\(ending.out)")
    }
  }

  @Test func ofManyMistakesTheRestIsCountedOnce() throws {
    let cells = (0..<30).map { "c\($0): = nope\($0)" }.joined(separator: ", ")
    try scratch.write("many/model.yaml", "cells: {\(cells)}\n")
    for index in 1...3 {
      try scratch.write("many/u\(index).yaml", "use: [model.yaml]\nsteps: [{expect: {c0: 1}}]\n")
    }
    let ending = try tool.run("run", "many")
    let body = ending.out.components(separatedBy: "\nFailed:\n")[0]
    #expect(body.components(separatedBy: ": error: ").count == 21, "\(body)")
    #expect(body.components(separatedBy: "many/model.yaml: 10 more errors not shown").count == 2)
  }
}
