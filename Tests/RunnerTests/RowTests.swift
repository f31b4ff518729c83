import Loader
import Scenarios
import Testing
import Values

@testable import Runner

/// The values of rows cost what they are, are bounded, and end in time.
@Suite struct RowTests {
  private func runner(
    _ text: String, _ patience: Patience = .endless
  ) throws -> ScenarioRunner {
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "rows.yaml")
    return ScenarioRunner(try #require(loaded.file), patience: patience)
  }

  @Test func aRowIsEvaluatedWithoutTheModel() throws {
    let cells = (0..<2_000).map { "  c\($0): 0\n" }.joined()
    let text = """
      cells:
      \(cells)
      scenarios:
        - {name: "{n}", each: [{n: = 1 + 1}, {n: = 2 + 2}], steps: [{set: {c0: = n}}]}
      """
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "rows.yaml")
    let tables = FileTables(try #require(loaded.file))
    #expect(tables.model.cells.count == 2_000)
    #expect(tables.withoutModel.model.cells.isEmpty)
    #expect(try results(of: text).map(\.name) == ["2", "4"])
  }

  @Test func aRowThatTakesLongIsAskedWhetherItMayGoOn() throws {
    let columns = (0..<40).map { "n\($0): '= lists.range(9000).map(i, i + 1)'" }
    let text = """
      scenarios: [{name: x, timeout: 5s, each: [{\(columns.joined(separator: ", "))}], steps: []}]
      """
    let runner = try runner(text, Patience { limit in { limit == nil ? nil : .scenarioOverdue } })
    let results = onLargeStack { runner.run() }
    let failure = try #require(results.first?.failures.first)
    #expect(failure.code == .timedOut)
    #expect(failure.message.contains("not over within its `timeout` of 5s"))
  }

  @Test func whatRowsCostIsWork() throws {
    let text = "scenarios: [{name: x, each: [{n: '= lists.range(9000).size()'}], steps: []}]\n"
    #expect(try results(of: text).map { $0.work > 9_000 } == [true])
  }
}
