import Foundation
import Testing

/// What `explore --write` adds to files.
@Suite final class ScheduleWriterTests {
  let scratch: Scratch
  var tool = Tool()

  init() throws {
    scratch = try Scratch()
    tool.folder = scratch.path
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  /// The scenario that is added fails as it was found, and nothing is added twice.
  @Test(arguments: ExploringTests.files.filter { !$0.hasSuffix("-mended.yaml") })
  func whatIsFoundBecomesAScenario(_ path: String) throws {
    let text = try String(contentsOfFile: Tool.root + "/" + path, encoding: .utf8)
    try scratch.write(
      "it.yaml", text.replacingOccurrences(of: "expect: violated", with: "expect: holds"))
    let first = try tool.run("explore", "--write", "it.yaml")
    #expect(first.code == 1 && first.text.contains("\nwritten  it.yaml::"), "\(first.text)")
    let written = try read("it.yaml")
    #expect(try tool.run("check", "-q", "it.yaml").code == 0)
    let run = try tool.run("run", "it.yaml")
    #expect(run.code == 1 && run.text.contains("1 passed, 1 failed"), "\(run.text)")
    let code = try #require(first.text.components(separatedBy: "  [").dropFirst().first)
    #expect(run.text.contains("[" + code.prefix { $0 != "]" } + "]"), "\(run.text)")
    let second = try tool.run("explore", "--write", "it.yaml")
    #expect(!second.text.contains("\nwritten"), "\(second.text)")
    #expect(try read("it.yaml") == written)
  }

  @Test func whereTheModelIsMendedItPasses() throws {
    let path = Tool.root + "/scenarios/exploring/lost-update"
    func model(_ name: String) throws -> String {
      try String(contentsOfFile: path + name + ".yaml", encoding: .utf8)
        .replacingOccurrences(of: "expect: violated", with: "expect: holds")
    }
    try scratch.write("it.yaml", try model(""))
    _ = try tool.run("explore", "--write", "it.yaml")
    let added = try read("it.yaml").components(separatedBy: "scenarios:").last ?? ""
    let mended = try model("-mended")
    let head = mended.components(separatedBy: "\nsteps:").first ?? ""
    try scratch.write("it.yaml", head + "\nscenarios:" + added)
    let run = try tool.run("run", "it.yaml")
    #expect(run.code == 0 && run.text.contains("2 passed"), "\(run.text)")
  }

  @Test func linesAndQuotesStayAsTheyAre() throws {
    let text =
      "cells: {n: 0}\r\nalways: n < 2\r\nexplore: {events: [{set: {n: = n + 1}}]}\r\n"
      + "scenarios:\r\n  - name: \"a: b\" # one\r\n    steps: &x\r\n      - set: {n: 1}\r\n\r\n"
      + "  - {name: flow, steps: *x}"
    try scratch.write("it.yaml", text)
    let ending = try tool.run("explore", "--write", "it.yaml")
    let token = try #require(
      ending.text.components(separatedBy: "token ").last?.prefix { $0 != "\n" })
    #expect(
      ending.text.contains("not written  it.yaml::flow: it is written in braces"), "\(ending.text)")
    let added =
      "\r\n  - name: \"a: b (explored-always)\" # one\r\n    schedule: TOKEN\r\n    steps:\r\n      - set: {n: 1}"
    let written = try read("it.yaml")
    #expect(written.hasPrefix(text))
    let own = written.components(separatedBy: "schedule: ").last?.prefix { !$0.isNewline } ?? ""
    #expect(written == text + added.replacingOccurrences(of: "TOKEN", with: own))
    #expect(token.hasPrefix("rx1."))
  }

  @Test func eventsAloneBecomeTwoScenarios() throws {
    let text = "cells: {n: 0}\nalways: n < 3\nexplore:\n  events: [{set: {n: = n + 1}}]"
    try scratch.write("it.yaml", text)
    #expect(try tool.run("explore", "--write", "it.yaml").text.contains("\nwritten"))
    #expect(
      try read("it.yaml").hasPrefix(text + "\nscenarios:\n  - name: it\n    steps: []\n"))
    #expect(
      try tool.run("explore", "it.yaml").text.contains("1 violated, 1 not as expected, 1 skipped"))
  }

  @Test func aRowIsLeftToItsAuthor() throws {
    let text = """
      cells: {n: 0}
      always: n < 2
      explore:
        events: [{set: {n: = n + 1}}]
      scenarios:
        - name: rows
          each: [{a: 1}]
          steps: []

      """
    try scratch.write("it.yaml", text)
    let ending = try tool.run("explore", "--write", "it.yaml")
    #expect(ending.text.contains("it is a row of several; by hand:"), "\(ending.text)")
    #expect(try read("it.yaml") == text)
  }

  @Test func aFileThatMayNotBeWrittenIsTold() throws {
    try scratch.write(
      "it.yaml", "cells: {n: 0}\nalways: n < 3\nexplore:\n  events: [{set: {n: = n + 1}}]")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link.yaml", withDestinationPath: scratch.path + "/it.yaml")
    let before = try read("it.yaml")
    let ending = try tool.run("explore", "--write", "link.yaml")
    #expect(ending.code != 0 && ending.code != 1, "\(ending.text)")
    #expect(try read("it.yaml") == before)
  }
}
