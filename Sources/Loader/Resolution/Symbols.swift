import Scenarios
import Values

/// The names of the model: all parts but parcels share one space, over all files of a load. One table
/// for the readers of all of them: every name is defined before any part is read.
final class Symbols {
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
    /// Among the parts of its kind; cells that are inputs and derived ones are of one kind.
    var number: Int

    /// What its name stands for where an expectation may read it.
    var slot: Slot {
      switch kind {
      case .input, .derived: .cell(number)
      case .computation, .child: .computation(number)
      case .reactor: .reactor(number)
      case .store: .store(number)
      case .service: .service(number)
      case .actor: .actor(number)
      }
    }
  }

  /// Names inside a part, in the order of the file.
  enum Member: Hashable {
    case action, mutation, method, behavior
  }

  /// The kinds of parts that may emit, each under its own name.
  static let emitting: [Kind] = [.computation, .child, .reactor, .store, .service, .actor]

  private var byName: TextTable<Symbol> = [:]
  private var cellCount = 0
  /// The formulas of derived cells that read nothing, as far as their files have been read.
  private var constants: TextTable<String> = [:]
  /// All that can emit.
  private(set) var parts = PartTable()
  private var members: TextTable<[Member: TextTable<Int>]> = [:]
  /// In the order of definition.
  private(set) var names: [String] = []
  /// The places of parcels, by name.
  private var parcels: TextTable<SourceSpan> = [:]
  /// The scripts that scenarios perform, with their numbers.
  private(set) var procedures: TextTable<(number: Int, span: SourceSpan)> = [:]
  /// Whose service a name is that some service provides.
  private var provided: TextTable<(service: String, span: SourceSpan)> = [:]
  private var providedNames: [String] = []

  /// Whether any name is that of an actor.
  var hasActors: Bool { parts.count(of: .actor) > 0 }

  subscript(name: String) -> Symbol? { byName[name] }

  /// Adds a name; gives the earlier definition where there is one that it clashes with. Autoruns of
  /// one name do not clash with each other.
  func define(_ name: String, _ kind: Kind, at span: SourceSpan) -> Symbol? {
    if let earlier = byName[name] {
      return earlier.kind == .child && kind == .child ? nil : earlier
    }
    byName[name] = Symbol(kind: kind, span: span, number: number(name, kind))
    names.append(name)
    return nil
  }

  /// The next number of that kind.
  private func number(_ name: String, _ kind: Kind) -> Int {
    switch kind {
    case .input, .derived:
      cellCount += 1
      return cellCount - 1
    case .computation, .child: return parts.append(name, .computation)
    case .reactor: return parts.append(name, .reactor)
    case .store: return parts.append(name, .store)
    case .service: return parts.append(name, .service)
    case .actor: return parts.append(name, .actor)
    }
  }

  func noteConstant(_ cell: String, _ formula: String) { constants[cell] = formula }

  /// The formula of a derived cell, where it reads nothing.
  func constant(_ cell: String) -> String? { constants[cell] }

  // MARK: Inside parts

  /// Adds the names of one kind that stand in a part.
  func define(_ names: [String], _ member: Member, of part: String) {
    var numbers = members[part]?[member] ?? [:]
    for name in names { numbers.keepFirst(numbers.count, forKey: name) }
    members[part, default: [:]][member] = numbers
  }

  /// The numbers of names in a part. What is not among them has been, or will be, reported.
  func numbers(of member: Member, in part: String) -> TextTable<Int> {
    members[part]?[member] ?? [:]
  }

  /// Adds a parcel's name; gives the place of the earlier parcel of that name.
  func define(parcel name: String, at span: SourceSpan) -> SourceSpan? {
    parcels.keepFirst(span, forKey: name)
  }

  /// Adds a procedure's name; gives the place of the earlier procedure of that name.
  func define(procedure name: String, at span: SourceSpan) -> SourceSpan? {
    procedures.keepFirst((procedures.count, span), forKey: name)?.span
  }

  func hasParcel(_ name: String) -> Bool { parcels[name] != nil }

  /// Adds a name that a service provides; gives the place of an earlier service of that name.
  func provide(
    _ name: String, by service: String, at span: SourceSpan
  ) -> SourceSpan? {
    if let earlier = provided.keepFirst((service, span), forKey: name) { return earlier.span }
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
