internal import Values

// What to write instead, in the words of the formula itself.
extension Checker {
  /// A text that is short enough to be repeated in a message.
  static func short(_ text: String) -> String? {
    text.utf8.count <= 60 && !text.utf8.contains(0x0a) ? SafeText.shown(text) : nil
  }

  func text(_ range: Range<Int>) -> String? {
    range.count <= 60 ? Checker.short(expression.text(range)) : nil
  }

  /// A part of the formula with functions around some of the parts within it, in the order of the
  /// text; those alone where it is too long to be repeated.
  func rewritten(
    _ whole: Range<Int>, _ parts: [(range: Range<Int>, function: String)]
  ) -> String? {
    let text = expression.text(whole)
    var all = ""
    var end = 0
    var changes: [String] = []
    for (range, function) in parts {
      guard let inner = self.text(range) else { return nil }
      let change = "\(function)(\(inner))"
      all += TextEdit.slice(text, end, range.lowerBound - whole.lowerBound) + change
      end = range.upperBound - whole.lowerBound
      changes.append(change)
    }
    all += TextEdit.slice(text, end, text.utf8.count)
    return "write \(Checker.short(all) ?? changes.joined(separator: ", "))"
  }

  /// What stands for another language's function, said of what the formula calls it on; nil where that has no
  /// such function here.
  func foreignMeaning(of name: String, _ subject: Int32?) -> String? {
    guard let meaning = Checker.foreignNames[name] else { return nil }
    guard let subject else { return meaning }
    let size = meaning.utf8.count
    let text = text(node(subject).range)
    if let argument = TextSearch.find("(x)", in: meaning), argument + 3 == size {
      let function = TextEdit.slice(meaning, "write ".utf8.count, argument)
      let known = expression.environment.overloads(of: function)
      guard known.contains(where: { takes(type(subject), first: $0) }) else { return nil }
      return text.map { "\(TextEdit.slice(meaning, 0, argument))(\($0))" } ?? meaning
    }
    guard TextSearch.ends(meaning, with: "()"), let dot = TextSearch.find(".", in: meaning) else {
      return meaning
    }
    guard hasMethod(TextEdit.slice(meaning, dot + 1, size - 2), on: type(subject)) else {
      return nil
    }
    guard let text, canBeTarget(subject) else { return meaning }
    return "write \(text)\(TextEdit.slice(meaning, dot, size))"
  }

  /// Whether a function may be given a value of that type first.
  private func takes(_ type: StaticType, first function: Function) -> Bool {
    function.overloads.signatures.contains { SignatureMatch.fits($0.parameter(0), type) }
  }

  /// A function written as a method or the other way round, as it should be.
  func turned(_ name: String, _ call: Node, _ known: [Function]) -> String? {
    let arguments = syntax.list(call.b, call.c)
    guard known.contains(where: { $0.arity == Int(call.c) || $0.isVariadic }) else { return nil }
    let texts = arguments.compactMap { text(node($0).range) }
    guard texts.count == arguments.count, let first = arguments.first else { return nil }
    if call.kind == .method { return "write \(name)(\(texts.joined(separator: ", ")))" }
    guard canBeTarget(first) else { return nil }
    return "write \(texts[0]).\(name)(\(texts.dropFirst().joined(separator: ", ")))"
  }

  /// Whether a method of that name may be called on a value of that type.
  func hasMethod(_ name: String, on type: StaticType) -> Bool {
    let isMacro = expression.environment.macros(name).contains(where: \.isMethod)
    if isMacro, [.list, .map, .optional].contains(type.shallow) { return true }
    return expression.environment.overloads(of: name).contains {
      $0.isMethod && takes(type, first: $0)
    }
  }

  /// The condition that languages mean in which everything is true or false, or its opposite.
  func truth(of position: Int32, _ type: StaticType, isOpposite: Bool = false) -> String? {
    guard let text = text(node(position).range), Checker.isSimple(node(position)) else {
      return type == .null ? nil : "compare it with something"
    }
    if type == .null { return nil }
    let truth = type.shallow?.truth(of: text, isOpposite: isOpposite)
    return truth.map { "write \($0)" } ?? "compare it with something"
  }

  /// Whether a method may be called on the part as it is written.
  func canBeTarget(_ position: Int32) -> Bool {
    let node = node(position)
    switch node.kind {
    case .list, .map: return true
    case .literal: return type(position) == .string
    default: return Checker.isSimple(node)
    }
  }

  /// Whether a selection may follow the part as it is written, and it is no literal.
  private static func isSimple(_ node: Node) -> Bool {
    switch node.kind {
    case .name, .local, .select, .index, .call, .method, .loop: true
    default: false
    }
  }
}
