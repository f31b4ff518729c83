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
