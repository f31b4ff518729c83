import Scenarios

enum SettingsKey: String, MapKey {
  case seed, turns, memory, flush, start

  static let mapName = MapName.settings
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .seed:
      KeyDeclaration(
        Schema("integer").called("a whole number"),
        "Where chance begins. `run` has no chance; it is for exploration.", unless: "0")
    case .turns:
      KeyDeclaration(
        .whole(1, Settings().turns),
        "The most turns and re-runs together, those of derived cells included, at one instant of virtual "
          + "time, within a step.",
        unless: "\(Settings().turns)")
    case .memory:
      KeyDeclaration(
        Schema("string").with(
          pattern: "^[0-9]{1,6}(kB|MB|GB)$", "a size is written as 512MB, 2048kB or 1GB"
        ).called("a size"),
        "The most that a world may hold: `kB`, `MB` or `GB`, of 1024 each. More than 512MB "
          + "only where the run has `--memory`.",
        unless: "512MB",
        "memory: 64MB")
    case .flush:
      KeyDeclaration(
        .choice(Settings.Flush.self),
        "Whether every turn ends with a flush (`auto`), or only the step `flush` flushes "
          + "(`manual`).",
        unless: "`auto`")
    case .start:
      KeyDeclaration(
        SettingsKey.time,
        "The virtual time, `now`, at which each scenario begins.", unless: "2026-01-01T00:00:00Z",
        "start: 2026-03-01T08:00:00Z")
    }
  }

  private static var time: Schema {
    let (date, clock) = ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?")
    return Schema("string").with(
      pattern: "^\(date)[Tt]\(clock)([Zz]|[+-][0-9]{2}:[0-9]{2})$",
      "a time is written as 2026-01-01T00:00:00Z"
    ).called("a time")
  }
}
