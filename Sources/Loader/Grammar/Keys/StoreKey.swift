enum StoreKey: String, MapKey {
  case parcels, open, state, middleware, reducers, routes

  static let mapName = MapName.store
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .parcels:
      KeyDeclaration(
        .list(.reference("parcelUse")).called(
          "a list of names, or of `{parcel: NAME, focus: …, prefix: …, optional: …}`"),
        "The parcels that are part of it.",
        "parcels: [todos, {parcel: counter, focus: left, prefix: left}]")
    case .open: .openState
    case .state:
      KeyDeclaration(
        .record, "The state to start from.", unless: "`null`", "state: {todos: {items: []}}")
    case .middleware:
      KeyDeclaration(
        .list(.reference("middleware")).called("a list of `{on: {ACTION: [...]}}`"),
        "What sees each action before any reducer, in order; the steps have `name`, `action` "
          + "and `state`.",
        "middleware:\n  - on:\n      buy: [{emit: {log: = action}}]")
    case .reducers:
      KeyDeclaration(
        .reducers.called("a map of actions to changes"),
        "Each action and what becomes of the state, with `action` and `state`: a map assigns the "
          + "paths that it names, anything else is the whole new state.",
        "reducers:\n  add: {items: '= state.items + [action]'}")
    case .routes:
      KeyDeclaration(
        .map(to: .reference("route"), orNothing: true).called(
          "a map of names to `{screen: …, modal: …}`"),
        "The screens that `present` and `replace` can show, with `args` and `state`.",
        "routes:\n  details: {screen: = \"Todo \" + string(args.id), modal: true}")
    }
  }
}

enum MiddlewareKey: String, MapKey {
  case on

  static let mapName = MapName.middleware
  static let keys = table()
  static let needed: [MiddlewareKey] = [.on]

  var declaration: KeyDeclaration {
    switch self {
    case .on:
      KeyDeclaration(
        .map(to: Schema.steps(.middleware), orNothing: true).called("a map of actions to bodies"),
        "The steps for each action, and for every action behind them under `\"*\"`. They return "
          + "another action, or null, which catches it; nothing lets it go on.",
        "on:\n  buy:\n    - if: state.left.count == 0\n      then: [{return: null}]")
    }
  }
}

enum RouteKey: String, MapKey {
  case screen, modal

  static let mapName = MapName.route
  static let keys = table()
  static let needed: [RouteKey] = [.screen]

  var declaration: KeyDeclaration {
    switch self {
    case .screen:
      KeyDeclaration(
        .value, "What is shown.", "screen: = \"Todo \" + string(args.id)")
    case .modal:
      KeyDeclaration(
        Schema("boolean", "string").with(pattern: "^=", "true, false or a formula").called(
          "`true`, `false` or a formula"),
        "Whether it is shown over what was there.", unless: "`false`")
    }
  }
}
