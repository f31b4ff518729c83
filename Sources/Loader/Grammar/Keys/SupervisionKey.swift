import Scenarios

enum SupervisionKey: String, MapKey {
  case strategy, restarts, within, backoff, on

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
        SupervisionKey.limits,
        "How many restarts there may be `within` a time. One more, and the supervisor fails too.",
        unless: "1", "restarts: unlimited")
    case .within:
      KeyDeclaration(
        .duration, "The time in which `restarts` are counted, a window that slides.",
        unless: "`5s`", "within: 1s")
    case .backoff:
      KeyDeclaration(
        SupervisionKey.backoffs,
        "How long a restart waits: not at all (`none`), or a time that doubles with each that there "
          + "was `within` the window, up to `max`; behind a quiet window it is the shortest again.",
        unless: "`none`",
        "backoff: {min: 100ms, max: 10s}")
    case .on:
      KeyDeclaration(
        Schema.map(to: .choice(Supervision.Directive.self), orNothing: true)
          .with("propertyNames", Schema("string").with("minLength", 1)).called(
            "a map of texts to `resume`, `restart`, `stop` or `escalate`"),
        "What is done about an error, by a text that stands somewhere in it; the first that does "
          + "decides. The child goes on with its state, and only what was at work is given up "
          + "(`resume`); begins anew, and who else the strategy says (`restart`); ends (`stop`); or "
          + "ends, and its supervisor fails with the same error (`escalate`).",
        unless: "`restart`", "on: {offline: resume, broken: escalate}")
    }
  }

  private static var limits: Schema {
    Schema().with(
      "anyOf", [.choice(["unlimited"]), .whole(0, SupervisionKey.mostRestarts)]
    ).called("0 to \(SupervisionKey.mostRestarts), or `unlimited`")
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

/// The keys of a child that is written long.
enum ChildKey: String, MapKey {
  case actor, restart

  static let mapName = MapName.child
  static let keys = table()
  static let needed: [ChildKey] = [.actor]

  var declaration: KeyDeclaration {
    switch self {
    case .actor: KeyDeclaration(.filledText, "The name of the actor.")
    case .restart:
      KeyDeclaration(
        .choice(ActorDeclaration.Restart.self),
        "When the supervisor begins it anew: however it ended (`permanent`), where it failed "
          + "(`transient`), or never (`temporary`).", unless: "`permanent`", "restart: transient")
    }
  }
}
