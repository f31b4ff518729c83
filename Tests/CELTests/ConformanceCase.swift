import CEL
import Values

/// One line of the conformance data, as its README describes it.
struct ConformanceCase {
  enum Expected {
    case value(Value)
    case error
  }

  let number: Int
  let section: String
  let name: String
  let expression: String
  let bindings: [(String, Value)]
  let container: String
  let expected: Expected
  let tier: String
  let isApplicable: Bool

  init(_ json: JSON) throws {
    number = json["n"].integer
    section = json["section"].text
    name = json["name"].text
    let source = json["expr"].text
    container = json["container"].text
    tier = json["tier"].text
    expression = tier.hasPrefix("block") ? BlockRewriting.rewritten(source) : source
    if case .bool(true)? = json["applicable"] { isApplicable = true } else { isApplicable = false }
    var bindings: [(String, Value)] = []
    if case .object(let members)? = json["bindings"], isApplicable {
      for member in members { bindings.append((member.name, try Value(typed: member.value))) }
    }
    self.bindings = bindings
    if isApplicable, let value = json["expect"]?["value"] {
      expected = .value(try Value(typed: value))
    } else {
      expected = .error
    }
  }

  /// Nil where the formula does what the suite expects; otherwise what it did.
  func failure() -> String? {
    let outcome: Outcome
    do {
      outcome = try evaluate(expression, bindings, container: container)
    } catch let errors as SyntaxErrors {
      if case .error = expected { return nil }
      return "syntax error: \(errors.errors[0].message) at \(errors.errors[0].range)"
    } catch {
      return "\(error)"
    }
    switch (expected, outcome) {
    case (.value(let expected), .value(let value)):
      return value.isIdentical(to: expected) ? nil : value.typedJSON.text
    case (.value, .error(let error)): return "error: \(error.message)"
    case (.error, .value(let value)): return value.typedJSON.text
    case (.error, .error(let error)):
      // An unknown function is the expected error only where the core tests ask for it.
      return tier != "core" && error.message.hasPrefix("undeclared function")
        ? "error: \(error.message)" : nil
    }
  }

  var expectedText: String {
    switch expected {
    case .value(let value): value.typedJSON.text
    case .error: "an error"
    }
  }
}

extension JSON? {
  fileprivate var text: String {
    if case .string(let string)? = self { string } else { "" }
  }

  fileprivate var integer: Int {
    if case .number(let number)? = self { Int(number) ?? -1 } else { -1 }
  }
}
