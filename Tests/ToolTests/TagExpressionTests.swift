import Scenarios
import Testing

@testable import Tool

/// Conditions on tags.
@Suite struct TagExpressionTests {
  private func nested(_ depth: Int) -> String {
    String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
  }

  @Test func parenthesesNestToALimit() throws {
    #expect(try TagParser.parse(nested(99)) == .tag("a"))
    #expect(throws: TagExpressionError.self) { try TagParser.parse(nested(100)) }
    #expect(throws: TagExpressionError.self) {
      try TagParser.parse(String(repeating: "not ", count: 100_000) + "a")
    }
  }

  @Test(arguments: [
    ("a and b or c", ["c"], true), ("a and (b or c)", ["c"], false), ("not a and b", ["b"], true),
    ("not (a or b)", ["a"], false), ("'two words'", ["two words"], true),
  ])
  func aConditionHoldsAsItIsRead(_ text: String, _ tags: [String], _ holds: Bool) throws {
    #expect(try TagParser.parse(text).holds(Tags(tags)) == holds)
    #expect(try TagParser.parse(text).holds(Tags(ofFile: tags)) == holds)
  }
}
