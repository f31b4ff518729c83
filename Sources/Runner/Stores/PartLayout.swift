import Scenarios
import Values

/// What a store or a parcel holds, with its bodies and formulas resolved. Planned once however often
/// the parcel stands somewhere: names are as they are written, and a `Place` tells what they are
/// outside.
final class PartPlan {
  /// A parcel inside, and how it is used there.
  struct Use {
    let part: PartPlan
    let place: ParcelPlace
  }

  /// The parcel's name, or the store's.
  let name: String
  let state: DatumPlan?
  let middleware: [MiddlewarePlan]
  /// Over the locals `action` and `state`.
  let reducers: [ReducerPlan]
  let routes: [RoutePlan]
  let parcels: [Use]
  /// The names of its actions and routes, those of its parcels with their prefixes.
  let names: Set<String>

  fileprivate init(
    _ name: Name, state: DatumPlan?, _ part: StorePart, in scope: NameScope, parcels: [Use]
  ) {
    self.name = name.text
    self.state = state
    self.parcels = parcels
    middleware = part.middleware.map { MiddlewarePlan($0, in: scope) }
    let reducing = scope.binding(["action", "state"])
    reducers = part.reducers.map { ReducerPlan($0, in: reducing) }
    let showing = scope.binding(["args", "state"])
    routes = part.routes.map { RoutePlan($0, in: showing) }
    var names = Set(reducers.map(\.name.text) + routes.map(\.name))
    for middleware in middleware { names.formUnion(middleware.bodies.keys) }
    for use in parcels {
      let prefix = use.place.dottedPrefix
      names.formUnion(use.part.names.map { prefix + $0 })
    }
    self.names = names
  }
}

/// Plans the stores of a model and each of its parcels once.
struct PartPlanner {
  private let scope: NameScope
  private let declarations: [String: ParcelDeclaration]
  private var parcels: [String: PartPlan] = [:]

  init(_ model: Model, in scope: NameScope) {
    self.scope = scope
    declarations = Dictionary(
      model.parcels.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func plan(_ store: StoreDeclaration) -> PartPlan {
    PartPlan(
      store.name, state: DatumPlan(store.state, in: scope), store.own, in: scope,
      parcels: uses(in: store.own))
  }

  /// The loader has made sure that parcels are known, hold no circle, and nest no deeper than some
  /// levels.
  private mutating func uses(in part: StorePart) -> [PartPlan.Use] {
    part.parcels.map { use in
      guard let parcel = declarations[use.parcel.text] else {
        preconditionFailure("parcel \(use.parcel.text) passed the loader unknown")
      }
      return PartPlan.Use(part: plan(parcel), place: parcel.use.overridden(by: use.place))
    }
  }

  private mutating func plan(_ parcel: ParcelDeclaration) -> PartPlan {
    if let plan = parcels[parcel.name.text] { return plan }
    let plan = PartPlan(
      parcel.name, state: parcel.state.map { DatumPlan($0, in: scope) }, parcel.own, in: scope,
      parcels: uses(in: parcel.own))
    parcels[parcel.name.text] = plan
    return plan
  }
}

/// The bodies of one middleware, by the names of the actions that set them off, over the locals
/// `name`, `action` and `state`.
struct MiddlewarePlan {
  let bodies: [String: [StepPlan]]
  let anyAction: [StepPlan]?

  fileprivate init(_ middleware: Middleware, in scope: NameScope) {
    let planner = StepPlanner(scope: scope.binding(["name", "action", "state"]))
    var bodies: [String: [StepPlan]] = [:]
    for body in middleware.bodies { bodies[body.name.text] = planner.plan(body.steps) }
    self.bodies = bodies
    anyAction = middleware.anyAction.map { planner.plan($0.steps) }
  }
}

/// Something that can be put on show, over the locals `args` and `state`.
struct RoutePlan {
  let name: String
  let screen: DatumPlan
  let modal: DatumPlan?

  fileprivate init(_ route: Route, in scope: NameScope) {
    name = route.name.text
    screen = DatumPlan(route.screen, in: scope)
    modal = route.modal.map { DatumPlan($0, in: scope) }
  }
}

extension ParcelPlace {
  /// What the names inside bear outside; empty where nothing.
  var dottedPrefix: String { prefix.map { $0.text + "." } ?? "" }

  fileprivate func overridden(by use: ParcelPlace) -> ParcelPlace {
    ParcelPlace(
      focus: use.focus ?? focus, prefix: use.prefix ?? prefix, absence: use.absence ?? absence)
  }
}
