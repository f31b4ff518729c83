import Scenarios

enum ExplorationKey: String, MapKey {
  case steps, schedules, delivery, faults, budget, events, expect

  static let mapName = MapName.exploration
  static let keys = table()
  /// The most events or faults in a run that can be asked for.
  static let mostChoices: Int64 = 100_000

  var declaration: KeyDeclaration {
    switch self {
    case .steps:
      KeyDeclaration(
        .whole(0, ExplorationKey.mostChoices), "How often one of `events` is chosen in a run.",
        unless: "0")
    case .schedules:
      KeyDeclaration(
        .choice(Exploration.Schedules.self),
        "Which orders of ready turns are tried: all (`exhaustive`), some with priorities "
          + "(`pct`), or some by chance (`random`).",
        unless: "`exhaustive`")
    case .delivery:
      KeyDeclaration(
        .choice(Exploration.Delivery.self),
        "Which messages may overtake which: none (`causal`), those of other pairs "
          + "of sender and receiver (`pairwise`), or any (`unordered`).", unless: "`causal`")
    case .faults:
      KeyDeclaration(
        Schema.map(of: FaultKey.self).called("a map of faults to lists of actors"),
        "The actors that each kind of fault may befall.",
        "faults: {drop: [payment], crash: [worker]}")
    case .budget:
      KeyDeclaration(
        .whole(0, ExplorationKey.mostChoices), "The most faults in a run.", unless: "1")
    case .events:
      KeyDeclaration(
        Schema.steps(.within(.events)), "Steps that may happen besides the script's.",
        "events:\n  - send: {counter: increment}\n  - set: {price: 0}")
    case .expect:
      KeyDeclaration(
        .choice(Exploration.Expectation.self),
        "`violated` is for a file that shows a bug on purpose.", unless: "`holds`")
    }
  }
}

/// The faults that exploration may choose.
enum FaultKey: String, MapKey {
  case crash, drop, duplicate, delay

  static let mapName = MapName.faults
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .crash: KeyDeclaration(.names, "These actors may crash.")
    case .drop: KeyDeclaration(.names, "Messages to these actors may be lost.")
    case .duplicate: KeyDeclaration(.names, "Messages to these actors may come twice.")
    case .delay: KeyDeclaration(.names, "Messages to these actors may come late.")
    }
  }

  var fault: Exploration.Fault {
    switch self {
    case .crash: .crash
    case .drop: .drop
    case .duplicate: .duplicate
    case .delay: .delay
    }
  }
}
