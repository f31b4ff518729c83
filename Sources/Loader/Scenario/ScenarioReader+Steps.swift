import Scenarios
import Values

extension ScenarioReader {
  /// The entries of one step, by what they are.
  struct StepParts {
    var verb: (word: Word, key: ID, value: ID)?
    /// What goes with the verb.
    var adverbs: [(word: Word, key: ID, value: ID)] = []
    var outcomes: [(word: Word, key: ID, value: ID)] = []
    /// Whether something in the step was refused, so that a missing part is no news.
    var isBroken = false

    subscript(adverb: Word) -> (key: ID, value: ID)? {
      for other in adverbs where other.word == adverb { return (other.key, other.value) }
      return nil
    }
  }

  /// A list of steps. What `let` binds is known to the end of the list.
  mutating func steps(_ id: ID, of what: String) -> [Step] {
    let target = enter(id)
    let count = locals.count
    defer {
      locals.pop(to: count)
      leave(id)
    }
    guard document[target].kind == .list else {
      let isStep = document[target].kind == .map
      let hasDash = isStep && text(document.entries(target).first ?? target).hasPrefix("-")
      reportType(
        what, takes: "a list of steps", id,
        help: hasDash
          ? ["put a space behind each \"-\""]
          : isStep ? ["begin each step with \"- \", or put it in brackets: [{…}]"] : [])
      return []
    }
    var steps: [Step] = []
    let elements = document.elements(target)
    steps.reserveCapacity(elements.count)
    for element in elements {
      if let step = step(element) { steps.append(step) }
    }
    return steps
  }

  private mutating func step(_ id: ID) -> Step? {
    let target = enter(id)
    defer { leave(id) }
    switch document[target].kind {
    case .scalar: return bareStep(target)
    case .map: break
    default:
      reportType("a step", takes: "a map with a verb", id)
      return nil
    }
    let parts = parts(target)
    let span = document.span(target)
    guard let (word, key, value) = parts.verb else {
      return check(parts, span)
    }
    let binds = Grammar.shared.verb(word)?.takes(.as) ?? false
    guard let verb = verb(word, key, value, parts) else {
      if binds, let binding = parts[.as] { _ = bind(binding.value, of: word, nil) }
      _ = place == .script ? outcomes(parts.outcomes) : []
      return nil
    }
    refuseStrays(parts, of: word)
    let delay = parts[.after].map { duration($0.value, of: "\"after\"") }
    let binding = binds ? parts[.as].flatMap { bind($0.value, of: word, verb) } : nil
    var step = Step(
      verb, keyword: name(key), binding: binding,
      note: parts[.note].map { text($0.value, of: "\"note\"") },
      outcomes: verbOutcomes(parts, word), span: span,
      event: self.span(key).through(document.span(value)))
    step.delay = delay
    return step
  }

  /// A verb without an argument: `- flush`.
  private mutating func bareStep(_ id: ID) -> Step? {
    let text = document.text(id)
    let span = document.span(id)
    if isEmpty(id) {
      report(.missingValue, "a step is missing", at: span)
      return nil
    }
    if refuseFormulaKey(id) { return nil }
    guard let word = word(id), Shape.step.words.contains(word) else {
      refuse(id, in: .step)
      return nil
    }
    guard let declaration = Grammar.shared.verb(word), let verb = declaration.form.bare else {
      report(
        .missingValue, "\"\(text)\" needs more than its name", at: span,
        help: ["write: \(text): …"])
      return nil
    }
    return makesSense(declaration, id) ? Step(verb, keyword: name(id), span: span) : nil
  }

  private mutating func parts(_ map: ID) -> StepParts {
    var parts = StepParts()
    let all = document.entries(map)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      let (key, value) = (all[index], all[index + 1])
      guard let word = word(key), Shape.step.words.contains(word) else {
        refuse(key, in: .step)
        if !text(key).hasPrefix("x-") { parts.isBroken = true }
        continue
      }
      switch word {
      case _ where Shape.adverbs.contains(word): parts.adverbs.append((word, key, value))
      case _ where Shape.outcomes.contains(word): parts.outcomes.append((word, key, value))
      default:
        if let first = parts.verb {
          report(
            .twoVerbs,
            "a step has one verb, and this has \"\(text(first.key))\" and \"\(text(key))\"",
            at: span(key), help: ["write two steps, or put both into a batch"],
            related: [.init(span(first.key), "the first is here")])
          parts.isBroken = true
        } else {
          parts.verb = (word, key, value)
        }
      }
    }
    return parts
  }

  /// A step of outcomes alone.
  private mutating func check(_ parts: StepParts, _ span: SourceSpan) -> Step? {
    let strays = parts.adverbs.filter { $0.word != .as && $0.word != .note }.map(\.key)
    if let first = parts.outcomes.first, strays.isEmpty {
      guard place == .script else {
        refuseOutcomes(parts.outcomes)
        return nil
      }
      for (word, key, _) in parts.outcomes where !Shape.checks.contains(word) {
        report(
          .misplaced, "\"\(text(key))\" tells of what a step did, and there is no verb",
          at: self.span(key), help: ["put it into the step that it tells of"])
      }
      if let binding = parts[.as] { refuseBinding(binding.key) }
      return Step(
        .check, keyword: name(first.key),
        note: parts[.note].map { text($0.value, of: "\"note\"") },
        outcomes: outcomes(parts.outcomes), span: span)
    }
    if !parts.isBroken {
      let stray = strays.first.map { text($0) }
      report(
        .missingVerb, stray.map { "a step with \"\($0)\" but no verb" } ?? "a step needs a verb",
        at: strays.first.map { self.span($0) } ?? span,
        help: stray == nil ? ["such as set, flush, expect"] : [])
    }
    return nil
  }

  // MARK: What goes with a verb

  private mutating func verbOutcomes(_ parts: StepParts, _ word: Word) -> [Outcome] {
    guard !parts.outcomes.isEmpty else { return [] }
    guard place == .script else {
      refuseOutcomes(parts.outcomes)
      return []
    }
    for (outcome, key, _) in parts.outcomes
    where outcome == .replies && !Grammar.shared.isAnswered(word) {
      report(
        .misplaced,
        "\"replies\" tells of the answer to an \"ask\" or a \"call\", and this is neither",
        at: span(key), help: word == .tell ? ["to get one, write: ask"] : [])
    }
    if word == .let {
      report(
        .misplaced, "a \"let\" has no outcomes", at: span(parts.outcomes[0].key),
        help: ["write \"\(text(parts.outcomes[0].key))\" as a step of its own"])
      return []
    }
    return outcomes(parts.outcomes)
  }

  private mutating func refuseOutcomes(_ found: [(word: Word, key: ID, value: ID)]) {
    let key = found[0].key
    guard case .within(let word) = place else {
      return report(
        .misplaced, "\"\(text(key))\" stands only in the steps of a scenario", at: span(key))
    }
    if word == .events {
      return report(
        .misplaced, "an event that may be chosen has no outcomes", at: span(key),
        help: ["what must hold in all runs stands in \"always\" and \"eventually\""])
    }
    let isLate = word == .every || word == .else
    report(
      .misplaced,
      isLate
        ? "a step inside \"\(word.rawValue)\" has no outcomes, for it is done later"
        : "a step inside \"\(word.rawValue)\" has no outcomes, for nothing has settled yet",
      at: span(key),
      help: [
        isLate
          ? "put \"\(text(key))\" into the step in which it is done, such as an \"advance\""
          : "put \"\(text(key))\" beside \"\(word.rawValue)\""
      ])
  }

  private mutating func refuseBinding(_ key: ID) {
    report(
      .misplaced, "this step has no result for \"as\" to bind", at: span(key),
      help: [
        "it goes with \"ask\", \"call\" and \"spawn\"; \"let\" binds what a formula gives"
      ])
  }

  /// Reports what does not go with the verb, or not with something else that stands there.
  private mutating func refuseStrays(_ parts: StepParts, of verb: Word) {
    let declaration = Grammar.shared.verb(verb)
    let takes = { (companion: Word) in declaration?.takes(companion) ?? false }
    for (word, key, _) in parts.adverbs where word != .note && !takes(word) {
      if word == .as {
        refuseBinding(key)
        continue
      }
      let names = Grammar.shared.verbs(with: word).map { "\"\($0.rawValue)\"" }
      let list = names.dropLast().joined(separator: ", ")
      report(
        .misplaced,
        "\"\(text(key))\" goes with \(list.isEmpty ? "" : "\(list) and ")\(names.last ?? "")",
        at: span(key), help: cure(for: word, with: verb))
    }
    if takes(.as), let binding = parts[.as] {
      refuseFails(parts, beside: binding.key, of: verb)
    }
    guard takes(.after), let after = parts[.after] else { return }
    if let binding = parts[.as] {
      report(
        .contradiction,
        "a step with \"after\" has no result for \"as\" to bind, for it is done later",
        at: span(binding.key), help: ["write it without \"after\", behind an \"advance\""],
        related: [.init(span(after.key), "it is done later here")])
    }
    for (word, key, _) in parts.outcomes where word == .replies || word == .fails {
      report(
        .contradiction,
        "a step with \"after\" cannot tell of \"\(text(key))\", for it is done later",
        at: span(key), help: ["put the outcomes into the step in which it is done"],
        related: [.init(span(after.key), "it is done later here")])
    }
  }

  /// Refuses a `fails` beside `as`: a step that binds its answer, whatever it is, does not fail.
  private mutating func refuseFails(_ parts: StepParts, beside binding: ID, of verb: Word) {
    for (word, key, _) in parts.outcomes where word == .fails {
      let name = parts[.as].map { text($0.value) } ?? ""
      report(
        .contradiction,
        verb == .spawn
          ? "a step that is to fail binds no actor"
          : "a step with \"as\" does not fail, for \"as\" binds an answer that is rejected too",
        at: span(key),
        help: [
          verb == .spawn
            ? "write it without \"as\""
            : "write: expect: {\(name): {status: rejected, error: …}}, or drop the \"as\""
        ], related: [.init(span(binding), "it is bound here")])
    }
  }

  private func cure(for adverb: Word, with verb: Word) -> [String] {
    switch (adverb, verb) {
    case (.do, .if), (.do, .unless): ["write \"then\""]
    case (.then, .for), (.then, .repeat), (.then, .every): ["write \"do\""]
    case (.after, _) where place == .script: ["write an \"advance\" before the step"]
    case (.after, _) where place.canWait: ["write a \"wait\" before the step"]
    default: []
    }
  }

  /// The name that `as` binds; it is in sight behind the step and in its outcomes.
  private mutating func bind(_ id: ID, of verb: Word, _ read: Verb?) -> Name? {
    guard kind(id) == .scalar, !isEmpty(id) else {
      reportType("\"as\"", takes: "a name", id)
      return nil
    }
    let name = name(id)
    if place == .within(.events) {
      report(
        .misplaced, "an event that may be chosen has no result for \"as\" to bind", at: name.span)
      return nil
    }
    checkLocal(name, of: "\"as\"")
    if verb == .spawn {
      var kind = ""
      // In a body it is a reference, and no state.
      if place.isScript, case .life(.spawn(let name, _)) = read { kind = name.text }
      locals.push(name.text, .actor(kind))
    } else {
      locals.push(name.text, place.isScript ? .promise : .value)
    }
    return name
  }
}
