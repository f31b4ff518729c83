import CEL
import Scenarios
import Values

// The parts of the model, and what their bodies and reducers put into their states.
extension TypeWalk {
  mutating func define(_ model: Model) {
    for (number, cell) in model.cells.enumerated() { define(cell, state(.cell(number))) }
    sortDerived()
    for cell in model.cells {
      visit(cell.observed)
      visit(cell.unobserved)
    }
    for computation in model.computations { visit(computation) }
    for (number, reactor) in model.reactors.enumerated() {
      define(reactor, state(.reactor(number)))
    }
    var places: TextTable<ParcelPlace> = [:]
    for parcel in model.parcels { places[parcel.name.text] = parcel.use }
    for (number, store) in model.stores.enumerated() {
      define(store, state(.store(number)), places)
    }
    for parcel in model.parcels { define(parcel) }
    for (number, service) in model.services.enumerated() {
      define(service, state(.service(number)))
    }
    for (number, actor) in model.actors.enumerated() { define(actor, number) }
  }

  private mutating func define(_ cell: CellDeclaration, _ variable: TypeGraph.Variable?) {
    switch cell.source {
    case .input(let datum): put(datum, in: variable)
    case .derived(let formula): if let variable { derive(variable, from: formula) }
    }
    if case .formula(let formula) = cell.cutoff { use(formula, .bool("a cutoff")) }
  }

  private mutating func define(
    _ reactor: ReactorDeclaration, _ state: TypeGraph.Variable?
  ) {
    put(reactor.state, in: state)
    with(own: state) { walk in
      for action in reactor.actions ?? [] { walk.visit(action.body.steps) }
    }
    define(reactor.reducers, of: state)
    // What is made of the states is what everyone sees.
    if reactor.transform.state.contains(where: \.makesValues) { forget(state) }
    for list in [reactor.transform.action, reactor.transform.mutation, reactor.transform.state] {
      for step in list { visit(step) }
    }
  }

  private mutating func visit(_ step: Operator) {
    let keyword = step.keyword.text
    for operand in step.operands {
      switch operand {
      case .element(let datum), .failure(let datum): content(datum)
      case .duration(let datum): content(datum, .duration(keyword))
      case .count(let datum): content(datum, .count(keyword))
      case .condition(let formula, .filter): use(formula, .bool("a filter"))
      case .condition(let formula, .extent):
        use(formula, .bool("the \"while\" of a \"\(keyword)\""))
      case .condition(let formula, .end): use(formula, .bool("an end"))
      case .condition(let formula, .fail): use(formula, .bool("a fail"))
      case .key(let formula): use(formula)
      case .place: break
      case .steps(let steps): visit(steps)
      }
    }
  }

  private mutating func define(_ reducers: [Reducer], of state: TypeGraph.Variable?) {
    for reducer in reducers {
      // A reducer is given the payload and the state.
      with(locals: [nil, state]) { walk in
        switch reducer.change {
        case .whole(let datum): walk.put(datum, in: state)
        case .paths(let assignments):
          for assignment in assignments {
            if let state { walk.put(assignment, in: state) } else { walk.content(assignment.value) }
          }
        }
      }
    }
  }

  private mutating func define(
    _ store: StoreDeclaration, _ state: TypeGraph.Variable?, _ places: TextTable<ParcelPlace>
  ) {
    put(store.state, in: state)
    define(store.own, of: state)
    // What parcels make of their part of the state is theirs.
    for use in store.own.parcels {
      let focus = use.place.focus ?? places[use.parcel.text]?.focus
      forget(state, at: focus?.names ?? [])
    }
  }

  /// The states of parcels are those of the stores that use them, of which nothing is known here.
  private mutating func define(_ parcel: ParcelDeclaration) {
    if let state = parcel.state { content(state) }
    define(parcel.own, of: nil)
  }

  private mutating func define(_ part: StorePart, of state: TypeGraph.Variable?) {
    for middleware in part.middleware {
      for body in middleware.bodies + (middleware.anyAction.map { [$0] } ?? []) {
        // Behind the action's name and payload stands the state.
        with(locals: [nil, nil, state]) { $0.visit(body.steps) }
      }
    }
    define(part.reducers, of: state)
    for route in part.routes {
      // A route is given its arguments and the state.
      with(locals: [nil, state]) { walk in
        walk.content(route.screen)
        if let modal = route.modal { walk.content(modal, .bool("`modal`")) }
      }
    }
  }

  private mutating func define(
    _ service: ServiceDeclaration, _ state: TypeGraph.Variable?
  ) {
    if let datum = service.state { put(datum, in: state) }
    with(own: state) { walk in for method in service.methods { walk.visit(method.body) } }
  }

  mutating func visit(_ body: ServiceDeclaration.Method.Body) {
    switch body {
    case .formula(let formula): use(formula)
    case .steps(let steps): visit(steps)
    case .replies(let replies):
      for reply in replies {
        switch reply {
        case .value(let datum), .failure(let datum): content(datum)
        case .pending: break
        }
      }
    case .pending: break
    }
  }
}

extension Path {
  fileprivate var names: [String] { [root] + properties }
}
