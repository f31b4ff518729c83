import CEL
import TestSupport
import Testing
import Values

/// Formulas that only calculate, compare and decide are evaluated by scalars alone where that is
/// possible: they give the same, and take the same off the budget.
@Suite struct ScalarTests {
  /// A host that gives scalars, and counts what it is asked for what is none.
  private final class Host: Activation, Scope {
    let names = ["i", "j", "d", "b", "n", "t", "r", "u"]
    var values: [Value] = []
    var others = 0
    /// What was read, each once.
    var reads: [Int] = []

    func slot(for name: String) -> Int? { names.firstIndex(of: name) }

    func resolve(slot: Int, path: [String]) -> Resolution {
      others += 1
      if !reads.contains(slot) { reads.append(slot) }
      return .walk(values[slot], path)
    }

    func scalar(slot: Int, path: [String]) -> ScalarValue? {
      guard case .value(let value) = Resolution.walk(values[slot], path) else { return nil }
      return ScalarValue(value)
    }
  }

  private struct Texts {
    var seeded: Seeded

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[seeded.below(elements.count)]
    }

    mutating func operand(_ depth: Int) -> String {
      if depth == 0 || seeded.below(3) == 0 {
        return pick([
          "i", "j", "d", "b", "n", "t", "r.x", "r.y", "r.z", "u", "0", "1", "7", "-3", "2.5",
          "true",
          "false", "null", "9223372036854775807", "(-9223372036854775807 - 1)", "'a'", "1u", "d",
          "'longlonglonglonglonglonglonglonglonglonglonglong'",
          "i", "j", "b", "0.0",
        ])
      }
      let (a, b) = (operand(depth - 1), operand(depth - 1))
      switch seeded.below(8) {
      case 0: return "!(\(a))"
      case 1: return "-(\(a))"
      case 2: return "((\(a)) ? (\(b)) : (\(operand(depth - 1))))"
      case 3: return "(\(a) \(pick(["&&", "||"])) \(b) \(pick(["&&", "||"])) b)"
      case 4: return "(\(a) \(pick(["==", "!=", "<", "<=", ">", ">=", "in"])) \(b))"
      case 5: return "(\(a) \(pick(["+", "-"])) \(b) \(pick(["+", "-"])) j)"
      default: return "(\(a) \(pick(["+", "-", "*", "/", "%", "==", "<"])) \(b))"
      }
    }

    mutating func value() -> Value {
      switch seeded.below(9) {
      case 0: return .double([0.0, -0.0, .nan, .infinity, 1.5][seeded.below(5)])
      case 1: return .bool(seeded.below(2) == 0)
      case 2: return .null
      case 3: return .string(seeded.below(2) == 0 ? "a" : String(repeating: "long", count: 12))
      case 4: return .uint(3)
      case 5: return .int([.max, .min, -1][seeded.below(3)])
      default: return .int(Int64(seeded.below(20)) - 5)
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func theyGiveAndCostTheSame(seed: UInt64) throws {
    var texts = Texts(seeded: Seeded(seed))
    var (scalars, codes, decisions, singles, all) = (0, 0, 0, 0, 0)
    for round in 0..<4_000 {
      let text = texts.operand(1 + texts.seeded.below(4))
      let host = Host()
      host.values = host.names.map { _ in texts.value() }
      if round % 2 == 0 {
        host.values[0] = .int(Int64(round % 7))
        host.values[1] = .int(3)
        host.values[2] = .double(0.25)
        host.values[3] = .bool(round % 4 == 0)
      }
      host.values[6] = try .record([("x", texts.value()), ("y", .int(4))])
      let program = try Expression.parse(text).plan(in: host)
      for limit in [1_000, texts.seeded.below(30)] {
        var right = Budget(limit)
        host.reads = []
        let wanted = program.evaluateAny(host, budget: &right)
        let reads = host.reads
        host.others = 0
        var budget = Budget(limit)
        let found = program.evaluateByScalars(host, remembering: nil, budget: &budget)
        #expect(found.isSame(as: wanted), "seed \(seed): \(text) within \(limit)")
        #expect(budget.remaining == right.remaining, "seed \(seed): \(text) within \(limit)")
        all += 1
        if host.others == 0 { scalars += 1 }
        if let short = program.scalarFormula {
          codes += 1
          if text.contains("?") || text.contains("&&") || text.contains("||") { decisions += 1 }
          agree(
            short, host, reads, limit, with: wanted, costing: right.spent, "seed \(seed): \(text)")
        }
        if let single = program.single, limit >= single.cost,
          let found = apply(single, host)
        {
          singles += 1
          #expect(
            Outcome.value(Value(found)).isSame(as: wanted), "seed \(seed): \(text) at once")
          #expect(single.cost == right.spent, "seed \(seed): \(text) at once")
        }
        // The same of the road that gives up where it was in vain, at each of the first evaluations.
        for _ in 0..<6 {
          var budget = Budget(limit)
          #expect(
            program.evaluate(host, budget: &budget).isSame(as: wanted), "seed \(seed): \(text)")
          #expect(budget.spent == right.spent, "seed \(seed): \(text)")
        }
      }
    }
    #expect(scalars > all / 10, "seed \(seed): hardly anything was worked out by scalars")
    #expect(scalars < all)
    #expect(codes > all / 10, "seed \(seed): hardly anything has a short form")
    #expect(decisions > all / 100, "seed \(seed): hardly anything that decides has a short form")
    #expect(singles > all / 20, "seed \(seed): hardly anything is a single operation")
  }

  private func apply(_ single: SingleOperation, _ host: Host) -> ScalarValue? {
    func value(_ operand: SingleOperation.Term) -> ScalarValue? {
      operand.slot < 0 ? operand.literal : ScalarValue(host.values[operand.slot])
    }
    guard let left = value(single.left) else { return nil }
    if single.operation == .first { return left }
    guard let right = value(single.right) else { return nil }
    return single.operation.apply(left, right)
  }

  /// What stands in the slots is evaluated twice: the places keep nothing.
  private func agree(
    _ short: ScalarFormula, _ host: Host, _ reads: [Int], _ limit: Int, with wanted: Outcome,
    costing cost: Int, _ text: String
  ) {
    let places = ScalarRow(short, short.slots.map { host.values[$0] })
    for _ in 0..<2 {
      guard let (found, way) = places.evaluate(limit - short.cost), way.credit >= 0 else {
        continue
      }
      #expect(Outcome.value(found).isSame(as: wanted), "\(text)")
      #expect(limit - way.credit == cost, "\(text)")
      let seen = short.slots.enumerated().filter { place, _ in
        (short.optional & ~way.seen) >> UInt32(place) & 1 == 0
      }
      #expect(seen.map(\.element).sorted() == reads.sorted(), "\(text)")
    }
  }

  @Test(arguments: [
    ("i > j ? i : j", []), ("b ? i + 1 : i - 1", ["i"]), ("i > 0 && i < 5 ? i : 0", []),
    ("i > j || j > i", []), ("b ? (i > 3 ? i : 3) : -i", ["i"]), ("i > 0 || i / j > 1", ["j"]),
    ("b ? i : j", ["i", "j"]), ("(b ? i : j) + i", ["j"]), ("b && i > 3", ["i"]),
    ("i == 3 ? 't' : t", ["t"]), ("t == 'a' || t != u && b", ["u", "b"]),
  ])
  func whatDecidesTellsWhatItDoesNotAlwaysRead(text: String, optional: [String]) throws {
    let host = Host()
    let formula = try #require(try Expression.parse(text).plan(in: host).scalarFormula)
    let found = formula.slots.enumerated().filter { formula.optional >> UInt32($0.offset) & 1 == 1 }
    #expect(found.map { host.names[$0.element] } == optional)
  }

  @Test(arguments: ["t + 'a'", "[i] == [i]", "size(t)", "r.x", "i in [1]", "b'a' == t", "1u + u"])
  func whatDoesMoreHasNoShortForm(text: String) throws {
    #expect(try Expression.parse(text).plan(in: Host()).scalarFormula == nil)
  }

  /// A host that does not give scalars is asked once, and so is any other after some vain attempts.
  @Test func nobodyIsAskedTwiceForLong() throws {
    let bindings = Bindings([("a", .string("x")), ("b", .string("y"))])
    let program = try Expression.parse("a + b == 'xy'").plan(in: bindings)
    for _ in 0..<3 { #expect(program.evaluate(bindings).text == "true") }
    #expect(bindings.reads == ["a", "b", "a", "b", "a", "b"])
  }
}
