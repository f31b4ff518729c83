import Scenarios
import Testing

@testable import Reports

@Suite struct DifferenceTests {
  private func check(_ expected: String, _ actual: String, _ lines: [String]) {
    let details = [
      Failure.Detail("expected", expected), Failure.Detail("actual", actual),
    ]
    #expect(TextReport(width: 60).differences(details) == lines)
  }

  @Test func shortValuesStandUnderEachOther() {
    check("1", "2", ["= expected: 1", "=   actual: 2"])
  }

  @Test func aLongListShowsTheElementThatDiffers() {
    check(
      "[{name: \"Ada\", age: 36}, {name: \"Grace\", age: 85}, {name: \"Alan\", age: 41}]",
      "[{name: \"Ada\", age: 36}, {name: \"Grace\", age: 86}, {name: \"Alan\", age: 41}]",
      [
        "= expected (-), actual (+):", "    [", "      {name: \"Ada\", age: 36},",
        "  -   {name: \"Grace\", age: 85},", "  +   {name: \"Grace\", age: 86},",
        "      {name: \"Alan\", age: 41}", "    ]",
      ])
  }

  @Test func aTextOfSeveralLinesIsComparedByItsLines() {
    check(
      "\"one\\ntwo\\nthree\"", "\"one\\n2\\nthree\"",
      [
        "= expected (-), actual (+):", "    \"one\\n", "  -  two\\n", "  +  2\\n", "     three\"",
      ])
  }

  @Test func equalLinesFarFromAChangeAreLeftOut() {
    let old = (1...9).map(String.init)
    let changes = LineDifference.between(old, Array(old.dropLast()) + ["x"])
    #expect(
      changes == [
        .skipped(6), .same("7"), .same("8"), .removed("9"), .added("x"),
      ])
  }

  @Test func textsThatOnlyLookAlikeDiffer() {
    #expect(LineDifference.between(["\u{E9}"], ["e\u{301}"]).count == 2)
  }

  @Test func hugeValuesAreComparedAtBoundedCost() {
    let old = (0..<20_000).map { "a\($0)" }
    let new = (0..<20_000).map { "b\($0)" }
    #expect(LineDifference.between(old, new).count == 40_000)
  }

  @Test(arguments: ["", "\"", "[", "]]]", "[\"", "\\", "{a: [}", "((((", "\"\\"])
  func anyTextIsLaidOutWithoutLoss(_ text: String) {
    let lines = ValueLayout.lines(text, width: 1)
    let without = lines.joined().filter { $0 != " " }
    #expect(without == text.filter { $0 != " " })
  }

  @Test func deepBracketsAreLaidOutWithinTheStack() {
    let text = String(repeating: "[a, ", count: 50_000) + String(repeating: "]", count: 50_000)
    #expect(!ValueLayout.lines(text, width: 10).isEmpty)
  }
}

@Suite struct LogSafeTests {
  @Test(arguments: [
    ("::error::x", "\\u{3A}:error::x"), ("a\n  ::set-output", "a\n  \\u{3A}:set-output"),
    ("x ##[group]y", "x ##\\u{5B}group]y"), ("##vso[task]", "##vso\\u{5B}task]"),
  ])
  func commandsOfRunnersAreEscaped(_ text: String, _ safe: String) {
    #expect(LogSafe.guarded(text) == safe)
  }

  @Test(arguments: ["a::b", "a.yaml::name", "# [x]", "#[x]", "x: [1]", "12 | ::x"])
  func allElseStays(_ text: String) {
    #expect(LogSafe.guarded(text) == text)
  }

  @Test func jsonStaysJSON() {
    #expect(LogSafe.guarded("{\"a\":\"##[x]\"}", .json) == "{\"a\":\"##\\u005Bx]\"}")
  }
}
