import CEL
import Scenarios
import Values

/// Goes over a file, finds for every name what it stands for, and builds the `TypeGraph`.
struct TypeWalk {
  private(set) var graph = TypeGraph()
  private var globals: [String: TypeGraph.Variable] = [:]
  /// What is known of a local: of its values, and of the actor that it refers to.
  struct Local {
    var variable: TypeGraph.Variable?
    var actor: String?
  }

  private var locals = Bindings<Local>()
  /// The states of actors, one of all actors of a kind.
  var actorStates: [String: TypeGraph.Variable] = [:]
  /// What each message of each kind of actor holds.
  var messages: [String: [String: TypeGraph.Variable]] = [:]
  /// The messages sent to actors that are not known; the empty name where a formula gives them.
  var sentToAny: Set<String> = []
  /// Whose state `set` writes to; nil for the world's.
  private var owner: TypeGraph.Variable?
  private(set) var isForgiven = false

  init(_ file: ScenarioFile) {
    declare(file.model)
    define(file.model)
    for formula in file.always + file.eventually { _ = use(formula, .bool("a property")) }
    visit(file.exploration?.events ?? [])
    for scenario in file.scenarios { visit(scenario) }
    forgetSentToAny()
  }

  // MARK: Names

  private mutating func declare(_ model: Model) {
    let first = graph.variables.count
    for cell in model.cells {
      guard case .derived = cell.source else { continue }
      globals[cell.name.text] = graph.add(.value(.known(.dyn)))
    }
    derived = first..<graph.variables.count
    for cell in model.cells {
      guard case .input = cell.source else { continue }
      globals[cell.name.text] = graph.add(.state([]))
    }
    for name in model.reactors.map(\.name) + model.stores.map(\.name) + model.services.map(\.name) {
      globals[name.text] = graph.addPart(.state([]))
    }
    for actor in model.actors {
      let state = graph.addPart(.state([]))
      actorStates[actor.name.text] = state
      // What stands for a pool is the list of its workers' states.
      if !actor.isPool { globals[actor.name.text] = state }
      declareMessages(of: actor)
    }
  }

  /// The variables of derived cells.
  private var derived: Range<TypeGraph.Variable> = 0..<0

  /// What a name stands for where it is read; nil where nothing is known of it.
  private func variable(_ name: String) -> TypeGraph.Variable? {
    if let local = locals[name] { return local.variable }
    return globals[name]
  }

  /// The kind of actor that a local refers to, where it is known.
  func actor(_ local: String) -> String? { locals[local]?.actor }

  mutating func push(
    _ name: String, _ variable: TypeGraph.Variable? = nil, actor: String? = nil
  ) {
    locals.push(name, Local(variable: variable, actor: actor))
  }

  /// Runs with more locals in sight, of which nothing is known unless it is said.
  mutating func with(
    _ names: [String], state: TypeGraph.Variable? = nil, _ body: (inout TypeWalk) -> Void
  ) {
    let count = locals.count
    for name in names { push(name) }
    if let state { push("state", state) }
    body(&self)
    locals.pop(to: count)
  }

  /// Runs with `set` writing to a part's own state.
  mutating func within(_ part: TypeGraph.Variable?, _ body: (inout TypeWalk) -> Void) {
    let before = owner
    owner = part
    body(&self)
    owner = before
  }

  func global(_ name: String) -> TypeGraph.Variable? { globals[name] }

  // MARK: Formulas and data

  @discardableResult
  mutating func use(_ formula: Formula, _ demand: Demand? = nil) -> Int {
    var names: [(name: String, variable: TypeGraph.Variable)] = []
    for reference in formula.expression.references {
      guard let variable = variable(reference.name),
        !names.contains(where: { $0.name == reference.name })
      else { continue }
      names.append((reference.name, variable))
    }
    return graph.add(
      TypeGraph.Use(formula: formula, names: names, demand: demand, isForgiven: isForgiven))
  }

  @discardableResult
  mutating func content(_ datum: Datum, _ demand: Demand? = nil) -> TypeGraph.Content {
    switch datum.content {
    case .value(let value): .known(StaticType(of: value).withOpenNulls)
    case .placeholder: .known(.dyn)
    case .formula(let formula): .formula(use(formula, demand))
    case .list(let elements): .list(elements.map { content($0) })
    case .map(let entries): .record(entries.map { ($0.key.text, content($0.value)) })
    }
  }

  mutating func put(_ assignment: Assignment, below part: TypeGraph.Variable? = nil) {
    let content = content(assignment.value)
    if let part {
      graph.put(content, at: [assignment.path.root] + assignment.path.properties, of: part)
    } else if let variable = globals[assignment.path.root] {
      graph.put(content, at: assignment.path.properties, of: variable)
    }
  }

  mutating func put(_ datum: Datum, in part: TypeGraph.Variable?, at path: [String] = []) {
    let content = content(datum)
    if let part { graph.put(content, at: path, of: part) }
  }

  mutating func put(_ content: TypeGraph.Content, in variable: TypeGraph.Variable) {
    graph.put(content, at: [], of: variable)
  }

  /// What is there can become anything.
  mutating func forget(_ part: TypeGraph.Variable?, at path: [String] = []) {
    if let part { graph.put(.known(.dyn), at: path, of: part) }
  }

  // MARK: Scenarios

  private mutating func visit(_ scenario: Scenario) {
    let count = locals.count
    let names = scenario.rows?.first?.entries.map(\.key.text) ?? []
    var columns: [String: [TypeGraph.Content]] = [:]
    for row in scenario.rows ?? [] {
      for entry in row.entries { columns[entry.key.text, default: []].append(content(entry.value)) }
    }
    for name in names {
      push(name, graph.addLocal(.element(.list(columns[name] ?? []))))
    }
    for assignment in scenario.given { put(assignment) }
    visit(scenario.steps)
    locals.pop(to: count)
  }

  // MARK: Steps

  mutating func visit(_ steps: [Step]) {
    let count = locals.count
    for step in steps { visit(step) }
    locals.pop(to: count)
  }

  private mutating func visit(_ step: Step) {
    let before = isForgiven
    isForgiven = isForgiven || step.expectsFailure
    if let delay = step.delay { content(delay, .duration("after")) }
    visit(step, step.keyword.text)
    bind(step)
    for outcome in step.outcomes { visit(outcome) }
    isForgiven = before
  }

  private mutating func visit(_ step: Step, _ keyword: String) {
    switch step.verb {
    case .check: break
    case .control(.loop(let loop)): visit(loop, keyword)
    case .control(.bind(let entries)):
      for entry in entries {
        let content = content(entry.value)
        push(entry.key.text, graph.addLocal(.value(content)))
      }
    case .control(.batch(let steps)): visit(steps)
    case .advance(let span): content(span, .duration(keyword))
    case .turn(let verb): visit(verb, of: step, keyword)
    }
  }

  private mutating func visit(_ loop: LoopVerb, _ keyword: String) {
    switch loop {
    case .elements(let name, let datum, let steps):
      let content = content(datum, .elements)
      let count = locals.count
      push(name.text, graph.addLocal(.element(content)))
      visit(steps)
      locals.pop(to: count)
    case .condition(let formula, _, let then, let otherwise):
      use(formula, .bool("the condition of `\(keyword)`"))
      visit(then)
      visit(otherwise)
    case .times(let times, let steps):
      content(times, .count("repeat"))
      visit(steps)
    }
  }

  private mutating func visit(_ verb: TurnVerb, of step: Step, _ keyword: String) {
    switch verb {
    case .state(.set(let assignments)):
      for assignment in assignments { put(assignment, below: owner) }
    case .state(.replaceState(let datum)): put(datum, in: owner)
    case .time(.wait(let span)): content(span, .duration(keyword))
    case .time(.every(let every)):
      content(every.interval, .duration(keyword))
      visit(every.steps)
      if let until = every.until { use(until, .bool("the condition of `until`")) }
    case .event(.call(let call)):
      if let arguments = call.arguments { content(arguments) }
      if let timeout = call.timeout { content(timeout, .duration("timeout")) }
      if let otherwise = call.otherwise { with(["error"]) { $0.visit(otherwise) } }
    case .event(.tell(let recipient, let message)), .result(.forward(let recipient, let message)):
      send(message, to: recipient)
    case .event(.ask(let ask)):
      let isPromise = step.binding?.isPromise ?? false
      send(ask.message, to: ask.recipient, mayFail: isPromise || ask.otherwise != nil)
      if let timeout = ask.timeout { content(timeout, .duration("timeout")) }
      if let otherwise = ask.otherwise { with(["error"]) { $0.visit(otherwise) } }
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
      outcome.eachPiece { visit($0) }
      for path in assignments.map(\.path) where !isForgiven && !path.properties.isEmpty {
        if let variable = variable(path.root) {
          graph.add(TypeGraph.Read(path: path, variable: variable))
        }
      }
    case .fails, .reports, .received, .called, .nothing: outcome.eachPiece { visit($0) }
    }
  }

  mutating func visit(_ piece: Piece) {
    switch piece {
    case .formula(let formula): use(formula)
    case .datum(let datum): content(datum)
    case .write(let assignment): put(assignment, below: owner)
    case .local(let name): push(name.text)
    case .steps(let steps): visit(steps)
    case .computation(let computation): visit(computation)
    case .read, .channel: break
    }
  }

  mutating func visit(_ computation: ComputationDeclaration) {
    with(["firstRun"]) { walk in
      switch computation.body {
      case .formula(let formula): walk.use(formula)
      case .steps(let steps): walk.visit(steps)
      }
    }
    with(["firstRun", "error"]) { $0.visit(computation.onError ?? []) }
  }

  mutating func addPart() -> TypeGraph.Variable { graph.addPart(.state([])) }

  /// Of a cell that derives its value.
  mutating func derive(_ name: Name, from formula: Formula) {
    guard let variable = globals[name.text] else { return }
    graph.define(variable, as: .formula(use(formula)))
  }

  mutating func sortDerived() { graph.sortDerived(derived) }
}

extension Step {
  fileprivate var expectsFailure: Bool {
    outcomes.contains { outcome in
      switch outcome.claim {
      case .fails, .reports: true
      case .holds, .isTrue, .received, .called, .nothing: false
      }
    }
  }
}

extension Demand {
  static func bool(_ place: String) -> Demand { Demand(place, .bool) }

  static func duration(_ keyword: String) -> Demand { Demand("`\(keyword)`", .duration) }

  static func count(_ keyword: String) -> Demand { Demand("`\(keyword)`", .int) }

  static let elements = Demand("what `for` goes over", .list(.dyn), .map(.dyn, .dyn))
}
