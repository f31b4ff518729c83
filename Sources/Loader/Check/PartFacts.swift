import CEL
import Scenarios
import Values

/// What a walk over a file finds about reactors, stores and services: who is told what, by whom.
struct PartFacts {
  /// Cases that something is told, by their names.
  struct Cases {
    var names: TextSet = []
    /// Whether a formula gives some of them, so that they may be any.
    var isOpen = false

    mutating func add(_ told: Case) { add(told.name) }

    /// Nil for one that a formula gives.
    mutating func add(_ name: Name?) {
      if let name { names.insert(name.text) } else { isOpen = true }
    }

    /// What an operator makes of the elements it is given.
    mutating func add(madeBy step: Operator) {
      switch step.product {
      case .datum(let datum):
        switch datum.content {
        case .value(.string(let name)): names.insert(name)
        case .map(let entries): names.formUnion(entries.map(\.key.text))
        case .value(.map(let map)):
          if case .string(let name) = map.keys.first { names.insert(name) }
        case .value, .formula, .placeholder, .condition, .list: isOpen = true
        }
      case .values(let name): if let name { names.insert(name.text) }
      case .given: break
      }
    }

    /// Whether the name may be among them; of a parcel's own names the end is known only.
    func mayHold(_ name: String) -> Bool { isOpen || names.contains(name) }
  }

  /// An action that is dispatched by its name.
  struct Dispatch {
    var store: String
    var name: Name
    /// The parcel whose body it stands in.
    var parcel: String?
    /// Whether the step tells of reports, or one that holds it.
    var expectsReports: Bool
  }

  /// To each reactor.
  private(set) var sent: TextTable<Cases> = [:]
  /// By each reactor's bodies.
  private(set) var mutations: TextTable<Cases> = [:]
  private(set) var dispatches: [Dispatch] = []
  /// What is dispatched to each store from outside of parcels.
  private(set) var dispatched: TextTable<Cases> = [:]
  /// What bodies of parcels dispatch, and all middleware returns: names that may bear a prefix.
  private(set) var inner = Cases()
  /// `service.method`, called or looked at by an outcome.
  private(set) var called: TextSet = []
  private(set) var settled: [Verb.Method] = []
  private(set) var shown: TextTable<TextSet> = [:]
  private(set) var shownByParcels: TextSet = []
  private(set) var stubs: [NumberedName] = []
  private(set) var received: TextSet = []
  /// Whether any outcome tells of reports.
  private(set) var tellsOfReports = false

  /// The part whose bodies are at hand; nil in scripts.
  private var owner: Model.Declaration?
  private var expectsReports = false

  init(_ file: ScenarioFile) {
    file.model.eachDeclaration { part in
      owner = part
      part.eachPiece { visit($0) }
    }
    owner = nil
    file.eachExploredPiece { visit($0) }
    file.eachScriptPiece { visit($0) }
  }

  private var reactor: String? {
    if case .reactor(let reactor) = owner { reactor.name.text } else { nil }
  }

  private var store: String? {
    if case .store(let store) = owner { store.name.text } else { nil }
  }

  /// Whether the bodies at hand are middleware: stores and parcels have no others.
  private var isMiddleware: Bool { store != nil || parcel != nil }

  private var parcel: String? {
    if case .parcel(let parcel) = owner { parcel.name.text } else { nil }
  }

  private mutating func visit(_ piece: Piece) {
    switch piece {
    case .steps(let steps): for step in steps { visit(step) }
    case .computation(let computation): computation.eachPiece { visit($0) }
    case .formula, .datum, .read, .write, .local, .channel: break
    }
  }

  private mutating func visit(_ step: Step) {
    let before = expectsReports
    if step.expectsFailure { expectsReports = true }
    for outcome in step.outcomes { visit(outcome) }
    if let use = step.verb.use { visit(use) }
    if isMiddleware, case .turn(.result(.returning(let datum))) = step.verb {
      visit(returned: datum)
    }
    step.eachPiece { visit($0) }
    expectsReports = before
  }

  private mutating func visit(_ outcome: Scenarios.Outcome) {
    switch outcome.claim {
    case .reports: tellsOfReports = true
    case .called(let methods):
      for method in methods { called.insert("\(method.service.text).\(method.method.text)") }
    case .received(let entries): for entry in entries { received.insert(entry.key.text) }
    case .holds, .isTrue, .fails, .nothing: break
    }
  }

  private mutating func visit(_ use: Use) {
    switch use {
    case .sends(let reactor, let action): sent[reactor.text, default: Cases()].add(action)
    case .mutates(let mutation):
      if let reactor { mutations[reactor, default: Cases()].add(mutation) }
    case .dispatches(let store, let action): dispatch(action, to: store)
    case .calls(let method): called.insert("\(method.service.text).\(method.method.text)")
    case .settles(let method):
      settled.append(method)
      called.insert("\(method.service.text).\(method.method.text)")
    case .presents(let route): show(route.route.text, in: route.store.name)
    case .dismisses(let store, .route(let name)): show(name.text, in: store)
    case .dismisses(let store, .top), .dismisses(let store, .count):
      shown[store.text] = shown[store.text] ?? []
    case .stubs(let reactor): stubs.append(reactor)
    // Other facts are about computations and actors.
    case .starts, .ends, .invalidates, .changes, .tells, .asks, .forwards, .spawns, .watches,
      .stops, .restarts, .mentions, .becomes, .disturbs:
      break
    }
  }

  private mutating func dispatch(_ action: Case, to store: Name) {
    if parcel == nil {
      dispatched[store.text, default: Cases()].add(action)
    } else {
      inner.add(action)
    }
    guard let name = action.name else { return }
    dispatches.append(
      Dispatch(store: store.text, name: name, parcel: parcel, expectsReports: expectsReports))
  }

  private mutating func show(_ route: String, in store: Name) {
    shown[store.text] = shown[store.text] ?? []
    if parcel == nil {
      shown[store.text]?.insert(route)
    } else {
      shownByParcels.insert(route)
    }
  }

  private mutating func visit(returned datum: Datum) {
    switch datum.content {
    case .formula: inner.isOpen = true
    case .value(.string(let name)): visit(returned: Name(name, at: datum.span))
    case .value(.map(let map)):
      if case .string(let name) = map.keys.first { visit(returned: Name(name, at: datum.span)) }
    case .map(let entries): if let name = entries.first?.key { visit(returned: name) }
    case .value, .placeholder, .condition, .list: break
    }
  }

  private mutating func visit(returned name: Name) {
    inner.names.insert(name.text)
    guard let store else { return }
    dispatches.append(
      Dispatch(store: store, name: name, parcel: nil, expectsReports: expectsReports))
  }
}

extension [Step] {
  /// Whether time may pass between the first of them and the last.
  var mayWait: Bool {
    containsDeep {
      if $0.delay != nil { return true }
      return switch $0.verb {
      case .turn(.time), .turn(.event(.ask)), .turn(.event(.call)): true
      case .turn, .control, .advance, .check: false
      }
    }
  }

  /// Whether it is so of one of the steps, or of one inside them.
  func containsDeep(_ isSo: (Step) -> Bool) -> Bool {
    for step in self {
      if isSo(step) { return true }
      var found = false
      step.eachPiece { if case .steps(let steps) = $0, !found { found = steps.containsDeep(isSo) } }
      if found { return true }
    }
    return false
  }
}
