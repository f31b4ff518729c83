import Reactor
import Scenarios
import Values

/// What reactors, stores and services did during a step.
extension OutcomeCheck {
  /// The states that a reactor emitted, in order.
  mutating func checkStates(_ listing: OutcomePlan.Listing) {
    guard case .reactor(let index) = listing.part else { return }
    let states = world.log.states[mark.states...].filter { $0.reactor == index }.map(\.value)
    compare(list: states, listing.values, "states of \(listing.name.text)", "state")
  }

  /// The cases that a stubbed reactor, a store or an actor received, in either spelling.
  mutating func checkReceived(_ listing: OutcomePlan.Listing) {
    let part: Int
    switch listing.part {
    case .reactor(let index): part = world.names.part(reactor: index)
    case .store(let index): part = world.names.part(store: index)
    case .actor(let index): part = world.names.part(actor: index)
    case .local, .cell, .computation, .service, .member, .reference, .emitted, .promise, .own, .now:
      return
    }
    let cases = world.log.receipts[mark.receipts...].filter { $0.part == part }.map(\.action)
    let subject = "received by \(listing.name.text)"
    guard case .list(let elements)? = listed(listing.values), elements.count == cases.count else {
      return compare(list: cases.map(\.value), listing.values, subject, "case")
    }
    for (index, element) in elements.enumerated() {
      check(cases[index], element, "\(subject) [\(index)]")
    }
  }

  private mutating func check(_ action: CaseValue, _ datum: DatumPlan, _ subject: String) {
    if case .placeholder = datum.content {
      return fail(placeholder: action.value, at: datum.span, subject)
    }
    // A name alone means that nothing goes with it: both spellings are compared as a map.
    var spelled = datum
    if let value = literal(datum), case .string(let name) = value {
      spelled = DatumPlan(record: name, .null, at: datum.span)
    }
    guard case .string = action.value, case .string? = literal(datum) else {
      let record = (try? Value.record([(action.name, action.payload)])) ?? action.value
      return compare(record, spelled, whole: false, subject: subject)
    }
    compare(action.value, datum, whole: false, subject: subject)
  }

  mutating func checkCalls(_ method: MethodPlan, _ datum: DatumPlan) {
    let calls = world.log.calls[mark.calls...].filter { $0.method.isSame(as: method) }
    compare(list: calls.map(\.arguments), datum, "calls of \(method.name.text)", "call")
  }

  /// What the call of this step was answered with.
  mutating func checkReply(_ datum: DatumPlan, _ outcome: OutcomePlan) {
    guard let promise else { return }
    switch promise.status {
    case .fulfilled: compare(promise.answer, datum, whole: false, subject: "replies")
    case .pending:
      add(
        Failure(
          .outcome, "\(promise.name) has not answered yet",
          at: outcome.outcome.keyword.span,
          help: ["bind the answer with `as: answer`, advance, and expect answer.value"]))
    case .rejected, .cancelled:
      let reason = promise.error.map { ": \($0.text)" } ?? ""
      add(
        Failure(
          .outcome, "\(promise.name) was \(promise.status.rawValue)\(reason)",
          at: outcome.outcome.keyword.span))
    }
  }

  mutating func checkPresented(_ listing: OutcomePlan.Listing) {
    guard case .store(let index) = listing.part else { return }
    compare(
      list: world.stores[index].shown.peek(), listing.values, "presented by \(listing.name.text)",
      "route")
  }

  // MARK: Lists

  /// Compares a list element by element; of another length it is shown whole.
  private mutating func compare(
    list values: [Value], _ datum: DatumPlan, _ subject: String, _ noun: String
  ) {
    guard let list = try? Value.list(of: values) else {
      return add(Failure(.outcome, .tooLarge, "\(subject): too much to compare", at: datum.span))
    }
    guard case .list(let elements)? = listed(datum), elements.count != values.count else {
      return compare(list, datum, whole: false, subject: subject)
    }
    var failure = Failure(
      .outcome,
      "\(subject): expected \(elements.count.counted(noun)), got \(values.count)", at: datum.span)
    failure.details = [
      Failure.Detail("expected", lines(elements.map { evaluated($0)?.description ?? "error" })),
      Failure.Detail("actual", lines(values.map(\.description))),
    ]
    failure.take(fixing { $0.fix(datum, to: list, whole: false) })
    add(failure)
  }

  /// The data as a list of data, where it is written as one.
  private func listed(_ datum: DatumPlan) -> DatumPlan.Content? {
    switch datum.content {
    case .list: return datum.content
    case .constant(.list(let list)):
      return .list(list.elements.map { DatumPlan(constant: $0, at: datum.span) })
    case .constant, .formula, .placeholder, .map: return nil
    }
  }

  private func literal(_ datum: DatumPlan) -> Value? {
    if case .constant(let value) = datum.content { return value }
    return nil
  }

  private func lines(_ texts: [String]) -> String {
    texts.isEmpty ? "nothing" : texts.joined(separator: "\n")
  }
}

extension DatumPlan {
  fileprivate init(record name: String, _ payload: Value, at span: SourceSpan) {
    content = .map([(name, DatumPlan(constant: payload, at: span))])
    self.span = span
  }
}
