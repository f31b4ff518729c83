import Scenarios
import Values

/// What can be said of reactors, stores and services.
extension FileCheck {
  mutating func checkParts() {
    let model = file.model
    guard
      !model.reactors.isEmpty || !model.stores.isEmpty || !model.services.isEmpty
        || !model.parcels.isEmpty
    else { return }
    let parts = PartFacts(file)
    for reactor in model.reactors { check(reactor, parts) }
    for service in model.services { check(service) }
    checkCancelledCalls()
    if !parts.settled.isEmpty {
      let open = openMethods()
      for method in parts.settled where !open[method.service.number][method.method.number] {
        warn(
          .noEffect, "no call of \"\(method.name.text)\" is ever open: it answers at once",
          at: method.name.span,
          help: ["to answer it from a script, write: \(method.method.text): pending"])
      }
    }
    StoreCheck(model, parts, file).run(&self)
    checkUse(of: parts)
    checkStubs(parts)
  }

  // MARK: Reactors

  private mutating func check(_ reactor: ReactorDeclaration, _ parts: PartFacts) {
    for action in reactor.actions ?? [] where !action.body.steps.mayBeCancelled {
      let name = action.body.name
      if let rule = action.overlap.keyword {
        warn(
          .noEffect, "\"\(rule)\" has no effect: the body of \"\(name.text)\" never waits",
          at: name.span)
      } else if let first = action.until.first {
        warn(
          .noEffect, "\"until\" has no effect: the body of \"\(name.text)\" never waits",
          at: first.span)
      }
    }
    let transform = reactor.transform
    for step in transform.action + transform.mutation + transform.state { check(step) }
    checkReducers(reactor.reducers, of: reactor.state, "the state of the reactor")
    checkReturns(of: reactor)
    checkReach(of: reactor, parts)
    checkSending(to: reactor, parts)
  }

  /// Reports what a body returns to nobody.
  private mutating func checkReturns(of reactor: ReactorDeclaration) {
    for action in reactor.actions ?? [] {
      action.body.steps.eachDeep { step in
        guard case .turn(.result(.returning(let datum))) = step.verb, !datum.isNull else { return }
        warn(
          .noEffect, "what the body of an action returns goes nowhere", at: datum.span,
          help: ["to change the state, write: mutation"])
      }
    }
  }

  /// Notes the actions that nothing sends, which is told where anything is sent at all.
  private mutating func checkSending(to reactor: ReactorDeclaration, _ parts: PartFacts) {
    let name = reactor.name.text
    let sent = parts.sent[name]
    judge("what is sent to \(name)", at: reactor.name, isUsed: sent != nil)
    var made = sent ?? PartFacts.Cases()
    for step in reactor.transform.action { made.add(madeBy: step) }
    if reactor.actions == nil {
      for step in reactor.transform.mutation { made.add(madeBy: step) }
    }
    for action in reactor.actionNames {
      judge(
        "action \(name).\(action.text)", at: action, isUsed: made.mayHold(action.text),
        of: "what is sent to \(name)", "nothing sends \"\(action.text)\" to \"\(name)\"",
        help: ["send it in a scenario, or remove it"])
    }
  }

  private mutating func check(_ step: Operator) {
    if case .take(let extent) = step.kind { check(take: extent) }
    for case .condition(let formula, let condition) in step.operands where formula.isFalse {
      switch condition {
      case .filter:
        warn(.noEffect, "nothing passes: \"\(step.keyword.text)\" is false", at: formula.span)
      case .end, .fail:
        warn(
          .noEffect, "nothing comes of \"\(step.keyword.text)\", which is false", at: formula.span)
      case .extent: break
      }
    }
  }

  private mutating func check(take extent: Operator.Extent) {
    switch extent {
    case .count(let count):
      guard case .int(0) = count.literal else { return }
      warn(.noEffect, "nothing passes: \"take\" is 0", at: count.span)
    case .time(let span):
      guard case .duration(let time) = span.literal, time.nanoseconds == 0 else { return }
      warn(.noEffect, "nothing passes: \"take\" is over at once", at: span.span)
    case .condition(let formula):
      guard formula.isFalse else { return }
      warn(.noEffect, "nothing passes: \"take\" is false", at: formula.span)
    }
  }

  /// Reports the mutations that nothing of the reactor makes.
  private mutating func checkReach(of reactor: ReactorDeclaration, _ parts: PartFacts) {
    guard reactor.actions != nil else { return }
    var made = parts.mutations[reactor.name.text] ?? PartFacts.Cases()
    for step in reactor.transform.mutation { made.add(madeBy: step) }
    for reducer in reactor.reducers where !made.mayHold(reducer.name.text) {
      warn(
        .unused,
        "no action of \"\(reactor.name.text)\" makes the mutation "
          + "\"\(reducer.name.text)\"", at: reducer.name.span,
        help: ["write in the body of one: mutation: \(reducer.name.text)"])
    }
  }

  // MARK: Services

  private mutating func check(_ service: ServiceDeclaration) {
    for method in service.methods {
      guard case .replies(let replies) = method.body, replies.isEmpty else { continue }
      warn(
        .noEffect, "the method \"\(method.name.text)\" has no replies to give",
        at: method.name.span, help: ["write: {replies: [{return: …}]}, or pending"])
    }
  }

  /// Of each method of each service, whether a call of it may be open, as it is or as some scenario has it played.
  private func openMethods() -> [[Bool]] {
    var open = file.model.services.map { $0.methods.map(\.body.canStayOpen) }
    for stand in file.scenarios.lazy.flatMap(\.methods) where stand.method.body.canStayOpen {
      open[stand.service][stand.number] = true
    }
    return open
  }

  // MARK: Use

  private mutating func checkUse(of parts: PartFacts) {
    for (index, service) in file.model.services.enumerated() {
      let name = service.name.text
      let called = service.methods.map { parts.called.contains("\(name).\($0.name.text)") }
      judge(
        "service \(name)", at: service.name,
        isUsed: called.contains(true) || facts.isRead(.service(index)),
        "the service \"\(name)\" is never called")
      for (method, isCalled) in zip(service.methods, called) {
        judge(
          "method \(name).\(method.name.text)", at: method.name, isUsed: isCalled,
          of: "service \(name)",
          "the method \"\(method.name.text)\" of \"\(name)\" is never called")
      }
    }
    for (index, reactor) in file.model.reactors.enumerated() {
      let name = reactor.name.text
      judge(
        "reactor \(name)", at: reactor.name,
        isUsed: parts.sent[name] != nil || facts.isRead(.reactor(index))
          || parts.received.contains(name), "the reactor \"\(name)\" is never used")
    }
  }

  private mutating func checkStubs(_ parts: PartFacts) {
    guard !file.scenarios.isEmpty else { return }
    var checked: TextSet = []
    for stub in parts.stubs where checked.insert(stub.text) {
      if parts.sent[stub.text] != nil || parts.received.contains(stub.text)
        || facts.written.contains(.reactor(stub.number))
      {
        continue
      }
      warn(.noEffect, "nothing is sent to the stubbed \"\(stub.text)\"", at: stub.span)
    }
  }
}

extension ServiceDeclaration.Method.Body {
  fileprivate var canStayOpen: Bool {
    switch self {
    case .pending: true
    case .formula: false
    case .steps(let steps): steps.mayWait
    case .replies(let replies):
      replies.contains { if case .pending = $0 { true } else { false } }
    }
  }
}

extension [Step] {
  /// Whether an action may be sent while they are at work.
  fileprivate var mayBeCancelled: Bool {
    mayWait || containsDeep { if case .turn(.event(.send)) = $0.verb { true } else { false } }
  }
}

extension ReactorDeclaration.Action.Overlap {
  /// How it is written; nil for what holds where nothing is.
  fileprivate var keyword: String? {
    switch self {
    case .sideBySide: nil
    case .latest: ActionKey.latest.rawValue
    case .first: ActionKey.first.rawValue
    case .queue: ActionKey.queue.rawValue
    }
  }
}

extension Formula {
  /// Whether it says nothing but `false`.
  fileprivate var isFalse: Bool { text.utf8.filter { $0 > 0x20 }.elementsEqual("false".utf8) }
}
