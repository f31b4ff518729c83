enum ReactorKey: String, MapKey {
  case open, state, mutate, reduce, transform, pulse

  static let mapName = MapName.reactor
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .open: .openState
    case .state:
      KeyDeclaration(
        .record, "The state to start from.", unless: "`null`", "state: {repos: [], loading: false}")
    case .mutate:
      KeyDeclaration(
        .map(to: .reference("action"), orNothing: true).called("a map of actions to bodies"),
        "Each action and the steps that it sets off, with `action` and `state`. Without it, "
          + "actions are mutations.",
        "mutate:\n  update:\n    - mutation: {setLoading: true}")
    case .reduce:
      KeyDeclaration(
        .reducers.called("a map of mutations to changes"),
        "Each mutation and what becomes of the state, with `mutation` and `state`: a map assigns "
          + "the paths that it names, anything else is the whole new state.",
        "reduce:\n  setLoading: {loading: = mutation}")
    case .transform:
      KeyDeclaration(
        .whole("transform").called("a map of lists of operators"),
        "Operators that actions, mutations and states go through.")
    case .pulse:
      KeyDeclaration(
        .names.called("a list of properties"),
        "Properties that count as changed whenever they are assigned, even to an equal value.",
        "pulse: [alert]")
    }
  }
}

/// The keys of an action that is written long.
enum ActionKey: String, MapKey {
  case run, latest, first, queue, until

  static let mapName = MapName.action
  static let keys = table()
  static let needed: [ActionKey] = [.run]

  var declaration: KeyDeclaration {
    switch self {
    case .run:
      KeyDeclaration(
        Schema.steps(.reactor), "The steps that the action sets off.")
    case .latest:
      KeyDeclaration(
        .flag,
        "Whether an action cancels the steps that an earlier one of its name set off, where "
          + "they still run.",
        unless: "`false`")
    case .first:
      KeyDeclaration(
        .flag,
        "Whether nothing comes of an action while the steps that an earlier one of its name set off "
          + "still run.", unless: "`false`")
    case .queue:
      KeyDeclaration(
        .flag,
        "Whether the steps of an action begin when those of all earlier ones of its name are over, "
          + "in a turn of their own.", unless: "`false`")
    case .until:
      KeyDeclaration(
        .names.called("a list of actions"),
        "The actions that cancel the steps the moment they are sent.", "until: [stop]")
    }
  }
}

extension KeyDeclaration {
  /// Beside the `state` of a reactor, store, actor or service.
  static let openState = KeyDeclaration(
    .flag,
    "Whether the state may have other properties than it starts with, at any depth.",
    unless: "`false`")
}

extension Schema {
  /// A map of the names of cases and what becomes of the state.
  static let reducers = map(to: .reference("reducer"), orNothing: true).with(
    "propertyNames",
    Schema("string").with(pattern: "^(?!\\*$)", "only a middleware sees every action"))
}
