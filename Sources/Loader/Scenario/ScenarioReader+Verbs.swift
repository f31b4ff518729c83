import Scenarios
import Values

extension ScenarioReader {
  /// Reads what a verb takes; nil where it cannot be read or makes no sense here.
  mutating func verb(_ word: Word, _ key: ID, _ value: ID, _ parts: StepParts) -> Verb? {
    let name = word.rawValue
    guard makesSense(word, key) else { return nil }
    switch word {
    case .set: return .set(assignments(value, of: "\"set\""))
    case .depend, .changed:
      guard let path = path(value) else { return nil }
      checkCell(path, for: name)
      return word == .depend ? .depend(path) : .changed(path)
    case .invalidate: return target(value, name).map { .invalidate($0) }
    case .stop: return target(value, name).map { .stop($0) }
    case .start:
      guard case .named(let computation) = target(value, name) else { return nil }
      return .start(computation)
    case .flush:
      if !isEmpty(value) { reportType("\"flush\"", takes: "nothing", value) }
      return .flush
    case .advance: return .advance(duration(value, of: "\"advance\""))
    case .if, .unless: return condition(word, key, value, parts)
    case .for, .repeat: return loop(word, key, value, parts)
    case .batch:
      return .batch(with(place.isScript ? .batch : place) { $0.steps(value, of: "\"batch\"") })
    case .let:
      return .bind(bindings(value, of: "\"let\"", inSight: true))
    case .autorun: return autorun(value).map { .autorun($0) }
    case .nonreactive:
      return .nonreactive(with(place.isScript ? .batch : place) { $0.steps(value, of: name) })
    case .onInvalidate: return .onInvalidate(handler(value, name))
    case .onStop: return .onStop(handler(value, name))
    case .afterFlush: return .afterFlush(handler(value, name))
    case .emit: return emissions(value)
    case .return: return .returning(datum(value))
    default: return .failing(datum(value))
    }
  }

  private mutating func handler(_ id: ID, _ name: String) -> [Step] {
    with(place.isScript ? .batch : .handler) { $0.steps(id, of: "\"\(name)\"") }
  }

  /// Whether the verb can stand here at all.
  private mutating func makesSense(_ word: Word, _ key: ID) -> Bool {
    let name = word.rawValue
    switch word {
    case .advance where !place.isScript:
      report(
        "misplaced", "\"advance\" stands only in the steps of a scenario", at: span(key))
    case .advance where place == .batch:
      report(
        "misplaced", "\"advance\" cannot be part of one turn", at: span(key),
        help: ["put it behind the batch"])
    case .depend, .onInvalidate, .onStop:
      if place == .body { return true }
      report(
        "misplaced",
        place.isScript
          ? "\"\(name)\" stands only in the bodies of computations"
          : "\"\(name)\" stands where no computation runs", at: span(key))
    case .return where place.isScript, .fail where place.isScript:
      report("misplaced", "\"\(name)\" stands only in bodies", at: span(key))
    default: return true
    }
    return false
  }

  mutating func assignments(_ id: ID, of what: String) -> [Assignment] {
    let target = enter(id)
    defer { leave(id) }
    let all = entries(target, of: what, "a map of paths and values")
    var assignments: [Assignment] = []
    assignments.reserveCapacity(all.count / 2)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      if refuseFormulaKey(all[index]) { continue }
      guard let path = path(all[index]) else { continue }
      checkWritable(path)
      assignments.append(Assignment(path: path, value: datum(all[index + 1])))
    }
    if all.isEmpty, kind(id) == .map {
      report("missing-value", "\(what) names nothing", at: document.span(target))
    }
    return assignments
  }

  /// The name of a computation, or `self`.
  private mutating func target(_ id: ID, _ verb: String) -> Verb.Target? {
    guard kind(id) == .scalar, !isEmpty(id) else {
      reportType("\"\(verb)\"", takes: "the name of a computation", id)
      return nil
    }
    let name = name(id)
    if name.text == "self", verb != "start" {
      if place.isBody { return .current(name.span) }
      report(
        "misplaced", "\"self\" stands only in the bodies of computations", at: name.span,
        help: ["name the computation"])
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
    let then = parts.then.map { steps($0.value, of: "\"then\"") }
    let otherwise = parts.otherwise.map { steps($0.value, of: "\"else\"") }
    if then == nil, parts.body == nil, !parts.isBroken {
      report(
        "missing-key", "\"\(word.rawValue)\" needs the key \"then\"", at: span(key),
        help: ["write it beside \"\(word.rawValue)\", with a list of steps"])
    }
    guard let formula else { return nil }
    return .condition(
      formula, expected: word == .if, then: then ?? [], otherwise: otherwise ?? [])
  }

  private mutating func loop(
    _ word: Word, _ key: ID, _ value: ID, _ parts: StepParts
  ) -> Verb? {
    let entries = word == .for ? bindings(value, of: "\"for\"") : []
    let times = word == .repeat ? count(value, of: "\"repeat\"") : nil
    if let second = entries.dropFirst().first {
      report(
        "too-many-names", "\"for\" binds one name; \(second.key.text) is a second",
        at: second.key.span, help: ["write one loop inside the other"])
    }
    for entry in entries {
      switch entry.value.content {
      case .formula, .list, .map, .value(.list), .value(.map): break
      default:
        report(
          "wrong-type", "\"for\" goes over a list, a map or a formula", at: entry.value.span,
          help: ["write: for: {\(entry.key.text): [a, b]}"])
      }
    }
    guard let body = parts.body else {
      if !parts.isBroken {
        report(
          "missing-key", "\"\(word.rawValue)\" needs the key \"do\"", at: span(key),
          help: ["write it beside \"\(word.rawValue)\", with a list of steps"])
      }
      return nil
    }
    let steps = with(locals: entries.map(\.key.text)) { $0.steps(body.value, of: "\"do\"") }
    if let times { return .repetition(times, steps) }
    return entries.first.map { .loop($0.key, $0.value, steps) }
  }

  // MARK: Results

  private mutating func emissions(_ id: ID) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      if place.isScript {
        report(
          "missing-key", "a scenario's \"emit\" names a channel", at: document.span(target),
          help: ["write: emit: {channel: \(document[target].kind == .list ? "[…]" : text(target))}"]
        )
      }
      return .emit([Verb.Emission(channel: nil, value: datum(target))])
    }
    let entries = entries(of: target)
    if entries.isEmpty {
      report(
        "missing-key", "\"emit\" with a map names channels, and this names none",
        at: document.span(target), help: ["to emit an empty map, write: emit: '= {}'"])
    }
    return .emit(entries.map { Verb.Emission(channel: $0.key, value: $0.value) })
  }
}
