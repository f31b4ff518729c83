/// Actors and their supervision.
extension ScenarioSchema {
  mutating func defineActors() {
    define("actor", actor)
    define("reaction", reaction)
    define("supervision", Schema.map(of: SupervisionKey.self))
    define("child", Schema.map(of: ChildKey.self, types: ["string"]).with("minLength", 1))
  }

  private var actor: Schema {
    Schema.map(of: ActorKey.self, types: ["null"]).ruled([
      (
        name: "router",
        schema: Schema().with(
          "properties", [(name: "provider", schema: Schema("object").saying(pooled))]
        ).with("required", ["provider"]).saying(pooled)
      ),
      (
        name: "children",
        schema: Schema().with(
          "properties",
          [(name: "provider", schema: Schema("string").saying("a pool has no children"))])
      ),
    ]).openBesideRecord(ActorKey.state)
  }

  private var pooled: String { "a router chooses among the workers of a pool: {pool: 3}" }

  private var reaction: Schema {
    let answers = [ReactionKey.do, .result, .future]
    let map = Schema.map(of: ReactionKey.self).having(
      oneOf: answers, else: "a reaction has one of do, result and future"
    ).having(
      oneOf: [ReactionKey.onCancel, .result], else: "onCancel stands beside do or future")
    return Schema.steps(.reaction, or: map, "string")
      .with(pattern: "^=", "a formula begins with =; to answer with a value: {result: value}")
      .with("if", Schema("object")).with(
        "then",
        Schema().with(
          "anyOf",
          answers.map {
            Schema.needing($0.word).saying("a reaction has one of do, result and future")
          }))
  }
}

extension Schema {
  static func needing(_ word: Word) -> Schema { Schema().with("required", [word.rawValue]) }
}
