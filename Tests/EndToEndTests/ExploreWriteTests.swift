import Foundation
import TestSupport
import Testing

/// `explore --write` as a stranger uses it.
@Suite struct ExploreWriteTests {
  let scratch: Scratch
  let tool: Tool

  private static let model = """
    name: L
    actors:
      counter:
        state: {n: 0}
        on:
          Get: = state.n
          Put: [{set: {n: = message}}]
      first:
        on: &client
          Go:
            - ask: {counter: Get}
              as: n
            - tell: {counter: {Put: = n + 1}}
      second:
        on: *client
    eventually: counter.n == 2

    """

  private static let both = "[{interleave: [[{tell: {first: Go}}], [{tell: {second: Go}}]]}]"

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  private func text(_ name: String = "a.yaml") throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  /// Explores the model with what is behind it, and answers with what was then put in its place.
  private func written(_ rest: String) throws -> String {
    let before = ExploreWriteTests.model + rest
    try scratch.write("a.yaml", before)
    let ending = try tool.run("explore", "--write", "a.yaml")
    #expect(ending.code == 1 && ending.text.contains("added    a.yaml  "), "\(ending.text)")
    let after = try text()
    #expect(after.hasPrefix(ExploreWriteTests.model))
    #expect(try tool.run("check", "a.yaml").code == 0)
    #expect(try tool.run("explore", "--write", "a.yaml").code == 1)
    #expect(try text() == after)
    let run = try tool.run("run", "a.yaml")
    #expect(run.code == 1 && run.text.contains("[explored-eventually]"), "\(run.text)")
    return String(after.dropFirst(ExploreWriteTests.model.count)).replacing(
      /rx1\.[0-9a-z]+\.[0-9a-z]+/, with: "TOKEN")
  }

  @Test(arguments: ExploringTests.files.filter { !$0.hasSuffix("-mended.yaml") })
  func whatIsFoundInEachModelFailsInARunAndPassesMended(_ path: String) throws {
    var model = try String(contentsOfFile: Tool.root + "/" + path, encoding: .utf8)
    try scratch.write("expected.yaml", model)
    #expect(try tool.run("explore", "--write", "expected.yaml").code == 0)
    #expect(try text("expected.yaml") == model)
    model = model.replacing(/explore:\n  expect: violated\n(?! )/, with: "")
      .replacing("  expect: violated\n", with: "")
    try scratch.write("a.yaml", model)
    let explored = try tool.run("explore", "--write", "a.yaml")
    #expect(explored.code == 1 && explored.text.contains("added "), "\(explored.text)")
    let check = try tool.run("check", "a.yaml")
    #expect(check.code == 0 && !check.text.contains("warning"), "\(check.text)")
    let run = try tool.run("run", "a.yaml")
    let code = try #require(explored.text.firstMatch(of: /\[explored-[a-z-]+\]/)).output
    #expect(run.code == 1 && run.text.contains(code), "\(run.text)")
    #expect(run.text.contains("2 scenarios: 1 passed, 1 failed"), "\(run.text)")
    let after = try text()
    #expect(try tool.run("explore", "--write", "a.yaml").code == 1)
    #expect(try text() == after)
  }

  @Test func whatWasAddedPassesInAMendedModel() throws {
    _ = try written("steps: \(ExploreWriteTests.both)\n")
    let mended = try text().replacing(
      "Put: [{set: {n: = message}}]", with: "Put: [{set: {n: = state.n + 1}}]")
    try scratch.write("a.yaml", mended)
    #expect(try tool.run("run", "a.yaml").code == 0)
  }

  @Test func aFileOfOneScriptGetsAListOfScenarios() throws {
    let rest = """
      steps:   # both
        - interleave:
            # one
            - - tell: {first: Go}

            - - tell: {second: Go}
      # end

      """
    #expect(
      try written(rest) == """
        scenarios:
          - name: L
            steps:   # both
              - interleave:
                  # one
                  - - tell: {first: Go}

                  - - tell: {second: Go}
          - name: "L: eventually"
            schedule: TOKEN
            steps:   # both
              - interleave:
                  # one
                  - - tell: {first: Go}

                  - - tell: {second: Go}
        # end

        """)
  }

  @Test func scenariosAreAddedInTheirList() throws {
    let rest = """
      scenarios:
      - name: one
        description: not copied
        tags: [a]
        each:
        - {k: 1}
        - k: 2
        steps: &s
        - interleave: &i
          - - tell: {first: Go}
          - - tell: {second: Go}
      - steps: *s
      - name: "one: eventually"
        steps: [{advance: 0s, expect: {counter.n: 0}}]
        explore: false
      # end

      """
    #expect(
      try written(rest) == rest.dropLast("# end\n".count) + """
        - name: "one: eventually 2"
          schedule: TOKEN
          tags: [a]
          each:
            - {k: 1}
          steps:
          - interleave:
            - - tell: {first: Go}
            - - tell: {second: Go}
        - name: "one: eventually 3"
          schedule: TOKEN
          tags: [a]
          each:
            - k: 2
          steps:
          - interleave:
            - - tell: {first: Go}
            - - tell: {second: Go}
        - name: "scenario 2: eventually"
          schedule: TOKEN
          steps: *s
        # end

        """)
  }

  @Test func bracketsStayBrackets() throws {
    let scenario = "{name: x, steps: \(ExploreWriteTests.both)}"
    let added = "{name: \"x: eventually\", schedule: TOKEN, steps: \(ExploreWriteTests.both)}"
    #expect(
      try written("scenarios: [\(scenario)]\n") == "scenarios: [\(scenario), \(added)]\n")
    #expect(
      try written("scenarios:\n  - \(scenario)") == "scenarios:\n  - \(scenario)\n  - \(added)")
  }

  @Test func linesEndAsTheyDid() throws {
    let before =
      (ExploreWriteTests.model + "steps:\n  - interleave:\n      - - tell: {first: Go}\n"
      + "      - - tell: {second: Go}\n").replacing("\n", with: "\r\n")
    try scratch.write("a.yaml", before)
    #expect(try tool.run("explore", "--write", "a.yaml").code == 1)
    let after = try text()
    #expect(after.utf8.count > before.utf8.count)
    #expect(!after.replacing("\r\n", with: "").utf8.contains { $0 == 0x0a || $0 == 0x0d })
  }

  @Test func eventsAloneBecomeAScenario() throws {
    let before =
      ExploreWriteTests.model.replacing("eventually: counter.n == 2", with: "always: counter.n < 1")
      + "explore:\n  events:\n    - tell: {first: Go}\n      name: go\n  steps: 1\n"
    try scratch.write("a.yaml", before)
    #expect(try tool.run("explore", "--write", "a.yaml").code == 1)
    #expect(
      try text().contains("\n\nscenarios:\n  - name: L\n    steps: []\n  - name: \"L: always\"\n"))
    let run = try tool.run("run", "a.yaml")
    #expect(run.code == 1 && run.text.contains("[explored-always]"), "\(run.text)")
  }

  @Test func whatCannotBeAddedIsToldAndStays() throws {
    let shared =
      ExploreWriteTests.model + """
        scenarios:
          - &one
            name: one
            explore: false
            steps: \(ExploreWriteTests.both)
          - <<: *one
            name: two
            explore: {}

        """
    try scratch.write("a.yaml", shared)
    let ending = try tool.run("explore", "--write", "a.yaml")
    #expect(
      ending.code == 1 && ending.text.contains("a.yaml:22:5: not added: \"<<\""), "\(ending.text)")
    #expect(try text() == shared)
    try scratch.write("rows.csv", "k\n1\n")
    let rows =
      ExploreWriteTests.model
      + "scenarios:\n  - each: {file: rows.csv}\n    steps: \(ExploreWriteTests.both)\n"
    try scratch.write("a.yaml", rows)
    #expect(try tool.run("explore", "--write", "a.yaml").text.contains("not added: its rows"))
    #expect(try text() == rows)
  }

  @Test func aFileThatMayNotBeWrittenIsLeft() throws {
    let before = ExploreWriteTests.model + "steps: \(ExploreWriteTests.both)\n"
    try scratch.write("real.yaml", before)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/a.yaml", withDestinationPath: "real.yaml")
    let ending = try tool.run("explore", "--write", "a.yaml")
    #expect(ending.code == 4 && ending.text.contains("is a link to real.yaml"), "\(ending.text)")
    #expect(!ending.text.contains("added "))
    #expect(try text("real.yaml") == before)
  }
}
