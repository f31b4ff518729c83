import CEL
import Values

/// A host of plain values by name: what most tests evaluate formulas in.
final class Bindings: Activation, Scope {
  private var names: [String] = []
  private var values: [Value] = []
  /// Every read, as `name.path`, in order.
  private(set) var reads: [String] = []

  init(_ values: [(String, Value)] = []) {
    for (name, value) in values { self[name] = value }
  }

  subscript(name: String) -> Value {
    get { values[names.firstIndex(of: name)!] }
    set {
      if let slot = names.firstIndex(of: name) {
        values[slot] = newValue
      } else {
        names.append(name)
        values.append(newValue)
      }
    }
  }

  func slot(for name: String) -> Int? { names.firstIndex(of: name) }

  /// What a checker may know of a name.
  func type(of name: String) -> StaticType? { slot(for: name).map { StaticType(of: values[$0]) } }

  func resolve(slot: Int, path: [String]) -> Resolution {
    reads.append(([names[slot]] + path).joined(separator: "."))
    return .walk(values[slot], path)
  }
}

/// Evaluates a formula among some values.
func evaluate(
  _ source: String, _ values: [(String, Value)] = [], container: String = "",
  limit: Int = Budget.standard
) throws -> Outcome {
  let bindings = Bindings(values)
  let program = try Expression.parse(source).plan(in: bindings, container: container)
  return program.evaluate(bindings, limit: limit)
}

extension Outcome {
  /// The value as a formula writes it, or the error's message.
  var text: String {
    switch self {
    case .value(let value): value.description
    case .error(let error): "error: \(error.message)"
    }
  }

  /// Whether it is the same value, or the same error at the same place.
  func isSame(as other: Outcome) -> Bool {
    switch (self, other) {
    case (.value(let a), .value(let b)): a.isIdentical(to: b)
    case (.error(let a), .error(let b)): a.message == b.message && a.range == b.range
    case (.value, .error), (.error, .value): false
    }
  }
}
