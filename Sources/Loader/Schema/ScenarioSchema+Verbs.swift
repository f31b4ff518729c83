/// What verbs take, and what goes with them.
extension ScenarioSchema {
  /// A definition for each verb, companion and outcome that holds no steps.
  mutating func defineVerbs() {
    let verbs = Grammar.shared.verbs.filter { $0.form.inner == nil }
    for verb in verbs { define(verb.definition(at: .script), verb.schema) }
    for verb in verbs {
      for variant in verb.form.variants {
        define("step.\(variant.name)", verb.schema(as: variant))
      }
    }
    for companion in Companion.allCases where !companion.holdsSteps {
      let (text, example) = companion.text
      define(companion.definition, companion.takes.described(text, example))
    }
    for outcome in Grammar.shared.outcomes {
      define(outcome.definition, outcome.takes().described(outcome.text, outcome.example))
    }
    let outcomes = Grammar.shared.outcomes.filter { !$0.needsAnswer }.map {
      (name: $0.word.rawValue, schema: Schema.reference($0.definition))
    }
    define("outcomes", Schema().with("properties", outcomes))
  }
}

extension VerbDeclaration {
  /// The name of the definition of what it takes at the place.
  func definition(at place: StepPlace) -> String {
    "step.\(form.variant(at: place)?.name ?? word.rawValue)"
  }

  fileprivate var schema: Schema { form.takes().described(text, example) }

  fileprivate func schema(as variant: Form.Variant) -> Schema {
    variant.takes().described(variant.text ?? text, variant.text == nil ? example : variant.example)
  }
}

extension Companion {
  /// The name of the definition of what it takes.
  var definition: String { "step.\(rawValue)" }
}

extension OutcomeDeclaration {
  /// The name of the definition of what it takes.
  var definition: String { "step.\(word.rawValue)" }
}
