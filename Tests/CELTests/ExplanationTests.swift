import CEL
import Testing
import Values

@Suite struct ExplanationTests {
  private func parts(_ source: String, _ values: [(String, Value)]) throws -> [String] {
    let bindings = Bindings(values)
    var budget = Budget()
    let explanation = try Expression.parse(source).plan(in: bindings)
      .explain(bindings, budget: &budget)
    return explanation.parts.map { "\($0.text) = \($0.outcome.text)" }
  }

  @Test func everyEvaluatedPartIsShownInSourceOrder() throws {
    let found = try parts("a + b > 3 && c == 'x'", [("a", .int(1)), ("b", .int(1)), ("c", .null)])
    #expect(
      found == [
        "a + b > 3 && c == 'x' = false", "a + b > 3 = false", "a + b = 2", "a = 1", "b = 1",
      ])
  }

  @Test func ofALoopTheLastTurnIsShown() throws {
    let found = try parts(
      "items.all(i, i < limit)",
      [("items", try .list(of: [.int(1), .int(9), .int(2)])), ("limit", .int(5))])
    #expect(
      found == [
        "items.all(i, i < limit) = false", "items = [1, 9, 2]", "i < limit = false", "i = 9",
        "limit = 5",
      ])
  }

  @Test func errorsAreShownWhereTheyArise() throws {
    let found = try parts("1 / n == 2", [("n", .int(0))])
    #expect(
      found == ["1 / n == 2 = error: divide by zero", "1 / n = error: divide by zero", "n = 0"])
  }

  @Test func literalsAreLeftOut() throws {
    let found = try parts("x in [1, -2, {'a': 3}]", [("x", .int(1))])
    #expect(found == ["x in [1, -2, {'a': 3}] = true", "x = 1"])
  }
}
