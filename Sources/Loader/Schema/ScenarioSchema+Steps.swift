/// Steps: a definition for each kind of place, with the verbs that make sense there.
extension ScenarioSchema {
  /// The kinds of places that have steps. Steps that a script holds are all alike, but for events.
  static let places: [Place] = [
    .script, .within(.batch), .within(.events), .computation, .tick, .handler, .reactor, .tap,
    .middleware, .method, .setup, .reaction, .future, .cancellation,
  ]

  mutating func defineSteps() {
    for place in ScenarioSchema.places { define(place.definition, step(at: place)) }
    define("stepRules", rules)
  }

  private func step(at place: Place) -> Schema {
    let verbs = Shape.verbs.words.filter { place.objection(to: $0) == nil }
    var properties = verbs.map { verb in
      (name: verb.rawValue, schema: held(by: verb, at: place) ?? .reference(verb.definition(place)))
    }
    for adverb in Shape.adverbs.words {
      let isNeeded = adverb == .note || Shape.verbs(with: adverb).contains(where: verbs.contains)
      guard isNeeded, adverb != .as || place != .within(.events) else { continue }
      properties.append(
        (
          name: adverb.rawValue,
          schema: held(by: adverb, at: place) ?? .reference(adverb.definition(place))
        ))
    }
    if place == .script {
      properties += Shape.outcomes.words.map { ($0.rawValue, .reference($0.definition(place))) }
    }
    let map = ScenarioSchema.closed(properties).without("type")
    let bare = Word.bare.filter(verbs.contains).map(\.rawValue)
    var step = Schema("object", "string")
      .with("allOf", [.reference("stepRules")])
      .appending(map)
      .with(
        pattern: "^(\(bare.joined(separator: "|")))$", "a step is a map with a verb: - verb: …")
    if let late = later(than: place) { step = step.ruled(late) }
    return step
  }

  // MARK: What steps hold

  /// The steps that a verb or an adverb holds; nil for one that holds none.
  private func held(by word: Word, at place: Place) -> Schema? {
    let inner = place.isScript ? Place.within(word == .every ? .every : .batch) : place
    let handler = place.isScript ? Place.within(.batch) : Place.handler
    let held: Place
    switch word {
    case .then, .else, .do: held = place
    case .batch, .nonreactive: held = inner
    case .onInvalidate, .onStop, .afterFlush: held = handler
    default: return nil
    }
    let entry = word.entry(place)
    return ScenarioSchema.steps(held).described(entry.text, entry.example)
  }

  /// Steps that are done later than their neighbours: of `every`, and where a call fails.
  private func later(than place: Place) -> [(name: String, schema: Schema)]? {
    func holding(_ word: Word, _ inner: Place) -> Schema {
      Schema().with("properties", [(name: word.rawValue, schema: ScenarioSchema.steps(inner))])
    }
    switch place {
    case .script:
      return [Word.ask, .call].map { ($0.rawValue, holding(.else, .within(.else))) }
        + [(Word.every.rawValue, holding(.do, .within(.every)))]
    case .computation: return [(Word.every.rawValue, holding(.do, .tick))]
    default: return nil
    }
  }

  // MARK: What goes together

  /// What goes with each verb, and that there is one.
  private var rules: Schema {
    var rules: [(name: String, schema: Schema)] = []
    for verb in Shape.verbs.words {
      var rule = Schema().with("propertyNames", companions(of: verb))
      let needed = Word.needed(by: verb)
      if !needed.isEmpty { rule = rule.with("required", needed.map(\.rawValue)) }
      rules.append((verb.rawValue, rule))
    }
    let others = Shape.adverbs.union(Shape.outcomes).words
    let alone: [Word] = [.note] + Shape.checks.words
    for word in others where !alone.contains(word) {
      let verbs = Shape.verbs(with: word)
      let message =
        "this goes with a verb"
        + (verbs.isEmpty ? "" : ": " + verbs.map(\.rawValue).alternatives)
      rules.append((word.rawValue, Schema().with("if", .keys(others)).with("then", .verb(message))))
    }
    let after = Schema("string").with(
      pattern: "^(?!(as|replies|fails)$)",
      "a step with after is done later, and has no result and no failure to tell of")
    rules.append(("after", Schema().with("propertyNames", after)))
    return Schema().ruled(rules)
      .with("if", .keys([.note]))
      .with("then", .verb("a step needs a verb, such as set, send or expect"))
  }

  /// The keys that may stand beside a verb.
  private func companions(of verb: Word) -> Schema {
    let adverbs = Shape.adverbs.words.filter {
      $0 == .note || Shape.verbs(with: $0).contains(verb)
    }
    let hasAnswer = verb == .ask || verb == .call
    let outcomes = Shape.outcomes.words.filter { verb != .let && ($0 != .replies || hasAnswer) }
    let known = ([verb] + adverbs + outcomes).map(\.rawValue).joined(separator: "|")
    return Schema("string").with(
      pattern: "^(\(known)|x-.*|<<)$", "this does not go with \(verb.rawValue)")
  }
}

extension Schema {
  /// Maps with no other keys than these.
  fileprivate static func keys(_ words: [Word]) -> Schema {
    let known = words.map(\.rawValue).joined(separator: "|")
    return Schema("object").with(
      "propertyNames", Schema("string").with("pattern", "^(\(known)|x-.*|<<)$"))
  }

  /// Nothing: said where a step has no verb, of which one is named in the place of all.
  fileprivate static func verb(_ message: String) -> Schema {
    Schema.needing(.set).saying(message)
  }
}

extension Word {
  /// The verbs that may stand without an argument, as bare words.
  static let bare: [Word] = [.flush, .stash, .unstash]

  /// What cannot be missing beside a verb.
  static func needed(by verb: Word) -> [Word] {
    switch verb {
    case .if, .unless: [.then]
    case .for, .repeat, .every: [.do]
    default: []
    }
  }
}
