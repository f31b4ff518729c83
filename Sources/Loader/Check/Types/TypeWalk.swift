import CEL
import Scenarios
import Values

/// Goes over a file and builds the `TypeGraph`: what every name stands for is known, and what is known
/// of that is found by its number.
struct TypeWalk {
  private(set) var graph = TypeGraph()
  private let parts: TypedParts
  /// Of the locals in sight, by their numbers in the frame; nil, or none, where nothing is known.
  private var locals: [TypeGraph.Variable?] = []
  /// The state of the part whose body or reducers are at hand; nil where nothing is known of it.
  private var own: TypeGraph.Variable?
  /// What the expectation at hand is about; nil where nothing is known of it.
  private var candidate: TypeGraph.Variable?
  /// The messages sent to actors that are not known; the empty name where a formula gives them.
  var sentToAny: TextSet = []
  private(set) var isForgiven = false
  /// What references to actors are, where they are looked for.
  let reference: TypeGraph.Variable?
  /// Whether some actors are told apart by numbers that are given out in the order of their making.
  private(set) var numbersActors: Bool

  /// - Parameter reference: The type of references to actors; without it they may be anything.
  init(_ file: ScenarioFile, reference: StaticType? = nil) {
    parts = TypedParts(file.model, &graph, reference: reference ?? .dyn)
    if let reference {
      self.reference = graph.addLocal(.value(.known(reference)))
    } else {
      self.reference = nil
    }
    numbersActors = file.model.actors.contains(where: \.isPool)
    define(file.model)
    for formula in file.always + file.eventually { _ = use(formula, .bool("a property")) }
    visitExplorations(of: file)
    for procedure in file.procedures {
      // What a procedure is given may be anything.
      with(locals: [nil]) { $0.visit(procedure.steps) }
    }
    with(locals: []) { walk in
      for step in file.before?.steps ?? [] { walk.visit(step) }
      let opening = walk.locals
      for scenario in file.scenarios { walk.visit(scenario, behind: opening) }
    }
    forgetSentToAny()
  }

  // MARK: What names stand for

  /// What a slot holds where it is read; nil where nothing is known of it.
  private func variable(_ slot: Slot) -> TypeGraph.Variable? {
    switch slot {
    case .local(let number), .reference(let number):
      number < locals.count ? locals[number] : nil
    case .own: own
    case .it: candidate
    case .cell, .computation, .reactor, .store, .service, .actor, .member, .emitted, .promise, .now,
      .addressed:
      parts.variable(slot)
    }
  }

  /// The state of the part in that slot, of actors that of each of them.
  func state(_ slot: Slot) -> TypeGraph.Variable? { parts.state(slot) }

  /// What each message of an actor of that number holds.
  func messages(_ actor: Int) -> TextTable<TypeGraph.Variable> { parts.messages[actor] }

  var actorCount: Int { parts.messages.count }

  /// From here on a local holds what is known of the variable; those behind it are out of sight.
  mutating func bind(_ local: Int, to variable: TypeGraph.Variable?) {
    while locals.count > local { locals.removeLast() }
    while locals.count < local { locals.append(nil) }
    locals.append(variable)
  }

  /// The same of a local that is one of the elements of something, or one of its keys.
  mutating func bindElement(_ local: Int, of content: TypeGraph.Content) {
    bind(local, to: graph.addLocal(.element(content)))
  }

  /// Runs in a frame that begins with locals of which this is known.
  mutating func with(locals: [TypeGraph.Variable?], _ body: (inout TypeWalk) -> Void) {
    self.locals = locals
    body(&self)
    self.locals = []
  }

  /// Runs with a part's own state at hand.
  mutating func with(own state: TypeGraph.Variable?, _ body: (inout TypeWalk) -> Void) {
    own = state
    body(&self)
    own = nil
  }

  // MARK: Formulas and data

  @discardableResult
  mutating func use(_ formula: Formula, _ demand: Demand? = nil) -> Int {
    var known: [(slot: Int, variable: TypeGraph.Variable)] = []
    for slot in formula.program.slots {
      if let variable = variable(Slot(number: slot)) { known.append((slot, variable)) }
    }
    return graph.add(
      TypeGraph.Use(formula: formula, known: known, demand: demand, isForgiven: isForgiven))
  }

  @discardableResult
  mutating func content(_ datum: Datum, _ demand: Demand? = nil) -> TypeGraph.Content {
    switch datum.content {
    case .value(let value): .known(StaticType(of: value).withOpenNulls)
    case .placeholder: .known(.dyn)
    case .formula(let formula): .formula(use(formula, demand))
    case .condition(let formula): condition(formula)
    case .list(let elements): .list(elements.map { content($0) })
    case .map(let entries): .record(entries.map { ($0.key.text, content($0.value)) })
    }
  }

  /// What meets a condition may be of any type.
  private mutating func condition(_ formula: Formula) -> TypeGraph.Content {
    use(formula, .bool("a condition on an expected value"))
    return .known(.dyn)
  }

  /// Expected data, and what there is in the place of it.
  private mutating func expect(_ datum: Datum, of part: TypeGraph.Variable?, at path: [String]) {
    switch datum.content {
    case .map(let entries):
      for entry in entries { expect(entry.value, of: part, at: path + [entry.key.text]) }
    case .condition:
      candidate = part.map { graph.addLocal(.part(of: $0, at: path)) }
      content(datum)
      candidate = nil
    case .value, .formula, .placeholder, .list: content(datum)
    }
  }

  mutating func put(_ assignment: Assignment) {
    if let variable = variable(assignment.path.slot) {
      put(assignment, in: variable)
    } else {
      content(assignment.value)
    }
  }

  /// Which element or key a formula of the path gives, nobody knows: what is there may be anything.
  mutating func put(_ assignment: Assignment, in variable: TypeGraph.Variable) {
    assignment.path.eachFormula { use($0) }
    let content = content(assignment.value)
    if !isForgiven, assignment.path.isStatic, !assignment.path.isWhole {
      graph.add(TypeGraph.Mention(path: assignment.path, variable: variable, isWrite: true))
    }
    graph.put(
      assignment.path.isStatic ? content : .known(.dyn), at: assignment.path.selection,
      of: variable)
  }

  mutating func put(_ datum: Datum, in part: TypeGraph.Variable?) {
    let content = content(datum)
    if let part { put(content, in: part) }
  }

  mutating func put(_ content: TypeGraph.Content, in variable: TypeGraph.Variable) {
    graph.put(content, at: [], of: variable)
  }

  /// What is there can become anything.
  mutating func forget(_ part: TypeGraph.Variable?, at path: [String] = []) {
    if let part { graph.put(.known(.dyn), at: path, of: part) }
  }

  // MARK: Scenarios

  /// `opening` are the locals that the steps before each scenario leave to it.
  private mutating func visit(
    _ scenario: Scenario, behind opening: [TypeGraph.Variable?]
  ) {
    let names = scenario.rows?.first?.entries.map(\.key.text) ?? []
    var columns: TextTable<[TypeGraph.Content]> = [:]
    for row in scenario.rows ?? [] {
      for entry in row.entries { columns[entry.key.text, default: []].append(content(entry.value)) }
    }
    // The columns are the next locals of the script.
    let first = names.map { graph.addLocal(.element(.list(columns[$0] ?? []))) }
    for stand in scenario.methods {
      // They see the row, and nothing that the script binds; what they are given may be anything.
      with(locals: first + [nil]) { walk in
        walk.with(own: walk.state(.service(stand.service))) { $0.visit(stand.method.body) }
      }
    }
    with(locals: opening + first) { walk in
      for assignment in scenario.given { walk.put(assignment) }
      walk.visit(scenario.steps)
    }
  }

  // MARK: Steps

  mutating func visit(_ steps: [Step]) {
    let count = locals.count
    for step in steps { visit(step) }
    while locals.count > count { locals.removeLast() }
  }

  private mutating func visit(_ step: Step) {
    let before = isForgiven
    isForgiven = isForgiven || step.expectsFailure
    if let delay = step.delay { content(delay, .duration("after")) }
    visit(step, step.keyword.text)
    bind(step)
    if case .turn(.life(.spawn)) = step.verb { numbersActors = true }
    // What is expected changes no state: it may tell references as they are.
    if reference != nil { isForgiven = true }
    for outcome in step.outcomes { visit(outcome) }
    isForgiven = before
  }

  private mutating func visit(_ step: Step, _ keyword: String) {
    switch step.verb {
    case .check: break
    case .control(.loop(let loop)): visit(loop, keyword)
    case .control(.bind(let definitions)):
      for definition in definitions {
        let content = content(definition.value)
        bind(definition.name.number, to: graph.addLocal(.value(content)))
      }
    case .control(.choose(let definitions)):
      for definition in definitions {
        let content = content(definition.value, .elements("what `choose` picks from"))
        bindElement(definition.name.number, of: content)
      }
    case .control(.batch(let steps, let exports)):
      visit(steps)
      for _ in exports { locals.append(nil) }
    case .control(.interleave(let threads)):
      for thread in threads { visit(thread.steps) }
      for _ in step.verb.exports { locals.append(nil) }
    case .control(.perform(let performance)):
      if let arguments = performance.arguments { content(arguments) }
    case .advance(let passage):
      content(passage.span, .duration(passage.until == nil ? keyword : "within"))
      if let until = passage.until { use(until, .bool("the condition of `until`")) }
    case .turn(let verb): visit(verb, of: step, keyword)
    }
  }

  private mutating func visit(_ loop: LoopVerb, _ keyword: String) {
    switch loop {
    case .elements(let name, let datum, let steps):
      let content = content(datum, .elements("what `for` goes over"))
      let count = locals.count
      bindElement(name.number, of: content)
      visit(steps)
      while locals.count > count { locals.removeLast() }
    case .condition(let condition):
      use(condition.formula, .bool("the condition of `\(keyword)`"))
      visit(condition.then)
      visit(condition.otherwise)
      for _ in condition.exports { locals.append(nil) }
    case .times(let times, let steps):
      content(times, .count("repeat"))
      visit(steps)
    }
  }

  private mutating func visit(_ verb: TurnVerb, of step: Step, _ keyword: String) {
    switch verb {
    case .state(.set(let assignments)):
      for assignment in assignments.all { put(assignment) }
    case .state(.replaceState(let datum)): put(datum, in: own)
    case .time(.wait(let span)): content(span, .duration(keyword))
    case .time(.every(let every)):
      content(every.interval, .duration(keyword))
      visit(every.steps)
      if let until = every.until { use(until, .bool("the condition of `until`")) }
    case .event(.call(let call)):
      if let arguments = call.arguments { content(arguments) }
      if let timeout = call.timeout { content(timeout, .duration("timeout")) }
      if let otherwise = call.otherwise { visit(otherwise) }
    case .event(.tell(let recipient, let message)), .result(.forward(let recipient, let message)):
      send(message, to: recipient)
    case .event(.ask(let ask)):
      let isPromise = step.binding?.isPromise ?? false
      send(ask.message, to: ask.recipient, mayFail: isPromise || ask.otherwise != nil)
      if let timeout = ask.timeout { content(timeout, .duration("timeout")) }
      if let otherwise = ask.otherwise { visit(otherwise) }
    case .fault(.disturb(let disturbance)):
      if case .delay(let span) = disturbance.kind { content(span, .duration("by")) }
    // Of these nothing more is known than that their formulas have types.
    case .state, .event, .life, .computation, .result, .promise, .fault:
      verb.eachPiece { visit($0) }
    }
  }

  private mutating func visit(_ outcome: Scenarios.Outcome) {
    switch outcome.claim {
    case .isTrue(let formulas): for formula in formulas { use(formula, .bool("an assertion")) }
    case .holds(let assignments):
      for assignment in assignments {
        let path = assignment.path
        path.eachFormula { use($0) }
        let isState = !(path.properties.first.map(path.slot.isBesideState) ?? false)
        let isKnown = isState && path.isStatic
        expect(assignment.value, of: isKnown ? variable(path.slot) : nil, at: path.selection)
      }
      for path in assignments.map(\.path)
      where !isForgiven && path.isStatic && !path.properties.isEmpty {
        if let variable = variable(path.slot) {
          graph.add(TypeGraph.Mention(path: path, variable: variable, isWrite: false))
        }
      }
    case .fails, .reports, .received, .called, .nothing: outcome.eachPiece { visit($0) }
    }
  }

  mutating func visit(_ piece: Piece) {
    switch piece {
    case .formula(let formula): use(formula)
    case .datum(let datum): content(datum)
    case .write(let assignment): put(assignment)
    case .steps(let steps): visit(steps)
    case .computation(let computation): visit(computation)
    case .read, .local, .channel: break
    }
  }

  mutating func visit(_ computation: ComputationDeclaration) {
    switch computation.body {
    case .formula(let formula): use(formula)
    case .steps(let steps): visit(steps)
    }
    visit(computation.onError ?? [])
  }

  mutating func derive(_ variable: TypeGraph.Variable, from formula: Formula) {
    graph.define(variable, as: .formula(use(formula)))
  }

  mutating func sortDerived() { graph.sortDerived(parts.derived) }
}

extension Step {
  /// Whether something is to go wrong in it.
  var expectsFailure: Bool { outcomes.contains(where: \.expectsFailure) }
}

extension Demand {
  static func bool(_ place: String) -> Demand { Demand(place, .bool) }

  static func duration(_ keyword: String) -> Demand { Demand("`\(keyword)`", .duration) }

  static func count(_ keyword: String) -> Demand { Demand("`\(keyword)`", .int) }

  static func elements(_ place: String) -> Demand { Demand(place, .list(.dyn), .map(.dyn, .dyn)) }
}
