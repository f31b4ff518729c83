import CEL
import Scenarios
import Values

/// What a walk over a whole scenario file finds: every formula, and what is read, written, started
/// and emitted where. Lists are in the order of the file.
struct FileFacts {
  /// What all paths and formulas begin in that are read.
  private var reads: Set<Slot> = []
  private let numbers: PartTable
  /// The properties that all paths and formulas read.
  private var properties: TextSet = []
  /// What something writes to.
  private(set) var written: Set<Slot> = []
  private(set) var started: TextSet = []
  /// The names that steps bind.
  private(set) var locals: [Name] = []
  /// Where each part that has a value is defined, children of computations included.
  private(set) var parts: TextTable<SourceSpan> = [:]
  /// What is written, where that is a text.
  private(set) var writtenTexts: [Assignment] = []
  /// The expectations of each step that has several.
  private(set) var expectations: [[Assignment]] = []
  /// Scenarios that expect nothing at all.
  private(set) var idleScenarios: [Scenario] = []
  private var outcomes = 0
  /// The procedures that some step performs.
  private(set) var performed: Set<Int> = []
  let procedures: ProcedureGraph

  init(_ file: ScenarioFile) {
    numbers = file.parts
    procedures = ProcedureGraph(file)
    file.model.eachPiece { visit($0) }
    for cell in file.model.cells { add(part: cell.name) }
    for store in file.model.stores { add(part: store.name) }
    for reactor in file.model.reactors { add(part: reactor.name) }
    for actor in file.model.actors { add(part: actor.name) }
    for service in file.model.services { add(part: service.name) }
    for formula in file.always + file.eventually { visit(formula) }
    file.eachExploredPiece { visit($0) }
    let expectSomething = file.procedures.map { procedure in
      outcomes = 0
      visit(.steps(procedure.steps))
      return outcomes > 0
    }
    let leadToOutcomes = procedures.leads { expectSomething[$0] }
    if let before = file.before { visit(.steps(before.steps)) }
    for scenario in file.scenarios {
      outcomes = 0
      scenario.eachPiece { visit($0) }
      let isIdle = outcomes == 0 && !scenario.steps.performed.contains { leadToOutcomes[$0] }
      if isIdle, file.always.isEmpty, file.eventually.isEmpty, scenario.skip == nil,
        !scenario.isStrict
      {
        idleScenarios.append(scenario)
      }
    }
  }

  /// Whether something reads the part, or what it emitted last.
  func isRead(_ part: Slot) -> Bool {
    reads.contains(part) || numbers.number(of: part).map { reads.contains(.emitted($0)) } == true
  }

  /// Whether something reads a property of that name.
  func readsProperty(_ property: String) -> Bool { properties.contains(property) }

  private mutating func visit(_ piece: Piece) {
    piece.eachFormula { visit($0) }
    switch piece {
    case .formula, .datum, .channel: break
    case .local(let name): locals.append(name)
    case .write(let assignment):
      written.insert(assignment.path.slot)
      if case .string? = assignment.value.literal { writtenTexts.append(assignment) }
    case .read(let path):
      reads.insert(path.slot)
      if let kind = path.actor?.kind { reads.insert(.actor(kind)) }
      properties.formUnion(path.properties)
    case .steps(let steps): for step in steps { visit(step) }
    case .computation(let computation):
      add(part: computation.name)
      computation.eachPiece { visit($0) }
    }
  }

  private mutating func add(part name: Name) {
    parts.keepFirst(name.span, forKey: name.text)
  }

  private mutating func visit(_ formula: Formula) {
    for access in formula.program.accesses {
      reads.insert(Slot(number: access.slot))
      properties.formUnion(access.path)
    }
  }

  private mutating func visit(_ step: Step) {
    if case .control(.perform(let performance)) = step.verb {
      performed.insert(performance.procedure.number)
    }
    if case .starts(let name) = step.verb.use { started.insert(name.text) }
    step.eachPiece { visit($0) }
    outcomes += step.outcomes.count
    var expected: [Assignment] = []
    for outcome in step.outcomes {
      outcome.eachPiece { visit($0) }
      if case .holds(let assignments) = outcome.claim { expected += assignments }
    }
    if expected.count > 1 { expectations.append(expected) }
  }
}
