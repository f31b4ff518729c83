import Reactor
import Scenarios
import Values

/// What reactors, stores and services did during a step.
extension OutcomeCheck {
  /// The states that each reactor emitted, in order.
  mutating func checkStates(_ entries: [Scenarios.Outcome.Entry]) {
    let all = ByPart(world.log.states[mark.states...], forSoMany: entries.count) { $0.reactor }
    for entry in entries {
      guard case .reactor(let index) = entry.slot else { continue }
      compare(list: all[index].map(\.value), entry.value, "states of \(entry.key.text)", "state")
    }
  }

  /// The reactors whose states have ended, in order.
  mutating func checkEnds(_ datum: Datum) {
    let ended = world.log.ends[mark.ends...].map { Value.string(world.reactorStates[$0].name) }
    compare(list: ended, datum, "ends", "reactor")
  }

  /// The cases that each stubbed reactor, store or actor received, in either spelling.
  mutating func checkReceived(_ entries: [Scenarios.Outcome.Entry]) {
    let all = ByPart(world.log.receipts[mark.receipts...], forSoMany: entries.count) { $0.part }
    for entry in entries {
      guard let part = world.emitters.number(of: entry.slot) else { continue }
      check(received: all[part].map(\.action), entry)
    }
  }

  private mutating func check(received cases: [CaseValue], _ entry: Scenarios.Outcome.Entry) {
    let subject = "received by \(entry.key.text)"
    guard case .list(let elements)? = listed(entry.value), elements.count == cases.count else {
      return compare(list: cases.map(\.value), entry.value, subject, "case")
    }
    for (index, element) in elements.enumerated() {
      check(cases[index], element, "\(subject) [\(index)]")
    }
  }

  private mutating func check(_ action: CaseValue, _ datum: Datum, _ subject: String) {
    if case .placeholder = datum.content {
      return fail(placeholder: action.value, at: datum.span, subject)
    }
    if case .condition = datum.content {
      return compare(action.value, datum, whole: false, subject: subject)
    }
    // A name alone means that nothing goes with it: both spellings are compared as a map.
    var spelled = datum
    if let value = datum.literal, case .string(let name) = value {
      spelled = Datum(record: name, .null, at: datum.span)
    }
    guard case .string = action.value, case .string? = datum.literal else {
      let record = (try? Value.record([(action.name, action.payload)])) ?? action.value
      return compare(record, spelled, whole: false, subject: subject)
    }
    compare(action.value, datum, whole: false, subject: subject)
  }

  mutating func checkCalls(_ expected: [(method: Verb.Method, arguments: Datum)]) {
    let all = ByPart(world.log.calls[mark.calls...], forSoMany: expected.count) {
      $0.method.numbers
    }
    for (method, arguments) in expected {
      compare(
        list: all[method.numbers].map(\.arguments), arguments, "calls of \(method.name.text)",
        "call")
    }
  }

  /// What the call of this step was answered with.
  mutating func checkReply(_ datum: Datum, _ outcome: Scenarios.Outcome) {
    guard let promise else { return }
    switch promise.status {
    case .fulfilled: compare(promise.answer, datum, whole: false, subject: "replies")
    case .pending:
      add(
        Failure(
          .outcome, "\(promise.name) has not answered yet",
          at: outcome.keyword.span,
          help: ["bind the answer with `as: answer`, advance, and expect answer.value"]))
    case .rejected, .cancelled:
      let reason = promise.error.map { ": \($0.text)" } ?? ""
      add(
        Failure(
          .outcome, "\(promise.name) was \(promise.status.rawValue)\(reason)",
          at: outcome.keyword.span))
    }
  }

  mutating func checkPresented(_ entry: Scenarios.Outcome.Entry) {
    guard case .store(let index) = entry.slot else { return }
    compare(
      list: runtime.stores.all[index].shown.peek(), entry.value, "presented by \(entry.key.text)",
      "route")
  }

  // MARK: Lists

  /// Compares a list element by element; of another length it is shown whole.
  private mutating func compare(
    list values: [Value], _ datum: Datum, _ subject: String, _ noun: String
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
      Failure.Detail("expected", lines(elements.map { told($0) })),
      Failure.Detail("actual", lines(values.map(\.description))),
    ]
    failure.take(fixing { $0.fix(datum, to: list, whole: false) })
    add(failure)
  }

  /// The data as a list of data, where it is written as one.
  private func listed(_ datum: Datum) -> Datum.Content? {
    switch datum.content {
    case .list: return datum.content
    case .value(.list(let list)):
      return .list(list.elements.map { Datum(.value($0), at: datum.span) })
    case .value, .formula, .condition, .placeholder, .map: return nil
    }
  }

  private func lines(_ texts: [String]) -> String {
    texts.isEmpty ? "nothing" : texts.joined(separator: "\n")
  }
}

extension Datum {
  fileprivate init(record name: String, _ payload: Value, at span: SourceSpan) {
    let entry = Entry(key: Name(name, at: span), value: Datum(.value(payload), at: span))
    self.init(.map([entry]), at: span)
  }
}
