import CEL
import Testing
import Values

/// Formulas made to exhaust whoever evaluates them.
@Suite struct LimitTests {
  private func soon(
    _ source: String, _ values: [(String, Value)], _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var text = ""
    let time = try ContinuousClock().measure {
      do {
        text = try evaluate(source, values).text
      } catch let error as SyntaxErrors {
        text = "syntax: \(error.errors[0].message)"
      }
    }
    #expect(text == expected, sourceLocation: sourceLocation)
    // Generous for debug builds on a busy machine; a runaway takes minutes.
    #expect(time < .seconds(10), sourceLocation: sourceLocation)
  }

  private func soon(
    _ source: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try soon(source, [], expected, sourceLocation: sourceLocation)
  }

  @Test(arguments: [Int.min, -1, 0]) func noLimitLetsAnEvaluationTrap(_ limit: Int) throws {
    let outcome = try evaluate("1 + 1 + size([1, 2])", limit: limit)
    #expect(outcome.text.contains("costs more than its limit of 0"), "\(outcome.text)")
  }

  @Test func aBudgetIsExceededHoweverMuchIsCharged() {
    var budget = Budget(5)
    for cost in [Int.max, Int.max, 1, .max] {
      #expect(throws: Fault.self) { try budget.charge(cost) }
    }
    #expect(budget.spent == 5)
  }

  private let cost = "error: the formula costs more than its limit of 1000000"

  @Test func deepFormulasAreRefused() throws {
    let deep = "syntax: the formula nests more than 250 levels deep"
    for (open, close) in [
      ("(", ")"), ("[", "]"), ("{1:", "}"), ("f(", ")"), ("a[", "]"), ("-(", ")"),
    ] {
      try soon(
        String(repeating: open, count: 20_000) + "1" + String(repeating: close, count: 20_000), deep
      )
    }
    try soon("a" + String(repeating: ".b", count: 40_000), deep)
    try soon("a" + String(repeating: "[0]", count: 30_000), deep)
    try soon("a" + String(repeating: ".f()", count: 20_000), deep)
    try soon(String(repeating: "true ? 1 : ", count: 9_000) + "2", deep)
  }

  @Test func longFormulasAreReadInALoop() throws {
    try soon("1" + String(repeating: " + 1", count: 20_000), "20001")
    try soon("true" + String(repeating: " && true", count: 12_000), "true")
    try soon("1" + String(repeating: " * 1", count: 20_000) + " == 1", "true")
    try soon(String(repeating: "!", count: 99_990) + "true", "true")
    try soon(
      "1" + String(repeating: " ", count: 100_000),
      "syntax: the formula has more than 100000 characters")
    let nested = String(repeating: "(", count: 240) + "1" + String(repeating: ")", count: 240)
    try soon(nested, "1")
    try soon(
      "[" + Array(repeating: "1", count: 49_000).joined(separator: ",") + "].size()", "49000")
  }

  @Test func loopsWithinLoopsEndByCost() throws {
    let range = "[0,1,2,3,4,5,6,7,8,9]"
    let source = (0..<8).reduce("true") { inner, index in "\(range).all(x\(index), \(inner))" }
    try soon(source, cost)
    let list = try Value.list(of: (0..<99_999).map { .int($0) })
    try soon("l.all(x, l.all(y, x + y >= 0))", [("l", list)], cost)
    try soon("l.exists(x, x in l && false)", [("l", list)], cost)
    try soon(
      "l.map(x, l).size()", [("l", list)], "error: the value holds more than 100000 elements")
  }

  @Test func whatGrowsEndsByItsSize() throws {
    let text = Value.string(String(repeating: "x", count: 100_000))
    try soon("s + s + s + s + s + s + s + s + s + s + s + s", [("s", text)], cost)
    let doubling = (0..<30).reduce("[[1]]") { inner, _ in "\(inner).map(x, [x, x])" }
    try soon("\(doubling).size()", "error: the value holds more than 100000 elements")
    let texts = (0..<30).reduce("['ab']") { inner, _ in "\(inner).map(x, x + x)" }
    try soon("\(texts).size()", cost)
    let deeper = (0..<200).reduce("1") { inner, _ in "[\(inner)]" }
    let wrapped = (0..<200).reduce("1") { inner, _ in "optional.of(\(inner))" }
    try soon(wrapped, "error: the value nests more than 128 levels deep")
    try soon(deeper, "error: the value nests more than 128 levels deep")
  }

  @Test func limitsAreNotAbsorbed() throws {
    let list = try Value.list(of: (0..<99_999).map { .int($0) })
    try soon("l.all(x, l.all(y, true)) || true", [("l", list)], cost)
    try soon("l.exists(x, !l.all(y, true)) || true", [("l", list)], cost)
  }

  @Test func textSearchIsLinear() throws {
    let text = Value.string(String(repeating: "a", count: 400_000))
    let part = Value.string(String(repeating: "a", count: 200_000) + "b")
    try soon("s.contains(p)", [("s", text), ("p", part)], "false")
    try soon("s.matches('^(a+)+$')", [("s", text)], "true")
    try soon(
      "s.matches(p)", [("s", text), ("p", part)],
      "error: the regular expression is longer than 1000 bytes")
    try soon(
      "'a'.matches('((a{100}){100}){100}')",
      "error: not a regular expression: invalid repetition size: {100}")
  }

  @Test func patternsAreCompiledOnceAsLongAsTheyStayTheSame() throws {
    let list = try Value.list(of: (0..<9_999).map { .int($0) })
    let pattern = Value.string("^[a-c]$")
    try soon("l.all(i, 'a'.matches(p))", [("l", list), ("p", pattern)], "true")
    let costly = Value.string(#"(\pL{1000})"#)
    try soon("l.exists(i, 'a'.matches(p + string(i)))", [("l", list), ("p", costly)], cost)
  }

  @Test func boundValuesMayNotDependOnEachOtherTooDeeply() throws {
    let tall = String(repeating: "[", count: 8)
    let close = String(repeating: "]", count: 8)
    let source = (1...100).reversed().reduce("x100") { inner, index in
      "cel.bind(x\(index), \(tall)x\(index - 1)\(close).size(), \(inner))"
    }
    try soon("cel.bind(x0, 1, \(source))", "error: bound values depend on each other too deeply")
  }

  @Test func longKeysAreNotLookedUpForNothing() throws {
    let key = String(repeating: "a", count: 400_000)
    let record = try Value.record([(key + "b", .int(1)), (key + "c", .int(2))])
    let list = try Value.list(of: (0..<99_999).map { .int($0) })
    let values = [("l", list), ("m", record), ("k", Value.string(key + "c"))]
    try soon("l.all(x, m[k] == 2)", values, cost)
    try soon("l.all(x, k in m)", values, cost)
    try soon("l.all(x, {k: 1} != {})", values, cost)
    try soon("l.all(x, {'a': x}[?k] == optional.none())", values, cost)
    let name = String(repeating: "n", count: 40_000)
    try soon("l.all(x, !has(m.\(name)))", values, cost)
  }

  @Test func absorbedErrorsCost() throws {
    let list = try Value.list(of: (0..<99_999).map { .int($0) })
    for failing in [
      "x + 'a' == ''", "{}.absent == 1", "unknown(x)", "1 / 0 == x", "l[-1 - x] == 0",
    ] {
      try soon("l.all(x, \(failing))", [("l", list)], cost)
      try soon("l.map(x, \(failing) || true).size()", [("l", list)], cost)
    }
  }

  @Test func whatIsReadIsPaidForWhetherItFitsOrNot() throws {
    let list = try Value.list(of: (0..<99_999).map { .int($0) })
    let digits = Value.string(String(repeating: "1", count: 500_000))
    for call in [
      "duration(s)", "timestamp(s)", "bool(s)", "int(s)", "(s + '%').format([])",
      "s.replace('1', '')", "'a'.replace(s, s)", "'a'.split(s)", "isIP(s)",
    ] {
      try soon("l.all(x, dyn(\(call)) != null)", [("l", list), ("s", digits)], cost)
    }
  }

  @Test func aPathCostsEachOfItsSteps() throws {
    var deep = Value.int(1)
    for _ in 0..<100 { deep = try .record([("a", deep)]) }
    let list = try Value.list(of: (0..<99_999).map { .int($0) })
    let path = "m" + String(repeating: ".a", count: 100)
    try soon("l.all(x, \(path) == 1)", [("l", list), ("m", deep)], cost)
  }

  /// What a formula over `a`, `b`, `l`, a list of both, and `m`, a map with the key `a`, costs where
  /// the texts are that long, beyond what it costs where they are empty.
  private func cost(_ source: String, _ length: Int) throws -> Int {
    func spent(_ length: Int) throws -> Int {
      let start = String(repeating: "x", count: length)
      let (a, b) = (Value.string(start), Value.string(start + "y"))
      let bindings = Bindings([
        ("a", a), ("b", b), ("l", try .list(of: [a, b])), ("m", try .record([(start, .int(1))])),
        ("p", .bytes(Bytes(Array(start.utf8)))), ("q", .bytes(Bytes(Array(start.utf8) + [0]))),
      ])
      var budget = Budget()
      _ = try Expression.parse(source).plan(in: bindings).evaluate(bindings, budget: &budget)
      return budget.spent
    }
    return try spent(length) - spent(0)
  }

  /// A tenth of the shorter one for each comparison that there is, or may be.
  @Test(arguments: [
    ("a == a", 100), ("a == b", 100), ("a != b", 100), ("a < b", 100), ("a <= b", 100),
    ("b > a", 100), ("a >= b", 100), ("p == q", 100), ("p < q", 100),
    ("l == l", 200), ("[a] == [b]", 100), ("{'k': a} == {'k': b}", 100), ("m == m", 100),
    ("a in l", 100), ("b in l", 200), ("'z' in l", 0), ("a in m", 100), ("b in m", 100),
    ("l.indexOf(a)", 100), ("l.indexOf(b)", 200), ("l.lastIndexOf(a)", 200),
    ("l.min()", 200), ("l.max()", 200), ("l.sort()", 400), ("l.distinct()", 200),
  ])
  func comparingAndOrderingTextsCosts(_ source: String, _ expected: Int) throws {
    #expect(try cost(source, 1_000) == expected)
  }

  /// Maps whose keys stand in the text are made in a way of their own, unless each part is watched.
  @Test(arguments: [
    "{'a': 1, 'b': [a, 3], 'c': {'d': a}}", "{'a': 1}.a + {'b': {'a': 2}}.b.a", "{}",
    "{'a': 1, 'a': 2}", "{'a': 1, 'b': 1 / 0}", "{'a': a, ?'b': optional.of(a)}", "{'a': 1, a: 2}",
    "{'one': 1, 'two': 2, 'three': 3} == {'three': 3, 'one': 1, 'two': 2}",
    "{'one': 1, 'two': 2} == {'one': 1, 'zwo': 2}", "{'a': 1, 'b': 2} == {'a': 1u, 'b': 2.0}",
    "{'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 5, 'f': 6, 'g': 7, 'h': 8, 'i': 9}.i",
    "[1, 2].map(x, {'id': x, 'it': {'is': x}})", "{'a': 1}.with('b', 2)", "2 in [1, 2.0, 3u]",
    "2 in [1u, 'a', 2u]", "4 in [1, 2, {}]",
  ])
  func watchingEachPartChangesNothing(_ source: String) throws {
    let bindings = Bindings([("a", .int(7))])
    let program = try Expression.parse(source).plan(in: bindings)
    for limit in 0..<60 {
      var (budget, second) = (Budget(limit), Budget(limit))
      let outcome = program.evaluate(bindings, budget: &budget)
      let watched = program.explain(bindings, budget: &second).outcome
      #expect(budget.spent == second.spent, "of \(limit)")
      #expect(outcome.text == watched.text, "of \(limit)")
      if case .error(let a) = outcome, case .error(let b) = watched { #expect(a.range == b.range) }
    }
  }

  @Test func theCostIsTakenOffTheBudget() throws {
    let bindings = Bindings([("a", .int(1))])
    let program = try Expression.parse("a + 1").plan(in: bindings)
    var budget = Budget(10)
    for expected in [3, 6, 9] {
      #expect(program.evaluate(bindings, budget: &budget).text == "2")
      #expect(budget.spent == expected)
    }
    #expect(program.evaluate(bindings, budget: &budget).text.hasPrefix("error: the formula costs"))
  }

  @Test func aReplacementIsChargedBeforeItIsMade() throws {
    let pieces = String(repeating: "\\0", count: 2_000)
    let source = "regex.replace(random.seededString(40000, 'x'), '^.*$', r'\(pieces)').size()"
    var budget = Budget(1_000_000)
    let program = try Expression.parse(source).plan(in: Bindings([]))
    let outcome = program.evaluate(Bindings([]), budget: &budget)
    #expect(outcome.text.contains("costs more than its limit"))
    // The text would have had 80 megabytes.
    #expect(budget.spent < 1_100_000)
  }
}
