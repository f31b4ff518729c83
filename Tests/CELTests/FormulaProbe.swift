import CEL
import Values

/// What must hold for any bytes taken as a formula. The fuzzers run it over what they make up, and
/// a test over what they have found.
enum FormulaProbe {
  /// Parses, and follows every place that parsing, checking and planning speak of.
  static func parse(_ bytes: [UInt8]) {
    let source = String(decoding: bytes, as: UTF8.self)
    let length = source.utf8.count
    do {
      let expression = try Expression.parse(source)
      for reference in expression.references {
        precondition(Names.isReserved(reference.name) == false, "a reserved word is a name")
        precondition(reference.range.contains(reference.nameRange), "a name outside its path")
        _ = expression.text(reference.range)
      }
      for call in expression.calls { _ = expression.text(call.nameRange) }
      for finding in expression.check().findings { _ = expression.text(finding.range) }
      let bindings = host()
      let program = expression.plan(in: bindings)
      precondition(program.slots.allSatisfy { $0 < 20 }, "a slot that nobody gave")
    } catch {
      var start = 0
      for error in error.errors {
        precondition(error.range.upperBound <= length, "a place outside the text")
        precondition(error.range.lowerBound >= start, "errors out of order")
        start = error.range.lowerBound
      }
    }
  }

  /// Evaluates twice, once watching each part: both must give the same, at the same cost, and of
  /// the type that was deduced.
  static func evaluate(_ bytes: [UInt8]) {
    let source = String(decoding: bytes, as: UTF8.self)
    guard let expression = try? Expression.parse(source) else { return }
    let bindings = host()
    let program = expression.plan(in: bindings)
    var budget = Budget(50_000)
    let outcome = program.evaluate(bindings, budget: &budget)
    var second = Budget(50_000)
    let explanation = program.explain(bindings, budget: &second)
    precondition(budget.spent == second.spent, "the cost differs")
    let type = expression.check { bindings.type(of: $0) }.type
    switch (outcome, explanation.outcome) {
    case (.value(let a), .value(let b)):
      precondition(a.isIdentical(to: b), "the values differ")
      precondition(type.includes(a), "\(a) is no \(type)")
      let measure = a.measure
      precondition(
        measure.depth <= ValueLimits.depth && measure.elements <= ValueLimits.elements
          && measure.text <= ValueLimits.text, "a value beyond the limits")
      let contents = Environment.standard.contents
      let typed = try? Value(typed: JSON.parse(a.typedJSON.text), contents: contents)
      precondition(typed?.isIdentical(to: a) == true, "the encoding loses something")
      _ = a.description
    case (.error(let a), .error(let b)):
      precondition(a.message == b.message && a.range == b.range, "the errors differ")
      precondition(a.range.upperBound <= source.utf8.count, "a place outside the text")
    default: preconditionFailure("one evaluation fails and one does not")
    }
  }

  private static func host() -> Bindings {
    let text = Value.string("Ada Lovelace é 😀")
    let list = try? Value.list(of: [.int(1), .int(-2), .double(2.5), text, .null])
    let record = try? Value.record([
      ("name", text), ("age", .int(36)), ("list", list ?? .null), ("ok", .bool(true)),
    ])
    return Bindings([
      ("a", .int(1)), ("b", .int(.max)), ("d", .double(0.5)), ("s", text),
      ("l", list ?? .null), ("m", record ?? .null), ("x.y", .uint(7)), ("yes", .bool(true)),
      ("now", .timestamp(Timestamp(rfc3339: "2026-01-01T00:00:00Z") ?? .earliest)),
      ("w", .duration(Duration(nanoseconds: 1_500_000_000))), ("by", .bytes(Bytes([0, 255, 65]))),
      ("o", .optional(OptionalValue(record))), ("n", .null),
    ])
  }
}

extension StaticType {
  /// Whether a value is of the type.
  func includes(_ value: Value) -> Bool {
    switch (self, value) {
    case (.dyn, _), (.null, .null), (.bool, .bool), (.int, .int), (.uint, .uint),
      (.double, .double), (.string, .string), (.bytes, .bytes), (.timestamp, .timestamp),
      (.duration, .duration), (.type, .type), (.nullable, .null):
      true
    // CEL lets null stand for a value of these, so that `[o, null]` is a list of optional values.
    case (.timestamp, .null), (.duration, .null), (.optional, .null), (.named, .null): true
    case (.nullable(let type), _): type.includes(value)
    case (.list(let type), .list(let list)): list.elements.allSatisfy { type.includes($0) }
    case (.map(let key, let type), .map(let map)):
      map.keys.allSatisfy { key.includes($0) } && map.values.allSatisfy { type.includes($0) }
    case (.record(let record), .map(let map)):
      zip(map.keys, map.values).allSatisfy { key, value in
        if case .string(let name) = key {
          record.type(of: name)?.includes(value) ?? false
        } else {
          false
        }
      }
    case (.optional(let type), .optional(let optional)):
      optional.wrapped.map { type.includes($0) } ?? true
    case (.named(let name, _), .opaque(let opaque)): opaque.typeName == name
    default: false
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
