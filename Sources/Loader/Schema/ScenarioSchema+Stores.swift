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
    define("store", ScenarioSchema.map(of: StoreKey.self))
    define("parcel", ScenarioSchema.map(of: ParcelKey.self))
    define("middleware", ScenarioSchema.map(of: MiddlewareKey.self))
    define("route", ScenarioSchema.map(of: RouteKey.self))
    define("parcelUse", parcelUse)
  }

  private var parcelUse: Schema {
    let map = ScenarioSchema.map(of: ParcelUseKey.self)
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
