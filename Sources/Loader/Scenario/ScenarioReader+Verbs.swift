import Scenarios
import Values

extension ScenarioReader {
  /// Reads what a verb takes; nil where it cannot be read or makes no sense here.
  mutating func verb(
    _ verb: VerbDeclaration, _ key: ID, _ value: ID, _ parts: StepParts
  ) -> Verb? {
    guard makesSense(verb, key) else { return nil }
    return self.verb(of: StepSource(verb: verb, key: key, value: value, parts: parts))
  }

  /// Whether the verb can stand here at all; reports it where not.
  mutating func makesSense(_ verb: VerbDeclaration, _ key: ID) -> Bool {
    guard let (message, help) = verb.objection(at: place) else { return true }
    report(
      .misplaced, "\"\(verb.word.rawValue)\" \(message)", at: span(key),
      help: help.map { [$0] } ?? [])
    return false
  }

  /// What a middleware returns: null, or an action.
  mutating func checkReturned(_ id: ID) {
    if isNothing(id) { return }
    _ = caseName("a middleware's \"return\"", id)
  }

  /// Paths and values; in an actor or a service also one formula for the whole of its state.
  mutating func set(_ id: ID) -> Verb? {
    guard place == .method || place.isActor else {
      return .turn(.state(.set(Assignments(assignments(id, of: "set")))))
    }
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .scalar, document.withText(target, { $0.first }) == 0x3d {
      return .turn(.state(.replaceState(datum(target))))
    }
    guard document[target].kind == .map else {
      reportType(
        "\"set\"", takes: "a map of paths and values, or a formula for the whole state", id,
        help: document[target].kind == .scalar && !isNothing(target)
          ? asFormula(meantBy: target).map { ["write: set: \($0)"] } ?? [] : [])
      return nil
    }
    let assignments = ownAssignments(target)
    if document[target].count == 0 {
      report(
        .missingValue, "\"set\" names nothing", at: document.span(target),
        help: ["write: set: {path: value}"])
    }
    return .turn(.state(.set(Assignments(assignments))))
  }

  /// - Parameters:
  ///   - key: What they stand under.
  ///   - isGiven: Whether they are starting values.
  mutating func assignments(_ id: ID, of key: String, isGiven: Bool = false) -> [Assignment] {
    let what = "\"\(key)\""
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .scalar, document.withText(target, { $0.first }) == 0x3d {
      reportType(
        what, takes: "a map of paths and values", id,
        help: ["only an actor or a service can set the whole of its own state"])
      return []
    }
    let all = entries(target, of: what, "a map of paths and values")
    var assignments: [Assignment] = []
    assignments.reserveCapacity(all.count)
    for (key, value) in all {
      if refuseFormulaKey(key) { continue }
      guard let path = path(key) else { continue }
      checkWritable(path, isGiven: isGiven)
      useProperties(writing: path, value, isGiven: isGiven)
      assignments.append(Assignment(path: path, value: datum(value)))
    }
    if all.isEmpty, kind(id) == .map {
      report(
        .missingValue, "\(what) names nothing", at: document.span(target),
        help: ["write: \(key): {path: value}"])
    }
    return assignments
  }

  /// The name of a computation, or `self`.
  mutating func target(_ id: ID, _ verb: String) -> Verb.Target? {
    guard kind(id) == .scalar, !isEmpty(id) else {
      let orActor = verb == "stop" ? " or an actor" : ""
      reportType("\"\(verb)\"", takes: "the name of a computation\(orActor)", id)
      return nil
    }
    let name = name(id)
    if name.text == "self", verb != "start" {
      if place.hasSelf { return .current(name.span) }
      report(
        .misplaced,
        "\"self\" stands only in the bodies of computations\(verb == "stop" ? " and actors" : "")",
        at: name.span, help: ["name the computation\(verb == "stop" ? " or actor" : "")"])
      return nil
    }
    return computation(name, for: verb).map { .named($0) }
  }

  // MARK: Control

  mutating func condition(_ step: StepSource, expected: Bool) -> Verb? {
    let formula = formula(step.value, of: step.what)
    var (left, otherwiseLeft): ([Locals.Bound], [Locals.Bound]) = ([], [])
    let then = steps(.then, of: step, leaving: &left)
    let otherwise = steps(.else, of: step, leaving: &otherwiseLeft)
    let exports = export(left, otherwiseLeft, of: step)
    if then == nil, step.parts[.do] == nil, !step.parts.isBroken {
      report(
        .missingKey, "\(step.what) needs the key \"then\"", at: span(step.key),
        help: ["write it beside \(step.what), with a list of steps"])
    }
    guard let formula else { return nil }
    return .control(
      .loop(
        .condition(
          Condition(
            formula, expected: expected, then: then ?? [], otherwise: otherwise ?? [],
            exports: exports))))
  }

  mutating func batch(_ step: StepSource) -> Verb? {
    var left: [Locals.Bound] = []
    let steps = steps(behind: step, leaving: &left)
    // A scenario's own goes on at once, with a promise.
    if !place.isScript || place.isLater, let wait = steps.firstWait {
      report(
        .misplaced, "\"\(wait.keyword.text)\" cannot be part of one turn", at: wait.keyword.span,
        help: ["put it before or behind the \"batch\""])
    }
    let exports = left.map { ControlVerb.Export($0.name, then: $0.number) }
    for local in left { locals.push(local.name, local.meaning) }
    return .control(.batch(steps, exports: exports))
  }

  /// Brings the names that the steps of a condition have bound into sight behind it. Where the steps that are done do
  /// not bind one, it is what it was before the condition, else null.
  private mutating func export(
    _ then: [Locals.Bound], _ otherwise: [Locals.Bound], of step: StepSource
  ) -> [ControlVerb.Export] {
    let (own, others) = (ScenarioReader.byName(then), ScenarioReader.byName(otherwise))
    var bound: [(name: String, meaning: Locals.Meaning)] = []
    var exports: [ControlVerb.Export] = []
    for name in then.map(\.name) + otherwise.map(\.name).filter({ own[$0] == nil }) {
      let before = locals.bound(name)
      let ways = (then: own[name] ?? before, otherwise: others[name] ?? before)
      guard let known = ways.then ?? ways.otherwise else { continue }
      let meaning = known.meaning.joined(with: (ways.otherwise ?? known).meaning)
      if meaning == nil { refuseTwoKinds(of: name, ways.then, ways.otherwise, of: step) }
      bound.append((name, meaning ?? .value))
      exports.append(
        ControlVerb.Export(name, then: ways.then?.number, otherwise: ways.otherwise?.number))
    }
    for (name, meaning) in bound { locals.push(name, meaning) }
    return exports
  }

  private static func byName(_ bound: [Locals.Bound]) -> TextTable<Locals.Bound> {
    TextTable(bound.map { ($0.name, $0) }) { first, _ in first }
  }

  private mutating func refuseTwoKinds(
    of name: String, _ then: Locals.Bound?, _ otherwise: Locals.Bound?, of step: StepSource
  ) {
    guard let then, let otherwise else { return }
    report(
      .contradiction,
      "behind \(step.what) \"\(name)\" is \(then.meaning.words) or \(otherwise.meaning.words), as it comes",
      at: span(step.key), help: ["give them names of their own: each is read in its own way"])
  }

  /// What a procedure is given. Of a map all keys keep their places, for each must be one that it reads.
  private mutating func arguments(_ id: ID) -> Datum {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map, document[target].count > 0 else { return datum(id) }
    return Datum(.map(entries(of: target)), at: document.span(target))
  }

  /// A procedure, and what it is given.
  mutating func performance(_ step: StepSource) -> Verb? {
    let target = enter(step.value)
    defer { leave(step.value) }
    var key = target
    var arguments: Datum?
    if document[target].kind == .map {
      guard
        let entry = single(
          target, of: step.what, "one procedure and its arguments",
          "perform: {procedure: {name: value}}")
      else { return nil }
      key = entry.key
      arguments = self.arguments(entry.value)
    }
    guard kind(key) == .scalar, !isEmpty(key) else {
      reportType(step.what, takes: "the name of a procedure", key)
      return nil
    }
    let name = name(key)
    guard let number = symbols.procedures[name.text]?.number else {
      // Behind very many mistakes nobody is helped by a list, which costs all that there are.
      let known = problems.isHelpWanted ? symbols.procedures.keys.sorted() : []
      let near = nearest(to: name.text, among: known)
      report(
        .unknownName, "unknown procedure \"\(name.text)\"", at: name.span,
        help: near.map { ["did you mean \"\($0)\"?"] } ?? offer(known, section: "procedures"))
      return nil
    }
    return .control(.perform(ControlVerb.Performance(NumberedName(name, number), arguments)))
  }

  mutating func loop(_ step: StepSource) -> Verb? {
    let entries = bindings(step.value, of: step.what)
    if let second = entries.dropFirst().first {
      report(
        .tooManyNames, "\"for\" binds one name; \(second.key.text) is a second",
        at: second.key.span, help: ["write one loop inside the other"])
      // The names are not in sight of each other, as those of two loops would be.
      for entry in entries.dropFirst() { problems.silence(entry.value.span) }
    }
    for entry in entries {
      checkElements(entry.value, of: entry.key, step.word.rawValue)
    }
    let number = locals.depth
    guard
      let steps = with(locals: entries.map(\.key.text), as: .given(.for), { $0.body(of: step) })
    else { return nil }
    return entries.first.map {
      .control(.loop(.elements(NumberedName($0.key, number), $0.value, steps)))
    }
  }

  mutating func checkElements(_ value: Datum, of name: Name, _ keyword: String) {
    switch value.content {
    case .formula, .list, .map, .value(.list), .value(.map): break
    case .value, .placeholder, .condition:
      report(
        .wrongType, "\"\(keyword)\" goes over a list, a map or a formula", at: value.span,
        help: ["write: \(keyword): {\(name.text): [a, b]}"])
    }
  }

  mutating func choice(_ step: StepSource) -> Verb? {
    let definitions = definitions(step.value, of: step.what, as: .given(.choose))
    for definition in definitions {
      checkElements(definition.value, of: definition.name.name, step.word.rawValue)
    }
    return .control(.choose(definitions))
  }

  /// Scripts side by side. None sees what another binds, and behind them all of it is in sight.
  mutating func threads(_ step: StepSource) -> Verb? {
    let target = enter(step.value)
    defer { leave(step.value) }
    guard document[target].kind == .list else {
      reportType(
        step.what, takes: "a list of lists of steps", step.value,
        help: ["write a list for each script: interleave: [[{…}], [{…}]]"])
      return nil
    }
    if document[target].count == 0 {
      report(.missingValue, "\(step.what) holds no script", at: document.span(target))
    }
    var threads: [ControlVerb.Thread] = []
    var bound: [Locals.Bound] = []
    var names: TextSet = []
    for (number, element) in document.elements(target).enumerated() {
      var left: [Locals.Bound] = []
      let steps = with(.thread) {
        $0.steps(element, of: "script \(number + 1) of \(step.what)", leaving: &left)
      }
      for local in left where names.contains(local.name) {
        report(
          .duplicateName, "two scripts of \(step.what) bind \"\(local.name)\"",
          at: span(step.key),
          help: ["give them names of their own, for both are in sight behind it"])
      }
      bound += left
      names.formUnion(left.lazy.map(\.name))
      threads.append(
        ControlVerb.Thread(
          steps, exports: left.map { ControlVerb.Export($0.name, then: $0.number) }))
    }
    for local in bound { locals.push(local.name, local.meaning) }
    return .control(.interleave(threads))
  }

  mutating func repetition(_ step: StepSource) -> Verb? {
    let times = count(step.value, of: step.what)
    return body(of: step).map { .control(.loop(.times(times, $0))) }
  }

  /// The steps behind a companion, where the verb has them stand.
  mutating func steps(_ companion: Companion, of step: StepSource) -> [Step]? {
    var left: [Locals.Bound] = []
    return steps(companion, of: step, leaving: &left)
  }

  private mutating func steps(
    _ companion: Companion, of step: StepSource, leaving left: inout [Locals.Bound]
  ) -> [Step]? {
    guard let part = step.parts[companion] else { return nil }
    return with(step.verb.inner(companion, at: place)) {
      $0.steps(part.value, of: "\"\(companion.rawValue)\"", leaving: &left)
    }
  }

  /// The steps that are done again and again.
  private mutating func body(of step: StepSource) -> [Step]? {
    if let body = steps(.do, of: step) { return body }
    if !step.parts.isBroken {
      report(
        .missingKey, "\(step.what) needs the key \"do\"", at: span(step.key),
        help: ["write it beside \(step.what), with a list of steps"])
    }
    return nil
  }

  /// A duration, or `{until: FORMULA, within: DURATION}`.
  mutating func advance(_ step: StepSource) -> Verb? {
    guard kind(step.value) == .map else {
      return .advance(Passage(duration(step.value, of: step.what)))
    }
    if place == .within(.events) {
      report(
        .misplaced, "an event that may be chosen moves the clock once, and has no \"until\"",
        at: span(step.value),
        help: ["write one that may happen again and again: advance: 1s"])
      return nil
    }
    let target = enter(step.value)
    defer { leave(step.value) }
    var (until, within): (Formula?, Datum?) = (nil, nil)
    for (key, _, value) in entries(target, as: AdvanceKey.self) {
      switch key {
      case .until: until = formula(value, of: "\"until\"")
      case .within: within = duration(value, of: "\"within\"")
      }
    }
    guard let until, let within else { return nil }
    return .advance(Passage(within, until: until))
  }

  mutating func every(_ step: StepSource) -> Verb? {
    let interval = interval(
      step.value, of: step.what,
      help: [
        "to do its steps once, write them in its place"
          + (isScript ? "; an event takes a turn of its own with: after: 0s" : "")
      ])
    let until = step.parts[.until].flatMap { formula($0.value, of: "\"until\"") }
    if let own = step.parts[.as]?.value { ticking.append(text(own)) }
    defer { if step.parts[.as] != nil { ticking.removeLast() } }
    return body(of: step).map { .turn(.time(.every(Verb.Every(interval, $0, until: until)))) }
  }

  // MARK: Results

  mutating func emissions(_ id: ID) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      if place.isScript || place == .hook {
        report(
          .missingKey,
          place.isScript
            ? "a scenario's \"emit\" names a channel"
            : "a cell emits nothing under its own name, and \"emit\" names a channel",
          at: document.span(target),
          help: ["write: emit: {channel: \(inBrackets(target))}"])
      }
      return .turn(.result(.emit([Verb.Emission(channel: nil, value: datum(target))])))
    }
    let entries = entries(of: target)
    if entries.isEmpty {
      report(
        .missingKey, "\"emit\" with a map names channels, and this names none",
        at: document.span(target),
        help: [
          "to emit an empty map, write: emit: "
            + (place.isScript || place == .hook ? "{channel: {}}" : "'= {}'")
        ])
    }
    for entry in entries { channels.insert(entry.key.text) }
    return .turn(
      .result(
        .emit(
          entries.map { entry in
            let part = symbols[entry.key.text].flatMap { symbols.parts.number(of: $0.slot) }
            return Verb.Emission(channel: entry.key, part: part, value: entry.value)
          })))
  }
}
