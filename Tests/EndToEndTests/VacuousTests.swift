import Testing

/// `check --vacuous`: outcomes that show nothing of what their step does.
@Suite struct VacuousTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  /// The lines, from 1 below the model, of the notes on the steps.
  private func notes(_ steps: String) throws -> [Int] {
    let model = """
      cells: {x: 1, y: 1}
      computations: {log: = x}
      services: {s: {methods: {get: {replies: [{fail: offline}]}}}}

      """
    try scratch.write("a.yaml", model + steps)
    let ending = try tool.run("check", "--vacuous", "a.yaml")
    #expect(ending.code == 0, "\(ending.text)")
    return ending.out.split(separator: "\n").compactMap { line in
      guard
        line.hasSuffix("note: `expect` held already before the step  [held-before]")
          || line.hasSuffix("note: `assert` held already before the step  [held-before]")
      else { return nil }
      return Int(line.split(separator: ":")[1]).map { $0 - 3 }
    }
  }

  @Test func whatHeldBeforeItsStepIsNoted() throws {
    #expect(try notes("steps:\n- set: {x: 2}\n  expect: {x: 2}\n") == [])
    #expect(try notes("steps:\n- set: {x: 2}\n  expect: {y: 1}\n") == [3])
    #expect(try notes("steps:\n- set: {x: 2}\n  assert: y == 1\n") == [3])
    #expect(try notes("steps:\n- set: {x: 1}\n  expect: {x: 1}\n  assert: x == 1\n") == [3, 4])
  }

  @Test func aSecondLookBesideAChangeIsNoNote() throws {
    #expect(try notes("steps:\n- set: {x: 2}\n  expect: {x: 2, y: 1}\n") == [])
    #expect(try notes("steps:\n- set: {x: 2}\n  expect: {x: 2}\n  assert: y == 1\n") == [])
  }

  @Test func whoSaysWhatTheStepCausedMayExpectNoChange() throws {
    #expect(try notes("steps:\n- set: {x: 1}\n  expect: {x: 1}\n  emits: []\n") == [])
    #expect(try notes("steps:\n- call: s.get\n  expect: {x: 1}\n  fails: offline\n") == [])
  }

  @Test func stepsWithoutAnEventAreNotLookedAt() throws {
    #expect(try notes("steps:\n- expect: {x: 1}\n- advance: 1s\n  expect: {x: 1}\n") == [])
  }

  @Test(arguments: ["{v: 1}, {v: 2}", "{v: 2}, {v: 1}"])
  func oneRowForWhichItDidNotHoldIsEnough(_ each: String) throws {
    let rows = """
      scenarios:
      - name: r
        each: [\(each)]
        steps:
        - set: {x: = v}
          expect: {x: = v}
        - set: {y: = v}
          expect: {x: = v}

      """
    #expect(try notes(rows) == [8])
  }

  @Test func whatAStepBindsIsNotThereYet() throws {
    let steps = "steps:\n- call: s.get\n  as: a\n  expect: {x: 1}\n- let: {b: 1}\n"
    #expect(try notes(steps) == [])
  }

  /// The lines, from 1 below the model, of the notes on outcomes that were never evaluated.
  private func unevaluated(_ steps: String) throws -> [Int] {
    try scratch.write("a.yaml", "cells: {x: 1, list: []}\n" + steps)
    let ending = try tool.run("check", "--vacuous", "a.yaml")
    #expect(ending.code == 0, "\(ending.text)")
    return ending.out.split(separator: "\n").compactMap { line in
      guard line.hasSuffix("was never evaluated  [never-evaluated]") else { return nil }
      return Int(line.split(separator: ":")[1]).map { $0 - 1 }
    }
  }

  @Test func anOutcomeThatNothingLedToIsNoted() throws {
    let step = "{set: {x: = x + 1}, expect: {x: 9}}"
    #expect(try unevaluated("steps:\n- repeat: 0\n  do: [\(step)]\n  emits: []\n") == [3])
    #expect(try unevaluated("steps:\n- repeat: 1\n  do: [\(step)]\n") == [])
    #expect(try unevaluated("steps:\n- for: {y: = list}\n  do:\n  - \(step)\n") == [4])
    #expect(
      try unevaluated("steps:\n- if: x == 2\n  then:\n  - \(step)\n  else:\n  - \(step)\n") == [4])
  }

  @Test func onePassThatEvaluatesAnOutcomeIsEnough() throws {
    let rows = """
      scenarios:
      - name: r
        each: [{n: 0}, {n: 1}]
        steps:
        - repeat: = n
          do:
          - {set: {x: = x + 1}, emits: []}

      """
    #expect(try unevaluated(rows) == [])
  }

  @Test func outcomesBehindTheEndOfAScenarioAreNoted() throws {
    let steps = "steps:\n- set: {x: '= [1][5]'}\n  emits: []\n- expect: {x: 1}\n"
    #expect(try unevaluated(steps) == [3, 4])
  }

  @Test func whatIsSkippedOrTodoIsNotLookedAt() throws {
    for word in ["skip", "todo"] {
      let steps = """
        scenarios:
        - name: a
          \(word): not yet
          steps: [{repeat: 0, do: [{expect: {x: 1}}]}]

        """
      #expect(try unevaluated(steps) == [])
    }
  }

  @Test func withoutTheFlagNothingRuns() throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps:\n- set: {x: 1}\n  expect: {x: 1}\n")
    let plain = try tool.run("check", "a.yaml")
    #expect(plain.code == 0 && !plain.out.contains("held-before"))
    let vacuous = try tool.run("check", "--vacuous", "a.yaml")
    #expect(vacuous.out.hasSuffix("1 file: 1 valid, 1 note\n"))
  }
}
