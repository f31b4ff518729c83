import Scenarios
import Values

/// The names in a store or a parcel and in all the parcels that it holds, as they are outside of
/// those, in the order in which the part reads: its own, then its parcels' in theirs.
struct PartNames {
  struct Entry {
    /// With the prefixes of the parcels that it stands in.
    var name: String
    var written: Name
    /// Whether it is skipped while some focus on the way is null.
    var isSkippable = false
  }

  /// A parcel where it stands.
  struct Place {
    /// The parcel's number in the model.
    var parcel: Int
    /// Below the state of the part.
    var focus: [String]
    var absence: ParcelPlace.Absence?
    var use: ParcelUse
  }

  private(set) var reducers: [Entry] = []
  private(set) var middleware: [Entry] = []
  private(set) var routes: [Entry] = []
  private(set) var places: [Place] = []

  /// The actions that a reducer or a middleware knows.
  var handled: TextSet { TextSet((reducers + middleware).map(\.name)) }

  init(_ own: StorePart) {
    reducers = own.reducers.map { Entry(name: $0.name.text, written: $0.name) }
    middleware = own.middleware.flatMap(\.bodies).map {
      Entry(name: $0.name.text, written: $0.name)
    }
    routes = own.routes.map { Entry(name: $0.name.text, written: $0.name) }
  }

  /// Adds a parcel that the part holds.
  mutating func add(
    _ names: PartNames, of parcel: ParcelDeclaration, number: Int, by use: ParcelUse
  ) {
    let place = parcel.use.overridden(by: use.place)
    let focus = place.focus.map { [$0.root] + $0.properties } ?? []
    let prefix = place.prefix.map { $0.text + "." } ?? ""
    let isSkippable = place.absence == .passthrough
    func outside(_ entries: [Entry]) -> [Entry] {
      entries.map {
        Entry(
          name: prefix + $0.name, written: $0.written, isSkippable: $0.isSkippable || isSkippable)
      }
    }
    reducers += outside(names.reducers)
    middleware += outside(names.middleware)
    routes += outside(names.routes)
    places.append(Place(parcel: number, focus: focus, absence: place.absence, use: use))
    places += names.places.map { inner in
      Place(
        parcel: inner.parcel, focus: focus + inner.focus, absence: inner.absence, use: inner.use)
    }
  }
}

extension ParcelPlace {
  /// What stands where a parcel is used wins over what stands in the parcel.
  fileprivate func overridden(by use: ParcelPlace) -> ParcelPlace {
    ParcelPlace(
      focus: use.focus ?? focus, prefix: use.prefix ?? prefix, absence: use.absence ?? absence)
  }
}
