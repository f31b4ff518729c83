internal import Values

extension Checker {
  mutating func call(_ node: Node) -> StaticType {
    let name = syntax.names[Int(node.a)]
    let isMethod = node.kind == .method
    let environment = expression.environment
    guard
      let function = environment.function(name, isMethod: isMethod, arity: Int(node.c))
    else {
      let nameRange = Int(node.d)..<Int(node.d) + name.utf8.count
      return unknown(name, node, nameRange)
    }
    let arguments = syntax.list(node.b, node.c)
    let result = result(of: function, arguments, node)
    if let fault = literalFault(function, arguments) {
      return report(.badLiteral, node.range, fault.message, help: [fault.help.first])
    }
    return result
  }

  /// The type that the first overload gives that is sure to fit; otherwise the type that all those
  /// agree on that may.
  private mutating func result(
    of function: Function, _ arguments: ArraySlice<Int32>, _ node: Node
  ) -> StaticType {
    let signatures = function.overloads.signatures
    if signatures.isEmpty { return .dyn }
    let types = arguments.map { type($0) }
    var result: StaticType?
    for signature in signatures {
      let match = SignatureMatch(signature, types)
      guard match.fits else { continue }
      let given = match.result(of: signature)
      if match.isSure { return given.trimmed }
      result = result == nil || result == given ? given : .dyn
    }
    if let result { return result.trimmed }
    return report(
      .typeClash, node.range, "no such overload: \(function.text(types.map(\.wording)))",
      help: [
        function.overloadsText,
        conversion(signatures, arguments, node) ?? otherWay(function, types),
      ])
  }

  /// How that is said of values of such types, of which texts alone have the method.
  private func otherWay(_ function: Function, _ types: [StaticType]) -> String? {
    guard let subject = types.first?.withoutNull else { return nil }
    let ways = [
      ("contains", subject.element != nil, "what a list holds is asked by x in list"),
      ("contains", subject.keyAndValue != nil, "what keys a map has is asked by key in map"),
      ("join", subject.element != nil, "texts are made of them by list.map(x, string(x))"),
      ("format", subject == .string, "its values stand in a list: text.format([x])"),
    ]
    return ways.first { name, isMeant, _ in isMeant && function.name == name }?.2
  }

  /// The call with what fits no overload converted, by the first overload for which that will do.
  private func conversion(
    _ signatures: [Signature], _ arguments: ArraySlice<Int32>, _ call: Node
  ) -> String? {
    for signature in signatures {
      var changes: [(range: Range<Int>, function: String)] = []
      var types: [StaticType] = []
      for (index, argument) in arguments.enumerated() {
        let (wanted, type) = (signature.parameter(index), type(argument).withoutNull)
        if SignatureMatch.fits(wanted, type) {
          types.append(type)
        } else if let (function, result) = conversion(of: argument, type, to: wanted) {
          types.append(result)
          changes.append((node(argument).range, function))
        }
      }
      if types.count == arguments.count, SignatureMatch(signature, types).fits {
        return rewritten(call.range, changes)
      }
    }
    return nil
  }

  /// The function that makes what a parameter takes of an argument that it does not take.
  private func conversion(
    of argument: Int32, _ type: StaticType, to wanted: StaticType
  ) -> (function: String, result: StaticType)? {
    let candidates: [StaticType]
    switch type {
    case .int, .uint: candidates = [.double, .string]
    case .double: candidates = [.int, .string]
    case .bool, .timestamp, .duration: candidates = [.string]
    case .string: candidates = [.timestamp, .duration, .int]
    case .dyn, .free, .null, .bytes, .list, .map, .record, .optional, .type, .nullable, .named,
      .union:
      candidates = []
    }
    for result in candidates where wanted == result {
      if let literal = literal(argument), !canRead(literal, result.wording) { continue }
      return (result.wording, result)
    }
    return nil
  }

  /// What the function says about literals that it can only fail for.
  private func literalFault(_ function: Function, _ arguments: ArraySlice<Int32>) -> Fault? {
    guard arguments.contains(where: { node($0).kind == .literal }) else { return nil }
    let known = arguments.map(literal)
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
    _ name: String, _ call: Node, _ range: Range<Int>
  ) -> StaticType {
    guard isOpen else { return .dyn }
    let environment = expression.environment
    let isMethod = call.kind == .method
    let count = Int(call.c) - (isMethod ? 1 : 0)
    let word = isMethod ? "method" : "function"
    if environment.macroNames.contains(name) {
      return report(
        .wrongArity, range, "\(name) is a macro and cannot be used so",
        help: ["there is " + usages(ofMacro: name).joined(separator: ", ")])
    }
    let known = environment.overloads(of: name)
    if known.isEmpty {
      return report(
        .unknownFunction, range, "unknown \(word) \(name)",
        help: [meant(by: name, call)])
    }
    let usages = known.compactMap { function in
      function.overloads.signatures.first.map { function.text($0) }
    }
    let help = "there is " + usages.joined(separator: ", ")
    guard known.contains(where: { $0.isMethod == isMethod }) else {
      return report(
        .wrongArity, range, "\(name) is no \(word)",
        help: [foreignMeaning(of: name, subject(of: call)), help, turned(name, call, known)])
    }
    return report(
      .wrongArity, range,
      "\(name) does not take \(count.counted("argument"))",
      help: [help, Checker.foreignNames[name]])
  }

  /// What may be meant by a name that no function bears: one as other languages have it, one that
  /// is nearly the same, or nearly one of other languages.
  private func meant(by name: String, _ call: Node) -> String? {
    let environment = expression.environment
    let isMethod = call.kind == .method
    let arguments = syntax.list(call.b, call.c).dropFirst(isMethod ? 1 : 0).map { node($0) }
    if isMethod, !arguments.isEmpty, let meaning = Checker.foreignConditions[name] {
      return meaning
    }
    if let meaning = foreignMeaning(of: name, subject(of: call)) { return meaning }
    if let macro = environment.macro(near: name, isMethod: isMethod, arguments[...]) {
      return "did you mean \(macro.name)?"
    }
    let known = environment.functionNames + environment.macroNames
    // Of short names nearly all are near to each other.
    let limit = name.utf8.count <= 4 ? 1 : nil
    if let nearest = Suggestion.nearest(to: name, among: known, within: limit) {
      return "did you mean \(nearest)?"
    }
    return Checker.meaning(nearForeign: name)
  }

  /// What the call is made on, where that is all it is given.
  private func subject(of call: Node) -> Int32? {
    call.c == 1 ? syntax.list(call.b, call.c).first : nil
  }

  /// How a macro is written, without what it gives.
  private func usages(ofMacro name: String) -> [String] {
    if name == "has" { return ["has(person.name)"] }
    return expression.environment.macros(name).map { macro in
      let end = TextSearch.find(" -> ", in: macro.usage) ?? macro.usage.utf8.count
      return TextEdit.slice(macro.usage, 0, end)
    }
  }
}
