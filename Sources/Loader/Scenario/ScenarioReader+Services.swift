import CEL
import Scenarios
import Values

extension ScenarioReader {
  mutating func services(_ id: ID) -> [ServiceDeclaration] {
    members(id, of: "\"services\"", "a map of names and services", as: .service) {
      $0.service($1, $2)
    }
  }

  private mutating func service(_ name: Name, _ id: ID) -> ServiceDeclaration? {
    let target = enter(id)
    defer { leave(id) }
    var service = ServiceDeclaration(name: name)
    guard document[target].kind == .map else {
      reportType(
        "a service", takes: "a map", id, help: ["write: \(name.text): {methods: {…}}"])
      return service
    }
    owner = name.text
    var open: ID?
    for (key, _, value) in entries(target, as: ServiceKey.self, of: name) {
      switch key {
      // The symbols know these already.
      case .provides: _ = names(value, of: "\"provides\"", "a list of names")
      case .state: service.state = datum(value)
      case .open: open = value
      case .methods:
        service.methods = members(value, of: "\"methods\"", "a map of names and bodies") {
          $0.method($1, $2)
        }
      }
    }
    if let open { service.isOpen = self.open(open, beside: service.state) }
    return service
  }

  // MARK: Methods

  private mutating func method(_ name: Name, _ id: ID) -> ServiceDeclaration.Method {
    let target = enter(id)
    defer { leave(id) }
    if name.text.isEmpty || name.text.utf8.contains(UInt8(ascii: ".")) {
      report(.badName, "\"\(name.text)\" is no name for a method", at: name.span)
    }
    var isDetached: Bool?
    let body = body(target, name, &isDetached)
    var method = ServiceDeclaration.Method(name: name, of: owner, body: body ?? .pending)
    method.isDetached = isDetached
    return method
  }

  /// What a method does, with locals in front of its own.
  private mutating func body(
    _ id: ID, _ name: Name, _ isDetached: inout Bool?, behind names: [String] = []
  ) -> ServiceDeclaration.Method.Body? {
    with(locals: names, as: .given(.each)) { reader in
      reader.withOwnState(of: reader.ownState, locals: ["args"]) { reader in
        reader.with(.method) { $0.methodBody(id, name, &isDetached) }
      }
    }
  }

  /// The methods that a scenario has play others.
  mutating func stands(_ id: ID, columns: [String]) -> [Scenario.Stand] {
    let target = enter(id)
    defer { leave(id) }
    let all = entries(target, of: "\"services\"", "a map of methods such as {bank.pay: pending}")
    if all.isEmpty, kind(target) == .map {
      report(.missingValue, "\"services\" names nothing", at: span(target))
    }
    var stands: [Scenario.Stand] = []
    /// By the numbers of their services and methods.
    var first: [Int: [Int: SourceSpan]] = [:]
    for (key, value) in all {
      let stand = withoutLocals { $0.stand(key, value, behind: columns) }
      guard let stand else { continue }
      if let earlier = first[stand.service]?[stand.number] {
        reportAgain(
          "\"\(stand.method.fullName)\" stands twice", at: span(key), first: earlier)
      } else {
        first[stand.service, default: [:]][stand.number] = stand.method.name.span
      }
      stands.append(stand)
    }
    return stands
  }

  private mutating func stand(
    _ key: ID, _ id: ID, behind columns: [String]
  ) -> Scenario.Stand? {
    guard let named = methodName(key, of: "\"services\"") else { return nil }
    let target = enter(id)
    let before = owner
    owner = named.service.text
    defer {
      owner = before
      leave(id)
    }
    let name = named.method.name
    var isDetached: Bool?
    guard let body = body(target, name, &isDetached, behind: columns) else { return nil }
    var method = ServiceDeclaration.Method(name: name, of: owner, body: body)
    method.isDetached = isDetached
    return Scenario.Stand(
      service: named.service.number, number: named.method.number, method: method)
  }

  private mutating func methodBody(
    _ id: ID, _ name: Name, _ isDetached: inout Bool?
  ) -> ServiceDeclaration.Method.Body? {
    switch document[id].kind {
    case .list: return .steps(steps(id, of: "a method"))
    case .map: return longMethod(id, name, &isDetached)
    case .scalar, .alias:
      if document.withText(id, { $0.first }) == 0x3d { return .formula(formula(id)) }
      if text(id) == "pending" { return .pending }
      let near = isEmpty(id) ? nil : nearest(to: text(id), among: ["pending"])
      reportType(
        "a method", takes: "a formula, a list of steps, {replies: [...]} or pending", id,
        help: near.map { ["did you mean \"\($0)\"?"] }
          ?? (isEmpty(id) ? [] : [cure(forFormula: id, to: "return")]))
      return nil
    }
  }

  private mutating func longMethod(
    _ id: ID, _ name: Name, _ isDetached: inout Bool?
  ) -> ServiceDeclaration.Method.Body? {
    let all = document.entries(id)
    if let first = all.first?.key, key(first, of: MethodKey.self) == nil,
      Grammar.shared.isVerb(text(first))
    {
      reportType(
        "a method", takes: "a list of steps", id,
        help: ["put the steps in brackets: [{\(text(first)): …}]"])
      return nil
    }
    let total = problems.total
    var bodies: [(key: ID, body: ServiceDeclaration.Method.Body)] = []
    var detached: ID?
    for (word, key, value) in entries(id, as: MethodKey.self) {
      switch word {
      case .do: bodies.append((key, .steps(steps(value, of: "\"do\""))))
      case .detached:
        detached = key
        isDetached = bool(value, of: "\"detached\"")
      case .replies:
        let replies = list(
          value, of: "\"replies\"", "a list of replies such as [{return: ok}]",
          scalar: .value(of: "return")
        ) { $0.reply($1) }
        bodies.append((key, .replies(replies)))
      }
    }
    guard let first = bodies.first else {
      if problems.total == total {
        report(
          .missingKey, "a method needs one of the keys \"do\" and \"replies\"",
          at: all.first.map { span($0.key) } ?? name.span,
          help: ["write: \(asKey(name.text, inFlow: false)): {do: [...]}"])
      }
      return nil
    }
    if bodies.count > 1 {
      report(
        .contradiction, "a method has one of \"do\" and \"replies\", and this has both",
        at: span(bodies[1].key), related: [.init(span(first.key), "the other is here")])
    }
    if let detached, isDetached == true, case .replies = first.body {
      report(
        .misplaced, "\"detached\" is about steps that go on, and replies do not",
        at: span(detached), help: ["write the steps: {detached: true, do: [...]}"])
    }
    return first.body
  }

  private mutating func reply(_ id: ID) -> ServiceDeclaration.Reply? {
    let target = enter(id)
    defer { leave(id) }
    let wanted = "{return: value}, {fail: value} or pending"
    guard document[target].kind == .map else {
      if document[target].kind == .scalar, text(target) == "pending" { return .pending }
      let shown = document[target].kind == .scalar && !isEmpty(target) ? inBrackets(target) : "…"
      reportType("a reply", takes: wanted, id, help: ["write: {return: \(shown)}"])
      return nil
    }
    let known = entries(target, as: ReplyKey.self)
    guard let (word, _, value) = known.first else {
      if document[target].count == 0 { reportType("a reply", takes: wanted, id) }
      return nil
    }
    if let second = known.dropFirst().first {
      report(
        .contradiction, "a reply returns or fails, not both", at: span(second.key),
        help: ["write two replies, one for each call"])
    }
    switch word {
    case .return: return .value(datum(value))
    case .fail: return .failure(datum(value))
    }
  }

  // MARK: Calls

  /// `github.search`, where the service is known; the method is looked up later.
  mutating func methodName(_ id: ID, of what: String) -> Verb.Method? {
    guard kind(id) == .scalar, !isEmpty(id) else {
      reportType(what, takes: "a service and its method, such as github.search", id)
      return nil
    }
    let name = name(id)
    let parts = name.text.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard
      let service = service(
        named: parts[0], at: part(0..<parts[0].utf8.count, of: id), of: what)
    else { return nil }
    guard parts.count == 2, !parts[1].isEmpty else {
      report(
        .badPath, "\(what) takes a service and its method, and \"\(name.text)\" names no method",
        at: name.span, help: ["write: \(parts[0]).method"])
      return nil
    }
    let start = parts[0].utf8.count + 1
    let written = Name(parts[1], at: part(start..<name.text.utf8.count, of: id))
    mention(written, .method(parts[1], of: service.text))
    let number = symbols.numbers(of: .method, in: service.text)[parts[1]] ?? 0
    return Verb.Method(service: service, method: NumberedName(written, number), name: name)
  }

  /// The place of some bytes of a scalar's text.
  func part(_ range: Range<Int>, of id: ID) -> SourceSpan {
    document.place(document.target(id)).span(of: range)
  }

  private mutating func service(
    named name: String, at span: SourceSpan, of what: String
  ) -> NumberedName? {
    if let service = symbols.service(name), let symbol = symbols[service] {
      return NumberedName(Name(service, at: span), symbol.number)
    }
    guard let symbol = symbols[name] else {
      let known = problems.isHelpWanted ? symbols.serviceNames : []
      let near = nearest(to: name, among: known)
      report(
        .unknownName, "unknown service \"\(name)\"", at: span,
        help: near.map { ["did you mean \"\($0)\"?"] } ?? offer(known, section: "services"))
      return nil
    }
    report(
      .wrongKind, "\(what) takes a service, and \"\(name)\" is \(symbol.kind.noun)", at: span,
      help: (symbol.kind == .actor ? "ask: {\(name): …}" : symbol.kind.howToAddress(name)).map {
        ["write: \($0)"]
      } ?? [],
      related: [.init(symbol.span, "it is defined here")])
    return nil
  }
}

extension Symbols.Kind {
  /// The step that sends something to such a part.
  func howToAddress(_ name: String) -> String? {
    switch self {
    case .reactor: "send: {\(name): …}"
    case .store: "dispatch: {\(name): …}"
    case .service: "call: {\(name).METHOD: …}"
    case .actor: "tell: {\(name): …}"
    case .input: "set: {\(name): …}"
    case .derived, .computation, .child: nil
    }
  }
}
