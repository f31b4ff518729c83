import Scenarios
import Values

/// A store with all its parcels put in their places.
final class StoreLayout {
  /// A step on the way of an action to its reducer.
  enum Link {
    /// Ends a parcel's own actions while its focus is null.
    case gate(Place)
    case middleware(MiddlewareBodies, at: Place)
  }

  /// Something that reduces an action of some name; the later of two wins.
  struct Entry {
    let place: Place
    let reducer: Reducer
  }

  /// A route under its outside name.
  struct ShownRoute {
    let name: String
    let place: Place
    let route: Route
  }

  let index: Int
  let declaration: StoreDeclaration
  let root: PartLayout
  /// The store itself, then its parcels, outer ones before what they hold.
  private(set) var places: [Place] = []
  private(set) var chain: [Link] = []
  /// Which links of the chain hear what; nil where each hears every action.
  private(set) var hearing: StoreHearing?
  /// By outside names.
  private(set) var reducers: TextTable<[Entry]> = [:]
  private(set) var routes: TextTable<ShownRoute> = [:]

  init(_ declaration: StoreDeclaration, index: Int, _ parts: inout PartLayouts) {
    self.index = index
    self.declaration = declaration
    root = parts.layout(of: declaration)
    add(Place(root, of: index))
    hearing = StoreHearing(
      chain.map { link in
        switch link {
        case .gate(let place), .middleware(_, let place): place.prefix
        }
      })
  }

  var name: String { declaration.name.text }

  private func add(_ place: Place) {
    let part = place.part
    places.append(place)
    if place.absence == .consume { chain.append(.gate(place)) }
    for middleware in part.middleware { chain.append(.middleware(middleware, at: place)) }
    for reducer in part.reducers {
      let entry = Entry(place: place, reducer: reducer)
      reducers[place.prefix + reducer.name.text, default: []].append(entry)
    }
    for route in part.routes {
      let name = place.prefix + route.name.text
      routes[name] = ShownRoute(name: name, place: place, route: route)
    }
    for use in part.parcels { add(Place(use, in: place)) }
  }
}

/// A store's root, or a parcel where it stands in a store.
final class Place {
  let part: PartLayout
  /// The store's number.
  let store: Int
  /// From the root of the store's state.
  let focus: [String]
  /// What its names bear outside, with the dot; empty where nothing.
  let prefix: String
  /// What happens to its actions while its focus is null; nil where they go their way.
  let absence: ParcelPlace.Absence?
  /// The places around it that are optional, the outermost first.
  private let optionalAround: [Place]

  init(_ store: PartLayout, of index: Int) {
    part = store
    self.store = index
    focus = []
    prefix = ""
    absence = nil
    optionalAround = []
  }

  init(_ use: PartLayout.Use, in outer: Place) {
    part = use.part
    store = outer.store
    focus = outer.focus + (use.place.focus.map { [$0.root] + $0.properties } ?? [])
    prefix = outer.prefix + use.place.dottedPrefix
    absence = use.place.absence
    optionalAround = outer.optional
  }

  /// The places around it, and itself, that are optional, the outermost first.
  var optional: [Place] { absence == nil ? optionalAround : optionalAround + [self] }

  /// The name that an action or route bears outside: one of its own names is prefixed.
  func outside(_ name: String) -> String { part.names.contains(name) ? prefix + name : name }

  /// The name without the prefix; nil for names that do not bear it.
  func inside(_ name: String) -> String? {
    name.utf8.starts(with: prefix.utf8)
      ? String(Substring(name.utf8.dropFirst(prefix.utf8.count))) : nil
  }

  /// Whether an action of that outside name is one of its own.
  func owns(_ name: String) -> Bool { inside(name).map(part.names.contains) ?? false }
}
