import CEL
import Testing

@Suite struct SyntaxErrorTests {
  /// The first error of a formula, its place marked in the text: `a «=» b`.
  private func check(
    _ source: String, _ marked: String, _ message: String, help: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try Expression.parse(source)
      Issue.record("\(source) is a formula", sourceLocation: sourceLocation)
    } catch {
      let first = error.errors[0]
      let bytes = Array(source.utf8)
      func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      let shown =
        text(0..<first.range.lowerBound) + "«" + text(first.range) + "»"
        + text(first.range.upperBound..<bytes.count)
      #expect(shown == marked, sourceLocation: sourceLocation)
      #expect(first.message == message, sourceLocation: sourceLocation)
      #expect(first.help.first == help, sourceLocation: sourceLocation)
    }
  }

  @Test func operatorsOfOtherLanguagesAreNamedWithCELs() {
    check("a = b", "a «=» b", "a single = does not compare", help: "write == to compare")
    check("a === b", "a «===» b", "CEL has no operator ===", help: "write ==")
    check("a <> b", "a «<>» b", "CEL has no operator <>", help: "write !=")
    check("a and b", "a «and» b", "CEL has no word and", help: "write &&")
    check("a or b", "a «or» b", "CEL has no word or", help: "write ||")
    check("not a", "«not» a", "CEL has no word not", help: "write !")
    check("a & b", "a «&» b", "a single & is no operator", help: "write && for “and”")
    check("a | b", "a «|» b", "a single | is no operator", help: "write || for “or”")
    check("a ≤ b", "a «≤» b", "≤ is no operator", help: "write <=")
  }

  @Test func whatIsMissingIsNamed() {
    check("a +", "a «+»", "the formula ends behind +", help: "+ needs a value to its right")
    check("a + * b", "a + «*» b", "* cannot follow +", help: "+ needs a value to its right")
    check("(a + b", "«(»a + b", "this ( is never closed")
    check("f(a, [b)", "f(a, [b«)»", ") does not close [", help: "write ]")
    check("a)", "a«)»", "this ) closes nothing")
    check("'abc", "«'»abc", "this quote is never closed", help: "end the text with '")
    check(
      "a ? b", "a «?» b", "this ? has no :",
      help: "a choice is written condition ? a : b; a choice within its middle needs parentheses")
    check("a b", "a «b»", "an operator is missing before b", help: "one formula is one expression")
    check(
      "[1 2]", "[1 «2»]", "an operator is missing before 2",
      help: "elements are separated by a comma")
    check(
      "{'a' 1}", "{'a' «1»}", "expected : behind the key but found 1",
      help: "a map is written {'key': value}")
    check("a.", "a«.»", "a name must follow the dot")
    check("", "«»", "the formula is empty")
  }

  /// What other languages write.
  @Test func signsOfOtherLanguagesAreTold() {
    check(
      "[1..3]", "[1.«.3»]", "a name must follow the dot, not .3",
      help: "the numbers from 0 up to another are written lists.range(count)")
    check(
      "[...a, 2]", "[.«.».a, 2]", "a name must follow the dot, not .",
      help: "lists are joined by a + b, maps by a.merge(b)")
    check(
      "a.map(x -> x + 1)", "a.map(x «->» x + 1)", "CEL has no operator ->",
      help: "a macro is written list.map(x, x + 1)")
  }

  @Test func literalsAreCheckedInTheirPlace() {
    check(
      "“a”", "«“»a”", "“ is a typographic quote, not a quote of a text", help: #"write "…" or '…'"#)
    check(
      #"'a\qb'"#, #"'a«\q»b'"#, #"unknown escape \q"#,
      help: #"write \\ for a backslash, or r'…' for a text without escapes"#)
    check(
      #"'\ud800'"#, #"'«\ud800»'"#, #"unknown escape \ud800"#,
      help: #"write \\ for a backslash, or r'…' for a text without escapes"#)
    check(
      "1_000", "«1_000»", "1_000 is neither a number nor a name",
      help: "numbers are written without _")
    check(
      "5s", "«5s»", "5s is neither a number nor a name",
      help: "a duration is written duration('5s')")
    check(
      "x + 9223372036854775808", "x + «9223372036854775808»",
      "9223372036854775808 is beyond what an int holds",
      help:
        "from \(Int64.min) to \(Int64.max); a double is written 9223372036854775808.0"
    )
  }

  @Test func reservedWordsAreNoNames() {
    check("var + 1", "«var» + 1", "var is a reserved word of CEL", help: "choose another name")
    check("a.in", "a.«in»", "in is a reserved word and cannot follow a dot", help: "write ['in']")
  }

  @Test func severalMistakesAreToldAtOnce() {
    #expect {
      try Expression.parse(#"'\q' + var + 99999999999999999999"#)
    } throws: { error in
      (error as? SyntaxErrors)?.errors.count == 3
    }
  }
}
