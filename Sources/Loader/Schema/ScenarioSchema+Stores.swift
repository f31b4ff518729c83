/// The operators of reactors; stores, parcels and services.
extension ScenarioSchema {
  mutating func defineOperators() {
    define("transform", Schema.map(of: TransformKey.self))
    define("operatorOnCases", operation(onStates: false))
    define("operatorOnStates", operation(onStates: true))
  }

  private func operation(onStates: Bool) -> Schema {
    Schema.map(of: OperatorKey.self) { $0.declaration(onStates: onStates) }
      .with("minProperties", 1).with("maxProperties", 1)
  }

  // MARK: Stores and parcels

  mutating func defineStores() {
    define("store", Schema.map(of: StoreKey.self).openBesideRecord(StoreKey.state))
    define("parcel", Schema.map(of: ParcelKey.self).openBesideRecord(ParcelKey.state))
    define("middleware", Schema.map(of: MiddlewareKey.self))
    define("route", Schema.map(of: RouteKey.self))
    define("parcelUse", parcelUse)
  }

  private var parcelUse: Schema {
    let map = Schema.map(of: ParcelUseKey.self)
    return Schema("string", "object").appending(map.without("type"))
  }

  // MARK: Services

  mutating func defineServices() {
    define("service", Schema.map(of: ServiceKey.self).openBesideRecord(ServiceKey.state))
    define("method", method)
    define("reply", reply)
  }

  private var method: Schema {
    let map = Schema.map(of: MethodKey.self).having(
      oneOf: MethodKey.bodies, else: "a method has one of do and replies"
    ).ruled([
      Schema.needing(MethodKey.do.word).saying("only do is detached")
        .unlessFalse(MethodKey.detached.rawValue)
    ])
    return Schema.steps(.method, or: map, "string")
      .with(pattern: "^(=|pending$)", "a formula that begins with =, or pending")
      .with("examples", ["pending"]).with("if", Schema("object")).with(
        "then",
        Schema().with(
          "anyOf",
          MethodKey.bodies.map {
            Schema.needing($0.word).saying("a method has one of do and replies")
          }))
  }

  private var reply: Schema {
    let map = Schema.map(of: ReplyKey.self)
    return Schema("object", "string").appending(map.without("type"))
      .with("minProperties", 1)
      .having(oneOf: [ReplyKey.return, .fail], else: "a reply returns or fails, not both")
      .with(pattern: "^pending$", "a reply is {return: value}, {fail: value} or pending")
      .with("examples", ["pending"])
  }
}
