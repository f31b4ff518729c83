public import Values

extension ScenarioLoader {
  /// The JSON Schema (draft 7) of scenario files, for editors. It knows keys and types; names,
  /// formulas and what they come to are for `check` to judge.
  public static var schema: JSON { ScenarioSchema.json }
}
