import TestSupport

/// Cells of ints, texts, records and lists, and formulas of all of them: they decide what they read, fail, and make up for
/// that.
struct MixedModel {
  private var random: Seeded
  private var ints = ["i0", "i1"]
  private var texts = ["s"]
  private var bools: [String] = []
  private var records = ["u"]
  private var lists = ["l"]
  private var lines = [
    "cells:", "  i0: 1", "  i1: 2", "  s: open", "  u: {a: 1, b: x, inner: {n: 2}}", "  l: [1, 2]",
    "  never: 5",
  ]

  static func text(_ seed: UInt64) -> String {
    var model = MixedModel(random: Seeded(seed))
    model.make()
    return model.lines.joined(separator: "\n")
  }

  private init(random: Seeded) { self.random = random }

  private mutating func pick(_ names: [String]) -> String { names[random.below(names.count)] }

  private mutating func int(_ depth: Int) -> String {
    let inner = depth - 1
    switch depth == 0 ? 0 : random.below(20) {
    case 0...6:
      return random.chance(80) ? pick(ints.suffix(5) + ["i0", "i1"]) : "\(random.below(5))"
    case 7...9: return "(\(int(inner)) \(pick(["+", "-", "*"])) \(int(inner)))"
    case 10: return "(12 / \(int(inner)))"
    case 11...13: return "(\(bool(inner)) ? \(int(inner)) : \(int(inner)))"
    case 14: return "\(pick(records)).a"
    case 15: return pick(["u.inner.n", "u['a']", "never"])
    case 16: return "size(\(string(inner)))"
    case 17: return "\(pick(lists)).size()"
    case 18: return "[\(int(inner)), \(int(inner))][1]"
    default: return "{'x': \(int(inner)), 'y': \(int(inner))}[\(pick(["'x'", "s"]))]"
    }
  }

  private mutating func bool(_ depth: Int) -> String {
    let inner = depth - 1
    if depth == 0 {
      return bools.isEmpty || random.chance(50) ? "\(pick(ints)) > \(random.below(4))" : pick(bools)
    }
    switch random.below(16) {
    case 0...3: return "(\(int(inner)) \(pick(["<", "==", "!=", ">="])) \(int(inner)))"
    case 4...6: return "(\(string(inner)) \(pick(["==", "!="])) \(string(inner)))"
    case 7...9: return "(\(bool(inner)) \(pick(["&&", "||"])) \(bool(inner)))"
    case 10: return "!(\(bool(inner)))"
    case 11: return "(\(int(inner)) in \(pick(lists)))"
    case 12: return "\(string(inner)).startsWith('o')"
    case 13: return "has(u.\(pick(["a", "c", "inner"])))"
    case 14: return "\(pick(lists)).exists(x, x > \(random.below(3)))"
    default: return "(\(pick(records)) == \(pick(records)))"
    }
  }

  private mutating func string(_ depth: Int) -> String {
    let inner = depth - 1
    switch depth == 0 ? 0 : random.below(10) {
    case 0...3: return random.chance(60) ? pick(texts) : pick(["'open'", "'done'", "''"])
    case 4, 5: return "(\(bool(inner)) ? \(string(inner)) : \(string(inner)))"
    case 6, 7: return "(\(string(inner)) + \(string(inner)))"
    case 8: return "string(\(int(inner)))"
    default: return "\(pick(records)).b"
    }
  }

  private mutating func make() {
    var names: [String] = []
    for number in 0..<(3 + random.below(14)) {
      let (name, depth) = ("c\(number)", 1 + random.below(3))
      let formula: String
      switch random.below(12) {
      case 0...4: (formula, ints) = (int(depth), ints + [name])
      case 5...7: (formula, bools) = (bool(depth), bools + [name])
      case 8, 9: (formula, texts) = (string(depth), texts + [name])
      case 10: (formula, records) = ("{'a': \(int(1)), 'b': \(string(1))}", records + [name])
      default: (formula, lists) = ("[\(int(1)), \(int(1))]", lists + [name])
      }
      names.append(name)
      lines.append("  \(name): \"= \(formula)\"")
    }
    lines.append("computations:")
    for number in 0...random.below(6) {
      let formula = [int(2), bool(2), string(2), pick(names)][random.below(4)]
      // An error that is reported ends the scenario.
      let last = random.chance(80) ? "(\(formula)) == 1 || true" : formula
      let emitted = "\"= \(random.chance(70) ? last : "c0 == 1 || true")\""
      lines.append("  w\(number): \(random.chance(70) ? emitted : "[{emit: \(emitted)}]")")
    }
    lines.append("steps:")
    for _ in 0..<(20 + random.below(40)) {
      let change =
        switch random.below(12) {
        case 0...3: "i\(random.below(2)): \(pick(["0", "1", "2", "3", "4", "-1"]))"
        case 4, 5:
          "s: \(pick(["open", "done", "closed", "a", "\"\(String(repeating: "long", count: 16))\""]))"
        case 6: "u.a: \(random.below(3))"
        case 7: "u: {a: \(random.below(3)), b: \(pick(["x", "y"])), inner: {n: \(random.below(3))}}"
        case 8: "l: [\(random.below(3)), \(random.below(3))]"
        case 9: "i0: = i0 + 1"
        case 10: "i1: \(pick(["x", "null", "1.5"]))"
        default: "never: \(random.below(3))"
        }
      lines.append(
        random.chance(15) ? "  - {repeat: 5, do: [{set: {\(change)}}]}" : "  - set: {\(change)}")
    }
  }
}
