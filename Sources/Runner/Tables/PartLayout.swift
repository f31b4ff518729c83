import Scenarios
import Values

/// What a store or a parcel holds, with its parcels found. One however often the parcel stands
/// somewhere: names are as they are written, and a `Place` tells what they are outside.
final class PartLayout {
  /// A parcel inside, and how it is used there.
  struct Use {
    let part: PartLayout
    let place: ParcelPlace
  }

  /// The parcel's name, or the store's.
  let name: String
  let state: Datum?
  let middleware: [MiddlewareBodies]
  let reducers: [Reducer]
  let routes: [Route]
  let parcels: [Use]
  /// The names of its actions and routes, those of its parcels with their prefixes.
  let names: TextSet

  fileprivate init(_ name: Name, state: Datum?, _ part: StorePart, parcels: [Use]) {
    self.name = name.text
    self.state = state
    self.parcels = parcels
    middleware = part.middleware.map(MiddlewareBodies.init)
    reducers = part.reducers
    routes = part.routes
    var names = TextSet(reducers.map(\.name.text) + routes.map(\.name.text))
    for middleware in middleware { names.formUnion(middleware.bodies.keys) }
    for use in parcels {
      let prefix = use.place.dottedPrefix
      names.formUnion(use.part.names.map { prefix + $0 })
    }
    self.names = names
  }
}

/// Lays out the stores of a model, and each of its parcels once.
struct PartLayouts {
  private let declarations: TextTable<ParcelDeclaration>
  private var parcels: TextTable<PartLayout> = [:]

  init(_ model: Model) {
    declarations = TextTable(
      model.parcels.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func layout(of store: StoreDeclaration) -> PartLayout {
    PartLayout(store.name, state: store.state, store.own, parcels: uses(in: store.own))
  }

  /// The loader has made sure that parcels are known, hold no circle, and nest no deeper than some
  /// levels.
  private mutating func uses(in part: StorePart) -> [PartLayout.Use] {
    part.parcels.map { use in
      guard let parcel = declarations[use.parcel.text] else {
        preconditionFailure("parcel \(use.parcel.text) passed the loader unknown")
      }
      return PartLayout.Use(part: layout(of: parcel), place: parcel.use.overridden(by: use.place))
    }
  }

  private mutating func layout(of parcel: ParcelDeclaration) -> PartLayout {
    if let layout = parcels[parcel.name.text] { return layout }
    let layout = PartLayout(
      parcel.name, state: parcel.state, parcel.own, parcels: uses(in: parcel.own))
    parcels[parcel.name.text] = layout
    return layout
  }
}

/// The bodies of one middleware, by the names of the actions that set them off.
struct MiddlewareBodies {
  let bodies: TextTable<[Step]>
  let anyAction: [Step]?

  fileprivate init(_ middleware: Middleware) {
    bodies = TextTable(
      middleware.bodies.map { ($0.name.text, $0.steps) }, uniquingKeysWith: { _, last in last })
    anyAction = middleware.anyAction?.steps
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
