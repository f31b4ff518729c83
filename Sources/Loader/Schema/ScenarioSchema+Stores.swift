/// The operators of reactors; stores, parcels and services.
extension ScenarioSchema {
  mutating func defineOperators() {
    define("transform", ScenarioSchema.map(of: TransformKey.self))
    define("operatorOnCases", operation(onStates: false))
    define("operatorOnStates", operation(onStates: true))
  }

  private func operation(onStates: Bool) -> Schema {
    ScenarioSchema.map(of: OperatorKey.self) { $0.declaration(onStates: onStates) }
      .with("minProperties", 1).with("maxProperties", 1)
  }

  // MARK: Stores and parcels

  mutating func defineStores() {
    define("store", ScenarioSchema.map(.store, storeEntries + [state, ScenarioSchema.openState]))
    define(
      "parcel",
      ScenarioSchema.map(.parcel, storeEntries + placeEntries + [parcelState, openParcel]))
    define("middleware", middleware)
    define("route", route)
    define("parcelUse", parcelUse)
  }

  private var state: Entry {
    Entry(.state, .record, "The state to start from.", "state: {todos: {items: []}}")
  }

  private var parcelState: Entry {
    Entry(
      .state, .record, "What is put at the focus where the store has nothing there.",
      "state: {count: 0}")
  }

  private var openParcel: Entry {
    Entry(
      .open, .flag,
      "Whether what is at the focus may have other properties than it starts with, at any "
        + "depth. `false` unless given.")
  }

  /// What stores and parcels both have.
  private var storeEntries: [Entry] {
    [
      Entry(
        .middleware, .list(.reference("middleware")),
        "What sees each action before any reducer, in order.",
        "middleware:\n  - on:\n      buy: [{emit: {log: = action}}]"),
      Entry(
        .reducers,
        .reducers,
        "Each action and what becomes of the state, with `action` and `state`: a map assigns the "
          + "paths that it names, anything else is the whole new state.",
        "reducers:\n  add: {items: '= state.items + [action]'}"),
      Entry(
        .routes, .map(to: .reference("route"), orNothing: true),
        "The screens that `present` and `replace` can show, with `args` and `state`.",
        "routes:\n  details: {screen: = \"Todo \" + string(args.id), modal: true}"),
      Entry(
        .parcels, .list(.reference("parcelUse")), "The parcels that are part of it.",
        "parcels: [todos, {parcel: counter, focus: left, prefix: left}]"),
    ]
  }

  /// Where a parcel is, and what its names bear.
  private var placeEntries: [Entry] {
    [
      Entry(.focus, .path, "The path of the part of the state that the parcel is about."),
      Entry(
        .prefix, .filledText, "What its actions and routes bear outside of it: `left.increment`.",
        "prefix: left"),
      Entry(
        .optional, .choice(["consume", "passthrough"]),
        "What becomes of its actions while the focus is null: they end without a word (`consume`), "
          + "or go on as if the parcel were not there (`passthrough`)."),
    ]
  }

  private var middleware: Schema {
    ScenarioSchema.map(
      .middleware,
      [
        Entry(
          .on, .map(to: ScenarioSchema.steps(.middleware), orNothing: true),
          "The steps for each action, and for every action behind them under `\"*\"`. They return "
            + "another action, or null, which catches it; nothing lets it go on.",
          "on:\n  buy:\n    - if: state.left.count == 0\n      then: [{return: null}]")
      ], needs: [.on])
  }

  private var route: Schema {
    ScenarioSchema.map(
      .route,
      [
        Entry(.screen, .value, "What is shown.", "screen: = \"Todo \" + string(args.id)"),
        Entry(
          .modal, Schema("boolean", "string").with(pattern: "^=", "true, false or a formula"),
          "Whether it is shown over what was there. `false` unless given."),
      ], needs: [.screen])
  }

  private var parcelUse: Schema {
    let parcel = Entry(.parcel, .filledText, "The name of the parcel.")
    let map = ScenarioSchema.map(.parcelUse, [parcel] + placeEntries, needs: [.parcel])
    return Schema("string", "object").appending(map.without("type"))
  }

  // MARK: Services

  mutating func defineServices() {
    define(
      "service",
      ScenarioSchema.map(
        .service,
        [
          Entry(
            .provides, .locals,
            "Other names under which its methods can be called.",
            "provides: [SessionProvider]"),
          Entry(.state, .record, "The state to start from, which its methods `set`."),
          ScenarioSchema.openState,
          Entry(
            .methods, .map(to: .reference("method"), orNothing: true),
            "Each method: a formula, a list of steps that `return`, `replies`, one for each call, "
              + "or `pending`, open until the script resolves it. `args` is what it was called with.",
            "methods:\n  search: [{wait: 200ms}, {return: '= [args]'}]\n  held: pending"),
        ]))
    define("method", method)
    define("reply", reply)
  }

  private var method: Schema {
    ScenarioSchema.steps(
      .method,
      or: ScenarioSchema.map(
        .method,
        [
          Entry(
            .replies, .list(.reference("reply")),
            "What the calls are answered with, one after the other, the last for ever.",
            "replies: [{fail: offline}, {return: ok}]")
        ], needs: [.replies]), "string"
    )
    .with(pattern: "^(=|pending$)", "a formula that begins with =, or pending")
    .with("examples", ["pending"])
  }

  private var reply: Schema {
    let map = ScenarioSchema.map(
      .reply,
      [
        Entry(.return, .value, "The answer.", "{return: ok}"),
        Entry(.fail, .value, "The reason of the failure.", "{fail: offline}"),
      ])
    return Schema("object", "string").appending(map.without("type"))
      .with("minProperties", 1)
      .having(oneOf: [.return, .fail], else: "a reply returns or fails, not both")
      .with(pattern: "^pending$", "a reply is {return: value}, {fail: value} or pending")
      .with("examples", ["pending"])
  }
}
