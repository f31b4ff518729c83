import CEL
import Testing
import Values

/// What the conformance suite leaves open, or says less clearly than a user needs.
@Suite struct EvaluationTests {
  private func check(
    _ source: String, _ expected: String, _ values: [(String, Value)] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try evaluate(source, values).text == expected, sourceLocation: sourceLocation)
  }

  @Test func arithmeticNeverTraps() throws {
    let least = "-9223372036854775808"
    for formula in [
      "\(least) / -1", "\(least) % -1", "-(\(least))", "\(least) - 1", "\(least) * -1",
    ] {
      try check(formula, "error: int overflow: the result is beyond what an int holds")
    }
    try check("1 / 0", "error: divide by zero")
    try check("1u % 0u", "error: modulus by zero")
    try check("0u - 1u", "error: uint overflow: the result is beyond what a uint holds")
    try check("1.0 / 0.0", "Infinity")
    for double in ["1e300", "-1e300", "0.0/0.0", "1.0/0.0", "-1.0/0.0", "9223372036854775808.0"] {
      try check("int(\(double))", "error: int overflow: the result is beyond what an int holds")
    }
    try check("[1, 2][1e300]", "error: 1e+300 is no whole number and cannot be an index")
    try check("[1, 2][-1]", "error: index -1 is out of range: the list has 2 elements")
    try check(
      "[1][18446744073709551615u]",
      "error: index 18446744073709551615u is out of range: the list has 1 element")
    try check("duration('106751d')", #"error: cannot read "106751d" as a duration"#)
    try check("duration(5)", "error: no such overload: duration(int)")
  }

  @Test func aLongTextIsCutInMessages() throws {
    let long = Value.string(String(repeating: "é", count: 50))
    let beginning = String(repeating: "é", count: 40) + "…"
    func fails(_ source: String, _ message: String) throws {
      try check(source, "error: \(message)", [("x", long)])
    }
    try fails("timestamp(x)", "cannot read \"\(beginning)\" as a timestamp")
    try fails("base64.decode(x)", "cannot read \"\(beginning)\" as base64")
    try fails("ip(x)", "cannot read \"\(beginning)\" as an IP address")
    try fails("cidr(x)", "cannot read \"\(beginning)\" as a range of addresses")
    try fails("{}[x]", "no such key: \(beginning)")
    try fails("timestamp(0).getHours(x)", "unknown time zone \"\(beginning)\"")
    try fails("dyn(1)[x]", "an int has no element \"\(beginning)\"")
    try fails("dyn(1)[[1, 2, 3, 4, 5, 6, 7, 8, 9]]", "an int has no elements")
  }

  @Test func logicIsDecidedByWhatCanDecide() throws {
    try check("1 / 0 > 0 || true", "true")
    try check("'a' || true", "true")
    try check("true && 1", "error: the operands of && must be bool, not int")
    try check("[0, 2].all(x, 1 / x > 0)", "false")
    try check("[0, 2].exists(x, 1 / x == 0)", "true")
    try check("unknown(1) || true", "true")
    try check("missing && false", "false")
    try check("missing && true", "error: undeclared reference to 'missing'")
  }

  @Test func textIsComparedByCodePoints() throws {
    try check(#"'é' == 'e\u0301'"#, "false")
    try check(#"size('e\u0301') == 2 && size('\r\n') == 2"#, "true")
    try check(#"{'é': 1}['e\u0301']"#, "error: no such key: e\u{301}")
    try check(#"'\U0001F600' > '\uFFFD'"#, "true")
  }

  @Test func optionalsChain() throws {
    let cart = try Value.record([("items", try .list(of: [.int(5)]))])
    try check("c.?items[?0].orValue(-1)", "5", [("c", cart)])
    try check("c.?items[?9].orValue(-1)", "-1", [("c", cart)])
    try check("c.?x.?y.hasValue()", "false", [("c", cart)])
    try check("[?c.?x, ?c.?items.optMap(i, i.size())]", "[1]", [("c", cart)])
    try check("{?'x': c.?x, 'y': 1}", "{y: 1}", [("c", cart)])
    try check("optional.ofNonZeroValue(optional.none()).hasValue()", "true")
    try check("c.?items.optMap(i, i + [1]).value()", "[5, 1]", [("c", cart)])
  }

  @Test func boundValuesAreLazy() throws {
    try check("cel.bind(x, 1 / 0, true || x > 1)", "true")
    try check("cel.bind(x, 1 / 0, x > 1 || true)", "true")
    try check("cel.bind(x, [1].map(y, y), [2].map(y, y + x[0]))", "[3]")
    try check("[1, 2, 3].map(i, cel.bind(x, i * i, x + x))", "[2, 8, 18]")
  }

  @Test func doublesPrintInTheLayoutOfECMAScript() throws {
    try check(
      "string(1.0) + ' ' + string(1e21) + ' ' + string(1e-7) + ' ' + string(-0.5)",
      #""1 1e+21 1e-7 -0.5""#)
    try check("string(0.0 / 0.0) + string(-1.0 / 0.0)", #""NaN-Infinity""#)
    try check("double('0x1p3')", #"error: cannot read "0x1p3" as a double"#)
  }

  @Test func helpNamesTheCure() throws {
    func help(_ source: String, _ values: [(String, Value)] = []) throws -> String? {
      guard case .error(let error) = try evaluate(source, values) else { return nil }
      return error.help.first
    }
    #expect(
      try help("2 * 1.5") == "numbers of two types do not mix: write double(x) around the left side"
    )
    #expect(try help("'n: ' + 5") == "write string(x) around what is no string")
    let inPlace = "null is no text: write (x == null ? '' : x) in its place"
    #expect(try help("'n: ' + null") == inPlace)
    #expect(try help("'n: ' + {}") == "write '%s'.format([x]) around what is no string")
    #expect(try help("'n: ' + timestamp(0)") == "write string(x) around what is no string")
    #expect(try help("timestamp(0) + '1h'") == "write duration(x) around the string")
    #expect(try help("'n: ' + [1]") == "a list grows by another list")
    #expect(try help("1 in '1'") == "write text.contains(string(part))")
    #expect(try help("[1] + optional.of(1)") == "an optional may hold nothing")
    #expect(try help("!dyn([1])") == "write size(x) == 0")
    #expect(try help("!!dyn(1)") == "write x != 0")
    #expect(try help("{'name': 1}.nmae") == "did you mean name?")
    #expect(try help("True || false") == "write true")
  }

  @Test func aMapOfTwoIterationsKeepsItsOrder() throws {
    try check("{'b': 1, 'a': 2}.map(k, k)", #"["b", "a"]"#)
    try check("{'b': 1, 'a': 2}.transformMap(k, v, v * 10)", "{b: 10, a: 20}")
    try check("['x', 'y'].transformMapEntry(i, v, {v: i})", "{x: 0, y: 1}")
    try check("['x', 'x'].transformMapEntry(i, v, {v: i})", #"error: duplicate map key "x""#)
  }

  @Test(arguments: [
    ("'a' + 'b' + 'c' + 'd' + 'e'", "\"abcde\""), ("'a' + 'b' + 'c' + 'd'", "\"abcd\""),
    ("('a' + 'b') + ('c' + 'd')", "\"abcd\""), ("'' + '' + 'ü' + ''", "\"ü\""),
    ("'a' + 'b' + 1", "error: no such overload: string + int"),
    ("'a' + 'b' + 'c' - 'd'", "error: no such overload: string - string"),
    ("1 + 2 + 'a' + 'b'", "error: no such overload: int + string"),
    ("'a' + 'b' + 1 + 'c'", "error: no such overload: string + int"),
  ])
  func textsAreJoinedFromLeftToRight(source: String, result: String) throws {
    #expect(try evaluate(source).text == result)
  }
}
