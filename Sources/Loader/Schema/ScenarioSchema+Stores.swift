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
    define("service", ScenarioSchema.map(of: ServiceKey.self))
    define("method", method)
    define("reply", reply)
  }

  private var method: Schema {
    ScenarioSchema.steps(.method, or: ScenarioSchema.map(of: MethodKey.self), "string")
      .with(pattern: "^(=|pending$)", "a formula that begins with =, or pending")
      .with("examples", ["pending"])
  }

  private var reply: Schema {
    let map = ScenarioSchema.map(of: ReplyKey.self)
    return Schema("object", "string").appending(map.without("type"))
      .with("minProperties", 1)
      .having(oneOf: [ReplyKey.return, .fail], else: "a reply returns or fails, not both")
      .with(pattern: "^pending$", "a reply is {return: value}, {fail: value} or pending")
      .with("examples", ["pending"])
  }
}
