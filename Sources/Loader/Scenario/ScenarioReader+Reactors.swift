import Scenarios
import Values

extension ScenarioReader {
  mutating func reactors(_ id: ID) -> [ReactorDeclaration] {
    members(id, of: "\"reactors\"", "a map of names and reactors", as: .reactor) {
      $0.reactor($1, $2)
    }
  }

  private mutating func reactor(_ name: Name, _ id: ID) -> ReactorDeclaration? {
    let target = enter(id)
    defer { leave(id) }
    var reactor = ReactorDeclaration(
      name: name, state: Datum(.value(.null), at: name.span), span: whole(name, target))
    guard document[target].kind == .map else {
      reportType(
        "a reactor", takes: "a map", id, help: ["write: \(name.text): {state: …, reduce: {…}}"])
      return reactor
    }
    owner = name.text
    reactor.actionNumbers = symbols.numbers(of: .action, in: owner)
    reactor.mutationNumbers = symbols.numbers(of: .mutation, in: owner)
    var pulse: ID?
    var open: ID?
    for (key, _, value) in entries(target, as: ReactorKey.self, of: name) {
      switch key {
      case .state: reactor.state = datum(value)
      case .mutate:
        reactor.actions = members(value, of: "\"mutate\"", "a map of actions and bodies") {
          $0.action($1, $2)
        }
      case .reduce:
        reactor.reducers = members(
          value, of: "\"reduce\"", "a map of mutations and what becomes of the state"
        ) { $0.reducer($1, $2, payload: "mutation") }
      case .transform: reactor.transform = transform(value)
      case .open: open = value
      case .pulse: pulse = value
      }
    }
    if let open { reactor.isOpen = self.open(open, beside: reactor.state) }
    if let pulse {
      reactor.pulses = propertyNames(
        pulse, of: "pulse", in: ownState, startingAs: reactor.state)
    }
    return reactor
  }

  // MARK: Actions

  private mutating func action(_ name: Name, _ id: ID) -> ReactorDeclaration.Action {
    let target = enter(id)
    defer { leave(id) }
    var action = ReactorDeclaration.Action(body: CaseBody(name: name, steps: []))
    guard document[target].kind == .map, isLongAction(target) else {
      if document[target].kind == .scalar {
        reportType(
          "an action", takes: "a list of steps", id,
          help: ["write: \(asKey(name.text, inFlow: false)): [{mutation: …}]"])
      } else {
        action.body.steps = actionBody(target, of: "an action")
      }
      return action
    }
    let known = entries(target, as: ActionKey.self) { _ in ["write: run: [{mutation: …}]"] }
    for (key, _, value) in known {
      switch key {
      case .run: action.body.steps = actionBody(value, of: "\"run\"")
      case .latest: if bool(value, of: "\"latest\"") { action.overlap = .latest }
      case .first: if bool(value, of: "\"first\"") { action.overlap = .first }
      case .queue: if bool(value, of: "\"queue\"") { action.overlap = .queue }
      case .until:
        let numbers = symbols.numbers(of: .action, in: owner)
        for name in names(value, of: "\"until\"", "a list of actions") {
          mention(name, .action(of: owner))
          action.until.append(NumberedName(name, numbers[name.text] ?? 0))
        }
      }
    }
    let rules = known.filter {
      [.latest, .first, .queue].contains($0.word)
        && document.plainReading($0.value) == .bool(true)
    }
    if let first = rules.first, let second = rules.dropFirst().first {
      report(
        .contradiction,
        "an action is \"\(first.word.rawValue)\" or \"\(second.word.rawValue)\", not both",
        at: span(second.key), help: ["keep one of them"],
        related: [.init(span(first.key), "the other is here")])
    }
    return action
  }

  /// Whether the map has one of the keys of the long form, and not a verb of a forgotten list.
  private func isLongAction(_ map: ID) -> Bool {
    document.entries(map).contains { key($0.key, of: ActionKey.self) != nil }
  }

  private mutating func actionBody(_ id: ID, of what: String) -> [Step] {
    withOwnState(of: .part(owner), locals: ["action"]) { reader in
      reader.with(.reactor) { $0.steps(id, of: what) }
    }
  }

  // MARK: Reducers

  /// What a reducer makes of the state: a map assigns paths, anything else is the whole of it.
  mutating func reducer(_ name: Name, _ id: ID, payload: String) -> Reducer? {
    let target = enter(id)
    defer { leave(id) }
    if name.text == "*" {
      report(
        .badName, "\"*\" is no action that a reducer could have", at: name.span,
        help: ["only a middleware sees every action"])
    }
    return withState(of: ownState, locals: [payload]) { reader in
      if reader.document[target].kind == .map {
        let paths = reader.ownAssignments(target)
        return Reducer(name: name, change: .paths(paths))
      }
      if reader.isEmpty(target) {
        reader.report(
          .missingValue, "a reducer takes a map of paths, or the whole new state",
          at: name.span,
          help: [
            reader.withColon(name).map { "if a colon is missing, write: \($0)" }
              ?? "write: \(reader.asKey(name.text, inFlow: false)): {path: = \(payload)}, or = \(payload)"
          ])
      }
      return Reducer(name: name, change: .whole(reader.datum(target)))
    }
  }

  /// The entries of a map as paths below a part's own state, and what is put there.
  mutating func ownAssignments(_ map: ID) -> [Assignment] {
    let all = document.entries(map)
    var assignments: [Assignment] = []
    assignments.reserveCapacity(all.count)
    for (key, value) in all {
      if refuseFormulaKey(key) { continue }
      guard let written = path(key) else { continue }
      let path = Path(own: written)
      useProperties(writingOwn: path, value)
      assignments.append(Assignment(path: path, value: datum(value)))
    }
    return assignments
  }
}
