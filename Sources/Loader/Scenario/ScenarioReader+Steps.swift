import Scenarios
import Values

extension ScenarioReader {
  /// The entries of one step, by what they are.
  struct StepParts {
    var verb: (word: Word, key: ID, value: ID)?
    var then: (key: ID, value: ID)?
    var otherwise: (key: ID, value: ID)?
    var body: (key: ID, value: ID)?
    var binding: (key: ID, value: ID)?
    var note: ID?
    var outcomes: [(word: Word, key: ID, value: ID)] = []
    /// Whether something in the step was refused, so that a missing part is no news.
    var isBroken = false
    /// Whether its verb is one that this version does not run.
    var isLater = false
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
    if parts.isLater {
      if let binding = parts.binding { locals.push(text(binding.value)) }
      return nil
    }
    guard let (word, key, value) = parts.verb else {
      return check(parts, span)
    }
    guard let verb = verb(word, key, value, parts) else {
      _ = outcomes(parts.outcomes)
      return nil
    }
    refuseStrays(parts, of: word)
    let outcomes = verbOutcomes(parts, word)
    return Step(
      verb, keyword: name(key), note: parts.note.map { text($0, of: "\"note\"") },
      outcomes: outcomes, span: span)
  }

  /// A verb without an argument: `- flush`.
  private mutating func bareStep(_ id: ID) -> Step? {
    let text = document.text(id)
    let span = document.span(id)
    if isEmpty(id) {
      report("missing-value", "a step is missing", at: span)
      return nil
    }
    if refuseFormulaKey(id) { return nil }
    guard let word = word(id), Shape.step.words.contains(word) else {
      refuse(id, in: .step)
      return nil
    }
    guard word == .flush else {
      report(
        "missing-value", "\"\(text)\" needs more than its name", at: span,
        help: ["write: \(text): …"])
      return nil
    }
    return Step(.flush, keyword: name(id), span: span)
  }

  private mutating func parts(_ map: ID) -> StepParts {
    var parts = StepParts()
    let all = document.entries(map)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      let (key, value) = (all[index], all[index + 1])
      guard let word = word(key), Shape.step.words.contains(word) else {
        refuse(key, in: .step)
        if !text(key).hasPrefix("x-") { parts.isBroken = true }
        if let word = self.word(key), Shape.laterVerbs.contains(word) { parts.isLater = true }
        continue
      }
      switch word {
      case .then: parts.then = (key, value)
      case .else: parts.otherwise = (key, value)
      case .do: parts.body = (key, value)
      case .as: parts.binding = (key, value)
      case .note: parts.note = value
      case _ where Shape.outcomes.contains(word): parts.outcomes.append((word, key, value))
      default:
        if let first = parts.verb {
          report(
            "two-verbs",
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
    let strays = [parts.then, parts.otherwise, parts.body].compactMap { $0?.key }
    if let first = parts.outcomes.first, strays.isEmpty {
      guard place == .script else {
        refuseOutcomes(parts.outcomes)
        return nil
      }
      for (word, key, _) in parts.outcomes where !Shape.checks.contains(word) {
        report(
          "misplaced", "\"\(text(key))\" tells of what a step did, and there is no verb",
          at: self.span(key), help: ["put it into the step that it tells of"])
      }
      if let binding = parts.binding { refuseBinding(binding.key) }
      return Step(
        .check, keyword: name(first.key), note: parts.note.map { text($0, of: "\"note\"") },
        outcomes: outcomes(parts.outcomes), span: span)
    }
    if !parts.isBroken {
      let stray = strays.first.map { text($0) }
      report(
        "missing-verb", stray.map { "a step with \"\($0)\" but no verb" } ?? "a step needs a verb",
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
    if word == .let {
      report(
        "misplaced", "a \"let\" has no outcomes", at: span(parts.outcomes[0].key),
        help: ["write \"\(text(parts.outcomes[0].key))\" as a step of its own"])
      return []
    }
    return outcomes(parts.outcomes)
  }

  private mutating func refuseOutcomes(_ found: [(word: Word, key: ID, value: ID)]) {
    let key = found[0].key
    if place == .batch {
      report(
        "misplaced", "a step inside \"batch\" has no outcomes, for nothing has settled yet",
        at: span(key), help: ["put \"\(text(key))\" beside \"batch\""])
    } else {
      report(
        "misplaced", "\"\(text(key))\" stands only in the steps of a scenario", at: span(key))
    }
  }

  private mutating func refuseBinding(_ key: ID) {
    report("misplaced", "this step has no result for \"as\" to bind", at: span(key))
  }

  private mutating func refuseStrays(_ parts: StepParts, of verb: Word) {
    let isCondition = verb == .if || verb == .unless
    let isLoop = verb == .for || verb == .repeat
    for stray in [parts.then, parts.otherwise] {
      guard let stray, !isCondition else { continue }
      report(
        "misplaced", "\"\(text(stray.key))\" goes with \"if\" and \"unless\"", at: span(stray.key))
    }
    if let body = parts.body, !isLoop {
      report(
        "misplaced", "\"do\" goes with \"for\" and \"repeat\"", at: span(body.key),
        help: isCondition ? ["write \"then\""] : [])
    }
    if let binding = parts.binding { refuseBinding(binding.key) }
  }
}
