import Values

@testable import CEL

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
  /// Names and functions that the test declares, without a value.
  let declared: JSON?
  /// What the formula's type is said to be; empty where nothing is.
  let deducedType: String
  /// Not to be checked before it is evaluated.
  let isUnchecked: Bool

  init(_ json: JSON) throws {
    number = json["n"].integer
    section = json["section"].text
    name = json["name"].text
    let source = json["expr"].text
    container = json["container"].text
    tier = json["tier"].text
    expression = tier.hasPrefix("block") ? BlockRewriting.rewritten(source) : source
    isApplicable = json["applicable"].isTrue
    isUnchecked = json["disable_check"].isTrue
    declared = json["type_env"]
    deducedType = json["proto_free"].isTrue ? json["expect"]?["deduced_type"].text ?? "" : ""
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

extension ConformanceCase {
  /// Nil where the type is deduced that the suite expects, and nothing is found that can only fail;
  /// otherwise what was deduced or found.
  func misjudgement() -> String? {
    guard let formula = try? Expression.parse(expression, in: environment) else { return nil }
    let names = Bindings(bindings)
    let judgement = formula.check(container: container) { name in
      declaredType(name) ?? names.type(of: name)
    }
    if case .value(let value) = expected {
      let errors = judgement.findings.filter { !$0.isWarning }
      if let error = errors.first { return error.message }
      return judgement.type.includes(value) ? nil : "\(judgement.type) for \(value)"
    }
    return deducedType.isEmpty || "\(judgement.type)" == deducedType ? nil : "\(judgement.type)"
  }

  private func declaredType(_ name: String) -> StaticType? {
    declarations.first { $0["name"] != nil && $0["name"].text == name }.map {
      Self.type($0["type"].text)
    }
  }

  private var declarations: [JSON] {
    if case .array(let declarations)? = declared { declarations } else { [] }
  }

  /// Of CEL's notation, in which letters are marked.
  private static func notation(_ text: String) -> String {
    ["T", "U", "V"].reduce(text) { $0.replacing("typeparam(\($1))", with: $1) }
  }

  private static func type(_ text: String) -> StaticType {
    Overloads(stringLiteral: "-> \(notation(text))").signatures[0].result
  }

  /// With the functions that the test declares.
  private var environment: Environment {
    let functions = declarations.flatMap { declaration -> [Function] in
      guard case .array(let overloads)? = declaration["overloads"] else { return [] }
      return overloads.map { overload in
        var parameters: [String] = []
        if case .array(let types)? = overload["params"] {
          parameters = types.map { Optional($0).text }
        }
        return Function(
          declaration["function"].text, isMethod: overload["member"].isTrue,
          arity: parameters.count,
          "\(Self.notation(parameters.joined(separator: ", "))) -> \(Self.notation(overload["result"].text))",
          .variadic { (_, _) throws(Fault) in .null })
      }
    }
    guard !functions.isEmpty else { return .standard }
    return Environment(libraries: Library.all + [Library("declared", functions: functions)])
  }
}

extension JSON? {
  fileprivate var isTrue: Bool { if case .bool(true)? = self { true } else { false } }

  fileprivate var text: String {
    if case .string(let string)? = self { string } else { "" }
  }

  fileprivate var integer: Int {
    if case .number(let number)? = self { Int(number) ?? -1 } else { -1 }
  }
}
