import Scenarios
import Values

/// What stands at the top of a file, its settings, its scenarios.
extension ScenarioSchema {
  mutating func file() -> Schema {
    define("scenario", scenario)
    define("settings", Schema.map(of: SettingsKey.self, types: ["null"]))
    define("exploration", exploration)
    defineModel()
    return Schema.map(of: FileKey.self)
      .having(
        oneOf: [FileKey.scenarios, .steps], else: "a file has scenarios or steps, not both")
  }

  private var exploration: Schema {
    func only(_ key: ExplorationKey, _ value: JSON) -> JSON {
      let only = Schema().with("enum", .array([value])).json
      return Schema().with("properties", .object([JSON.Member(key.rawValue, only)])).json
    }
    let ways: JSON = .array([
      only(.schedules, .string(Exploration.Schedules.exhaustive.rawValue)),
      only(.complete, .bool(false)),
    ])
    return Schema.map(of: ExplorationKey.self).ruled([
      (
        ExplorationKey.schedules.rawValue,
        Schema().with("anyOf", ways).saying("walks never see all, which `complete` asks for")
      )
    ])
  }

  private var scenario: Schema {
    Schema.map(of: ScenarioKey.self).ruled([
      Schema().with("properties", [(ScenarioKey.skip.rawValue, Schema.no)])
        .saying("a scenario is skipped or todo, not both").unlessFalse(ScenarioKey.todo.rawValue)
    ])
  }
}
