import Scenarios

/// The keys of a parcel: those of a store, and where it is unless its use says otherwise.
enum ParcelKey: String, MapKey {
  case parcels, open, state, middleware, reducers, routes, focus, prefix, optional

  static let mapName = MapName.parcel
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .parcels: StoreKey.parcels.declaration
    case .open:
      KeyDeclaration(
        .flag,
        "Whether what is at the focus may have other properties than it starts with, at any "
          + "depth.", unless: "`false`")
    case .state:
      KeyDeclaration(
        .record, "What is put at the focus where the store has nothing there.",
        "state: {count: 0}")
    case .middleware: StoreKey.middleware.declaration
    case .reducers: StoreKey.reducers.declaration
    case .routes: StoreKey.routes.declaration
    case .focus: ParcelUseKey.focus.declaration
    case .prefix: ParcelUseKey.prefix.declaration
    case .optional: ParcelUseKey.optional.declaration
    }
  }
}

enum ParcelUseKey: String, MapKey {
  case parcel, focus, prefix, optional

  static let mapName = MapName.parcelUse
  static let keys = table()
  static let needed: [ParcelUseKey] = [.parcel]

  var declaration: KeyDeclaration {
    switch self {
    case .parcel: KeyDeclaration(.filledText, "The name of the parcel.")
    case .focus:
      KeyDeclaration(
        .path, "The path of the part of the state that the parcel is about; without one the whole.")
    case .prefix:
      KeyDeclaration(
        .filledText,
        "What its actions and routes bear outside of it: `left.increment`, `left.details`.",
        "prefix: left")
    case .optional:
      KeyDeclaration(
        .choice(ParcelPlace.Absence.self),
        "What becomes of its actions, those that its reducers or its middleware name, while the focus is "
          + "null: they end without a word, also for others who name them (`consume`), "
          + "or go on as if the parcel were not there (`passthrough`). Without it a reducer that "
          + "needs the part fails, and that is reported.")
    }
  }
}
