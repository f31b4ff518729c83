import CEL
import Testing
import Values

/// The strings extension where its conformance tests are silent: growth, and odd places.
@Suite struct StringsTests {
  private func check(
    _ source: String, _ expected: String, _ values: [(String, Value)] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try evaluate(source, values).text == expected, sourceLocation: sourceLocation)
  }

  @Test func nothingGrowsBeyondTheLimits() throws {
    let long = Value.string(String(repeating: "ab", count: 50_000))
    let list = try Value.list(of: [Value](repeating: .string("x"), count: 50_000))
    let tooMuch = "error: the value holds more than 1048576 bytes of text"
    try check("s.replace('a', s).size()", tooMuch, [("s", long)])
    try check("s.replace('', s).size()", tooMuch, [("s", long)])
    try check("l.join(s).size()", tooMuch, [("s", long), ("l", list)])
    let formula = "'%s%s%s%s%s%s'.format([s, s, s, s, s, s]).size()"
    let cost = "error: the formula costs more than its limit of 1000000"
    try check(formula, cost, [("s", long)])
    try check(
      "(s + s).split('').size()", "error: the value holds more than 100000 elements", [("s", long)])
    try check("'%.101f'.format([1.0])", "error: more than 100 digits are asked for")
    try check(
      "'%.99999999999999999999f'.format([1.0])", "error: more than 100 digits are asked for")
    try check("'%.100f'.format([1e308]).size()", "410")
  }

  @Test func piecesAreCutAtEveryPlace() throws {
    try check("'aXbXc'.split('X', 2)", #"["a", "bXc"]"#)
    try check("''.split(',')", #"[""]"#)
    try check("''.split('')", "[]")
    try check("'añb'.split('')", #"["a", "ñ", "b"]"#)
    try check("'abc'.split('', 2)", #"["a", "bc"]"#)
    try check("'ab'.replace('', '-')", #""-a-b-""#)
    try check("'ab'.replace('', '-', 1)", #""-ab""#)
    try check("'aaa'.replace('aa', 'b')", #""ba""#)
    try check("'aaa'.replace('a', 'b', 0)", #""aaa""#)
    try check("'aXX'.split('X')", #"["a", "", ""]"#)
  }

  @Test func positionsCountCodePoints() throws {
    try check("'😀b'.indexOf('b')", "1")
    try check("'😀b😀'.lastIndexOf('😀', 1)", "0")
    try check("'😀b'.substring(1)", #""b""#)
    try check(
      "'abc'.lastIndexOf('', 9)", "error: position 9 is out of range: the text has 3 characters")
    let long = String(repeating: "ab", count: 40)
    try check(
      "s.lastIndexOf(p)", "60",
      [("s", .string(long)), ("p", .string(String(repeating: "ab", count: 10)))])
  }

  @Test func mapsAreFormattedByTheirKeysText() throws {
    try check("'%s'.format([{'b': 1, 'a': [true, 1.0, null]}])", #""{a: [true, 1, null], b: 1}""#)
    try check("'%d%%'.format([])", "error: there are only 0 values to format")
    try check("'%'.format([1])", "error: the text to format ends within a clause")
    try check("'%x %X %b %o'.format([-255, b'\\xff', -5, 8])", #""-ff FF -101 10""#)
  }
}
