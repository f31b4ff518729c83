import Scenarios
import Values

extension ScenarioReader {
  /// The entries of one step, by what they are.
  struct StepParts {
    var verb: (declaration: VerbDeclaration, key: ID, value: ID)?
    /// What goes with the verb.
    var companions: [(companion: Companion, key: ID, value: ID)] = []
    var outcomes: [OutcomePart] = []
    /// Whether something in the step was refused, so that a missing part is no news.
    var isBroken = false

    subscript(companion: Companion) -> (key: ID, value: ID)? {
      for other in companions where other.companion == companion {
        return (other.key, other.value)
      }
      return nil
    }
  }

  typealias OutcomePart = (outcome: OutcomeDeclaration, key: ID, value: ID)

  /// A list of steps. What `let` binds is known to the end of the list.
  mutating func steps(_ id: ID, of what: String) -> [Step] {
    var left: [Locals.Bound] = []
    return steps(id, of: what, leaving: &left)
  }

  /// The same for steps whose names somebody wants to know behind them.
  mutating func steps(_ id: ID, of what: String, leaving left: inout [Locals.Bound]) -> [Step] {
    let count = locals.count
    defer {
      left = locals.bound(from: count)
      locals.pop(to: count)
    }
    return openSteps(id, of: what)
  }

  /// A list of steps whose names stay in sight.
  mutating func openSteps(_ id: ID, of what: String) -> [Step] {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .list else {
      let isStep = document[target].kind == .map
      let hasDash = isStep && text(document.entries(target).first?.key ?? target).hasPrefix("-")
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

  /// - Parameter isForeign: Keys that somebody else reads.
  mutating func step(
    _ id: ID, but isForeign: (ScenarioReader, ID) -> Bool = { _, _ in false }
  ) -> Step? {
    let target = enter(id)
    defer { leave(id) }
    switch document[target].kind {
    case .scalar: return bareStep(target)
    case .map: break
    case .list, .alias:
      reportType("a step", takes: "a map with a verb", id)
      return nil
    }
    if refuseScenario(target) { return nil }
    let parts = parts(target, but: isForeign)
    let span = document.span(target)
    guard let (declaration, key, value) = parts.verb else {
      return check(parts, span)
    }
    let binds = declaration.takes(.as)
    guard let verb = verb(declaration, key, value, parts) else {
      if binds, let binding = parts[.as] {
        _ = bind(binding.value, of: declaration, nil, isLater: parts[.after] != nil)
      }
      _ = place.hasOutcomes ? outcomes(parts.outcomes) : []
      return nil
    }
    refuseStrays(parts, of: declaration)
    let delay = parts[.after].map { duration($0.value, of: "\"after\"") }
    let binding =
      binds
      ? parts[.as].flatMap {
        bind($0.value, of: declaration, verb, isLater: delay != nil)
      } : nil
    let outcomes = verbOutcomes(parts, declaration)
    if let binding { refuseComparisons(with: binding.name, in: outcomes) { $0 == binding.slot } }
    for export in verb.exports { refuseComparisons(with: export, of: name(key), in: outcomes) }
    return Step(
      verb, keyword: name(key), binding: binding,
      note: parts[.note].map { text($0.value, of: "\"note\"") }, delay: delay,
      outcomes: outcomes, span: span,
      event: self.span(key).through(document.span(value)))
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
    guard let known = stepKey(id) else {
      refuse(bareStep: id)
      return nil
    }
    guard case .verb(let declaration) = known, let verb = declaration.form.bare else {
      report(
        .missingValue, "\"\(text)\" needs more than its name", at: span,
        help: ["write: \(text): …"])
      return nil
    }
    return makesSense(declaration, id) ? Step(verb, keyword: name(id), span: span) : nil
  }

  private mutating func parts(
    _ map: ID, but isForeign: (ScenarioReader, ID) -> Bool
  ) -> StepParts {
    var parts = StepParts()
    let entries = document.entries(map)
    var neighbors = Neighbors(entries)
    for (key, value) in entries {
      if isForeign(self, key) { continue }
      guard let known = stepKey(key) else {
        refuse(key, value, in: .step, besides: &neighbors)
        if !text(key).hasPrefix("x-") { parts.isBroken = true }
        continue
      }
      switch known {
      case .companion(let companion):
        if !companion.isFlag || !isFalse(value) {
          parts.companions.append((companion, key, value))
        }
      case .outcome(let outcome): parts.outcomes.append((outcome, key, value))
      case .verb(let declaration):
        if let first = parts.verb {
          report(
            .twoVerbs,
            "a step has one verb, and this has \"\(text(first.key))\" and \"\(text(key))\"",
            at: span(key), help: ["write two steps, or put both into a batch"],
            related: [.init(span(first.key), "the first is here")])
          parts.isBroken = true
        } else {
          parts.verb = (declaration, key, value)
        }
      }
    }
    return parts
  }

  /// Reports a scenario where a step is to stand, which is indented too far; false for a step.
  private mutating func refuseScenario(_ map: ID) -> Bool {
    let entries = document.entries(map)
    guard place == .script, let first = entries.first?.key,
      document.value(of: ScenarioKey.steps, in: map) != nil,
      entries.allSatisfy({ key($0.key, of: ScenarioKey.self) != nil })
    else { return false }
    report(
      .misplaced, "a scenario stands where a step is to", at: span(first),
      help: ["scenarios stand in the list under \"scenarios\": begin each in the same column"])
    return true
  }

  /// A step whose verb is not known, for a key that was refused may be meant as it.
  private mutating func readBroken(_ parts: StepParts) {
    for (companion, _, value) in parts.companions {
      noteUnread(value, as: Word(companion))
    }
    _ = place.hasOutcomes ? outcomes(parts.outcomes) : []
  }

  /// A step of outcomes alone.
  private mutating func check(_ parts: StepParts, _ span: SourceSpan) -> Step? {
    if parts.isBroken {
      readBroken(parts)
      return nil
    }
    let strays = parts.companions.filter { $0.companion != .as && $0.companion != .note }
      .map(\.key)
    if let first = parts.outcomes.first, strays.isEmpty {
      guard place.hasOutcomes else {
        refuseOutcomes(parts.outcomes)
        return nil
      }
      for (outcome, key, _) in parts.outcomes where !outcome.standsAlone {
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
    reportNoVerb(strays.first, parts, span)
    return nil
  }

  private mutating func reportNoVerb(_ stray: ID?, _ parts: StepParts, _ span: SourceSpan) {
    let isEvent = place == .within(.events)
    let noun = isEvent ? "an event" : "a step"
    var help =
      stray == nil ? [isEvent ? "such as tell, send, set" : "such as set, flush, expect"] : []
    // Beside "for" a "do" was meant as the loop of a script.
    if isEvent, parts[.do] != nil {
      help = ["put the loop into a batch: batch: [{for: …, do: […]}]"]
    }
    report(
      .missingVerb,
      stray.map { "\(noun) with \"\(text($0))\" but no verb" } ?? "\(noun) needs a verb",
      at: stray.map { self.span($0) } ?? span, help: help)
  }

  // MARK: What goes with a verb

  private mutating func verbOutcomes(
    _ parts: StepParts, _ verb: VerbDeclaration
  ) -> [Outcome] {
    guard !parts.outcomes.isEmpty else { return [] }
    guard place.hasOutcomes else {
      refuseOutcomes(parts.outcomes)
      return []
    }
    for (outcome, key, _) in parts.outcomes
    where outcome.needsAnswer && !verb.isAnswered {
      report(
        .misplaced,
        "\(outcome.what) tells of the answer to an \"ask\" or a \"call\", and this is neither",
        at: span(key), help: verb.word == Word(EventWord.tell) ? ["to get one, write: ask"] : [])
    }
    if !verb.hasOutcomes {
      report(
        .misplaced, "a \"\(verb.word.rawValue)\" has no outcomes",
        at: span(parts.outcomes[0].key),
        help: ["write \"\(text(parts.outcomes[0].key))\" as a step of its own"])
      return []
    }
    return outcomes(parts.outcomes)
  }

  private mutating func refuseOutcomes(_ found: [OutcomePart]) {
    let key = found[0].key
    guard case .within(let holder) = place else {
      return report(
        .misplaced, "\"\(text(key))\" stands only in the steps of a scenario", at: span(key))
    }
    if holder == .events {
      return report(
        .misplaced, "an event that may be chosen has no outcomes", at: span(key),
        help: ["what must hold in all runs stands in \"always\" and \"eventually\""])
    }
    let isLate = holder == .every || holder == .else
    report(
      .misplaced,
      isLate
        ? "a step inside \"\(holder.rawValue)\" has no outcomes, for it is done later"
        : "a step inside \"\(holder.rawValue)\" has no outcomes, for nothing has settled yet",
      at: span(key),
      help: [
        isLate
          ? "put \"\(text(key))\" into the step in which it is done, such as an \"advance\""
          : "put \"\(text(key))\" beside \"\(holder.rawValue)\""
      ])
  }

  private mutating func refuseBinding(_ key: ID, of verb: VerbDeclaration? = nil) {
    let takers = Grammar.shared.verbs.filter { $0.takes(.as, beside: []) }
    let names = takers.map { "\"\($0.word.rawValue)\"" }.enumeration
    let isLater = verb?.takes(.as) == true
    report(
      .misplaced, "this step has no result for \"as\" to bind", at: span(key),
      help: [
        isLater
          ? "with \"after\" it binds the timer; else it goes with \(names)"
          : "it goes with \(names); \"let\" binds what a formula gives"
      ])
  }

  /// Reports what does not go with the verb, or not with something else that stands there.
  private mutating func refuseStrays(_ parts: StepParts, of verb: VerbDeclaration) {
    let known = parts.companions.map(\.companion)
    if place == .within(.events), let after = parts[.after] {
      report(
        .misplaced, "an event that may be chosen happens at once, and has no \"after\"",
        at: span(after.key), help: ["how late it comes is chosen too; time passes by: advance"])
      return
    }
    for (companion, key, _) in parts.companions where !verb.takes(companion, beside: known) {
      if companion == .as {
        refuseBinding(key, of: verb)
        continue
      }
      let names = Grammar.shared.verbs(with: companion).map { "\"\($0.word.rawValue)\"" }
      report(
        .misplaced, "\"\(text(key))\" goes with \(names.enumeration)", at: span(key),
        help: cure(for: companion, with: verb))
    }
    let after = verb.takes(.after) ? parts[.after] : nil
    if verb.takes(.as, beside: known), let binding = parts[.as] {
      refuseOutcomes(of: parts, beside: binding, of: verb, isLater: after != nil)
    }
    guard let after else { return }
    for (outcome, key, _) in parts.outcomes where outcome.excludes(.after) {
      report(
        .contradiction,
        "a step with \"after\" cannot tell of \"\(text(key))\", for it is done later",
        at: span(key), help: ["put the outcomes into the step in which it is done"],
        related: [.init(span(after.key), "it is done later here")])
    }
  }

  /// Refuses what cannot stand beside `as`, a `fails`: a step that binds its answer, whatever it is,
  /// does not fail.
  /// - Parameter isLater: Whether it is done later, of which it is told first where that is refused too.
  private mutating func refuseOutcomes(
    of parts: StepParts, beside binding: (key: ID, value: ID), of verb: VerbDeclaration,
    isLater: Bool
  ) {
    for (outcome, key, _) in parts.outcomes
    where outcome.excludes(.as) && !(isLater && outcome.excludes(.after)) {
      report(
        .contradiction,
        verb.isAnswered
          ? "a step with \"as\" does not fail, for \"as\" binds an answer that is rejected too"
          : "a step that is to fail binds nothing",
        at: span(key),
        help: [
          verb.isAnswered
            ? "write: expect: {\(inBrackets(binding.value)): {status: rejected, error: …}}, or drop the \"as\""
            : "write it without \"as\""
        ], related: [.init(span(binding.key), "it is bound here")])
    }
  }

  /// Refuses to compare what a step binds with what it was before the step.
  private mutating func refuseComparisons(
    with bound: Name, in outcomes: [Outcome], where isIt: (Slot) -> Bool
  ) {
    for path in outcomes.flatMap(\.comparedPaths) {
      var named: [(name: String, span: SourceSpan)] = []
      if isIt(path.slot) { named.append((path.root, rootSpan(path))) }
      // What stands in brackets is worked out before the step, too.
      path.eachFormula { named += locals(in: $0, where: isIt) }
      for (name, span) in named {
        report(
          .contradiction, "there is no \"\(name)\" before the step that binds it", at: span,
          help: ["compare it in a later step"], related: [.init(bound.span, "it is bound here")])
      }
    }
  }

  /// The same for what steps inside it bind.
  private mutating func refuseComparisons(
    with export: ControlVerb.Export, of keyword: Name, in outcomes: [Outcome]
  ) {
    guard let number = locals.bound(export.name)?.number else { return }
    refuseComparisons(with: keyword, in: outcomes) { $0.localNumber == number }
  }

  private func cure(for companion: Companion, with verb: VerbDeclaration) -> [String] {
    if let meant = verb.companions.first(where: { $0.confusedWith == companion }) {
      return ["write \"\(meant.key.rawValue)\""]
    }
    guard companion == .after else { return [] }
    if place.hasOutcomes { return ["write an \"advance\" before the step"] }
    return place.canWait ? ["write a \"wait\" before the step"] : []
  }

  /// The name that `as` binds; it is in sight behind the step and in its outcomes.
  private mutating func bind(
    _ id: ID, of verb: VerbDeclaration, _ read: Verb?, isLater: Bool
  ) -> Step.Binding? {
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
    // A verb that binds nothing, which has been told, is taken as if it stood with "after".
    switch isLater ? .timer : verb.binds ?? .timer {
    case .timer: locals.push(name.text, .timer)
    case .value: locals.push(name.text)
    case .answer: locals.push(name.text, isScript ? .promise : .value)
    case .reference:
      guard case .turn(.life(.spawn(let kind, _))) = read else {
        locals.push(name.text, .actor(nil))
        break
      }
      // In a body it is a reference, and no state.
      locals.push(name.text, isScript ? .spawned(kind) : .actor(kind))
    }
    return locals.slot(name.text).map { Step.Binding(name, $0) }
  }
}
