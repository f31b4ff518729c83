import CEL
import Values

/// A formula that is timed, over the values of `FormulaHost`.
struct FormulaCase {
  let name: String
  let formula: String
  /// Whether the peers are timed too.
  var hasPeers = true

  /// What calling a peer costs that is none of the formula's: the same through every binding.
  static let trivial = FormulaCase(name: "nothing", formula: "1")

  /// One for each kind of formula that scenarios have.
  static let six = [
    FormulaCase(name: "arithmetic", formula: "a + b * 2"),
    FormulaCase(name: "predicate", formula: "user.age >= 18 && user.country == 'NZ'"),
    FormulaCase(name: "text", formula: "name.startsWith('Dr. ') && name.contains('Love')"),
    FormulaCase(
      name: "list",
      formula: "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(i, i % 2 == 0).map(i, i * i)"),
    FormulaCase(name: "fields", formula: "cart.items[0].price * cart.items[0].count"),
    FormulaCase(name: "choice", formula: "has(cart.coupon) ? total - cart.coupon.off : total"),
  ]

  /// A list that the host holds, which a binding may hand over element by element.
  static let bound = FormulaCase(
    name: "host's list", formula: "numbers.filter(i, i % 2 == 0).map(i, i * i)")

  /// What is told of lists and maps as wholes.
  static let wholes = [
    FormulaCase(name: "in", formula: "99 in numbers"),
    FormulaCase(name: "equal maps", formula: "{'a': 1, 'b': a} == {'b': 3, 'a': 1}"),
    FormulaCase(name: "joined lists", formula: "numbers + [a]"),
    FormulaCase(name: "joined texts", formula: "name + ' ' + user.country"),
    FormulaCase(name: "list of maps", formula: "numbers.map(x, {'id': x})"),
  ]

  static let all = [trivial] + six + [bound] + wholes

  /// Comprehensions over lists of growing length: what an element costs must stay the same.
  static let lengths = [10, 100, 1_000, 10_000, 40_000]
  static let comprehensions = [
    "l.map(x, x + 1)", "l.filter(x, x % 2 == 0)", "l.all(x, x >= 0)", "l.exists(x, x < 0)",
    "l.map(x, {'id': x}).filter(m, m.id > 3)", "l.transformMap(i, v, i + v)",
  ]
}

/// The values that the formulas are evaluated over.
final class FormulaHost: Scope, Activation {
  private let names: [String]
  private let values: [Value]

  init(_ entries: [(String, Value)]) {
    names = entries.map(\.0)
    values = entries.map(\.1)
  }

  static func standard() throws -> FormulaHost {
    let item = try Value.record([("price", .int(5)), ("count", .int(2))])
    let cart = try Value.record([
      ("items", try .list(of: [item])), ("coupon", try .record([("off", .int(3))])),
    ])
    return FormulaHost([
      ("a", .int(3)), ("b", .int(4)),
      ("user", try .record([("age", .int(36)), ("country", .string("NZ"))])),
      ("name", .string("Dr. Ada Lovelace")), ("cart", cart), ("total", .int(10)),
      ("numbers", try .list(of: (0..<100).map { .int($0) })),
    ])
  }

  func slot(for name: String) -> Int? { names.firstIndex(of: name) }

  func type(of name: String) -> StaticType? {
    slot(for: name).map { StaticType(of: values[$0]) }
  }

  func resolve(slot: Int, path: [String]) -> Resolution { Resolution.walk(values[slot], path) }

  /// What a peer has to know, in one line.
  func description(of cases: [FormulaCase]) throws -> String {
    let formulas = try Value.record(cases.map { ($0.name, .string($0.formula)) })
    let bindings = try Value.record(Array(zip(names, values)))
    let all = try Value.record([("bindings", bindings), ("formulas", formulas)])
    return all.json.text
  }
}
