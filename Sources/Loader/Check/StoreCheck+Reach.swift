import Scenarios
import Values

// What of a store no action ever comes to.
extension StoreCheck {
  /// Notes bodies and reducers for actions that nothing dispatches and no middleware returns, at
  /// none of the places where they stand.
  func checkReach(_ check: inout FileCheck) {
    for (store, names) in zip(model.stores, names.stores) {
      let dispatched = parts.dispatched[store.name.text] ?? PartFacts.Cases()
      let all =
        names.middleware.map { ($0, "this middleware waits for") }
        + names.reducers.map { ($0, "this reducer is for") }
      for (entry, waits) in all {
        check.judge(
          "what waits at \(entry.written.span.start)", at: entry.written,
          isUsed: parts.inner.isOpen || dispatched.mayHold(entry.name)
            || parts.inner.names.holdsEnd(of: entry.name),
          "nothing dispatches \"\(entry.name)\", which \(waits)",
          help: ["dispatch it in a scenario, or remove this"])
      }
    }
    guard main != nil, !parts.inner.isOpen else { return }
    for (store, names) in zip(model.stores, names.stores) { checkCaught(names, of: store, &check) }
  }

  /// Reports reducers behind a middleware that catches all their actions.
  private func checkCaught(
    _ names: PartNames, of store: StoreDeclaration, _ check: inout FileCheck
  ) {
    for body in store.own.middleware.compactMap(\.anyAction)
    where body.steps.catchAlways && !names.reducers.isEmpty {
      check.warn(
        .unused,
        "this catches every action, so that no reducer of \"\(store.name.text)\" sees any",
        at: body.name.span, help: ["return null under an \"if\""])
      return
    }
    var catchers: TextTable<Name> = [:]
    for body in store.own.middleware.flatMap(\.bodies) where body.steps.catchAlways {
      catchers.keepFirst(body.name, forKey: body.name.text)
    }
    for reducer in names.reducers where !parts.inner.names.holdsEnd(of: reducer.name) {
      guard let catcher = catchers[reducer.name] else { continue }
      check.warn(
        .unused, "no \"\(reducer.name)\" comes to this reducer: a middleware catches them all",
        at: reducer.written.span, help: ["return null under an \"if\", or remove one of the two"],
        related: [.init(catcher.span, "it is caught here")])
    }
  }
}

extension [Step] {
  /// Whether an action that comes to these steps goes no further, whatever they find.
  fileprivate var catchAlways: Bool {
    for step in self {
      if case .turn(.result(.returning(let datum))) = step.verb { return datum.isNull }
      let mayLetPass = [step].containsDeep {
        switch $0.verb {
        case .turn(.result(.returning)), .turn(.result(.failing)), .turn(.time(.wait)),
          .turn(.event(.call)):
          true
        case .turn, .control, .advance, .check: false
        }
      }
      if mayLetPass { return false }
    }
    return false
  }
}

extension TextSet {
  /// Whether it holds the name, or what is left of it behind one of its dots.
  func holdsEnd(of name: String) -> Bool {
    var rest = name[...]
    while true {
      if contains(String(rest)) { return true }
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[rest.index(after: dot)...]
    }
  }
}
