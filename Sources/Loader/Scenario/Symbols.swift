import Values

/// The names of the model: all parts but parcels share one space, over all files of a load.
struct Symbols {
  enum Kind {
    case input, derived
    case computation
    /// A computation that an `autorun` makes.
    case child
    case reactor, store, actor, service

    /// For messages.
    var noun: String {
      switch self {
      case .input, .derived: "a cell"
      case .computation, .child: "a computation"
      case .reactor: "a reactor"
      case .store: "a store"
      case .service: "a service"
      case .actor: "an actor"
      }
    }
  }

  struct Symbol {
    var kind: Kind
    var span: SourceSpan
  }

  /// The kinds of parts that may emit, each under its own name.
  static let emitting: [Kind] = [.computation, .child, .reactor, .store, .service, .actor]

  private var byName: [String: Symbol] = [:]
  /// In the order of definition.
  private(set) var names: [String] = []
  /// The places of parcels, by name.
  private var parcels: [String: SourceSpan] = [:]
  /// Whose service a name is that some service provides.
  private var provided: [String: (service: String, span: SourceSpan)] = [:]
  private var providedNames: [String] = []

  /// Whether any name is that of an actor.
  private(set) var hasActors = false

  subscript(name: String) -> Symbol? { byName[name] }

  /// Adds a name; gives the earlier definition where there is one that it clashes with. Autoruns of
  /// one name do not clash with each other.
  mutating func define(_ name: String, _ kind: Kind, at span: SourceSpan) -> Symbol? {
    if let earlier = byName[name] {
      return earlier.kind == .child && kind == .child ? nil : earlier
    }
    byName[name] = Symbol(kind: kind, span: span)
    names.append(name)
    if kind == .actor { hasActors = true }
    return nil
  }

  /// Adds a parcel's name; gives the place of the earlier parcel of that name.
  mutating func define(parcel name: String, at span: SourceSpan) -> SourceSpan? {
    if let earlier = parcels[name] { return earlier }
    parcels[name] = span
    return nil
  }

  func hasParcel(_ name: String) -> Bool { parcels[name] != nil }

  /// Adds a name that a service provides; gives the place of an earlier service of that name.
  mutating func provide(
    _ name: String, by service: String, at span: SourceSpan
  ) -> SourceSpan? {
    if let earlier = provided[name] { return earlier.span }
    provided[name] = (service, span)
    providedNames.append(name)
    return nil
  }

  /// The own name of the service that can be called under a name.
  func service(_ name: String) -> String? {
    byName[name]?.kind == .service ? name : provided[name]?.service
  }

  /// The names of those kinds, for suggestions.
  func names(of kinds: [Kind]) -> [String] {
    names.filter { kinds.contains(byName[$0]!.kind) }
  }

  /// All names under which services can be called.
  var serviceNames: [String] { names(of: [.service]) + providedNames }

  /// The names that are provided, in the order of the file.
  var provisions: [(name: String, span: SourceSpan)] {
    providedNames.map { ($0, provided[$0]!.span) }
  }
}
