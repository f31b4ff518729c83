import CEL
import Testing
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the libraries cost: never less than they make, and no more than in proportion to it.
@Suite struct CostTests {
  private static let numbers: [Value] = (0..<40_000).map { .int(($0 * 7919) % 40_009) }

  /// A formula's cost and the seconds of processor time that it took, where `l` holds so many
  /// numbers, `m` as many entries and `s` as many characters.
  private func measured(_ formula: String, _ count: Int) throws -> (cost: Int, seconds: Double) {
    let numbers = Array(CostTests.numbers[..<count])
    let bindings = Bindings([
      ("l", try .list(of: numbers)), ("m", .map(try Map(keys: numbers, values: numbers))),
      ("s", .string(String(repeating: "a b ", count: count / 4))),
    ])
    let program = try Expression.parse(formula).plan(in: bindings)
    var budget = Budget(100_000_000)
    let start = CostTests.processorSeconds()
    let outcome = program.evaluate(bindings, budget: &budget)
    let seconds = CostTests.processorSeconds() - start
    if case .error(let error) = outcome { Issue.record("\(formula): \(error.message)") }
    return (budget.spent, seconds)
  }

  private func cost(_ formula: String, _ count: Int) throws -> Int {
    try measured(formula, count).cost
  }

  /// Of this thread alone, so that a busy machine changes little.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static let linear = [
    "l.map(x, x + 1)", "l.filter(x, x % 2 == 0)", "l.all(x, x >= 0)", "l.exists(x, x < 0)",
    "l.exists_one(x, x == 5)", "m.map(k, k)", "l.transformList(i, x, i + x)",
    "m.transformMap(k, v, v + 1)", "l.transformMapEntry(i, x, {x: i})", "l.reduce(a, x, a + x, 0)",
    "l.distinct()", "sets.contains(l, l)", "sets.equivalent(l, l.reverse())",
    "sets.intersects(l, l.map(x, -1 - x))", "l.sum()", "l.min()", "l.max()", "l.isSorted()",
    "l.indexOf(-1)", "l.reverse()", "[l, l].flatten()", "l.slice(0, l.size())", "m.merge(m)",
    "lists.setAtIndex(l, 0, 1)", "lists.range(l.size())", "l.map(x, string(x)).join(',')",
    "regex.replace(s, 'z', 'y')", "s.split(' ')", "s.replace(' ', '-')", "'%s'.format([l])",
  ]

  @Test(arguments: linear)
  func costsGrowWithTheListAndNoFaster(formula: String) throws {
    let (small, large) = (try cost(formula, 10_000), try cost(formula, 20_000))
    #expect(small >= (formula.contains("l.isSorted") ? 1 : 100))
    #expect(large <= small * 21 / 10 + 100, "\(formula): \(small), then \(large)")
  }

  @Test(arguments: ["l.sort()", "l.sortBy(x, -x)"])
  func sortingCostsALittleMore(formula: String) throws {
    let (small, large) = (try cost(formula, 10_000), try cost(formula, 20_000))
    #expect(small > 10_000 * 13 && large < small * 23 / 10)
  }

  /// In time too; what is quadratic takes sixteen times as long.
  @Test(arguments: linear + ["l.sort()", "l.sortBy(x, -x)"])
  func timeGrowsWithTheListAndHardlyFaster(formula: String) throws {
    func time(_ count: Int) throws -> Double {
      try (0..<3).map { _ in try measured(formula, count).seconds }.min() ?? 0
    }
    let (small, large) = (try time(10_000), try time(40_000))
    #expect(large < small * 10 + 0.02, "\(formula): \(small) s, then \(large) s")
  }

  /// Each doubles what it has thirty times; nothing may come of it but an error, soon.
  @Test(arguments: [
    "t.reduce(a, x, a + a, 'ab')",
    "t.reduce(a, x, a + a, [1])",
    "t.reduce(a, x, a + a, b'ab')",
    "t.reduce(a, x, [a, a], [])",
    "t.reduce(a, x, {'l': a, 'r': a}, {})",
    "t.reduce(a, x, {'l': a}.merge({'r': a}), {})",
    "t.reduce(a, x, [a, a].flatten(), [1])",
    "t.reduce(a, x, [a, a].join('-'), 'ab')",
    "t.reduce(a, x, '%s%s'.format([a, a]), 'ab')",
    "t.reduce(a, x, a.replace('a', 'aa'), 'a')",
    "t.reduce(a, x, a.replace('', '-'), 'a')",
    "t.reduce(a, x, regex.replace(a, '.', r'\\0\\0'), 'a')",
    "t.reduce(a, x, strings.quote(a), '\"')",
    "t.reduce(a, x, a.map(y, [y, y]).flatten(), [1])",
    "t.reduce(a, x, a.transformMapEntry(k, v, {k: v, k + string(x): a}), {'k': 1})",
    "t.reduce(a, x, lists.insertAtIndex(a, 0, a), [1])",
    "t.reduce(a, x, optional.of([a, a]), optional.none())",
    "t.reduce(a, x, t.reduce(b, y, b + b, a), 'ab')",
    "t.map(x, t.map(y, t.map(z, t.map(u, t)))).flatten(4).size()",
    "random.seededString(1000000, 's') + random.seededString(1000000, 't')",
    "lists.range(100000) + lists.range(100000)",
    "t.all(a, t.all(b, t.all(c, t.all(d, t.all(e, t.all(f, t.all(g, true)))))))",
  ])
  func doublingEndsByALimitThatNothingAbsorbs(formula: String) throws {
    let small = try Value.list(of: (0..<30).map { .int($0) })
    for wrapped in [
      formula, "\(formula) == 0 || true", "false && true || [\(formula) == 1].exists(x, x) || true",
      "[1].all(i, \(formula) == 0) || true",
    ] {
      var outcome: Outcome?
      let time = try ContinuousClock().measure { outcome = try evaluate(wrapped, [("t", small)]) }
      guard case .error(let error) = outcome else {
        Issue.record("\(wrapped) has a value")
        continue
      }
      #expect([.cost, .valueLimit].contains(error.kind), "\(error.message)")
      #expect(!error.isAbsorbable)
      #expect(time < .seconds(10))
    }
  }

  @Test func nothingIsMadeForLessThanItsSize() throws {
    for formula in [
      "lists.range(5000)", "l.slice(0, 5000)", "l.reverse()", "l.sort()", "[l].flatten()",
      "l.distinct()", "l + [] + l", "m.merge({'a': 1})", "lists.setAtIndex(l, 0, 1)",
      "l.map(x, x)", "random.seededString(5000, '')", "regex.extractAll(s, 'a')",
    ] {
      #expect(try cost(formula, 20_000) >= 5_000, "\(formula)")
    }
  }
}
