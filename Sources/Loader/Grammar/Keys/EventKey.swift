/// What stands beside the verb of an event that exploration may choose.
enum EventKey: String, MapKey {
  case name, `for`, when, settled

  static let mapName = MapName.event
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .name:
      KeyDeclaration(
        .text, "What it is called in reports. Without it, its verb and whom that is for.",
        "name: prepare")
    case .for:
      KeyDeclaration(
        .elements,
        "Names for elements of lists, or keys of maps, which are evaluated in each state: one event "
          + "for each, equal ones once. Later names see earlier ones.", "for: {r: = managers}")
    case .when:
      KeyDeclaration(
        .formula, "It may only happen where this is true.", unless: "always",
        "when: rm[r] == 'working'")
    case .settled:
      KeyDeclaration(
        .flag, "Whether it may only happen when nothing else is ready.", unless: "`false`")
    }
  }
}

/// The worlds from which exploration begins.
enum StartKey: String, MapKey {
  case `for`, when, set

  static let mapName = MapName.start
  static let keys = table()
  static let needed: [StartKey] = [.set]

  var declaration: KeyDeclaration {
    switch self {
    case .for:
      KeyDeclaration(
        .elements,
        "Names for elements of lists, or keys of maps: one world for each choice of them. Later "
          + "names see earlier ones.", "for: {n: [1, 2, 3]}")
    case .when:
      KeyDeclaration(
        .formula, "Only worlds for which this is true are begun from.", unless: "always",
        "when: n < m")
    case .set:
      KeyDeclaration(
        .paths, "Starting values beside those of the scenario, by the same paths as `given`.",
        "set: {size: = n}")
    }
  }
}

/// The most faults of each kind in a run.
enum BudgetKey: String, MapKey {
  case drop, duplicate, delay, crash
  case crashMidway = "crash_midway"
  case reject

  static let mapName = MapName.budget
  static let keys = table()

  var declaration: KeyDeclaration {
    KeyDeclaration(
      .whole(0, ExplorationKey.mostChoices), "The most faults of that kind in a run.", unless: "0")
  }

  var fault: FaultKey {
    switch self {
    case .drop: .drop
    case .duplicate: .duplicate
    case .delay: .delay
    case .crash: .crash
    case .crashMidway: .crashMidway
    case .reject: .reject
    }
  }
}
