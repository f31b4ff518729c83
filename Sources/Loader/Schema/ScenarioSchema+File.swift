import Values

/// What stands at the top of a file, its settings, its scenarios.
extension ScenarioSchema {
  mutating func file() -> Schema {
    define("scenario", scenario)
    define("settings", ScenarioSchema.map(of: SettingsKey.self, types: ["null"]))
    define("exploration", ScenarioSchema.map(of: ExplorationKey.self))
    defineModel()
    return ScenarioSchema.map(of: FileKey.self)
      .having(
        oneOf: [FileKey.scenarios, .steps], else: "a file has scenarios or steps, not both")
  }

  private var scenario: Schema {
    ScenarioSchema.map(of: ScenarioKey.self).ruled([
      (
        ScenarioKey.todo.rawValue,
        .without([ScenarioKey.skip.word]).saying("a scenario is skipped or todo, not both")
      )
    ])
  }
}

extension Schema {
  static func whole(_ least: Int, _ most: Int) -> Schema {
    Schema("integer").with("minimum", least).with("maximum", most)
  }

  static func whole(_ least: Int, _ most: Int64) -> Schema {
    Schema("integer").with("minimum", least).with("maximum", .number(String(most)))
  }
}
