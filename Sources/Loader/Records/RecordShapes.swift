import Scenarios
import Values

/// The shapes of all values that the parts of a model start with: the one table that whoever
/// speaks of properties is held against.
struct RecordShapes {
  /// A value, and what is to be told of it.
  struct Site {
    var shape: RecordShape
    /// Where a parcel is used that is about it.
    var use: SourceSpan?
    /// Read of the part besides its state.
    var besides: [String] = []
    /// How to let it have others; nil where it cannot.
    var cure: String?
  }

  /// A focus that is nowhere in its store's state, and that no state is put at.
  struct LostFocus {
    var store: Name
    var parcel: Name
    /// As it is written; nil where the parcel is about all that is around it.
    var path: Path?
    var use: SourceSpan
    /// Below the state of the store.
    var names: [String]
    /// Which of them is not there, and what is there in its place.
    var missing: Int
    var known: [String]

    /// The place of the name that is not there; nil where a parcel around it is lost already.
    var span: SourceSpan? {
      guard let path else { return nil }
      let index = missing - (names.count - path.properties.count - 1)
      return index < 0 ? nil : path.span(ofName: index)
    }
  }

  private enum Part {
    case cell(CellDeclaration)
    case reactor(ReactorDeclaration)
    case store(Int)
    case actor(ActorDeclaration)
    case service(ServiceDeclaration)
  }

  /// A parcel that stands in more places is looked at in these.
  private static let mostPlaces = 64

  private let model: Model
  private var parts: TextTable<Part> = [:]
  private var stores: [RecordShape] = []
  /// By the numbers of the model, where each parcel stands.
  private var places: [[(store: Int, place: PartNames.Place)]]
  private let parcels: TextTable<Int>
  /// What each parcel puts at its focus.
  private var states: [Int: RecordShape] = [:]
  private(set) var lostFoci: [LostFocus] = []
  private var found: [PropertyUse.Subject: [Site]] = [:]

  /// Without the names of the stores, as where parcels hold themselves, nothing is known of states
  /// that parcels are in.
  init(_ model: Model, _ names: StoreNames?) {
    self.model = model
    parcels = TextTable(numbers: model.parcels.map(\.name))
    places = Array(repeating: [], count: model.parcels.count)
    for cell in model.cells { add(cell.name, .cell(cell)) }
    for reactor in model.reactors { add(reactor.name, .reactor(reactor)) }
    for (number, store) in model.stores.enumerated() { add(store.name, .store(number)) }
    for actor in model.actors { add(actor.name, .actor(actor)) }
    for service in model.services { add(service.name, .service(service)) }
    for number in model.stores.indices { addStore(number, names?.stores[number]) }
  }

  private mutating func add(_ name: Name, _ part: Part) {
    parts.keepFirst(part, forKey: name.text)
  }

  private mutating func addStore(_ number: Int, _ names: PartNames?) {
    let store = model.stores[number]
    var shape = store.isOpen ? RecordShape.open : RecordShape(store.state)
    for place in names?.places ?? [] {
      let parcel = model.parcels[place.parcel]
      if let state = stateShape(ofParcel: place.parcel) {
        shape.fill(place.focus[...], with: state, at: parcel.state?.span ?? parcel.span)
      }
      if let (missing, known) = shape.missing(place.focus) {
        lostFoci.append(
          LostFocus(
            store: store.name, parcel: parcel.name,
            path: place.use.place.focus ?? parcel.use.focus, use: place.use.span,
            names: place.focus, missing: missing, known: known))
        continue
      }
      if parcel.isOpen { shape.open(place.focus[...]) }
      if places[place.parcel].count < RecordShapes.mostPlaces {
        places[place.parcel].append((number, place))
      }
    }
    if names == nil, !store.own.parcels.isEmpty { shape = .open }
    stores.append(shape)
  }

  private mutating func stateShape(ofParcel number: Int) -> RecordShape? {
    guard let state = model.parcels[number].state else { return nil }
    if let shape = states[number] { return shape }
    let shape = RecordShape(state)
    states[number] = shape
    return shape
  }

  /// The values that a name of that kind may stand for.
  mutating func sites(of subject: PropertyUse.Subject) -> [Site] {
    if let sites = found[subject] { return sites }
    let sites: [Site]
    switch subject {
    case .part(let name): sites = self.sites(of: name, fromOutside: true)
    case .own(let name): sites = self.sites(of: name, fromOutside: false)
    case .parcel(let name): sites = self.sites(ofParcel: name)
    case .promise: sites = []
    }
    found[subject] = sites
    return sites
  }

  private func sites(of name: String, fromOutside: Bool) -> [Site] {
    let besideState = "to let it have others, write beside its state: open: true"
    switch parts[name] {
    case .cell(let cell):
      guard case .input(let datum) = cell.source, !cell.isOpen else { return [] }
      return [
        Site(
          shape: RecordShape(datum),
          cure: "to let it have others, write it long: {value: {…}, open: true}")
      ]
    case .reactor(let reactor):
      if reactor.isOpen || fromOutside && reactor.transform.state.contains(where: \.makesValues) {
        return []
      }
      return [
        Site(
          shape: RecordShape(reactor.state), besides: ["emitted"],
          cure: besideState)
      ]
    case .store(let number):
      return [
        Site(
          shape: stores[number],
          besides: ["emitted", "presented"], cure: besideState)
      ]
    case .actor(let actor):
      guard let state = actor.state, !actor.isOpen, !(fromOutside && actor.isPool) else {
        return []
      }
      return [
        Site(
          shape: RecordShape(state), besides: ["emitted", "spawned"],
          cure: besideState)
      ]
    case .service(let service):
      guard let state = service.state, !service.isOpen else { return [] }
      return [
        Site(
          shape: RecordShape(state), besides: ["emitted"], cure: besideState)
      ]
    case nil: return []
    }
  }

  private func sites(ofParcel name: String) -> [Site] {
    guard let number = parcels[name] else { return [] }
    let parcel = model.parcels[number]
    let cure = "to let it have others, write in the parcel: open: true"
    if places[number].isEmpty {
      guard let state = parcel.state, !parcel.isOpen else { return [] }
      return [Site(shape: RecordShape(state), cure: cure)]
    }
    return places[number].compactMap { store, place in
      guard let shape = stores[store].part(at: place.focus) else { return nil }
      return Site(
        shape: shape, use: place.use.span, cure: cure)
    }
  }
}
