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
    define("stepTypes", types)
  }

  /// Which keys there are is said first, and of which types they are only where they can stand: to
  /// begin with, verbs; beside a verb, what goes with it. So editors offer no more than that.
  private func step(at place: Place) -> Schema {
    let verbs = Grammar.shared.verbs.filter { $0.objection(at: place) == nil }.map(\.word)
    let adverbs = Shape.adverbs.words.filter { adverb in
      adverb == .note
        || Grammar.shared.verbs(with: adverb).contains(where: verbs.contains)
          && (adverb != .as || place != .within(.events))
    }
    let outcomes = place == .script ? Shape.outcomes.words : []
    let checks = outcomes.filter { Shape.checks.contains($0) }
    let bare = Grammar.shared.verbs.filter { $0.form.bare != nil && verbs.contains($0.word) }
      .map(\.word.rawValue)
    return Schema("object", "string")
      .with("title", Shape.step.name)
      .with("allOf", [.reference("stepRules"), .reference("stepTypes")])
      .appending(
        ScenarioSchema.closed((verbs + adverbs + outcomes).map { ($0.rawValue, nil) })
          .without("type")
      )
      .with(
        pattern: "^(\(bare.joined(separator: "|")))$", "a step is a map with a verb: - verb: …"
      )
      .with("if", .without(Shape.verbs.words))
      .with("then", taking(verbs + checks + [.note], at: place))
      .appending(place == .script ? Schema().with("else", .reference("outcomes")) : Schema())
      .ruled(verbs.filter { isOfThePlace($0, place) }.map { ($0.rawValue, beside($0, at: place)) })
  }

  private func taking(_ words: [Word], at place: Place) -> Schema {
    Schema().with("properties", words.map { ($0.rawValue, taken(by: $0, at: place)) })
  }

  /// What stands behind the word.
  private func taken(by word: Word, at place: Place) -> Schema {
    if let verb = Grammar.shared.verb(word) { return taken(by: verb, at: place) }
    guard let companion = Companion(rawValue: word.rawValue), companion.holdsSteps else {
      return .reference("step.\(word.rawValue)")
    }
    let (text, example) = companion.text
    return ScenarioSchema.steps(place).described(text, example)
  }

  private func taken(by verb: VerbDeclaration, at place: Place) -> Schema {
    guard let inner = verb.form.inner else { return .reference(verb.definition(at: place)) }
    // Steps that a script holds are all alike.
    let held = inner(place, verb.word)
    return ScenarioSchema.steps(held.isScript ? .within(.batch) : held)
      .described(verb.text, verb.example)
  }

  /// Whether what goes with the verb is not the same at all places.
  private func isOfThePlace(_ verb: Word, _ place: Place) -> Bool {
    guard let form = Grammar.shared.verb(verb)?.form else { return false }
    return form.inner != nil || !form.variants.isEmpty
      || Word.adverbs(of: verb).contains { Companion(rawValue: $0.rawValue)?.holdsSteps == true }
  }

  /// What a step takes that has a verb of which the place does not matter.
  private var types: Schema {
    let verbs = Shape.verbs.words.filter { !isOfThePlace($0, .script) }
    return Schema().ruled(verbs.map { ($0.rawValue, beside($0, at: .script)) })
  }

  /// What a step with that verb takes.
  private func beside(_ verb: Word, at place: Place) -> Schema {
    let adverbs = Word.adverbs(of: verb)
    let late = adverbs.filter { isLate($0, of: verb, at: place) }
    let answer: [Word] = place == .script && Grammar.shared.isAnswered(verb) ? [.replies] : []
    let words = [verb] + adverbs.filter { !late.contains($0) } + answer
    let step = taking(words, at: place)
    return late.isEmpty ? step : step.with("allOf", late.map { later($0, of: verb, at: place) })
  }

  /// Whether the steps behind the adverb are done later than their neighbours, and so stand at a
  /// place of their own: of `every`, and where a call fails.
  private func isLate(_ adverb: Word, of verb: Word, at place: Place) -> Bool {
    guard place.isScript || place == .computation else { return false }
    return adverb == .do && verb == .every
      || adverb == .else && Grammar.shared.isAnswered(verb) && place.isScript
  }

  private func later(_ adverb: Word, of verb: Word, at place: Place) -> Schema {
    let inner: Place = place == .computation ? .tick : .within(verb == .every ? .every : .else)
    let entry = Companion(rawValue: adverb.rawValue)?.text
    let steps = ScenarioSchema.steps(inner).described(entry?.text ?? "", entry?.example)
    return Schema().with("properties", [(name: adverb.rawValue, schema: steps)])
  }

  // MARK: What goes together

  /// What goes with each verb, and that there is one.
  private var rules: Schema {
    var rules: [(name: String, schema: Schema)] = []
    for verb in Shape.verbs.words {
      var rule = Schema().with("propertyNames", companions(of: verb))
      let needed = Grammar.shared.verb(verb)?.needed ?? []
      if !needed.isEmpty { rule = rule.with("required", needed.map(\.rawValue)) }
      rules.append((verb.rawValue, rule))
    }
    let others = Shape.adverbs.union(Shape.outcomes).words
    let alone: [Word] = [.note] + Shape.checks.words
    for word in others where !alone.contains(word) {
      let verbs = Grammar.shared.verbs(with: word)
      let message =
        "this goes with a verb"
        + (verbs.isEmpty ? "" : ": " + verbs.map(\.rawValue).alternatives)
      rules.append((word.rawValue, Schema().with("if", .keys(others)).with("then", .verb(message))))
    }
    let after = Schema("string").with(
      pattern: "^(?!(as|replies|fails)$)",
      "a step with after is done later, and has no result and no failure to tell of")
    rules.append(
      (
        "as",
        .without([.fails]).saying(
          "a step with as does not fail: as binds an answer that is rejected too")
      ))
    rules.append(("after", Schema().with("propertyNames", after)))
    return Schema().ruled(rules)
      .with("if", .keys([.note]))
      .with("then", .verb("a step needs a verb, such as set, send or expect"))
  }

  /// The keys that may stand beside a verb. Unknown ones are refused as such.
  private func companions(of verb: Word) -> Schema {
    let known = [verb] + Word.adverbs(of: verb)
    let outcomes = Shape.outcomes.words.filter {
      verb == .let || ($0 == .replies && !Grammar.shared.isAnswered(verb))
    }
    let foreign = Shape.verbs.union(Shape.adverbs).words.filter { !known.contains($0) } + outcomes
    return Schema("string").with(
      pattern: "^(?!(\(foreign.map(\.rawValue).joined(separator: "|")))$)",
      "this does not go with \(verb.rawValue)")
  }
}

extension Schema {
  /// Maps with no other keys than these.
  fileprivate static func keys(_ words: [Word]) -> Schema {
    let known = words.map(\.rawValue).joined(separator: "|")
    return Schema("object").with(
      "propertyNames", Schema("string").with("pattern", "^(\(known)|x-.*|<<)$"))
  }

  /// Maps with none of these keys.
  static func without(_ words: [Word]) -> Schema {
    let refused = words.map(\.rawValue).joined(separator: "|")
    return Schema().with(
      "propertyNames", Schema("string").with("pattern", "^(?!(\(refused))$)"))
  }

  /// Nothing: said where a step has no verb, of which one is named in the place of all.
  fileprivate static func verb(_ message: String) -> Schema {
    Schema.needing(.set).saying(message)
  }
}

extension Word {
  /// What may go with a verb.
  static func adverbs(of verb: Word) -> [Word] {
    let companions = Grammar.shared.verb(verb)?.companions ?? []
    return Shape.adverbs.words.filter { $0 == .note || companions.contains($0) }
  }
}
