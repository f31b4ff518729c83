import Scenarios
import Values

extension ScenarioReader {
  /// What a file says, or a scenario over what its file says; a scenario may also say that it is not
  /// explored, with `false`.
  mutating func exploration(
    _ id: ID, over base: Exploration? = nil, ofScenario: Bool = false
  ) -> Exploration? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType(
        "\"explore\"", takes: ofScenario ? "a map, or false" : "a map", id,
        help: document[target].kind == .scalar && !isEmpty(target)
          ? ["\(ofScenario ? "a scenario" : "a file") without it is explored too"] : [])
      return nil
    }
    var exploration = base ?? Exploration(span: document.span(target))
    exploration.span = document.span(target)
    exploration.inherited = base == nil ? [] : Set(Exploration.Section.allCases)
    withoutLocals { reader in
      for (key, _, value) in reader.entries(target, as: ExplorationKey.self) {
        reader.fill(&exploration, key, value)
      }
    }
    checkCompleteness(of: exploration, over: base)
    return exploration
  }

  /// Walks never see all, so that `complete` could only fail. What a scenario has from its file is told there.
  private mutating func checkCompleteness(of exploration: Exploration, over base: Exploration?) {
    guard exploration.isComplete, exploration.schedules != .exhaustive,
      let schedules = exploration.schedulesSpan, let complete = exploration.completeSpan
    else { return }
    let word = exploration.schedules.rawValue
    if complete != base?.completeSpan {
      report(
        .contradiction,
        "\"complete\" asks for all to be seen, and walks by `\(word)` never see all", at: complete,
        help: ["leave `complete` out, or write: schedules: exhaustive"],
        related: [.init(schedules, "they are asked for here")])
    } else if schedules != base?.schedulesSpan {
      report(
        .contradiction, "walks by `\(word)` never see all, and \"complete\" asks for that",
        at: schedules, help: ["write beside it: complete: false"],
        related: [.init(complete, "it is asked for here")])
    }
  }

  private mutating func fill(
    _ exploration: inout Exploration, _ key: ExplorationKey, _ value: ID
  ) {
    switch key {
    case .schedules:
      exploration.schedulesSpan = span(value)
      exploration.schedules =
        choice(value, of: "\"schedules\"", Exploration.Schedules.self) ?? .exhaustive
    case .delivery:
      exploration.delivery =
        choice(value, of: "\"delivery\"", Exploration.Delivery.self) ?? .causal
    case .faults:
      exploration.faults = faults(value)
      exploration.inherited.remove(.faults)
    case .budget:
      budget(value, &exploration)
      exploration.inherited.remove(.budget)
    case .start:
      exploration.start = start(value)
      exploration.inherited.remove(.start)
    case .steps:
      exploration.steps = int(value, of: "\"steps\"", in: 0...ExplorationKey.mostChoices)
        .map { Int($0) }
    case .events:
      exploration.events = events(value)
      exploration.inherited.remove(.events)
    case .sometimes:
      exploration.inherited.remove(.sometimes)
      exploration.sometimes = with(.outcome) { $0.formulas(value, of: "\"sometimes\"") }
    case .forbid:
      let all = Exploration.Prohibition.allCases.map(\.rawValue)
      let words = list(
        value, of: "\"forbid\"", "a list of words", scalar: .word(all)
      ) { reader, element in
        reader.choice(element, of: "\"forbid\"", Exploration.Prohibition.self)
      }
      exploration.forbid = Set(words)
    case .limit:
      if let limit = int(value, of: "\"limit\"", in: 1...ExplorationKey.mostStates) {
        exploration.limit = Int(limit)
      }
    case .complete:
      exploration.completeSpan = span(value)
      exploration.isComplete = bool(value, of: "\"complete\"")
    case .expect:
      exploration.expectation =
        choice(value, of: "\"expect\"", Exploration.Expectation.self) ?? .holds
    }
  }

  // MARK: Events

  private mutating func events(_ id: ID) -> [Exploration.Event] {
    var names: TextTable<SourceSpan> = [:]
    return list(id, of: "\"events\"", "a list of steps", scalar: .step) { reader, element in
      guard let event = reader.event(element) else { return nil }
      if let name = event.name, let earlier = names.keepFirst(name.span, forKey: name.text) {
        reader.reportAgain(
          "two events are named \"\(name.text)\"", at: name.span, first: earlier)
      }
      return event
    }
  }

  private mutating func event(_ id: ID) -> Exploration.Event? {
    let target = enter(id)
    defer { leave(id) }
    return withoutLocals { reader in
      reader.with(.within(.events)) { $0.event(id, target) }
    }
  }

  private mutating func event(_ id: ID, _ target: ID) -> Exploration.Event? {
    func value(_ key: EventKey) -> ID? { document.value(of: key, in: target) }
    // The names come first, for all else may speak of them.
    var elements: [ControlVerb.Definition] = []
    if let names = value(.for) { elements = self.elements(names) }
    var condition: Formula?
    if let when = value(.when) { condition = formula(when, of: "\"when\"") }
    let isSettled = value(.settled).map { bool($0, of: "\"settled\"") } ?? false
    var name: Name?
    if let written = value(.name) {
      let text = text(written, of: "\"name\"")
      if !text.isEmpty { name = Name(text, at: span(written)) }
    }
    guard let step = step(id, but: { $0.key($1, of: EventKey.self) != nil }) else { return nil }
    return Exploration.Event(
      name: name, elements: elements, condition: condition, isSettled: isSettled, step: step)
  }

  /// The names of a `for`, each with its list.
  private mutating func elements(_ id: ID) -> [ControlVerb.Definition] {
    let definitions = definitions(id, of: "\"for\"", as: .given(.for))
    for definition in definitions {
      checkElements(definition.value, of: definition.name.name, "for")
    }
    return definitions
  }

  // MARK: Where it begins

  private mutating func start(_ id: ID) -> Exploration.Start? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType(
        "\"start\"", takes: "a map", id,
        help: ["write: start: {for: {n: [1, 2]}, set: {size: = n}}"])
      return nil
    }
    return withoutLocals { reader in
      var start = Exploration.Start(
        elements: [], condition: nil, changes: [], span: reader.document.span(target))
      let known = reader.entries(target, as: StartKey.self)
      if let names = known.first(where: { $0.word == .for }) {
        start.elements = reader.with(.script) { $0.elements(names.value) }
      }
      for (key, _, value) in known {
        switch key {
        case .for: break
        case .when:
          start.condition = reader.with(.script) { $0.formula(value, of: "\"when\"") }
        case .set:
          start.changes = reader.with(.script) {
            $0.assignments(value, of: "set", isGiven: true)
          }
        }
      }
      return start
    }
  }

  // MARK: Faults

  private mutating func faults(_ id: ID) -> [Exploration.FaultRule] {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType(
        "\"faults\"", takes: "a map of faults and actors", id,
        help: ["write: {drop: [worker], crash: [worker]}"])
      return []
    }
    return entries(target, as: FaultKey.self).map { key, written, value in
      let what = "\"\(key.rawValue)\""
      let wanted = key == .reject ? "a list of methods of services" : "a list of actors"
      var seen: TextTable<SourceSpan> = [:]
      let targets = list(value, of: what, wanted) { reader, element -> Exploration.Target? in
        guard let target = reader.faultTarget(element, key, what) else { return nil }
        let name = reader.name(element)
        if let earlier = seen.updateValue(name.span, forKey: name.text) {
          reader.reportAgain("\"\(name.text)\" stands twice", at: name.span, first: earlier)
        }
        return target
      }
      return Exploration.FaultRule(key.fault, targets, at: span(written))
    }
  }

  /// Whom a fault may befall, where it can.
  private mutating func faultTarget(
    _ id: ID, _ key: FaultKey, _ what: String
  ) -> Exploration.Target? {
    guard let text = filledText(id, of: what) else { return nil }
    if Text.same(text, "all") { return .everything }
    let first = Name(
      String(text.prefix { $0 != "." }), at: part(0..<text.prefix { $0 != "." }.utf8.count, of: id))
    if symbols[first.text]?.kind == .service {
      guard !key.isOfActors else {
        refuse(first, key, "a service", "calls can be rejected: {reject: [\(first.text).find]}")
        return nil
      }
      return methodName(id, of: what).map { .method($0) }
    }
    if key == .reject {
      if symbols[first.text]?.kind == .actor {
        refuse(first, key, "an actor", "messages to it can be lost: {drop: [\(asValue(text))]}")
        return nil
      }
      return methodName(id, of: what).map { .method($0) }
    }
    return faultTarget(first, key, id)
  }

  /// The same of an actor, or of messages to it.
  private mutating func faultTarget(
    _ first: Name, _ key: FaultKey, _ id: ID
  ) -> Exploration.Target? {
    let text = text(id)
    let isWhole = first.text.utf8.count == text.utf8.count
    guard let actor = actor(first, for: key.word) else { return nil }
    if isWhole { return .actor(actor) }
    if key.isOfActors {
      refuse(Name(text, at: span(id)), key, "a message", "write: \(first.text)")
      return nil
    }
    let message = String(text.utf8.dropFirst(first.text.utf8.count + 1)) ?? ""
    let start = text.utf8.count - message.utf8.count
    let name = Name(message, at: part(start..<text.utf8.count, of: id))
    mention(name, .message(message, of: first.text))
    return .message(actor: actor, message: name)
  }

  private mutating func refuse(
    _ name: Name, _ key: FaultKey, _ kind: String, _ cure: String
  ) {
    let takes = key == .reject ? "methods of services" : "actors"
    report(
      .wrongKind, "\"\(key.rawValue)\" takes \(takes), and \"\(name.text)\" is \(kind)",
      at: name.span, help: [cure])
  }

  /// How many faults there may be, in all or of each kind.
  private mutating func budget(_ id: ID, _ exploration: inout Exploration) {
    exploration.budgetSpans = [:]
    switch kind(id) {
    case .map: break
    case .list:
      return reportType(
        "\"budget\"", takes: "a whole number, or a map of faults to numbers", id,
        help: ["write: {drop: 2, crash: 1}"])
    case .scalar, .alias:
      let count = int(id, of: "\"budget\"", in: 0...ExplorationKey.mostChoices)
      exploration.budget = .total(count.map { Int($0) } ?? 1)
      return
    }
    let target = enter(id)
    defer { leave(id) }
    var most: [Exploration.Fault: Int] = [:]
    for (key, written, value) in entries(target, as: BudgetKey.self) {
      let count = int(value, of: "\"\(key.rawValue)\"", in: 0...ExplorationKey.mostChoices)
      most[key.fault.fault] = count.map { Int($0) }
      exploration.budgetSpans[key.fault.fault] = span(written)
    }
    exploration.budget = .each(most)
  }
}
