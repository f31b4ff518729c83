import Scenarios
import Values

/// What can be said of stores and parcels without running them.
struct StoreCheck {
  let model: Model
  let parts: PartFacts
  private let scenarios: [Scenario]
  let names: StoreNames
  /// The file that the scenarios stand in; nil for a model.
  let main: UInt32?

  init(_ model: Model, _ parts: PartFacts, _ file: ScenarioFile) {
    var problems = Problems()
    guard let names = StoreNames(model, &problems) else {
      preconditionFailure("the parcels of a loaded file cannot be put together")
    }
    (self.model, self.parts, self.names) = (model, parts, names)
    scenarios = file.scenarios
    main = file.scenarios.first?.span.file
  }

  func run(_ check: inout FileCheck) {
    for (store, names) in zip(model.stores, names.stores) {
      let cure =
        names.places.isEmpty
        ? [] : ["rename one, or tell them apart: {parcel: name, prefix: …}"]
      let name = store.name.text
      checkTwins(names.reducers, cure, &check) {
        $0.isSkippable ? nil : "\"\(name)\" has two reducers for \"\($0.name)\""
      }
      checkTwins(names.routes, cure, &check) {
        "\"\(name)\" has two routes \"\($0.name)\""
      }
      checkFocus(names, of: store, &check)
      check.checkReducers(store.own.reducers, of: store.state, "the state of the store")
    }
    for parcel in model.parcels {
      check.checkReducers(
        parcel.own.reducers, of: parcel.state ?? Datum(.placeholder, at: parcel.span),
        "the state of the parcel")
    }
    checkDispatches(&check)
    checkReach(&check)
    checkUse(&check)
  }

  // MARK: Reducers and routes

  /// The later of two of one name wins; `message` tells of it, if need be.
  private func checkTwins(
    _ entries: [PartNames.Entry], _ cure: [String], _ check: inout FileCheck,
    _ message: (PartNames.Entry) -> String?
  ) {
    var last: TextTable<Name> = [:]
    for entry in entries {
      let earlier = last.updateValue(entry.written, forKey: entry.name)
      guard let earlier, let message = message(entry) else { continue }
      check.warn(
        .duplicateName, "\(message), and this one wins", at: entry.written.span, help: cure,
        related: [.init(earlier.span, "the other is here")])
    }
  }

  // MARK: Actions

  /// Reports actions that no reducer and no middleware knows, where no outcome tells of it.
  private func checkDispatches(_ check: inout FileCheck) {
    let stores = TextTable(numbers: model.stores.map(\.name))
    let parcels = TextTable(numbers: model.parcels.map(\.name))
    let seesAll = zip(model.stores, names.stores).map(seesAll)
    let known = names.stores.map(\.handled)
    let own = names.parcels.map(\.handled)
    for dispatch in parts.dispatches {
      guard let store = stores[dispatch.store], !dispatch.expectsReports, !seesAll[store],
        !known[store].contains(dispatch.name.text)
      else { continue }
      if let parcel = dispatch.parcel.flatMap({ parcels[$0] }),
        own[parcel].contains(dispatch.name.text)
      {
        continue
      }
      // A body's report is told of by the step that sets it off.
      if parts.tellsOfReports, !isInScript(dispatch) { continue }
      let name = dispatch.name.text
      check.warn(
        .unhandledAction, "\"\(dispatch.store)\" has no reducer for \"\(name)\"",
        at: dispatch.name.span,
        help: [cure(forUnhandled: name, names.stores[store], &check.problems)])
    }
  }

  private func cure(
    forUnhandled name: String, _ names: PartNames, _ problems: inout Problems
  ) -> String {
    if let spelt = CaseSpelling.cure(for: name, among: names.handled) { return spelt }
    let reducers = names.reducers.map(\.name)
    if let outside = reducers.first(where: { $0.hasSuffix(".\(name)") }) {
      return "outside its parcel it is \"\(outside)\""
    }
    return problems.nearest(to: name, among: reducers).map { "did you mean \"\($0)\"?" }
      ?? "where that is meant, expect: reports"
  }

  private func isInScript(_ dispatch: PartFacts.Dispatch) -> Bool {
    scenarios.contains { $0.span.holds(dispatch.name.span) }
  }

  /// Whether some middleware may catch or replace any action.
  private func seesAll(_ store: StoreDeclaration, _ names: PartNames) -> Bool {
    let all = [store.own] + names.places.map { model.parcels[$0.parcel].own }
    return all.contains { part in
      part.middleware.contains { $0.anyAction?.steps.mayReturn == true }
    }
  }

  // MARK: Focus

  /// Reports a parcel whose part of the state is not there and is put there by nothing.
  private func checkFocus(
    _ names: PartNames, of store: StoreDeclaration, _ check: inout FileCheck
  ) {
    var filled: [[String]: Datum] = [:]
    for place in names.places {
      let parcel = model.parcels[place.parcel]
      guard case .missing(let depth, let properties) = look(place.focus, store.state, filled) else {
        continue
      }
      if let state = parcel.state {
        filled[place.focus] = state
      } else if place.absence == nil, !mayBeMade(place.focus, in: store) {
        let near = check.problems.nearest(to: place.focus[depth], among: properties)
        check.warn(
          .unknownName,
          "the state of \"\(store.name.text)\" has no \"\(place.focus[depth])\" that "
            + "\"\(parcel.name.text)\" could focus on",
          at: place.use.place.focus?.span ?? parcel.use.focus?.span ?? place.use.span,
          help: near.map { ["did you mean \"\($0)\"?"] }
            ?? ["write it into the store's state, or give the parcel a state"])
      }
    }
  }

  private enum Look {
    case found
    case unknown
    /// Where on the way, and what there is instead.
    case missing(Int, [String])
  }

  private func look(_ focus: [String], _ state: Datum, _ filled: [[String]: Datum]) -> Look {
    var datum = state
    for (depth, property) in focus.enumerated() {
      let found = datum.property(property)
      switch found {
      case .found(let inner): datum = inner
      case .unknown: return .unknown
      case .missing(let properties):
        guard let state = filled[Array(focus[...depth])] else { return .missing(depth, properties) }
        datum = state
      }
    }
    return .found
  }

  /// Whether a reducer or a `given` may put something there.
  private func mayBeMade(_ focus: [String], in store: StoreDeclaration) -> Bool {
    let isReduced = store.own.reducers.contains { reducer in
      switch reducer.change {
      case .whole: true
      case .paths(let assignments): assignments.contains { $0.path.root == focus.first }
      }
    }
    return isReduced
      || scenarios.contains { scenario in
        scenario.given.contains { given in
          given.path.root == store.name.text
            && (given.path.properties.isEmpty || given.path.properties.first == focus.first)
        }
      }
  }

  // MARK: Use

  private func checkUse(_ check: inout FileCheck) {
    let used = TextSet(
      (model.stores.map(\.own) + model.parcels.map(\.own)).flatMap(\.parcels).map(\.parcel.text))
    for parcel in model.parcels {
      let name = parcel.name.text
      check.judge(
        "parcel \(name)", at: parcel.name, isUsed: used.contains(name),
        "no store uses the parcel \"\(name)\"")
    }
    // A route of a parcel stands in every store that uses it.
    for (store, names) in zip(model.stores, names.stores) {
      let presented = parts.shown[store.name.text] ?? []
      for route in names.routes {
        check.judge(
          "route at \(route.written.span.start)", at: route.written,
          isUsed: presented.contains(route.name) || parts.shownByParcels.holdsEnd(of: route.name),
          "the route \"\(route.name)\" is never presented")
      }
    }
    for (index, store) in model.stores.enumerated() {
      let name = store.name.text
      check.judge(
        "store \(name)", at: store.name,
        isUsed: parts.dispatched[name] != nil || parts.shown[name] != nil
          || check.facts.isRead(.store(index)), "the store \"\(name)\" is never used")
    }
  }
}

extension [Step] {
  fileprivate var mayReturn: Bool {
    containsDeep { if case .turn(.result(.returning)) = $0.verb { true } else { false } }
  }
}

extension Datum {
  enum Property {
    case found(Datum)
    case unknown
    case missing([String])
  }

  /// What stands under a name of data that are written as a map.
  func property(_ name: String) -> Property {
    switch content {
    case .formula, .placeholder, .condition: return .unknown
    case .map(let entries):
      let found = entries.first { Text.same($0.key.text, name) }
      return found.map { .found($0.value) } ?? .missing(entries.map(\.key.text))
    case .value(.map(let map)):
      if let value = map[name] { return .found(Datum(.value(value), at: span)) }
      return .missing(map.keys.compactMap { if case .string(let key) = $0 { key } else { nil } })
    case .list, .value: return .missing([])
    }
  }
}
