enum ComputationKey: String, MapKey {
  case autostart, run, onError

  static let mapName = MapName.computation
  static let keys = table()
  static let needed: [ComputationKey] = [.run]

  var declaration: KeyDeclaration {
    switch self {
    case .autostart:
      KeyDeclaration(
        .flag, "Whether it runs at the start; `start` runs it later.", unless: "`true`")
    case .run:
      KeyDeclaration(
        ComputationKey.body,
        "What is done: a list of steps, or a formula, whose value is emitted. `firstRun` tells "
          + "the first run.", "run: [{emit: = price}]")
    case .onError:
      KeyDeclaration(
        Schema.steps(.computation),
        "What is done where a re-run fails, with `error`, instead of the report. The "
          + "computation lives on.",
        "onError: [{emit: = error}]")
    }
  }

  private static var body: Schema {
    Schema("array", "string")
      .with("items", .reference(StepPlace.computation.definition))
      .with(pattern: "^=", "a formula begins with =, and its value is emitted").called(
        "a formula, or a list of steps")
  }
}

/// The keys of a computation inside another.
enum AutorunKey: String, MapKey {
  case name, run, onError

  static let mapName = MapName.autorun
  static let keys = table()
  static let needed: [AutorunKey] = [.name, .run]

  var declaration: KeyDeclaration {
    switch self {
    case .name: KeyDeclaration(.partName, "The name by which it is known.")
    case .run: ComputationKey.run.declaration
    case .onError: ComputationKey.onError.declaration
    }
  }
}
