import Testing

/// `check` of files that use each other: what one of them uses is used.
@Suite struct CheckTogetherTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
    try scratch.write(
      "model.yaml",
      """
      cells: {price: 1, spare: 2, total: = price * 2}
      reactors:
        app:
          state: {n: 0}
          mutate: {inc: [{mutation: up}], dec: [{mutation: up}], reset: [{mutation: up}]}
          reduce: {up: {n: = app.n + 1}}
      services:
        api: {methods: {get: = 1, put: = 2}}

      """)
    try scratch.write("one.yaml", CheckTogetherTests.user("{send: {app: inc}, expect: {app.n: 1}}"))
    try scratch.write("two.yaml", CheckTogetherTests.user("{send: {app: dec}, expect: {total: 2}}"))
    try scratch.write("three.yaml", CheckTogetherTests.user("{call: api.get, replies: 1}"))
  }

  private static func user(_ step: String) -> String {
    "use: [model.yaml]\nscenarios: [{name: a, steps: [\(step)]}]\n"
  }

  /// What is told of unused parts, sorted.
  private func unused(_ paths: String...) throws -> [String] {
    let ending = try tool.run(["check", "--brief"] + paths)
    #expect(ending.code == 0, "\(ending.text)")
    let lines = ending.out.split(separator: "\n").filter { $0.hasSuffix("[unused]") }
    return lines.map { line in
      let parts = line.split(separator: ": warning: ")
      return "\(parts[0].prefix { $0 != ":" }) \(parts[1].dropLast("  [unused]".count))"
    }.sorted()
  }

  @Test func whatAnyOfTheFilesUsesIsUsed() throws {
    let told = [
      "model.yaml nothing sends \"reset\" to \"app\"",
      "model.yaml the cell \"spare\" is never read",
      "model.yaml the method \"put\" of \"api\" is never called",
    ]
    #expect(try unused("model.yaml", "one.yaml", "two.yaml", "three.yaml") == told)
    #expect(try unused("three.yaml", "two.yaml", "one.yaml", "model.yaml") == told)
    #expect(try unused(".") == told)
  }

  @Test func whatNoneOfThemUsesIsTold() throws {
    #expect(
      try unused("model.yaml", "one.yaml") == [
        "model.yaml nothing sends \"dec\" to \"app\"",
        "model.yaml nothing sends \"reset\" to \"app\"",
        "model.yaml the cell \"spare\" is never read",
        "model.yaml the cell \"total\" is never read",
        "model.yaml the service \"api\" is never called",
      ])
    #expect(
      try unused("model.yaml", "three.yaml") == [
        "model.yaml the cell \"spare\" is never read",
        "model.yaml the cell \"total\" is never read",
        "model.yaml the method \"put\" of \"api\" is never called",
      ])
  }

  @Test func ofAModelAloneAndOfUsersAloneNothingIsTold() throws {
    #expect(try unused("model.yaml") == [])
    #expect(try unused("one.yaml", "two.yaml") == [])
  }

  @Test func aPartOfAFileWithScenariosIsUsedByAnotherThatUsesIt() throws {
    try scratch.write(
      "base.yaml", "cells: {a: 1, b: 2}\nscenarios: [{name: a, steps: [{expect: {a: 1}}]}]\n")
    try scratch.write("further.yaml", "use: [base.yaml]\nsteps: [{expect: {b: 2}}]\n")
    #expect(try unused("base.yaml") == ["base.yaml the cell \"b\" is never read"])
    #expect(try unused("base.yaml", "further.yaml") == [])
    #expect(try unused("further.yaml", "./base.yaml") == [])
  }

  @Test func whereAUserCannotBeLoadedNothingIsKnown() throws {
    try scratch.write("two.yaml", "use: [model.yaml]\nsteps: [{nope: 1}]\n")
    let ending = try tool.run("check", "model.yaml", "one.yaml", "two.yaml")
    #expect(ending.code == 3)
    #expect(!ending.out.contains("[unused]"), "\(ending.out)")
  }

  @Test func filesAreToldInTheirOrder() throws {
    let ending = try tool.run("check", "model.yaml", "one.yaml", "three.yaml", "two.yaml")
    let files = ending.out.split(separator: "\n").filter { $0.hasPrefix("valid ") }
    #expect(
      files.map { $0.split(separator: " ")[1] } == [
        "model.yaml", "one.yaml", "three.yaml", "two.yaml",
      ])
    #expect(ending.out.hasSuffix("4 files: 4 valid, 3 warnings\n"), "\(ending.out)")
  }
}
