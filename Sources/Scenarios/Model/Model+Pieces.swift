extension Model {
  /// A part as the model declares it.
  public enum Declaration {
    case cell(CellDeclaration)
    case computation(ComputationDeclaration)
    case reactor(ReactorDeclaration)
    case store(StoreDeclaration)
    case parcel(ParcelDeclaration)
    case actor(ActorDeclaration)
    case service(ServiceDeclaration)
  }

  /// All parts, section by section in the order of the language: cells, computations, reactors, stores,
  /// parcels, actors, services. Whoever looks at all of a model goes this way, so that none is left out.
  public func eachDeclaration(_ visit: (Declaration) -> Void) {
    for cell in cells { visit(.cell(cell)) }
    for computation in computations { visit(.computation(computation)) }
    for reactor in reactors { visit(.reactor(reactor)) }
    for store in stores { visit(.store(store)) }
    for parcel in parcels { visit(.parcel(parcel)) }
    for actor in actors { visit(.actor(actor)) }
    for service in services { visit(.service(service)) }
  }

  /// What all parts are made of, in the same order.
  public func eachPiece(_ visit: (Piece) -> Void) { eachDeclaration { $0.eachPiece(visit) } }
}

extension Model.Declaration {
  /// What it is made of.
  public func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .cell(let cell): cell.eachPiece(visit)
    case .computation(let computation): visit(.computation(computation))
    case .reactor(let reactor): reactor.eachPiece(visit)
    case .store(let store): store.eachPiece(visit)
    case .parcel(let parcel): parcel.eachPiece(visit)
    case .actor(let actor): actor.eachPiece(visit)
    case .service(let service): service.eachPiece(visit)
    }
  }
}

extension CellDeclaration {
  public func eachPiece(_ visit: (Piece) -> Void) {
    switch source {
    case .input(let datum): visit(.datum(datum))
    case .derived(let formula): visit(.formula(formula))
    }
    if case .formula(let formula) = cutoff { visit(.formula(formula)) }
    if !observed.isEmpty { visit(.steps(observed)) }
    if !unobserved.isEmpty { visit(.steps(unobserved)) }
  }
}

extension ComputationDeclaration {
  public func eachPiece(_ visit: (Piece) -> Void) {
    visit(.channel(name))
    switch body {
    case .formula(let formula): visit(.formula(formula))
    case .steps(let steps): visit(.steps(steps))
    }
    if let onError { visit(.steps(onError)) }
  }
}

extension ReactorDeclaration {
  public func eachPiece(_ visit: (Piece) -> Void) {
    visit(.channel(name))
    visit(.datum(state))
    for action in actions ?? [] { visit(.steps(action.body.steps)) }
    for reducer in reducers { reducer.eachPiece(visit) }
    for stage in [transform.action, transform.mutation, transform.state] {
      for step in stage { step.eachPiece(visit) }
    }
  }
}

extension Reducer {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    switch change {
    case .whole(let datum): visit(.datum(datum))
    case .paths(let assignments):
      for assignment in assignments {
        assignment.path.eachFormula { visit(.formula($0)) }
        visit(.datum(assignment.value))
      }
    }
  }
}

extension StoreDeclaration {
  public func eachPiece(_ visit: (Piece) -> Void) {
    visit(.channel(name))
    visit(.datum(state))
    own.eachPiece(visit)
  }
}

extension ParcelDeclaration {
  public func eachPiece(_ visit: (Piece) -> Void) {
    if let state { visit(.datum(state)) }
    own.eachPiece(visit)
  }
}

extension StorePart {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    for middleware in middleware {
      for body in middleware.bodies { visit(.steps(body.steps)) }
      if let body = middleware.anyAction { visit(.steps(body.steps)) }
    }
    for reducer in reducers { reducer.eachPiece(visit) }
    for route in routes {
      visit(.datum(route.screen))
      if let modal = route.modal { visit(.datum(modal)) }
    }
  }
}

extension ActorDeclaration {
  public func eachPiece(_ visit: (Piece) -> Void) {
    visit(.channel(name))
    if let state { visit(.datum(state)) }
    visit(.steps(setup))
    for reaction in behaviors.flatMap(\.reactions) {
      visit(reaction.kind.piece)
      visit(.steps(reaction.onCancel))
    }
    for datum in [
      supervision?.within, supervision?.backoff?.shortest, supervision?.backoff?.longest,
    ] {
      if let datum { visit(.datum(datum)) }
    }
  }
}

extension ServiceDeclaration {
  public func eachPiece(_ visit: (Piece) -> Void) {
    visit(.channel(name))
    if let state { visit(.datum(state)) }
    for method in methods { method.eachPiece(visit) }
  }
}

extension ServiceDeclaration.Method {
  public func eachPiece(_ visit: (Piece) -> Void) {
    switch body {
    case .formula(let formula): visit(.formula(formula))
    case .steps(let steps): visit(.steps(steps))
    case .replies(let replies):
      for reply in replies {
        switch reply {
        case .value(let datum), .failure(let datum): visit(.datum(datum))
        case .pending: break
        }
      }
    case .pending: break
    }
  }
}

extension Scenario {
  public func eachPiece(_ visit: (Piece) -> Void) {
    for row in rows ?? [] {
      for entry in row.entries {
        visit(.datum(entry.value))
        visit(.local(entry.key))
      }
    }
    for assignment in given { assignment.eachPiece(visit) }
    for stand in methods { stand.method.eachPiece(visit) }
    visit(.steps(steps))
  }
}

extension Scenario {
  /// The columns of its rows that it reads, other than in its name, by their numbers.
  /// - Parameters:
  ///   - first: How many locals its script has before the columns.
  ///   - answers: Whether that counts, too, which is but the name of what outcomes expect.
  public func columnsRead(behind first: Int, answers: Bool) -> Set<Int> {
    var columns: Set<Int> = []
    func note(_ piece: Piece, behind first: Int) {
      piece.eachRead(answers: answers) { slot, _, _ in
        if let number = slot.localNumber, number >= first { columns.insert(number - first) }
      }
    }
    eachPiece { note($0, behind: first) }
    // What plays a method has nothing before the columns.
    for stand in methods { stand.method.eachPiece { note($0, behind: 0) } }
    return columns
  }
}

extension Exploration {
  /// What stands there itself; what a scenario has from the file is the file's.
  public func eachPiece(_ visit: (Piece) -> Void) {
    if let start, !inherited.contains(.start) { start.eachPiece(visit) }
    if !inherited.contains(.events) {
      for event in events { event.eachPiece(visit) }
    }
    if !inherited.contains(.sometimes) {
      for formula in sometimes { visit(.formula(formula)) }
    }
  }
}

extension Exploration.Start {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    for element in elements { element.eachPiece(visit) }
    if let condition { visit(.formula(condition)) }
    for change in changes { change.eachPiece(visit) }
  }
}

extension Exploration.Event {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    for element in elements { element.eachPiece(visit) }
    if let condition { visit(.formula(condition)) }
    visit(.steps([step]))
  }
}

extension ControlVerb.Definition {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    visit(.datum(value))
    visit(.local(name.name))
  }
}

extension ScenarioFile {
  /// What its explorations are made of: that of the file, with what used files bring, and those of its
  /// scenarios.
  public func eachExploredPiece(_ visit: (Piece) -> Void) {
    for formula in sometimes { visit(.formula(formula)) }
    for exploration in explorations { exploration.eachPiece(visit) }
  }

  /// What its scripts are made of: those of procedures, the one before all scenarios, and each
  /// scenario.
  public func eachScriptPiece(_ visit: (Piece) -> Void) {
    for procedure in procedures { visit(.steps(procedure.steps)) }
    if let before { visit(.steps(before.steps)) }
    for scenario in scenarios { scenario.eachPiece(visit) }
  }

  /// The scripts that a scenario may lead to: the one before it, its own, and those of the
  /// procedures that they perform, each once.
  public func scripts(of scenario: Scenario) -> [[Step]] {
    let own = (before.map { [$0.steps] } ?? []) + [scenario.steps]
    return own + performed(by: own).map { procedures[$0].steps }
  }

  /// The scripts of all scenarios, each where it comes first: whoever wants no more than the first of something in them
  /// need not walk over a procedure again for each scenario that performs it.
  public var scripts: [[Step]] {
    var scripts: [[Step]] = []
    var known: Set<Int> = []
    for (number, scenario) in scenarios.enumerated() {
      let own = (number == 0 ? before.map { [$0.steps] } ?? [] : []) + [scenario.steps]
      scripts += own + performed(by: own, besides: &known).map { procedures[$0].steps }
    }
    return scripts
  }

  /// The procedures that such scripts perform, themselves or by way of others, each once.
  public func performed(by scripts: [[Step]]) -> [Int] {
    var known: Set<Int> = []
    return performed(by: scripts, besides: &known)
  }

  /// Those of them that are not known yet; what a known one performs is known as well.
  private func performed(by scripts: [[Step]], besides known: inout Set<Int>) -> [Int] {
    if procedures.isEmpty { return [] }
    var found: [Int] = []
    func search(_ steps: [Step], _ known: inout Set<Int>) {
      for number in steps.performed where known.insert(number).inserted { found.append(number) }
    }
    for steps in scripts { search(steps, &known) }
    var next = 0
    while next < found.count {
      search(procedures[found[next]].steps, &known)
      next += 1
    }
    return found
  }
}

extension [Step] {
  /// The procedures that they perform themselves, at any depth, each once.
  public var performed: [Int] {
    var known: Set<Int> = []
    var found: [Int] = []
    eachDeep { step in
      guard case .control(.perform(let performance)) = step.verb else { return }
      let number = performance.procedure.number
      if known.insert(number).inserted { found.append(number) }
    }
    return found
  }
}
