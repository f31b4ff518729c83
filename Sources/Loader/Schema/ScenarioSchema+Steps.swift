/// Steps: a definition for each kind of place, with the verbs that make sense there.
extension ScenarioSchema {
  /// The kinds of places that have steps. Steps that a script holds are all alike, but for events.
  static let places: [Place] = [
    .script, .procedure, .thread, .within(.batch), .within(.events), .computation, .tick, .handler,
    .reactor,
    .tap,
    .middleware, .method, .setup, .reaction, .future, .cancellation, .hook,
  ]

  mutating func defineSteps() {
    for place in ScenarioSchema.places { define(place.definition, step(at: place)) }
    define("stepRules", rules())
    define("eventRules", rules(ofEvents: true))
    define("stepTypes", types)
  }

  /// Which keys there are is said first, and of which types they are only where they can stand: to
  /// begin with, verbs; beside a verb, what goes with it. So editors offer no more than that.
  private func step(at place: Place) -> Schema {
    let verbs = Grammar.shared.verbs.filter { $0.objection(at: place) == nil }
    let isEvent = place == .within(.events)
    let companions = Companion.allCases.filter { companion in
      verbs.contains { $0.takes(companion) } && !(isEvent && companion.isRefusedByEvents)
    }
    let outcomes = place.hasOutcomes ? Grammar.shared.outcomes : []
    let checks = outcomes.filter(\.standsAlone)
    let bare = verbs.filter { $0.form.bare != nil }.map(\.word.rawValue)
    let keys =
      verbs.map(StepKey.verb) + companions.map(StepKey.companion) + outcomes.map(StepKey.outcome)
    let first = verbs.map(StepKey.verb) + checks.map(StepKey.outcome) + [.companion(.note)]
    return Schema("object", "string")
      .with("title", MapName.step.title)
      .with("allOf", [.reference(isEvent ? "eventRules" : "stepRules"), .reference("stepTypes")])
      .appending(
        Schema.closed(keys.map { ($0.name, nil) } + (isEvent ? ScenarioSchema.eventKeys : []))
          .without("type")
      )
      .with(
        pattern: "^(\(bare.joined(separator: "|")))$", "a step is a map with a verb: - verb: …"
      )
      .with("if", .without((isEvent ? verbs : Grammar.shared.verbs).map(\.word.rawValue)))
      .with("then", taking(first, at: place))
      .appending(place.hasOutcomes ? Schema().with("else", .reference("outcomes")) : Schema())
      .ruled(verbs.filter(\.isOfThePlace).map { ($0.word.rawValue, beside($0, at: place)) })
  }

  /// What stands beside the verb of an event.
  private static var eventKeys: [(name: String, schema: Schema?)] {
    EventKey.allCases.map { ($0.rawValue, $0.declaration.schema) }
  }

  private func taking(_ keys: [StepKey], at place: Place) -> Schema {
    Schema().with("properties", keys.map { ($0.name, taken(by: $0, at: place)) })
  }

  /// What stands behind the key.
  private func taken(by key: StepKey, at place: Place) -> Schema {
    switch key {
    case .verb(let verb): taken(by: verb, at: place)
    case .companion(let companion):
      companion.holdsSteps ? held(by: companion, at: place) : .reference(companion.definition)
    case .outcome(let outcome): .reference(outcome.definition)
    }
  }

  /// The steps behind a companion, which stand there.
  private func held(by companion: Companion, at place: Place) -> Schema {
    let (text, example) = companion.text
    return Schema.steps(place).described(text, example)
  }

  private func taken(by verb: VerbDeclaration, at place: Place) -> Schema {
    guard let inner = verb.form.inner else { return .reference(verb.definition(at: place)) }
    // Steps that a script holds are all alike.
    let held = inner(place)
    return Schema.steps(held.isScript ? .within(.batch) : held)
      .described(verb.text, verb.example)
  }

  /// What a step takes that has a verb of which the place does not matter.
  private var types: Schema {
    let verbs = Grammar.shared.verbs.filter { !$0.isOfThePlace }
    return Schema().ruled(verbs.map { ($0.word.rawValue, beside($0, at: .script)) })
  }

  /// What a step with that verb takes.
  private func beside(_ verb: VerbDeclaration, at place: Place) -> Schema {
    // Their steps are done later than their neighbours, and so stand at a place of their own.
    let late = verb.companions.filter { $0.inner(place) != place }
    let others = verb.companions.map(\.key).filter { key in !late.contains { $0.key == key } }
    let answers = Grammar.shared.outcomes.filter {
      $0.needsAnswer && verb.isAnswered && place.hasOutcomes
    }
    let keys = [.verb(verb)] + others.map(StepKey.companion) + answers.map(StepKey.outcome)
    let step = taking(keys, at: place)
    return late.isEmpty ? step : step.with("allOf", late.map { later($0, at: place) })
  }

  private func later(_ use: CompanionUse, at place: Place) -> Schema {
    let steps = held(by: use.key, at: use.inner(place))
    return Schema().with("properties", [(name: use.key.rawValue, schema: steps)])
  }

  // MARK: What goes together

  /// What goes with each verb, and that there is one. Beside that of an event stand keys of its own.
  private func rules(ofEvents isEvent: Bool = false) -> Schema {
    var rules: [(name: String, schema: Schema)] = []
    let own = isEvent ? EventKey.allCases.map(\.rawValue) : []
    for verb in Grammar.shared.verbs where !own.contains(verb.word.rawValue) {
      var rule = Schema().with("propertyNames", company(of: verb, but: own))
      let needed = verb.companions.filter(\.isNeeded)
      if !needed.isEmpty { rule = rule.with("required", needed.map(\.key.rawValue)) }
      let together = verb.companions.compactMap { use in use.needs.map { (use.key, $0) } }
      if !together.isEmpty {
        rule = rule.ruled(
          together.map { (name: $0.rawValue, schema: Schema().with("required", [$1.rawValue])) })
      }
      rules.append((verb.word.rawValue, rule))
    }
    let outcomes = Grammar.shared.outcomes
    let others = Companion.allCases.map(\.rawValue) + outcomes.map(\.word.rawValue) + own
    func message(_ verbs: [VerbDeclaration]) -> String {
      let names = verbs.map(\.word.rawValue)
      return "this goes with a verb" + (names.isEmpty ? "" : ": " + names.alternatives)
    }
    func needVerb(_ name: String, _ verbs: [VerbDeclaration] = []) {
      rules.append((name, Schema().with("if", .keys(others)).with("then", .verb(message(verbs)))))
    }
    for companion in Companion.allCases where companion != .note {
      let verbs = Grammar.shared.verbs(with: companion)
      if companion.isFlag {
        let taken = Schema().with("anyOf", verbs.map { Schema.needing($0.word) })
        rules.append(taken.saying(message(verbs)).unlessFalse(companion.rawValue))
      } else {
        needVerb(companion.rawValue, verbs)
      }
    }
    for outcome in outcomes where !outcome.standsAlone { needVerb(outcome.word.rawValue) }
    rules.append(
      (
        Companion.as.rawValue,
        .without(outcomes.filter { $0.excludes(.as) }.map(\.word.rawValue)).saying(
          "a step with as does not fail: as binds an answer that is rejected too")
      ))
    let refused = outcomes.filter { $0.excludes(.after) }.map(\.word.rawValue)
    let after = Schema("string").with(
      pattern: "^(?!(\(refused.joined(separator: "|")))$)",
      "a step with after is done later, and has no answer and no failure to tell of")
    rules.append((Companion.after.rawValue, Schema().with("propertyNames", after)))
    let idle = Companion.allCases.filter { $0 == .note || $0.isFlag }.map(\.rawValue)
    return Schema().ruled(rules)
      .with("if", .keys(idle + own))
      .with("then", .verb("a step needs a verb, such as set, send or expect"))
  }

  /// The keys that may stand beside a verb. Unknown ones are refused as such.
  private func company(of verb: VerbDeclaration, but own: [String]) -> Schema {
    var refused: [String] = []
    var outcomes: [String] = []
    for key in Grammar.shared.stepKeys {
      switch key {
      case .verb(let other):
        if other.word != verb.word, !own.contains(key.name) { refused.append(key.name) }
      case .companion(let companion):
        if !companion.isFlag, !verb.takes(companion) { refused.append(key.name) }
      case .outcome(let outcome):
        if !verb.hasOutcomes || outcome.needsAnswer && !verb.isAnswered {
          outcomes.append(key.name)
        }
      }
    }
    return Schema("string").with(
      pattern: "^(?!(\((refused + outcomes).joined(separator: "|")))$)",
      "this does not go with \(verb.word.rawValue)")
  }
}

extension Companion {
  /// An event happens at once, and nobody knows its result.
  fileprivate var isRefusedByEvents: Bool { self == .as || self == .after }
}

extension VerbDeclaration {
  /// Whether what goes with it is not the same at all places.
  fileprivate var isOfThePlace: Bool {
    form.inner != nil || !form.variants.isEmpty || companions.contains(where: \.key.holdsSteps)
  }
}

extension Schema {
  /// Maps with no other keys than these.
  fileprivate static func keys(_ names: [String]) -> Schema {
    let known = names.joined(separator: "|")
    return Schema("object").with(
      "propertyNames", Schema("string").with("pattern", "^(\(known)|x-.*|<<)$"))
  }

  /// Maps with none of these keys.
  static func without(_ words: [Word]) -> Schema { without(words.map(\.rawValue)) }

  fileprivate static func without(_ names: [String]) -> Schema {
    let refused = names.joined(separator: "|")
    return Schema().with(
      "propertyNames", Schema("string").with("pattern", "^(?!(\(refused))$)"))
  }

  /// Nothing: said where a step has no verb, of which one is named in the place of all.
  fileprivate static func verb(_ message: String) -> Schema {
    Schema.needing(Word(StateWord.set)).saying(message)
  }
}
