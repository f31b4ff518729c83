import Scenarios
import Values

extension ScenarioReader {
  /// Reads what a verb takes; nil where it cannot be read or makes no sense here.
  mutating func verb(_ word: Word, _ key: ID, _ value: ID, _ parts: StepParts) -> Verb? {
    let name = word.rawValue
    guard makesSense(word, key) else { return nil }
    switch word {
    case .set: return set(value)
    case .depend, .changed:
      guard let path = path(value) else { return nil }
      checkCell(path, for: name)
      return .state(word == .depend ? .depend(path) : .changed(path))
    case .invalidate: return target(value, name).map { .state(.invalidate($0)) }
    case .stop: return stop(value)
    case .start:
      guard case .named(let computation) = target(value, name) else { return nil }
      return .state(.start(computation))
    case .flush, .stash, .unstash:
      if !isEmpty(value) { reportType("\"\(name)\"", takes: "nothing", value) }
      return word == .flush ? .state(.flush) : .life(word == .stash ? .stash : .unstash)
    case .if, .unless: return condition(word, key, value, parts)
    case .for, .repeat: return loop(word, key, value, parts)
    case .let: return .control(.bind(bindings(value, of: "\"let\"", inSight: true)))
    case .emit: return emissions(value)
    case .mutation: return mutation(value)
    case .return:
      if place == .middleware { checkReturned(value) }
      return .result(.returning(datum(value)))
    case .fail: return .result(.failing(datum(value)))
    case .reply: return .result(.reply(datum(value)))
    default:
      return event(word, key, value, parts) ?? message(word, value, parts) ?? block(word, value)
    }
  }

  /// Verbs that address a part, and those of time.
  private mutating func event(
    _ word: Word, _ key: ID, _ value: ID, _ parts: StepParts
  ) -> Verb? {
    switch word {
    case .send: send(value)
    case .dispatch: dispatch(value, sync: parts[.sync]?.value)
    case .call: call(value, parts)
    case .present: presentation(word, value).map { .event(.present($0)) }
    case .replace: presentation(word, value).map { .event(.replace($0)) }
    case .dismiss: dismiss(value)
    case .stub: stub(value)
    case .resolve, .reject: settlement(word, value)
    case .cancel: cancel(value)
    case .advance: .time(.advance(duration(value, of: "\"advance\"")))
    case .wait: .time(.wait(duration(value, of: "\"wait\"")))
    case .every: every(key, value, parts)
    default: nil
    }
  }

  /// Verbs that hold steps.
  private mutating func block(_ word: Word, _ value: ID) -> Verb? {
    let name = word.rawValue
    let inner = place.isScript ? .within(word) : place
    let handler = place.isScript ? .within(word) : Place.handler
    switch word {
    case .batch: return .control(.batch(with(inner) { $0.steps(value, of: "\"batch\"") }))
    case .autorun: return autorun(value).map { .computation(.autorun($0)) }
    case .nonreactive:
      return .computation(.nonreactive(with(inner) { $0.steps(value, of: "\"\(name)\"") }))
    case .onInvalidate:
      return .computation(.onInvalidate(with(handler) { $0.steps(value, of: "\"\(name)\"") }))
    case .onStop:
      return .computation(.onStop(with(handler) { $0.steps(value, of: "\"\(name)\"") }))
    case .afterFlush:
      return .computation(.afterFlush(with(handler) { $0.steps(value, of: "\"\(name)\"") }))
    default: return nil
    }
  }

  /// Whether the verb can stand here at all; reports it where not.
  mutating func makesSense(_ word: Word, _ key: ID) -> Bool {
    guard let (message, help) = place.objection(to: word) else { return true }
    report(
      .misplaced, "\"\(word.rawValue)\" \(message)", at: span(key), help: help.map { [$0] } ?? [])
    return false
  }

  /// What a middleware returns: null, or an action.
  private mutating func checkReturned(_ id: ID) {
    let target = document.target(id)
    let node = document[target]
    if node.kind == .scalar, node.style == .plain,
      case .null = document.withText(target, CoreSchema.read)
    {
      return
    }
    _ = caseName("a middleware's \"return\"", id)
  }

  /// Paths and values; in an actor or a service also one formula for the whole of its state.
  private mutating func set(_ id: ID) -> Verb? {
    guard place == .method || place.isActor else {
      return .state(.set(assignments(id, of: "\"set\"")))
    }
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .scalar, document.withText(target, { $0.first }) == 0x3d {
      return .state(.replaceState(datum(target)))
    }
    guard document[target].kind == .map else {
      reportType(
        "\"set\"", takes: "a map of paths and values, or a formula for the whole state", id,
        help: document[target].kind == .scalar && !isEmpty(target)
          ? ["write: set: = \(text(target))"] : [])
      return nil
    }
    let assignments = ownAssignments(target)
    if document[target].count == 0 {
      report(.missingValue, "\"set\" names nothing", at: document.span(target))
    }
    return .state(.set(assignments))
  }

  mutating func assignments(_ id: ID, of what: String) -> [Assignment] {
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
    assignments.reserveCapacity(all.count / 2)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      if refuseFormulaKey(all[index]) { continue }
      guard let path = path(all[index]) else { continue }
      checkWritable(path, for: what)
      useProperties(writing: path, all[index + 1], isGiven: what == "\"given\"")
      assignments.append(Assignment(path: path, value: datum(all[index + 1])))
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\(what) names nothing", at: document.span(target))
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
    checkComputation(name, for: verb)
    return .named(name)
  }

  // MARK: Control

  private mutating func condition(
    _ word: Word, _ key: ID, _ value: ID, _ parts: StepParts
  ) -> Verb? {
    let formula = formula(value, of: "\"\(word.rawValue)\"")
    let then = parts[.then].map { steps($0.value, of: "\"then\"") }
    let otherwise = parts[.else].map { steps($0.value, of: "\"else\"") }
    if then == nil, parts[.do] == nil, !parts.isBroken {
      report(
        .missingKey, "\"\(word.rawValue)\" needs the key \"then\"", at: span(key),
        help: ["write it beside \"\(word.rawValue)\", with a list of steps"])
    }
    guard let formula else { return nil }
    return .control(
      .condition(formula, expected: word == .if, then: then ?? [], otherwise: otherwise ?? []))
  }

  private mutating func loop(
    _ word: Word, _ key: ID, _ value: ID, _ parts: StepParts
  ) -> Verb? {
    let entries = word == .for ? bindings(value, of: "\"for\"") : []
    let times = word == .repeat ? count(value, of: "\"repeat\"") : nil
    if let second = entries.dropFirst().first {
      report(
        .tooManyNames, "\"for\" binds one name; \(second.key.text) is a second",
        at: second.key.span, help: ["write one loop inside the other"])
    }
    for entry in entries {
      switch entry.value.content {
      case .formula, .list, .map, .value(.list), .value(.map): break
      default:
        report(
          .wrongType, "\"for\" goes over a list, a map or a formula", at: entry.value.span,
          help: ["write: for: {\(entry.key.text): [a, b]}"])
      }
    }
    guard let body = body(of: word, key, parts) else { return nil }
    let steps = with(locals: entries.map(\.key.text), as: .column) { $0.steps(body, of: "\"do\"") }
    if let times { return .control(.repetition(times, steps)) }
    return entries.first.map { .control(.loop($0.key, $0.value, steps)) }
  }

  /// The steps of a loop.
  private mutating func body(of word: Word, _ key: ID, _ parts: StepParts) -> ID? {
    if let body = parts[.do] { return body.value }
    if !parts.isBroken {
      report(
        .missingKey, "\"\(word.rawValue)\" needs the key \"do\"", at: span(key),
        help: ["write it beside \"\(word.rawValue)\", with a list of steps"])
    }
    return nil
  }

  private mutating func every(_ key: ID, _ value: ID, _ parts: StepParts) -> Verb? {
    let interval = duration(value, of: "\"every\"")
    if case .duration(let duration) = interval.literal, duration.nanoseconds == 0,
      kind(value) == .scalar, Duration(text(value)) != nil
    {
      report(
        .outOfRange, "\"every\" needs a duration above zero", at: span(value),
        help: ["to do something once, in a turn of its own, write: after: 0s"])
    }
    let until = parts[.until].flatMap { formula($0.value, of: "\"until\"") }
    guard let body = body(of: .every, key, parts) else { return nil }
    let inner: Place =
      switch place {
      case .script, .within: .within(.every)
      case .computation: .tick
      default: place
      }
    let steps = with(inner) { $0.steps(body, of: "\"do\"") }
    return .time(.every(interval, steps, until: until))
  }

  // MARK: Results

  private mutating func emissions(_ id: ID) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      if place.isScript {
        report(
          .missingKey, "a scenario's \"emit\" names a channel", at: document.span(target),
          help: ["write: emit: {channel: \(document[target].kind == .list ? "[…]" : text(target))}"]
        )
      }
      return .result(.emit([Verb.Emission(channel: nil, value: datum(target))]))
    }
    let entries = entries(of: target)
    if entries.isEmpty {
      report(
        .missingKey, "\"emit\" with a map names channels, and this names none",
        at: document.span(target), help: ["to emit an empty map, write: emit: '= {}'"])
    }
    for entry in entries { channels.insert(entry.key.text) }
    return .result(.emit(entries.map { Verb.Emission(channel: $0.key, value: $0.value) }))
  }
}
