import Scenarios

enum SupervisionKey: String, MapKey {
  case strategy, restarts, within, backoff

  static let mapName = MapName.supervision
  static let keys = table()
  /// The most restarts that can be asked for: each of them is remembered for the time given.
  static let mostRestarts: Int64 = 1_000_000

  var declaration: KeyDeclaration {
    switch self {
    case .strategy:
      KeyDeclaration(
        .choice(Supervision.Strategy.self),
        "Who begins anew when a child fails: it alone (`one_for_one`); all, stopped in reverse "
          + "order "
          + "and begun in order (`one_for_all`); or it and those begun after it (`rest_for_one`).",
        unless: "`one_for_one`")
    case .restarts:
      KeyDeclaration(
        .whole(0, SupervisionKey.mostRestarts),
        "How many restarts there may be `within` a time. One more, and the supervisor fails too.",
        unless: "1")
    case .within:
      KeyDeclaration(
        .duration, "The time in which `restarts` are counted, a window that slides.",
        unless: "`5s`", "within: 1s")
    case .backoff:
      KeyDeclaration(
        SupervisionKey.backoffs,
        "How long a restart waits: not at all (`none`), or a time that doubles with each, up "
          + "to `max`.",
        unless: "`none`",
        "backoff: {min: 100ms, max: 10s}")
    }
  }

  private static var backoffs: Schema {
    Schema().with(
      "anyOf",
      [.choice(["none"]), .reference("duration"), Schema.map(of: BackoffKey.self)]
    ).called("`none`, a duration, or `{min: …, max: …}`")
  }
}

enum BackoffKey: String, MapKey {
  case min, max

  static let mapName = MapName.backoff
  static let keys = table()
  static let needed: [BackoffKey] = [.min]

  var declaration: KeyDeclaration {
    switch self {
    case .min: KeyDeclaration(.duration, "The shortest wait.", "min: 100ms")
    case .max: KeyDeclaration(.duration, "The longest wait.", "max: 10s")
    }
  }
}
