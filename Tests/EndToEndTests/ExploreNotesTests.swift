import Foundation
import TestSupport
import Testing

/// What is told of an exploration, or of a schedule, by the way.
@Suite struct ExploreNotesTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  private func model(_ path: String) throws -> String {
    try String(contentsOfFile: Tool.root + "/" + path, encoding: .utf8)
  }

  @Test func whyThereIsNoWorldToBeginFromIsTold() throws {
    func ending(_ start: String) throws -> String {
      try scratch.write(
        "a.yaml",
        "cells: {a: 0}\nexplore:\n  start: {\(start), set: {a: = x}}\n  events: [{set: {a: 1}}]\n")
      return try tool.run("explore", "a.yaml").text
    }
    let condition = try ending("for: {x: [1, 2]}, when: x > 2")
    #expect(condition.contains("the condition of `start` never holds"), "\(condition)")
    let empty = try ending("for: {x: []}")
    #expect(
      empty.contains("a.yaml:3:20: error: ") && empty.contains("\"x\" goes over nothing"),
      "\(empty)")
    let inner = try ending("for: {y: [1, 2], x: '= [1].filter(z, z > y)'}, when: x > 2")
    #expect(inner.contains("\"x\" goes over nothing"), "\(inner)")
  }

  @Test func aVerboseRunSaysWhereAScheduleWasLeft() throws {
    let found = try model("scenarios/failing/schedules/lost-update.yaml")
    try scratch.write("a.yaml", found)
    #expect(try !tool.run("run", "-v", "a.yaml").text.contains("followed"))
    // What was picked is not there, or the run ends before it comes to it.
    for steps in [
      "      - tell: {counter: {Put: 2}}\n",
      "      - tell: {first: Go}\n      - tell: {second: Go}\n",
    ] {
      let edited = found.replacing(/\ {6}- interleave:\n.*\n.*\n/, with: steps)
      try scratch.write("a.yaml", edited)
      let told = try tool.run("run", "-v", "a.yaml")
      let note =
        /\n  [a-z]+ +one update is lost\n +the model is another than the token's: followed up to turn [0-9]+\n/
      #expect(told.text.contains(note), "\(told.text)")
      #expect(try !tool.run("run", "a.yaml").text.contains("followed"))
    }
  }

  /// The note stands where another delivery has more turns to choose from, and nowhere else.
  @Test(arguments: ExploringTests.files.filter { $0.hasSuffix("-mended.yaml") })
  func whatKeptItsOrderIsNoted(_ path: String) throws {
    let causal = try model(path)
    if causal.contains("delivery:") { return }
    let pairwise =
      causal.contains("\nexplore:")
      ? causal.replacing("\nexplore:\n", with: "\nexplore:\n  delivery: pairwise\n")
      : causal + "\nexplore: {delivery: pairwise}\n"
    try scratch.write("a.yaml", causal)
    try scratch.write("b.yaml", pairwise)
    let first = try tool.run("explore", "-v", "a.yaml").text
    let second = try tool.run("explore", "-v", "b.yaml").text
    let turns = /[0-9,]+ states, [0-9,]+ turns/
    let isMore = first.firstMatch(of: turns)?.output != second.firstMatch(of: turns)?.output
    let note = "`delivery: pairwise` was not tried"
    #expect(first.contains(note) == isMore && !second.contains(note), "\(first)\n\(second)")
  }

  /// Only on a terminal, only where it takes a while, and gone at the end.
  @Test(.enabled(if: isInstalled("script")))
  func aTerminalIsToldHowFarASearchIs() throws {
    try scratch.write(
      "a.yaml",
      """
      name: counters
      actors:
        a: {state: 0, on: {Up: [{set: = (state + 1) % 600}]}}
        b: {state: 0, on: {Up: [{set: = (state + 1) % 600}]}}
      always: a >= 0
      explore:
        limit: 1000000
        events:
          - {tell: {a: Up}, settled: true}
          - {tell: {b: Up}, settled: true}

      """)
    let line = /[0-9]+ states, [0-9]+\/s, depth [0-9]+, [0-9]+ to go on from/
    let told = try tool.shell("script -qec '$tool explore --timeout 3s a.yaml' /dev/null").text
    #expect(told.contains(line), "\(told)")
    let rest = told.components(separatedBy: "\r\u{1B}[K").last ?? ""
    #expect(rest.contains("1 scenario") && !rest.contains("to go on"), "\(told)")
    let quiet = try tool.shell("script -qec '$tool explore -q --timeout 2s a.yaml' /dev/null").text
    #expect(!quiet.contains("to go on"))
    #expect(try !tool.run("explore", "--timeout", "2s", "a.yaml").text.contains("to go on"))
  }
}
