import Scenarios
import Values

extension ScenarioReader {
  mutating func stores(_ id: ID) -> [StoreDeclaration] {
    members(id, of: "\"stores\"", "a map of names and stores", as: .store) { reader, name, value in
      let target = reader.enter(value)
      defer { reader.leave(value) }
      var store = StoreDeclaration(
        name: name, state: Datum(.value(.null), at: name.span), own: StorePart())
      guard reader.isMap(target, "a store", of: name) else { return store }
      reader.owner = name.text
      var open: ID?
      for (key, _, value) in reader.entries(target, as: StoreKey.self, of: name) {
        switch key {
        case .parcels: store.own.parcels = reader.parcelUses(value)
        case .open: open = value
        case .state: store.state = reader.datum(value)
        case .middleware: store.own.middleware = reader.middlewares(value)
        case .reducers: store.own.reducers = reader.reducers(value)
        case .routes: store.own.routes = reader.routes(value)
        }
      }
      if let open { store.isOpen = reader.open(open, beside: store.state) }
      return store
    }
  }

  mutating func parcels(_ id: ID) -> [ParcelDeclaration] {
    members(id, of: "\"parcels\"", "a map of names and parcels", as: .parcel) {
      reader, name, value in
      let target = reader.enter(value)
      defer { reader.leave(value) }
      var parcel = ParcelDeclaration(
        name: name, use: ParcelPlace(), state: nil, own: StorePart(),
        span: reader.whole(name, target))
      guard reader.isMap(target, "a parcel", of: name) else { return parcel }
      reader.parcel = name.text
      defer { reader.parcel = nil }
      var open: ID?
      for (key, _, value) in reader.entries(target, as: ParcelKey.self) {
        switch key {
        case .parcels: parcel.own.parcels = reader.parcelUses(value)
        case .open: open = value
        case .state: parcel.state = reader.datum(value)
        case .middleware: parcel.own.middleware = reader.middlewares(value)
        case .reducers: parcel.own.reducers = reader.reducers(value)
        case .routes: parcel.own.routes = reader.routes(value)
        case .focus: parcel.use.focus = reader.focus(value)
        case .prefix: parcel.use.prefix = reader.prefix(value)
        case .optional: parcel.use.absence = reader.absence(value)
        }
      }
      if let open { parcel.isOpen = reader.open(open, beside: parcel.state) }
      return parcel
    }
  }

  private mutating func isMap(_ target: ID, _ what: String, of name: Name) -> Bool {
    if document[target].kind == .map { return true }
    reportType(what, takes: "a map", target, help: ["write: \(name.text): {reducers: {…}}"])
    return false
  }

  // MARK: What stores and parcels both hold

  private mutating func middlewares(_ id: ID) -> [Middleware] {
    list(
      id, of: "\"middleware\"", "a list of maps such as [{on: {add: [...]}}]",
      instead: "write: - on: {…}", scalar: .nothing
    ) { $0.middleware($1) }
  }

  private mutating func reducers(_ id: ID) -> [Reducer] {
    members(id, of: "\"reducers\"", "a map of actions and what becomes of the state") {
      $0.reducer($1, $2, payload: "action")
    }
  }

  private mutating func routes(_ id: ID) -> [Route] {
    members(id, of: "\"routes\"", "a map of names and routes") { $0.route($1, $2) }
  }

  private mutating func parcelUses(_ id: ID) -> [ParcelUse] {
    // Without them it is not known which routes there are.
    if kind(id) != .list { unsure.insert(owner) }
    return list(
      id, of: "\"parcels\"", "a list of parcels",
      instead: "write: [name, {parcel: name, focus: path, prefix: name}]"
    ) { $0.parcelUse($1) }
  }

  // MARK: Middleware and routes

  private mutating func middleware(_ id: ID) -> Middleware? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType("a middleware", takes: "a map", id, help: ["write: - on: {add: [...]}"])
      return nil
    }
    var middleware = Middleware()
    var on: ID?
    let known = entries(target, as: MiddlewareKey.self) { _ in ["write: - on: {add: [...]}"] }
    for (key, _, value) in known {
      switch key {
      case .on: on = value
      }
    }
    guard let on else { return nil }
    let bodies = members(on, of: "\"on\"", "a map of actions and bodies") { reader, name, body in
      let target = reader.enter(body)
      defer { reader.leave(body) }
      let steps = reader.withState(of: reader.ownState, locals: ["name", "action"]) { reader in
        reader.with(.middleware) { $0.steps(target, of: "\"\(name.text)\"") }
      }
      return CaseBody(name: name, steps: steps)
    }
    middleware.bodies = bodies.filter { $0.name.text != "*" }
    middleware.anyAction = bodies.first { $0.name.text == "*" }
    return middleware
  }

  private mutating func route(_ name: Name, _ id: ID) -> Route? {
    let target = enter(id)
    defer { leave(id) }
    let example = "write: \(asKey(name.text, inFlow: false)): {screen: …, modal: true}"
    let missing = Datum(.value(.null), at: name.span)
    guard document[target].kind == .map else {
      reportType("a route", takes: "a map", id, help: [example])
      return Route(name: name, screen: missing, modal: nil)
    }
    var screen: Datum?
    var modal: Datum?
    let known = entries(target, as: RouteKey.self) { _ in [example] }
    withState(of: ownState, locals: ["args"]) { reader in
      for (key, _, value) in known {
        switch key {
        case .screen: screen = reader.datum(value)
        case .modal: modal = reader.flag(value, of: "\"modal\"")
        }
      }
    }
    return Route(name: name, screen: screen ?? missing, modal: modal)
  }

  /// True, false or a formula.
  private mutating func flag(_ id: ID, of what: String) -> Datum {
    let datum = datum(id)
    switch datum.content {
    case .formula, .value(.bool): break
    case .value, .placeholder, .condition, .list, .map:
      reportType(what, takes: "true, false or a formula", id)
    }
    return datum
  }

  // MARK: The uses of parcels

  private mutating func parcelUse(_ id: ID) -> ParcelUse? {
    let target = enter(id)
    defer { leave(id) }
    let span = document.span(target)
    guard document[target].kind == .map else {
      guard document[target].kind == .scalar, !isEmpty(target) else {
        reportType(
          "\"parcels\"", takes: "the names of parcels", id,
          help: ["write: name, or {parcel: name, focus: path, prefix: name}"])
        return nil
      }
      let name = name(target)
      mention(name, .parcel)
      return ParcelUse(parcel: name, place: ParcelPlace(), span: span)
    }
    var parcel: Name?
    var place = ParcelPlace()
    let known = entries(target, as: ParcelUseKey.self) { _ in
      ["write: {parcel: name, focus: path, prefix: name}"]
    }
    for (key, _, value) in known {
      switch key {
      case .parcel:
        guard filledText(value, of: "\"parcel\"") != nil else { continue }
        parcel = name(value)
        mention(name(value), .parcel)
      case .focus: place.focus = focus(value)
      case .prefix: place.prefix = prefix(value)
      case .optional: place.absence = absence(value)
      }
    }
    return parcel.map { ParcelUse(parcel: $0, place: place, span: span) }
  }

  private mutating func prefix(_ id: ID) -> Name? {
    filledText(id, of: "\"prefix\"") == nil ? nil : name(id)
  }

  private mutating func absence(_ id: ID) -> ParcelPlace.Absence? {
    choice(
      id, of: "\"optional\"", ParcelPlace.Absence.self,
      help: "consume ends the parcel's actions while its focus is null, "
        + "passthrough lets them go on")
  }

  /// The place of a parcel, which is the same at all times.
  private mutating func focus(_ id: ID) -> Path? {
    guard let path = path(id, of: "\"focus\"") else { return nil }
    guard path.isStatic else {
      report(
        .badPath, "a parcel stands at one place, and a formula may give many", at: path.span,
        help: ["name the properties that lead to it: focus: session.user"])
      return nil
    }
    return path
  }
}
