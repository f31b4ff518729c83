import Scenarios
import Values

/// A store with all its parcels put in their places.
final class StorePlan {
  /// A step on the way of an action to its reducer.
  enum Link {
    /// Ends a parcel's own actions while its focus is null.
    case gate(Place)
    case middleware(MiddlewarePlan)
  }

  /// Something that reduces an action of some name; the later of two wins.
  struct Entry {
    let place: Place
    /// Over the locals `action` and `state`.
    let reducer: ReducerPlan
  }

  let index: Int
  let declaration: StoreDeclaration
  let state: DatumPlan
  /// The store itself, then its parcels, outer ones before what they hold.
  private(set) var places: [Place] = []
  private(set) var chain: [Link] = []
  private(set) var reducers: [String: [Entry]] = [:]
  private(set) var routes: [String: RoutePlan] = [:]

  init(_ declaration: StoreDeclaration, index: Int, model: Model, in scope: NameScope) {
    self.index = index
    self.declaration = declaration
    state = DatumPlan(declaration.state, in: scope)
    let root = Place(store: declaration, in: model)
    add(root, declaration.own, model, scope)
  }

  var name: String { declaration.name.text }

  private func add(_ place: Place, _ part: StorePart, _ model: Model, _ scope: NameScope) {
    places.append(place)
    if place.absence == .consume { chain.append(.gate(place)) }
    for middleware in part.middleware {
      chain.append(.middleware(MiddlewarePlan(middleware, at: place, store: index, in: scope)))
    }
    let reducing = scope.binding(["action", "state"])
    for reducer in part.reducers {
      reducers[place.prefix + reducer.name.text, default: []].append(
        Entry(place: place, reducer: ReducerPlan(reducer, in: reducing)))
    }
    let showing = scope.binding(["args", "state"])
    for route in part.routes {
      let name = place.prefix + route.name.text
      routes[name] = RoutePlan(route, name: name, at: place, in: showing)
    }
    for use in part.parcels {
      guard let parcel = model.parcel(use.parcel.text) else {
        preconditionFailure("parcel \(use.parcel.text) passed the loader unknown")
      }
      add(Place(parcel, use: use, in: place, model: model, scope), parcel.own, model, scope)
    }
  }
}

/// A store's root, or a parcel where it stands in a store.
final class Place {
  let outer: Place?
  /// From the root of the store's state.
  let focus: [String]
  /// What its names bear outside, with the dot; empty where nothing.
  let prefix: String
  let absence: ParcelPlace.Absence?
  /// Put at the focus where the store has nothing there.
  let state: DatumPlan?
  /// The names of its actions and routes, nested parcels' included, without its prefix.
  let names: Set<String>
  /// The parcel's name, or the store's.
  let name: String

  init(store: StoreDeclaration, in model: Model) {
    outer = nil
    focus = []
    prefix = ""
    absence = nil
    state = nil
    names = []
    name = store.name.text
  }

  init(
    _ parcel: ParcelDeclaration, use: ParcelUse, in outer: Place, model: Model, _ scope: NameScope
  ) {
    let place = parcel.use.overridden(by: use.place)
    self.outer = outer
    focus = outer.focus + (place.focus.map { [$0.root] + $0.properties } ?? [])
    prefix = outer.prefix + (place.prefix.map { $0.text + "." } ?? "")
    absence = place.absence
    state = parcel.state.map { DatumPlan($0, in: scope) }
    names = model.names(of: parcel.own)
    name = parcel.name.text
  }

  /// The name that an action or route bears outside: one of its own names is prefixed.
  func outside(_ name: String) -> String { names.contains(name) ? prefix + name : name }

  /// The name without the prefix; nil for names that do not bear it.
  func inside(_ name: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// Whether an action of that outside name is one of its own.
  func owns(_ name: String) -> Bool { inside(name).map(names.contains) ?? false }
}

/// The bodies of one middleware, by the outside names of the actions that set them off.
struct MiddlewarePlan {
  let place: Place
  let bodies: [String: [StepPlan]]
  let anyAction: [StepPlan]?
  let span: SourceSpan

  init(_ middleware: Middleware, at place: Place, store: Int, in scope: NameScope) {
    self.place = place
    span = middleware.span
    let inner = scope.binding(["name", "action", "state"])
    let planner = StepPlanner(scope: inner, place: (store, place))
    var bodies: [String: [StepPlan]] = [:]
    for body in middleware.bodies {
      bodies[place.outside(body.name.text)] = planner.plan(body.steps)
    }
    self.bodies = bodies
    anyAction = middleware.anyAction.map { planner.plan($0.steps) }
  }
}

/// Something that can be put on show, over the locals `args` and `state`.
struct RoutePlan {
  let name: String
  let place: Place
  let screen: DatumPlan
  let modal: DatumPlan?

  init(_ route: Route, name: String, at place: Place, in scope: NameScope) {
    self.name = name
    self.place = place
    screen = DatumPlan(route.screen, in: scope)
    modal = route.modal.map { DatumPlan($0, in: scope) }
  }
}

extension ParcelPlace {
  fileprivate func overridden(by use: ParcelPlace) -> ParcelPlace {
    ParcelPlace(
      focus: use.focus ?? focus, prefix: use.prefix ?? prefix, absence: use.absence ?? absence)
  }
}

extension Model {
  fileprivate func parcel(_ name: String) -> ParcelDeclaration? {
    parcels.first { $0.name.text == name }
  }

  /// The names of actions and routes in a part and in the parcels that it holds.
  fileprivate func names(of part: StorePart) -> Set<String> {
    var names = Set(part.reducers.map(\.name.text) + part.routes.map(\.name.text))
    for middleware in part.middleware { names.formUnion(middleware.bodies.map(\.name.text)) }
    for use in part.parcels {
      guard let parcel = parcel(use.parcel.text) else { continue }
      let prefix = (use.place.prefix ?? parcel.use.prefix).map { $0.text + "." } ?? ""
      names.formUnion(self.names(of: parcel.own).map { prefix + $0 })
    }
    return names
  }
}
