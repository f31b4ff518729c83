public import Values

/// A store: one state, changed by actions that pass the middleware and reach one reducer.
public struct StoreDeclaration: Sendable {
  public var name: Name
  public var state: Datum
  /// Whether the state may have other properties than it starts with.
  public var isOpen = false
  public var own: StorePart

  public init(name: Name, state: Datum, own: StorePart) {
    self.name = name
    self.state = state
    self.own = own
  }
}

/// A parcel: reducers, middleware and routes over a part of a store's state.
public struct ParcelDeclaration: Sendable {
  public var name: Name
  public var use: ParcelPlace
  /// Put at the focus where the store has nothing there.
  public var state: Datum?
  /// Whether what is at the focus may have other properties than it starts with.
  public var isOpen = false
  public var own: StorePart
  /// The whole declaration.
  public var span: SourceSpan

  public init(
    name: Name, use: ParcelPlace, state: Datum?, own: StorePart, span: SourceSpan
  ) {
    self.name = name
    self.use = use
    self.state = state
    self.own = own
    self.span = span
  }
}

/// What stores and parcels both hold.
public struct StorePart: Sendable {
  public var middleware: [Middleware] = []
  public var reducers: [Reducer] = []
  public var routes: [Route] = []
  public var parcels: [ParcelUse] = []

  public init() {}
}

/// Bodies that see an action before any reducer does.
public struct Middleware: Sendable {
  /// By the action's name.
  public var bodies: [CaseBody] = []
  /// `"*"`: every action, after the body for its name.
  public var anyAction: CaseBody?

  public init() {}
}

/// Something that can be put on show.
public struct Route: Sendable {
  public var name: Name
  /// Over `args` and `state`.
  public var screen: Datum
  /// Nil for not modal.
  public var modal: Datum?

  public init(name: Name, screen: Datum, modal: Datum?) {
    self.name = name
    self.screen = screen
    self.modal = modal
  }
}

/// Where a parcel stands in what holds it.
public struct ParcelPlace: Sendable {
  /// What happens to the parcel's actions while its focus is null.
  public enum Absence: String, Sendable, CaseIterable {
    /// They end there without a word.
    case consume
    /// They go on as if the parcel were not there.
    case passthrough
  }

  /// The path below the state of what holds the parcel; nil for all of it.
  public var focus: Path?
  /// What its actions and routes bear outside, before a dot.
  public var prefix: Name?
  /// Nil where a null focus is an error.
  public var absence: Absence?

  public init(focus: Path? = nil, prefix: Name? = nil, absence: Absence? = nil) {
    self.focus = focus
    self.prefix = prefix
    self.absence = absence
  }
}

/// The use of a parcel in a store or another parcel.
public struct ParcelUse: Sendable {
  public var parcel: Name
  /// What is given here wins over what stands in the parcel.
  public var place: ParcelPlace
  public var span: SourceSpan

  public init(parcel: Name, place: ParcelPlace, span: SourceSpan) {
    self.parcel = parcel
    self.place = place
    self.span = span
  }
}
