import CEL
import Testing
import Values

@Suite struct LintTests {
  private let mixed =
    " [numbers of two types do not mix: write double(x) around the left side]"

  /// The findings of a formula, one a line; `types` tells what some names are.
  private func check(
    _ source: String, _ expected: String, types: [String: ValueType] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expression = try Expression.parse(source)
    let findings = expression.lint { types[([$0.name] + $0.path).joined(separator: ".")] }
    let text = findings.map { finding in
      "\(expression.text(finding.range)): \(finding.message)"
        + finding.help.map { " [\($0)]" }.joined()
    }.joined(separator: "\n")
    #expect(text == expected, sourceLocation: sourceLocation)
  }

  @Test func aCorrectFormulaHasNoFindings() throws {
    try check("a + 1 > 2 && name.startsWith('x') ? size(items) : 0", "")
    try check("[1, 2].map(x, x * 2).filter(y, y > 2).size() + 1", "")
    try check("cel.bind(x, 1.5, x * 2.0)", "")
    try check("timestamp('2026-01-01T00:00:00Z') + duration('1h') > now", "")
    try check("math.greatest(1, 2.5) * 2.0 + math.least([1.0])", "")
    try check("1 == 1.0 && dyn(1) + 1.5 > 0.0 && 1 < 2.5", "")
  }

  @Test func anUnknownFunctionIsNamedWithTheNearestOne() throws {
    try check("sise(x)", "sise: unknown function sise [did you mean size?]")
    try check(
      "x.startswith('a')", "startswith: unknown method startswith [did you mean startsWith?]")
    try check("len(x) > 0", "len: unknown function len [write size(x)]")
    try check(
      "base64.encodes(b)",
      "base64.encodes: unknown function base64.encodes [did you mean base64.encode?]")
  }

  @Test func aWrongNumberOfArgumentsNamesTheKnownOverloads() throws {
    try check(
      "int(1, 2)",
      "int: int does not take 2 arguments"
        + " [there is int(int | uint | double | string | timestamp)]")
    try check(
      "startsWith(a, b)",
      "startsWith: startsWith is no function [there is string.startsWith(string)]")
    try check(
      "x.map(1, 2)",
      "map: map is a macro and cannot be used so [write things.map(thing, formula with thing)]")
  }

  @Test func numbersOfTwoTypesDoNotMix() throws {
    try check(
      "2 * 1.5",
      "2 * 1.5: no such overload: int * double" + mixed
    )
    try check(
      "price * 1.5",
      "price * 1.5: no such overload: int * double" + mixed,
      types: ["price": .int])
    try check("price * 1.5", "", types: ["price": .double])
    try check(
      "order.price * 1.5 + 1.0",
      "order.price * 1.5: no such overload: int * double" + mixed,
      types: ["order.price": .int])
    try check(
      "a + b + 1.5",
      "a + b + 1.5: no such overload: int + double" + mixed,
      types: ["a": .int])
  }

  @Test func typesClashWhereTheyCanOnlyFail() throws {
    try check(
      "'Total: ' + 5",
      "'Total: ' + 5: no such overload: string + int [write string(x) around what is no string]")
    try check(
      "size(5)",
      "size(5): no such overload: size(int)"
        + " [there is size(string | bytes | list | map)]"
    )
    try check(
      "1 && true", "1: the operands of && must be a bool, not an int [compare it with something]")
    try check("'a'.b", "'a'.b: a string has no property b")
    try check(
      "name.size > 3", "name.size: a string has no property size [a method is called: .size()]",
      types: ["name": .string])
    try check("5.filter(x, x)", "5: an int has no elements to go over; a list or a map has")
    try check("-'a'", "-'a': no such overload: -string")
    try check(
      "3 in 4", "3 in 4: no such overload: int in int [the right side of in is a list or a map]")
    try check(
      "[1]['a']", "[1]['a']: a list has no indexes of type string [the first element is [0]]")
  }

  @Test func literalsThatCannotBeReadAreFound() throws {
    try check(
      "duration('5 apples')",
      #"duration('5 apples'): cannot read "5 apples" as a duration [such as 1h30m, 1.5s or 300ms]"#)
    try check(
      "name.matches('(')",
      "name.matches('('): not a regular expression: missing ): ( [the syntax is RE2's]")
    try check(
      "now.getHours('Mars')",
      #"now.getHours('Mars'): unknown time zone "Mars" [such as UTC, +02:00 or Europe/Berlin]"#)
  }

  @Test func noMoreAreReportedThanAnyoneWouldRead() throws {
    let source = "f()" + String(repeating: " + f()", count: 15_000)
    let expression = try Expression.parse(source)
    let time = ContinuousClock().measure { #expect(expression.lint().count == 20) }
    #expect(time < .seconds(5))
  }

  @Test func aMistakeIsReportedOnce() throws {
    try check(
      "((2 * 1.5) + 1 > 3 ? 'a' : 'b') + 'c'",
      "2 * 1.5: no such overload: int * double" + mixed
    )
  }
}
