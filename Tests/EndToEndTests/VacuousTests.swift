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

  @Test func oneRowForWhichItDidNotHoldIsEnough() throws {
    let rows = """
      scenarios:
      - name: r
        each: [{v: 1}, {v: 2}]
        steps:
        - set: {x: = v}
          expect: {x: = v}
        - set: {y: = v}
          expect: {x: = v}

      """
    #expect(try notes(rows) == [8])
  }

  @Test func withoutTheFlagNothingRuns() throws {
    try scratch.write("a.yaml", "cells: {x: 1}\nsteps:\n- set: {x: 1}\n  expect: {x: 1}\n")
    let plain = try tool.run("check", "a.yaml")
    #expect(plain.code == 0 && !plain.out.contains("held-before"))
    let vacuous = try tool.run("check", "--vacuous", "a.yaml")
    #expect(vacuous.out.hasSuffix("1 file: 1 valid, 1 note\n"))
  }
}
