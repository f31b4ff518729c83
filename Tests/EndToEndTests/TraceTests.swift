import Foundation
import Testing

/// `reactorctl trace`: what is picked, and how it ends.
@Suite struct TraceTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    try scratch.write("passing.yaml", Samples.passing)
    try scratch.write("failing.yaml", Samples.failing)
    try scratch.write("invalid.yaml", Samples.invalid)
    try scratch.write("rows.yaml", Samples.rows)
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  @Test func aFailureStandsBelowItsTreeAndTheCodeIsThatOfRun() throws {
    let ending = try tool.run("trace", "failing.yaml")
    #expect(ending.code == 1)
    #expect(ending.out.hasPrefix("failed   failing.yaml::"))
    #expect(ending.out.contains("└─ "))
    #expect(ending.out.contains("failing.yaml:6:"))
  }

  @Test func onlyWhatIsPickedIsTraced() throws {
    let all = try tool.run("trace", "rows.yaml")
    let one = try tool.run("trace", "rows.yaml:1")
    #expect(all.code <= 1)
    #expect(all.out.split(separator: "\n").count { $0.contains("rows.yaml::") } > 1)
    #expect(one.out.count <= all.out.count)
  }

  @Test func nothingToTraceIsFive() throws {
    let ending = try tool.run("trace", "passing.yaml::nonsense")
    #expect(ending.code == 5)
    #expect(
      ending.err == "error: passing.yaml::nonsense: passing.yaml has no scenario \"nonsense\"\n")
    let both = try tool.run("trace", "passing.yaml::nonsense", "passing.yaml:6")
    #expect(both.code == 5 && both.out.contains("passing.yaml::"))
    try scratch.write("model.yaml", Samples.model)
    let model = try tool.run("trace", "model.yaml")
    #expect(model.err.hasPrefix("error: nothing to trace: no scenario in "))
  }

  @Test func anInvalidFileIsThree() throws {
    let ending = try tool.run("trace", "invalid.yaml", "passing.yaml")
    #expect(ending.code == 3)
    #expect(ending.out.contains("passed   passing.yaml::"))
  }

  @Test func aTraceThatIsInterruptedShowsWhatItHas() throws {
    var text = "cells: {a: 0}\nscenarios:\n  - name: long\n    steps:\n      - set: {a: 1}\n"
    for _ in 0..<300 {
      text += "      - {repeat: 300, do: [{repeat: 300, do: [{assert: a == 1}]}]}\n"
    }
    try scratch.write("long.yaml", text)
    // On a busy machine the signal may come before the scenario has begun.
    for tries in 1...5 {
      let ending = try tool.start([Tool.path, "trace", "long.yaml"]) { child in
        Tool.waitUntilListening(child)
        usleep(UInt32(tries) * 200_000)
        kill(child, SIGINT)
      }
      if !ending.out.contains("set: "), tries < 5 { continue }
      #expect(ending.code == 130 || ending.code == -SIGINT)
      return #expect(
        ending.out.contains("set: {a: 1}"), "\(ending.out.prefix(200))")
    }
  }
}
