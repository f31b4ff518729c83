import Scenarios
import Values

/// Verbs that address a reactor, a store or a service.
extension ScenarioReader {
  // MARK: Reactors

  mutating func send(_ id: ID) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    guard
      let (key, value) = single(
        target, of: "\"send\"", "one reactor and its action", "send: {reactor: action}"),
      let reactor = part(key, .reactor, for: Word(EventWord.send)),
      let action = caseOf("an action", value, .action, of: reactor.text)
    else { return nil }
    if let name = action.name { mention(name, .action(of: reactor.text)) }
    return .turn(.event(.send(reactor: reactor, action)))
  }

  mutating func stub(_ id: ID) -> Verb? {
    guard kind(id) == .scalar, !isEmpty(id) else {
      reportType("\"stub\"", takes: "the name of a reactor", id)
      return nil
    }
    guard let reactor = part(id, .reactor, for: Word(EventWord.stub)) else { return nil }
    stubs.insert(reactor.text)
    return .turn(.event(.stub(reactor: reactor)))
  }

  mutating func mutation(_ id: ID) -> Verb? {
    guard let mutation = caseOf("\"mutation\"", id, .mutation, of: owner) else { return nil }
    if let name = mutation.name { mention(name, .mutation(of: owner)) }
    return .turn(.result(.mutation(mutation)))
  }

  // MARK: Stores

  mutating func dispatch(_ id: ID, sync: ID?) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    let isSync = sync.map { bool($0, of: "\"sync\"") } ?? false
    guard
      let (key, value) = single(
        target, of: "\"dispatch\"", "one store and its action", "dispatch: {store: action}"),
      let store = part(key, .store, for: Word(EventWord.dispatch)),
      let action = caseOf("an action", value)
    else { return nil }
    return .turn(.event(.dispatch(store: store, action, isSync: isSync)))
  }

  mutating func presentation(_ word: Word, _ id: ID) -> Verb.Presentation? {
    let target = enter(id)
    defer { leave(id) }
    let verb = word.rawValue
    guard
      let (key, value) = single(
        target, of: "\"\(verb)\"", "one store and its route", "\(verb): {store: {route: …}}"),
      let store = part(key, .store, for: word)
    else { return nil }
    let inner = enter(value)
    defer { leave(value) }
    var route = inner
    var arguments: Datum?
    if document[inner].kind == .map {
      guard
        let (key, value) = single(
          inner, of: "\"\(verb)\"", "one route and what goes with it",
          "\(verb): {store: {route: …}}")
      else { return nil }
      route = key
      arguments = datum(value)
    }
    guard let name = routeName(route, verb, of: store.text) else { return nil }
    return Verb.Presentation(store: store, route: name, arguments: arguments)
  }

  private mutating func routeName(_ id: ID, _ verb: String, of store: String) -> Name? {
    guard kind(id) == .scalar, !isEmpty(id), text(id).utf8.first != 0x3d else {
      reportType(
        "\"\(verb)\"", takes: "the name of a route", id,
        help: ["write: \(verb): {\(store): {route: …}}"])
      return nil
    }
    mention(name(id), .route(of: store, parcel: parcel))
    return name(id)
  }

  mutating func dismiss(_ id: ID) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .scalar, !isEmpty(target) {
      return part(target, .store, for: Word(EventWord.dismiss)).map {
        .turn(.event(.dismiss(store: $0, .top)))
      }
    }
    guard
      let (key, value) = single(
        target, of: "\"dismiss\"", "a store", "dismiss: store, or dismiss: {store: route}"),
      let store = part(key, .store, for: Word(EventWord.dismiss))
    else { return nil }
    let datum = datum(value)
    switch datum.content {
    case .value(.int), .formula:
      return .turn(.event(.dismiss(store: store, .count(count(value, of: "\"dismiss\"")))))
    case .value(.string):
      return routeName(value, "dismiss", of: store.text).map {
        .turn(.event(.dismiss(store: store, .route($0))))
      }
    case .value, .placeholder, .condition, .list, .map:
      reportType(
        "\"dismiss\"", takes: "a route that is on top, or how many routes are left", value,
        help: ["write: dismiss: \(text(key))"])
      return nil
    }
  }

  // MARK: Services

  mutating func call(_ step: StepSource) -> Verb? {
    let target = enter(step.value)
    defer { leave(step.value) }
    let timeout = step.parts[.timeout].map { duration($0.value, of: "\"timeout\"") }
    let otherwise = otherwise(of: step)
    var arguments: Datum?
    var method = target
    if document[target].kind == .map {
      guard
        let (key, value) = single(
          target, of: "\"call\"", "one method and its argument", "call: {service.method: …}")
      else { return nil }
      if let name = nestedMethod(key, value) {
        report(
          .badPath,
          "\"call\" takes a service and its method, and \"\(text(key))\" names no method",
          at: span(key), help: ["write: call: {\(name): …}"])
        return nil
      }
      method = key
      arguments = datum(value)
    }
    guard let name = methodName(method, of: "\"call\"") else { return nil }
    return .turn(
      .event(
        .call(
          Verb.Call(method: name, arguments: arguments, otherwise: otherwise, timeout: timeout))))
  }

  /// What is done where an answer is a rejection.
  mutating func otherwise(of step: StepSource) -> [Step]? {
    with(locals: ["error"]) { $0.steps(.else, of: step) }
  }

  /// `github.search`, where it was written as `{github: {search: …}}`.
  private func nestedMethod(_ key: ID, _ value: ID) -> String? {
    let inner = document.target(value)
    guard symbols.service(text(key)) != nil, document[inner].kind == .map,
      document.entries(inner).count == 1, let first = document.entries(inner).first?.key
    else { return nil }
    return "\(text(key)).\(text(first))"
  }

  /// `resolve: {github.held: value}`, or of one call `{promise: value}`; nothing behind that is null.
  mutating func settlement(_ step: StepSource) -> (call: Verb.OpenCall, value: Datum)? {
    let target = enter(step.value)
    defer { leave(step.value) }
    var method = target
    var value = Datum(.value(.null), at: document.span(target))
    if document[target].kind == .map {
      guard
        let entry = single(
          target, of: step.what, "one method and a value",
          "\(step.word.rawValue): {service.method: …}")
      else { return nil }
      method = entry.key
      value = datum(entry.value)
    }
    let what = text(method)
    // The name of a method has a dot.
    if kind(method) == .scalar, !what.isEmpty, !what.utf8.contains(UInt8(ascii: ".")) {
      return promise(
        method, otherwise: "or name a method: \(step.word.rawValue): {service.method: …}"
      ).map { (.promise($0), value) }
    }
    return methodName(method, of: step.what).map { (.oldest($0), value) }
  }

  /// `cancel: login`, or with the reason `{login: VALUE}`; `cancel: timer`.
  mutating func cancel(_ id: ID) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    var promise = target
    var reason: Datum?
    if document[target].kind == .map {
      guard
        let entry = single(
          target, of: "\"cancel\"", "one promise and a reason", "cancel: {name: …}")
      else { return nil }
      promise = entry.key
      reason = datum(entry.value)
    }
    guard kind(promise) == .scalar, !isEmpty(promise) else {
      reportType("\"cancel\"", takes: "the name of a promise or of a timer", id)
      return nil
    }
    let name = name(promise)
    if case .promise(let index)? = locals.slot(name.text) {
      return .turn(.promise(.cancel(NumberedName(name, index), reason)))
    }
    guard let index = timer(name) else { return nil }
    if let reason {
      report(
        .misplaced, "a timer is ended without a reason", at: reason.span,
        help: ["write: cancel: \(name.text)"])
    }
    return .turn(.promise(.cancelTimer(NumberedName(name, index))))
  }

  /// `all: [{ask: …}, {call: …}]`, with what goes with it.
  mutating func gathering(_ rule: Verb.Gathering.Rule, _ step: StepSource) -> Verb? {
    let timeout = step.parts[.timeout].map { duration($0.value, of: "\"timeout\"") }
    let otherwise = otherwise(of: step)
    var left: [Locals.Bound] = []
    let total = problems.total
    let steps = steps(behind: step, leaving: &left)
    if steps.isEmpty, problems.total == total {
      report(.missingValue, "\(step.what) asks and calls nobody", at: document.span(step.value))
    }
    for inner in steps { checkGathered(inner, by: step) }
    return .turn(
      .promise(.gather(Verb.Gathering(rule, steps, otherwise: otherwise, timeout: timeout))))
  }

  /// What stands there is an ask or a call, whose answer is part of the one answer.
  private mutating func checkGathered(_ inner: Step, by step: StepSource) {
    switch inner.verb {
    case .turn(.event(.ask)), .turn(.event(.call)): break
    case .control(.loop(let loop)):
      for inner in loop.steps { checkGathered(inner, by: step) }
      return
    case .turn, .control, .advance, .check:
      return report(
        .misplaced,
        "\(step.what) holds asks and calls, and \"for\", \"repeat\" and \"if\" around them",
        at: inner.keyword.span, help: ["put this step before it, or behind it"])
    }
    let place = inner.keyword.span
    if let binding = inner.binding {
      report(
        .misplaced, "the answers within \(step.what) have no names of their own",
        at: binding.name.span, help: ["bind all of them: as: …, beside \(step.what)"])
    } else if inner.delay != nil {
      report(
        .misplaced, "what \(step.what) holds is asked at once", at: place,
        help: ["write it without \"after\""])
    } else if case .turn(.event(let event)) = inner.verb, event.otherwise != nil {
      report(
        .misplaced, "a rejection within \(step.what) is part of the one answer", at: place,
        help: ["put the \"else\" beside \(step.what)"])
    }
  }

  /// The local that may refer to a timer.
  private mutating func timer(_ name: Name) -> Int? {
    if let number = locals.timer(name.text) { return number }
    if ticking.contains(where: { $0.utf8.elementsEqual(name.text.utf8) }) {
      report(
        .unknownName, "the timer \"\(name.text)\" is not in sight of its own steps",
        at: name.span, help: ["write beside its \"every\": until: CONDITION"])
      return nil
    }
    let near = nearest(
      to: name.text, among: isScript ? locals.cancellable : locals.names.filter { $0 != name.text })
    report(
      locals.contains(name.text) ? .wrongKind : .unknownName,
      isScript
        ? "\"\(name.text)\" is no promise and no timer" : "\"\(name.text)\" is no timer",
      at: name.span,
      help: [
        near.map { "did you mean \"\($0)\"?" }
          ?? (isScript
            ? "a step before it binds one: ask: …, as: name"
            : "a step before it binds one: every: …, as: name; a body waits for each of its calls")
      ])
    return nil
  }

  /// The promise that a step has bound to a name.
  private mutating func promise(_ id: ID, otherwise: String? = nil) -> NumberedName? {
    let name = name(id)
    guard case .promise(let index)? = locals.slot(name.text) else {
      let near = nearest(to: name.text, among: locals.promised)
      report(
        locals.contains(name.text) ? .wrongKind : .unknownName,
        "\"\(name.text)\" is no promise", at: name.span,
        help: [
          near.map { "did you mean \"\($0)\"?" } ?? "a step before it binds one: ask: …, as: name"
        ] + (near == nil ? [otherwise].compactMap { $0 } : []))
      return nil
    }
    return NumberedName(name, index)
  }

  // MARK: Parts

  /// The verbs that send something to a part: where the part is of another kind, another of them is
  /// meant.
  static let addressing: [Word] = [
    Word(EventWord.send), Word(EventWord.dispatch), Word(EventWord.tell), Word(EventWord.ask),
    Word(ResultWord.forward),
  ]

  /// The part of that kind that it names; reports it where there is none.
  mutating func part(
    _ id: ID, _ kind: Symbols.Kind, for word: @autoclosure () -> Word
  ) -> NumberedName? {
    let name = name(id)
    guard let symbol = symbols[name.text] else {
      let noun = kind.noun.split(separator: " ").last.map(String.init) ?? ""
      let known = known([kind])
      let near = nearest(to: name.text, among: known)
      report(
        .unknownName, "unknown \(noun) \"\(name.text)\"", at: name.span,
        help: near.map { ["did you mean \"\($0)\"?"] }
          ?? (symbols.hasParcel(name.text)
            ? aboutParcel(name.text) : offer(known, section: "\(noun)s")))
      return nil
    }
    if symbol.kind == kind { return NumberedName(name, symbol.number) }
    let word = word()
    let isAddressed = ScenarioReader.addressing.contains(word)
    report(
      .wrongKind,
      "\"\(word.rawValue)\" takes \(kind.noun), and \"\(name.text)\" is \(symbol.kind.noun)",
      at: name.span,
      help: isAddressed
        ? symbol.kind.howToAddress(name.text).map { ["write: \($0)"] } ?? [] : [],
      related: [.init(symbol.span, "it is defined here")])
    return nil
  }
}
