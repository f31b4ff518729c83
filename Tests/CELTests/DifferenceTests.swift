import CEL
import Testing
import Values

/// Where formulas do otherwise than the official C++ implementation, on purpose: each of the reasons
/// in `scripts/differential/rules.py`, at one formula that shows it.
@Suite struct DifferenceTests {
  private func check(
    _ source: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try evaluate(source, []).text == expected, sourceLocation: sourceLocation)
  }

  @Test func doublesAndTimesArePrintedInFullAndShort() throws {
    try check("'%s'.format([1234567.5])", #""1234567.5""#)
    try check("string(1000000.0)", #""1000000""#)
    try check("string(duration('1500ms'))", #""1.5s""#)
    try check("string(timestamp('2001-01-01T00:00:00.250Z'))", #""2001-01-01T00:00:00.25Z""#)
  }

  @Test func textsAreReadAsTheSpecificationWritesThem() throws {
    try check("int(' 7')", #"error: cannot read " 7" as an int"#)
    try check("double('1e400')", #"error: cannot read "1e400" as a double"#)
    try check(
      "timestamp('99-01-01T00:00:00Z')",
      #"error: cannot read "99-01-01T00:00:00Z" as a timestamp"#)
    try check("base64.decode('YQ. ')", #"error: cannot read "YQ. " as base64"#)
    try check("int(true)", "error: no such overload: int(bool)")
    try check("'%d'.format([1.0])", "error: %d cannot format a double")
  }

  @Test func keysAreEqualByValueAndExactly() throws {
    try check("{0: 1, 0u: 2}", "error: duplicate map key 0u")
    try check("{true: 1, 1: 2}.size()", "2")
    try check("null in {} || b'a' in {'a': 1}", "false")
    try check("{9007199254740993: 1}[9007199254740992.0]", "error: no such key: 9007199254740992.0")
    try check("9007199254740992.0 in {9007199254740993: 1}", "false")
  }

  @Test func whatDecidesDoesSoWhateverTheFailure() throws {
    try check("true || {1: 1, 1: 2} == {}", "true")
    try check("{'a': timestamp(0)}.?a.b && false", "false")
    try check("true || math.greatest('a') == 1", "true")
  }

  @Test func optionalsFollowTheRulesOfWhatTheyHold() throws {
    try check("[7][?0u] == optional.of(7) && [7][?0.0] == optional.of(7)", "true")
    try check("optional.of(1).a", "error: an int has no property a")
    try check(
      "optional.of(1).optFlatMap(x, x)", "error: optFlatMap must give an optional, not an int")
    try check(
      "[1].map(x, cel.bind(y, optional.none(), {?7: y, 0: x}).all(z, [5].exists(w, w == 5)))",
      "[true]")
  }

  @Test func severalSignsApplyOneAfterTheOther() throws {
    try check("!![]", "error: no such overload: !list")
    try check("!!true", "true")
  }

  @Test func listsHaveWhatOtherImplementationsGiveThem() throws {
    try check("[1, 2].reverse()", "[2, 1]")
    try check("[].indexOf('a') + [1, 1].lastIndexOf(1)", "0")
    try check("'abc'.substring(0, 3)", #""abc""#)
  }
}
