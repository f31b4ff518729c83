import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// What the graph gives is compared with full recomputation.
@Suite struct OracleTests {
  private static let model = """
    cells:
      a: 1
      b: 2
      sum: = a + b
      twice: '= {"n": sum * 2}'
      held: {formula: = sum, cutoff: = math.abs(old - new) < 5}
    computations: {c: = twice.n}
    steps:
      - set: {a: 3}
        expect: {sum: 5, twice.n: 10}
      - set: {b: 4, a: 0}
        expect: {sum: 4, twice.n: 8}
    """

  private func play(_ text: String, rightly right: String) throws -> (told: [String], count: Int) {
    let file = try loaded(text)
    let model = try loaded(right).model
    return try onLargeStack {
      Result {
        let runner = ScenarioRunner(file)
        let candidate = try #require(runner.candidates.first)
        let run = ScriptRun(runner.script(candidate.position), in: runner.tables)
        var told: [String] = []
        run.world.askOracle(model)
        run.world.oracle?.onDifference = { told.append($0) }
        #expect(run.run(locals: []).isEmpty)
        return (told, run.world.oracle?.count ?? 0)
      }
    }.get()
  }

  @Test func whatIsRightIsPassedOver() throws {
    let played = try play(Self.model, rightly: Self.model)
    #expect(played.told == [] && played.count > 6, "\(played)")
  }

  /// How deep formulas nest hangs on who asks first.
  @Test func aLimitOfTheGraphIsNoDifference() throws {
    let last = 10_100
    let cells = (1...last).map { "  x\($0): = x\($0 - 1) + 1\n" }.joined()
    let text = "cells:\n  x0: 1\n\(cells)steps:\n  - {set: {x0: = x\(last)}, fails: levels deep}\n"
    let played = try play(text, rightly: text)
    #expect(played.told == [] && played.count > 1, "\(played)")
  }

  /// What is cut off did not happen: nor does a map get its keys in another order, at whatever depth.
  @Test func aMapThatIsWrittenAgainKeepsItsOrder() throws {
    let text = """
      cells:
        m: {value: {a: 1, b: 2}}
        deep: {value: {m: {a: 1, b: 2}, n: 0}}
        built: '= {"m": deep.n == 0 ? {"a": 1, "b": 2} : {"b": 2, "a": 1}, "n": deep.n}'
        first: '= m.map(k, m[k])[0]'
        inner: '= deep.m.map(k, deep.m[k])[0]'
        part: '= built.m.map(k, built.m[k])[0]'
        unseen: '= m.map(k, k) + deep.m.map(k, k) + built.m.map(k, k)'
      computations: {c: = first + inner + part, d: = m.a + deep.m.a}
      steps:
        - set: {m: {b: 2, a: 1}, deep: {n: 1, m: {b: 2, a: 1}}}
          expect: {first: 1, inner: 1, part: 1, unseen: [a, b, a, b, a, b]}
          runs: {c: 0, d: 0}
        - set: {deep.m: {b: 2, a: 1}}
          expect: {inner: 1, unseen: [a, b, a, b, a, b]}
          runs: {c: 0, d: 0}
        - set: {m: {b: 3, a: 1}}
          expect: {first: 3, unseen: [b, a, a, b, a, b]}
      """
    #expect(try play(text, rightly: text).told == [])
  }

  /// The last emission of a computation may be another's, on the channel of its name: its formula gives the next one.
  @Test func whatOthersEmitUnderANameIsNotComparedWithItsFormula() throws {
    func text(_ formula: String) -> String {
      """
      cells: {a: 0, b: 0}
      computations:
        w: = \(formula)
        x: [{emit: {w: = b + 5}}]
      steps:
        - set: {b: 1}
          emits: {w: [6]}
        - set: {a: 1}
          emits: {w: [1]}
      """
    }
    #expect(try play(text("a"), rightly: text("a")).told == [])
    let told = try play(text("a"), rightly: text("a * 2")).told
    #expect(told.contains { $0.contains("emitted 1 last, and its formula gives 2") }, "\(told)")
  }

  /// Each cell of a chain is recomputed once for each change, not for each that reads it.
  @Test func aChainCostsItsLength() throws {
    func chain(_ length: Int) -> String {
      let cells = (1...length).map { "  c\($0): = c\($0 - 1) + 1" }
      return """
        cells:
          c0: 0
        \(cells.joined(separator: "\n"))
        computations: {c: = c\(length)}
        steps:
          - {set: {c0: 1}, expect: {c\(length): \(length + 1)}}
        """
    }
    let works = try [200, 800].map { length in
      let file = try loaded(chain(length))
      return try onLargeStack {
        Result {
          let runner = ScenarioRunner(file)
          let candidate = try #require(runner.candidates.first)
          let run = ScriptRun(runner.script(candidate.position), in: runner.tables)
          run.world.askOracle()
          #expect(run.run(locals: []).isEmpty)
          return run.world.oracle?.evaluationCount ?? 0
        }
      }.get()
    }
    #expect(works[0] >= 400 && works[1] <= 5 * works[0], "\(works)")
  }

  /// As if the graph gave something else than the formula.
  @Test func whatDiffersIsTold() throws {
    let right = Self.model.replacing("= a + b", with: "'= a + b + (a == 0 ? 1 : 0)'")
    let told = try play(Self.model, rightly: right).told
    #expect(
      told.contains("the oracle: the cell sum is read as 4, and its formula gives 5 anew"),
      "\(told)")
    #expect(told.contains { $0.hasPrefix("the oracle: the cell sum holds 4") }, "\(told)")
    #expect(told.contains { $0.contains("the computation c has emitted 8 last") }, "\(told)")
    #expect(!told.contains { $0.contains("held") }, "\(told)")
  }
}
