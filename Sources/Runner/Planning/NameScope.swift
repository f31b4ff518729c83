import CEL
import Scenarios
import Values

/// The names that a formula may read, innermost last.
///
/// Locals are numbered in the order in which they are bound, so that at run time they are simply an
/// array that grows and shrinks with the steps.
struct NameScope: Scope {
  let names: ModelNames
  /// With the locals of a script that hold the number of a promise, or the reference to an actor.
  private var locals = BoundNames()
  /// Whether the names of computations and services can be read: in scripts, expectations and
  /// properties. Elsewhere only their `NAME.emitted` can.
  var seesOutcomes = false
  /// Whether the model can be read at all.
  var seesModel = true
  /// Whether `state` is that of the part whose body it is.
  var hasState = false

  init(names: ModelNames, locals: [String] = []) {
    self.names = names
    for name in locals { bind(name) }
  }

  func slot(for name: String) -> Int? { find(name)?.number }

  private func find(_ name: String) -> Slot? {
    if let place = locals[name] {
      switch place.kind {
      case .promise: return .promise(place.index)
      case .reference: return .reference(place.index)
      case nil: return .local(place.index)
      }
    }
    if hasState, name == "state" { return .own }
    return seesModel ? part(name) : nil
  }

  private func part(_ name: String) -> Slot? {
    if let index = names.cells[name] { return .cell(index) }
    if let index = names.reactors[name] { return .reactor(index) }
    if let index = names.stores[name] { return .store(index) }
    if seesOutcomes, let index = names.computations[name] { return .computation(index) }
    if seesOutcomes, let index = names.services[name] { return .service(index) }
    if seesOutcomes, let index = names.actors[name] { return .actor(index) }
    if !seesOutcomes, name.hasSuffix(NameScope.emitted) {
      let part = String(name.dropLast(NameScope.emitted.count))
      if let index = names.computations[part] { return .emitted(index) }
      if let index = names.services[part] { return .emitted(names.part(service: index)) }
      if let index = names.actors[part] { return .emitted(names.part(actor: index)) }
    }
    return name == "now" ? .now : nil
  }

  private static let emitted = ".emitted"

  mutating func bind(_ name: String, as kind: LocalKind? = nil) {
    locals.bind(name, as: kind)
  }

  func binding(_ names: [String]) -> NameScope {
    var scope = self
    for name in names { scope.bind(name) }
    return scope
  }

  var forExpectations: NameScope {
    var scope = self
    scope.seesOutcomes = true
    return scope
  }

  /// For bodies of a part that has a state of its own.
  var withState: NameScope {
    var scope = self
    scope.hasState = true
    return scope
  }
}

/// What a local of a script holds that is more than its value.
enum LocalKind {
  case promise
  case reference
}
