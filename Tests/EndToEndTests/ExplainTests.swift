import Foundation
import Reports
import Testing
import Values

/// What `explain` says is true: its wrong examples give their codes, its right ones give nothing.
@Suite struct ExplainTests {
  private let scratch: Scratch
  private let tool: Tool

  init() throws {
    scratch = try Scratch()
    for explanation in Explanation.groups.flatMap(\.explanations) {
      let name = explanation.code.rawValue + ".yaml"
      try scratch.write("wrong/\(name)", bytes: explanation.wrongBytes)
      try scratch.write("right/\(name)", "\(explanation.right)\n")
      let golden = explanation.code.rawValue + ".golden"
      if let text = explanation.goldens?.wrong {
        try scratch.write("wrong/\(golden)", "\(text)\n")
      }
      if let text = explanation.goldens?.right {
        try scratch.write("right/\(golden)", "\(text)\n")
      }
      if let twin = explanation.twin {
        try scratch.write("wrong/\(explanation.code.rawValue).yml", "\(twin)\n")
      }
      if let tables = explanation.tables {
        let name = explanation.code.rawValue + ".csv"
        try scratch.write("wrong/\(name)", "\(tables.wrong)\n")
        try scratch.write("right/\(name)", "\(tables.right)\n")
      }
    }
    for kind in ["wrong", "right"] {
      try scratch.write("\(kind)/shop.yaml", Explanation.companion)
    }
    var tool = Tool()
    tool.folder = scratch.path
    tool.environment["CI"] = "true"
    self.tool = tool
  }

  @Test func everyWrongExampleGivesItsCode() throws {
    let commands = [
      ["check", "--vacuous", "wrong"], ["run", "wrong"], ["explore"] + explored("wrong"),
    ]
    let lines = try commands.map { try tool.run($0).text }.joined()
      .split(separator: "\n")
    for code in ProblemCode.allCases.map(\.rawValue) {
      let isGiven = lines.contains { line in
        line.hasPrefix("wrong/\(code).") && line.hasSuffix("  [\(code)]")
      }
      let said = lines.filter { $0.hasPrefix("wrong/\(code).") }
      #expect(isGiven, "the wrong example of \(code) says \(said)")
    }
  }

  @Test func everyRightExampleGivesNothing() throws {
    let commands = [
      ["check", "right"], ["check", "--vacuous", "right/held-before.yaml"], ["run", "right"],
      ["explore"] + explored("right"),
    ]
    for command in commands {
      let ending = try tool.run(command)
      #expect(ending.code == 0)
      let said = ending.text.split(separator: "\n").filter { $0.hasPrefix("right/") }
      #expect(said.isEmpty, "\(said)")
    }
  }

  /// The examples of what only exploration finds.
  private func explored(_ folder: String) -> [String] {
    let group = Explanation.groups.first { $0.title == "What explore finds" }
    return (group?.explanations ?? []).map { "\(folder)/\($0.code.rawValue).yaml" }
  }

  @Test func aCodeIsExplainedAsItStandsInAMessage() throws {
    let plain = try Tool().run("explain", "unknown-key")
    #expect(plain.code == 0 && plain.err.isEmpty)
    #expect(plain.out.hasPrefix("unknown-key: a key that has no meaning at this place\n\n"))
    for word in ["[unknown-key]", " [Unknown-Key] "] {
      #expect(try Tool().run("explain", word).out == plain.out)
    }
  }

  @Test func anUnknownCodeIsWrongUsageAndNamesTheNearest() throws {
    let near = try Tool().run("explain", "unknown-kye")
    #expect(near.code == 2 && near.out.isEmpty)
    #expect(
      near.err == "error: there is no code and no word \"unknown-kye\"; did you mean unknown-key?\n"
    )
    let far = try Tool().run("explain", "::error::x\u{1b}[31m")
    #expect(far.code == 2 && far.err.contains("reactorctl explain lists all codes"))
    #expect(!far.err.contains("\u{1b}") && !far.err.contains("\n::"))
  }

  @Test func aWordIsExplainedForEachOfItsPlaces() throws {
    let every = try Tool().run("explain", "every")
    #expect(every.code == 0 && every.out.hasPrefix("every: a verb\n\nDoes steps again and again"))
    let words = every.out.replacingOccurrences(of: "\n", with: " ")
    #expect(words.contains("It needs `do`. It goes with `until` and `as`."))
    let state = try Tool().run("explain", "state").out
    for role in ["reactor", "store", "service"] {
      #expect(state.contains("state: a key of a \(role)\n\n"), "\(role)")
    }
    #expect(try Tool().run("explain", "replies").out.contains("It goes with `ask`, `call`, `all`,"))
    let both = try Tool().run("explain", "overflow").out
    #expect(both.hasPrefix("overflow: a ") && both.contains("\noverflow: a key of a mailbox\n"))
  }

  @Test func whatFormulasReadIsExplained() throws {
    for name in ["now", "it", "self", "firstRun"] {
      let ending = try Tool().run("explain", name)
      #expect(ending.code == 0 && ending.out.hasPrefix("\(name): a name in formulas\n\n"))
    }
    #expect(try Tool().run("explain", "=").out.hasPrefix("=: the sign of a formula\n\n"))
    // A key may have the name of what formulas read.
    let state = try Tool().run("explain", "state").out
    #expect(state.contains("state: a key of a store\n") && state.contains("state: a name in"))
  }

  @Test func withoutACodeAllAreListed() throws {
    let ending = try Tool().run("explain")
    #expect(ending.code == 0 && ending.err.isEmpty)
    for code in ProblemCode.allCases {
      #expect(ending.out.contains("\n  \(code.rawValue) "), "\(code.rawValue)")
    }
  }
}
