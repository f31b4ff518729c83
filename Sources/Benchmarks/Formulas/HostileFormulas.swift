import CEL
import Values

/// Formulas made to exhaust whoever evaluates them, and the values they do it with.
enum HostileFormulas {
  static func host() throws -> FormulaHost {
    let long = String(repeating: "a", count: 500_000)
    let other = String(repeating: "a", count: 499_999) + "b"
    let numbers = try Value.list(of: (0..<99_999).map { .int($0) })
    let words = try Value.list(of: (0..<50_000).map { .string("word \($0)") })
    let entries = try Value.record((0..<40_000).map { ("key \($0)", .int($0)) })
    var deep = Value.int(1)
    for _ in 0..<120 { deep = try .list(of: [deep]) }
    return FormulaHost([
      ("many", numbers), ("long", .string(long)), ("other", .string(other)),
      ("wide", .string(String(repeating: "é", count: 500_000))),
      ("digits", .string(String(repeating: "1", count: 1_000_000))),
      ("percents", .string(String(repeating: "x", count: 999_999) + "%")),
      ("numbers", numbers), ("words", words), ("entries", entries), ("deep", deep),
      ("octets", .bytes(Bytes([UInt8](repeating: 255, count: 1_000_000)))),
      ("record", try .record([(long, .int(1)), (other, .int(2))])),
      ("at", .timestamp(.earliest)), ("span", .duration(Duration(nanoseconds: 1))),
      ("colliding", try .list(of: colliding(30_000).map { .int($0) })),
    ])
  }

  /// Whole numbers whose hash is the same in its low bits.
  private static func colliding(_ count: Int64) -> [Int64] {
    // What the hash multiplies with, undone.
    let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
    var inverse = factor
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    return (1...count).map { Int64(bitPattern: (UInt64($0) << 49) &* inverse) }
  }

  /// Nesting, doubling, and all that is no function.
  static var made: [String] {
    let nested = (0..<8).reduce("true") { inner, index in
      "[0,1,2,3,4,5,6,7,8,9].all(x\(index), \(inner))"
    }
    let lists = (0..<30).reduce("[[1]]") { inner, _ in "\(inner).map(x, [x, x])" }
    let texts = (0..<30).reduce("['ab']") { inner, _ in "\(inner).map(x, x + x)" }
    let wide = "[" + [String](repeating: "1", count: 49_000).joined(separator: ",") + "]"
    let entries = "{" + (0..<12_000).map { "\($0):1" }.joined(separator: ",") + "}"
    let name = String(repeating: "a", count: 40_000)
    return [
      nested, lists, texts, wide, entries, "many.all(turn, \(wide) != [])",
      "many.all(turn, \(entries) != {})",
      "(\(nested)) || true", "true || \(nested)", "(\(nested)) ? 1 : 2",
      "[optional.of(1)].exists(x, \(nested))",
      "many.all(turn, turn + 'a' == '')", "many.all(turn, {}.absent == 1)",
      "many.all(turn, words[turn + 60000] == '')", "many.all(turn, unknown(turn))",
      "many.all(turn, entries['key ' + string(turn)] >= 0)", "many.all(turn, 1 / 0 == 1 || true)",
      "many.all(turn, record[long] == 1)", "many.all(turn, record[other] == 2)",
      "many.all(turn, long in record)", "many.all(turn, {long: 1, other: 2} != null)",
      "many.all(turn, {long: 1, long: 2} != null)", "many.all(turn, has(record.\(name)))",
      "many.all(turn, {'\(name)': 1}.\(name) == 1)", "many.all(turn, long == other)",
      "many.all(turn, long < other)", "many.all(turn, record == record)",
      "many.all(turn, numbers == numbers)", "many.all(turn, deep == deep)",
      "many.all(turn, long + long != null)", "many.all(turn, numbers + numbers != null)",
      "many.all(turn, numbers.map(x, 1 / 0) == null)", "many.map(turn, [turn, turn, turn])",
      "many.map(turn, {turn: turn})", "many.transformMap(i, v, v).size()",
      "many.map(turn, many.filter(x, false)).size()",
      "many.all(turn, colliding.transformMapEntry(i, v, {v: i}) != null)",
      "many.all(turn, turn in colliding)", "many.all(turn, long.matches('(a|b)*a(a|b){14}$'))",
      "many.all(turn, long.matches('(a?){200}(a|aa)*$'))",
      "many.all(turn, wide.matches('.*.*.*x'))",
      "many.all(turn, 'a'.matches('(x{9}){9}' + string(turn)))",
      "many.map(turn, optional.of(turn)).size()", "many.map(turn, string(turn)).join(long)",
      "many.all(turn, -numbers == null)", "many.all(turn, cel.bind(x, long + 'a', x + x) != null)",
      "many.map(turn, [many.map(x, turn)])",
      "numbers + [1] == (numbers + [2] == (numbers + [3] == (numbers + [4] == numbers + [5])))",
    ]
  }

  /// Calls of the functions with arguments of every size and kind.
  static func calls(of names: [String]) -> [String] {
    let all = [
      "long", "wide", "digits", "percents", "'a'", "numbers", "words", "entries", "deep", "octets",
      "at", "span", "1", "9223372036854775807", "1.0e308", "''", "optional.of(long)",
    ]
    let some = ["long", "percents", "''", "words", "entries", "1"]
    let few = ["long", "''", "1"]
    var calls: [String] = []
    for name in names {
      for first in all { calls += ["\(name)(\(first))", "\(first).\(name)()"] }
      for first in all {
        for second in some {
          calls += ["\(name)(\(first), \(second))", "\(first).\(name)(\(second))"]
        }
      }
      for first in few {
        for second in few {
          for third in few {
            calls += [
              "\(name)(\(first), \(second), \(third))", "\(first).\(name)(\(second), \(third))",
              "\(first).\(name)(\(second), \(third), 1)",
            ]
          }
        }
      }
    }
    return calls
  }
}
