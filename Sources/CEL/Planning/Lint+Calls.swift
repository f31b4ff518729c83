internal import Values

extension Lint {
  mutating func call(_ node: Node) -> ValueType {
    let name = syntax.names[Int(node.a)]
    let isMethod = node.kind == .method
    let nameRange = Int(node.d)..<Int(node.d) + name.utf8.count
    let environment = expression.environment
    guard
      let function = environment.function(name, isMethod: isMethod, arity: Int(node.c))
    else {
      return unknown(name, isMethod: isMethod, count: Int(node.c) - (isMethod ? 1 : 0), nameRange)
    }
    let arguments = syntax.list(node.b, node.c)
    guard let result = result(of: function, arguments) else {
      return report(
        .typeClash, node.range,
        "no such overload: \(function.text(arguments.map { type($0).rawValue }))",
        help: function.overloadsText)
    }
    if let fault = literalFault(function, arguments) {
      return report(.badLiteral, node.range, fault.message, help: fault.help.first)
    }
    return result
  }

  /// The type that all overloads agree on that take arguments of these types; nil where none does.
  private func result(of function: Function, _ arguments: ArraySlice<Int32>) -> ValueType? {
    var result: ValueType?
    let signatures = function.overloads.signatures
    for signature in signatures {
      let fits = arguments.enumerated().allSatisfy { index, argument in
        let type = type(argument)
        return type == .any
          || signature.parameter(index).heads.contains { $0 == .any || $0 == type }
      }
      guard fits else { continue }
      let given = signature.result.heads.first ?? .any
      result = result == nil || result == given ? given : .any
    }
    return signatures.isEmpty ? .any : result
  }

  /// What the function says about literals that it can only fail for.
  private func literalFault(_ function: Function, _ arguments: ArraySlice<Int32>) -> Fault? {
    guard arguments.contains(where: { syntax.nodes[Int($0)].kind == .literal }) else { return nil }
    let known = arguments.map { argument -> Value? in
      let node = syntax.nodes[Int(argument)]
      return node.kind == .literal ? syntax.constants[Int(node.a)] : nil
    }
    var budget = Budget(10_000)
    do throws(Fault) {
      if let prepare = function.prepare { _ = try prepare(known) }
      if case .unary(let body) = function.body, let argument = known[0] {
        _ = try body(argument, &budget)
      }
      return nil
    } catch {
      return error.kind == .cost || error.message.isEmpty ? nil : error
    }
  }

  private mutating func unknown(
    _ name: String, isMethod: Bool, count: Int, _ range: Range<Int>
  ) -> ValueType {
    guard isOpen else { return .any }
    let environment = expression.environment
    let word = isMethod ? "method" : "function"
    if environment.macroNames.contains(name) {
      return report(
        .wrongArity, range, "\(name) is a macro and cannot be used so",
        help: Lint.usage(ofMacro: name))
    }
    let known = environment.overloads(of: name)
    if known.isEmpty {
      let nearest =
        Lint.foreignNames[name]
        ?? Suggestion.nearest(
          to: name, among: environment.functionNames + environment.macroNames
        ).map { "did you mean \($0)?" }
      return report(.unknownFunction, range, "unknown \(word) \(name)", help: nearest)
    }
    let usages = known.compactMap { function in
      function.overloads.signatures.first.map { function.text($0) }
    }
    return report(
      .wrongArity, range,
      known.contains { $0.isMethod == isMethod }
        ? "\(name) does not take \(count) \(count == 1 ? "argument" : "arguments")"
        : "\(name) is no \(word)",
      help: "there is " + usages.joined(separator: ", "))
  }

  private static func usage(ofMacro name: String) -> String {
    switch name {
    case "has": "write has(person.name)"
    case "cel.bind": "write cel.bind(name, value, formula with name)"
    case "transformList", "transformMap", "transformMapEntry":
      "write things.\(name)(key, value, formula with key and value)"
    case "optMap", "optFlatMap": "write optional.\(name)(name, formula with name)"
    default: "write things.\(name)(thing, formula with thing)"
    }
  }

  /// Functions as other languages call them.
  static let foreignNames: [String: String] = [
    "toUpperCase": "write text.upperAscii()", "toUpper": "write text.upperAscii()",
    "upper": "write text.upperAscii()", "toLowerCase": "write text.lowerAscii()",
    "toLower": "write text.lowerAscii()", "lower": "write text.lowerAscii()",
    "strip": "write text.trim()", "isEmpty": "write size(x) == 0", "first": "write list[0]",
    "last": "write list[size(list) - 1]", "keys": "write map.map(k, k)",
    "values": "write map.transformList(k, v, v)", "abs": "write math.abs(x)",
    "round": "write math.round(x)", "floor": "write math.floor(x)",
    "ceil": "write math.ceil(x)", "sqrt": "write math.sqrt(x)",
    "min": "write math.least(a, b)", "max": "write math.greatest(a, b)",
    "len": "write size(x)", "length": "write size(x)", "count": "write size(x)",
    "str": "write string(x)", "toString": "write string(x)", "String": "write string(x)",
    "parseInt": "write int(x)", "toInt": "write int(x)", "Number": "write double(x)",
    "float": "write double(x)", "parseFloat": "write double(x)", "toDouble": "write double(x)",
    "includes": "write x in list, or text.contains(x)", "push": "write list + [x]",
    "append": "write list + [x]", "concat": "write a + b", "some": "write exists(x, …)",
    "any": "write exists(x, …)", "every": "write all(x, …)", "isNull": "write x == null",
    "typeof": "write type(x)", "now": "now is a name, not a function",
    "regexMatch": "write text.matches(pattern)", "match": "write text.matches(pattern)",
  ]
}
