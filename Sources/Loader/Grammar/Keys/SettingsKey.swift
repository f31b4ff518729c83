import Scenarios

enum SettingsKey: String, MapKey {
  case seed, turns, memory, flush, start

  static let mapName = MapName.settings
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .seed: KeyDeclaration(Schema("integer"), "Where chance begins. 0 unless given.")
    case .turns:
      KeyDeclaration(
        .whole(1, Settings().turns),
        "The most turns and re-runs at one instant of virtual time. \(Settings().turns) unless given."
      )
    case .memory:
      KeyDeclaration(
        Schema("string").with(
          pattern: "^[0-9]{1,6}(kB|MB|GB)$", "a size is written as 512MB, 64kB or 1GB"),
        "The most that a world may hold. 512MB unless given; more only where the run allows it.",
        "memory: 64MB")
    case .flush:
      KeyDeclaration(
        .choice(["auto", "manual"]),
        "Whether every turn ends with a flush (`auto`, the default), or only `flush` flushes.")
    case .start:
      KeyDeclaration(
        SettingsKey.time,
        "The virtual time at which each world begins. 2026-01-01T00:00:00Z unless given.",
        "start: 2026-03-01T08:00:00Z")
    }
  }

  private static var time: Schema {
    let (date, clock) = ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?")
    return Schema("string").with(
      pattern: "^\(date)[Tt]\(clock)([Zz]|[+-][0-9]{2}:[0-9]{2})$",
      "a time is written as 2026-01-01T00:00:00Z")
  }
}
