import Values

/// What stands at the top of a file, its settings, its scenarios.
extension ScenarioSchema {
  mutating func file() -> Schema {
    define("scenario", scenario)
    define("settings", Schema.map(of: SettingsKey.self, types: ["null"]))
    define("exploration", Schema.map(of: ExplorationKey.self))
    defineModel()
    return Schema.map(of: FileKey.self)
      .having(
        oneOf: [FileKey.scenarios, .steps], else: "a file has scenarios or steps, not both")
  }

  private var scenario: Schema {
    Schema.map(of: ScenarioKey.self).ruled([
      Schema().with("properties", [(ScenarioKey.skip.rawValue, Schema.no)])
        .saying("a scenario is skipped or todo, not both").unlessFalse(ScenarioKey.todo.rawValue)
    ])
  }
}
