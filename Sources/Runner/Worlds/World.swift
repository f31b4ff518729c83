import CEL
import Reactor
import Scenarios
import Values

/// What the parts of one run stand on: the cells of the model, the states, a virtual clock, a log of
/// what happens, and the limits of all that. `Runtime` says what always holds.
final class World {
  enum CellState {
    /// Not made: its starting value may need others, or nobody has needed it so far.
    case waiting
    /// Its starting value is being evaluated: reading it now is a cycle.
    case starting
    case input(RecordCell)
    case derived(Derived<Value>, DerivedRecord)
  }

  let tables: FileTables
  let model: Model
  let graph = Graph()
  let scheduler = Scheduler()
  /// The world's number on the scheduler.
  private(set) var party: UInt32 = 0
  var scheduled = SlotTable<any ScheduledWork>()
  /// The entries of the log that set off what will be done, by work; empty where there is no log.
  var scheduledCauses: [UInt64: Int] = [:]
  /// The same of the turns that the engine posts, by what they are about.
  var sendCauses: TextTable<SendCauses> = [:]
  private(set) var cells: [CellState]
  /// The same, for who only wants to know of scalars.
  private(set) var standing: [StandingCell]
  /// The states of the reactors, the stores and the services, in the order of the file.
  private(set) var reactorStates: [PartState] = []
  private(set) var storeStates: [PartState] = []
  private(set) var serviceStates: [PartState] = []
  /// Those of the actors that have been made, in that order.
  var memberStates: [PartState] = []
  /// The parts, which it does not know.
  unowned(unsafe) var door: (any WorldParts)!
  private var lastEmissions: LastEmissions
  /// The same as cells, of those that somebody watches.
  private var emittedCells: [Cell<Value>?]
  /// A limit that was reached where nobody could be told: the scenario ends behind the turn.
  private(set) var breakdown: RunError?
  /// The slots of parts of which some outcome looks at the states or at what was received: of
  /// others nothing is kept.
  private let watched: Set<Int>
  /// The virtual time, and who depends on it.
  var now: Timestamp
  let clock: Dependency
  /// Why what is cancelled now is, while a cancellation goes from one to the next.
  var cancelReason = Value.null
  var trail: Trail
  /// What the step has caused, and the accounts of what happens, without what the graph has worked out by itself, and
  /// emitted, since `settle`; see `World+Metering`.
  var unsettledLog: StepLog
  var unsettledLimits: WorkLimits
  var unsettledWatchdog: Watchdog
  var unsettledMemory: MemoryLedger
  /// Whether there is something that the graph may work out by itself.
  var hasFormulas = false
  /// What the graph could work out by itself when it was lent that.
  var lentCredit = 0
  /// How often in a row it has been lent something of which it has worked out nothing.
  var vainLoans = 0
  /// The computations that the graph may work out, by part, some perhaps stopped: of a name that a body gives several
  /// may be alive.
  private var workedOut: [Int: [Computation]] = [:]
  /// The bodies, locals and elements that are under way.
  let kept = Kept.Ring()
  private let stack = StackGuard()
  /// How many handlers run inside each other.
  private var handlerDepth = 0
  /// Of how many failed formulas the parts may still be looked at in this step.
  var explanationsLeft = World.mostExplanations
  /// How many failures of a step are explained.
  static let mostExplanations = 10
  /// What is under way, for the report that it does not settle.
  var phase = "the start"
  /// Whether a write asks cutoffs now, and what the first of them that failed said.
  var isWriting = false
  var cutoffFailure: RunError?
  /// Whether a cutoff formula has let the present write through.
  var isLetThrough = false
  /// New starting values, by the number of the part's slot.
  private(set) var given: [Int: [Given]] = [:]
  /// Where derived cells and properties evaluate: no locals.
  private(set) var bare: Frame!
  /// What each derived cell gave last whose cutoff may have held it back. What others gave they hold.
  var givenValues: [Int: Value] = [:]
  /// The rank of the first cell in the graph, were it derived.
  var firstRank: UInt32 = 0
  /// What formulas remember of the lists that they go through.
  var memories: [FormulaMemory] = []
  /// Those of the `always` properties.
  var propertyMemories: [Int: FormulaMemory] = [:]
  /// What the log has told of what is worked out when it is read.
  var told = ToldValues()
  /// Looks at derived cells without evaluating them, while it does.
  var reader: (any DerivedReader)?
  /// Compares what derived cells hold with what their formulas give anew, where that is wanted.
  private(set) var oracle: Oracle?
  /// Is told which cells a log is going to look at.
  var onLooking: (([Int]) -> Void)?
  /// What the properties may have to be asked for.
  var touches: Touches
  var onlookers = Onlookers()
  /// Turns since the world began; the start is turn 0.
  var turns = 0
  /// Notes what is come to; without it nobody wants to know.
  var coverage: Coverage?
  /// Why the run is over before its script is, without a failure: there was nothing to choose from.
  var whyOver: String?
  /// Chooses inside turns; without it always the first.
  unowned(unsafe) var chooser: (any Chooser)?
  /// Hears of the end of each turn, the flush behind it included.
  var onTurn: (() -> Void)?

  init(
    _ tables: FileTables, watching watched: Set<Int> = [], keepsEmissions: Bool = true,
    isListening: Bool = true, isRecording: Bool = false, in bounds: Bounds = Bounds()
  ) {
    self.tables = tables
    model = tables.file.model
    unsettledWatchdog = Watchdog(bounds.question)
    unsettledMemory = MemoryLedger(
      limit: min(tables.file.settings.memory ?? .max, bounds.memory), claim: bounds.claim)
    trail = Trail(isListening: isListening, isRecording: isRecording)
    let settings = tables.file.settings
    cells = Array(repeating: .waiting, count: tables.model.cells.count)
    standing = Array(repeating: .none, count: cells.count)
    lastEmissions = LastEmissions(parts: tables.parts.count)
    emittedCells = Array(repeating: nil, count: tables.parts.count)
    self.watched = watched
    now = settings.start
    clock = graph.dependency(label: "now")
    unsettledLog = StepLog(
      cells: cells.count, computations: tables.parts.count(of: .computation),
      keepsEmissions: keepsEmissions)
    unsettledLimits = WorkLimits(turns: settings.turns, whole: bounds.whole)
    touches = Touches(tables.propertyReads, properties: tables.always.count)
    graph.depthLimit = World.depthLimit
    graph.onError = { [unowned self] error, _ in report(error) }
    bare = Frame(world: self)
    party = scheduler.join(self)
    reactorStates = model.reactors.enumerated().map {
      PartState($0.element.name.text, .reactor($0.offset), tables.parts, $0.element.state)
    }
    storeStates = tables.stores.map {
      PartState($0.name, .store($0.index), tables.parts, $0.root.state)
    }
    serviceStates = model.services.enumerated().map {
      PartState($0.element.name.text, .service($0.offset), tables.parts, $0.element.state)
    }
  }

  func put(_ cell: CellState, at index: Int) {
    cells[index] = cell
    standing[index] = StandingCell(cell)
  }

  var file: ScenarioFile { tables.file }
  /// Who can emit, by number.
  var emitters: PartTable { tables.file.parts }

  /// How deep evaluations may nest: derived cells that read each other, bodies that make bodies.
  /// A level may take 25 kB of the stack that `ScenarioRunner` asks for.
  static let depthLimit = 10_000

  /// Throws where evaluation has nested too deep for the stack.
  func checkDepth() throws(RunError) {
    if stack.isLow {
      throw RunError(
        .tooDeep, "evaluation nests too deep: formulas or bodies lead to each other without end",
        at: nil)
    }
  }

  /// Handlers run at once, inside each other where one invalidates the next.
  func nestingHandler(_ body: () throws(RunError) -> Void) throws(RunError) {
    handlerDepth += 1
    defer { handlerDepth -= 1 }
    if handlerDepth > World.handlerLimit {
      throw RunError(
        .tooDeep, "handlers set each other off more than \(World.handlerLimit) deep", at: nil,
        help: ["a handler that invalidates its own computation's readers runs for ever"])
    }
    try body()
  }

  private static let handlerLimit = 1_000

  /// Drops the world's bodies and values; they hold the world.
  func close() {
    scheduled.sever()
    graph.close()
    scheduler.close()
    bare = nil
    given = [:]
  }

  /// Works out what every cell and every part begins with, in file order, as part of the turn that is
  /// the start.
  func start(given: [GivenValues]) throws(RunError) {
    for values in given {
      let frame = Frame(world: self, locals: values.locals)
      for change in values.changes {
        self.given[change.path.slot.number, default: []].append(
          Given(path: change.path, value: change.value, frame: frame))
      }
    }
    reserveDerived()
    try startInputs()
    for state in partStates { _ = try cell(of: state) }
    noteStart()
  }

  /// All but those of actors, in the order of the sections of a file.
  var partStates: [PartState] { reactorStates + storeStates + serviceStates }

  /// From here on all that derived cells give is compared with full recomputation.
  func askOracle(_ right: Model? = nil) { oracle = Oracle(self, right ?? model) }

  // MARK: Emissions

  /// A reactor emitted a state.
  func note(state: Value, of reactor: Int) {
    trail.record(TraceEvent(.state, model.reactors[reactor].name.text, state))
    if watched.contains(Slot.reactor(reactor).number) { log.note(state: state, of: reactor) }
  }

  /// Whether somebody may want to know what is received.
  var notesReceipts: Bool { !watched.isEmpty || coverage != nil }

  /// A stubbed reactor, a store or an actor received a case.
  func note(_ received: @autoclosure () -> CaseValue, by state: PartState) {
    if !watched.isEmpty, watched.contains(state.slot.number) {
      log.receive(state.part, received())
    }
  }

  /// What a part emitted last, tracked.
  func lastEmission(of part: Int) -> Value {
    guard graph.isActive else { return emitted[part] }
    if let cell = emittedCells[part] { return cell.value }
    let cell = graph.cell(emitted[part], label: "\(emitters[part]).emitted")
    emittedCells[part] = cell
    for computation in workedOut.removeValue(forKey: part) ?? [] {
      computation.giveUpFormula()
    }
    return cell.value
  }

  /// Has the graph work a computation out that emits what a formula gives, where it can.
  /// - Returns: By what it does.
  func workOut(
    _ computation: Computation, _ formula: Formula, emittingUnder part: Int
  ) -> FormulaEvaluator? {
    guard isUnwatched(emissionOf: part),
      let evaluator = evaluator(of: formula, costing: World.emissionCost),
      computation.adopt(evaluator, emittingUnder: part)
    else { return nil }
    workedOut[part, default: []].addForgetting(computation)
    hasFormulas = true
    return evaluator
  }

  /// What the step has emitted, behind the first so many.
  func emissions(behind count: Int = 0) -> [StepLog.Emission] {
    log.emissions(behind: count, of: emitters)
  }

  /// What each part emitted last under its name, null before.
  var emitted: LastEmissions {
    settle()
    return lastEmissions
  }

  /// Whether nobody watches what a part emitted last.
  @inline(__always)
  func isUnwatched(emissionOf part: Int) -> Bool {
    if case nil = emittedCells[part] { true } else { false }
  }

  func keep(emission value: Value, of part: Int) {
    lastEmissions[part] = value
    touches.add(.emitted(part))
    if let cell = emittedCells[part] { cell.value = value }
  }

  /// Takes the runs of computations out of the graph's row, with what they have emitted, which nobody watches.
  func takeRuns() {
    if graph.hasEmittedTexts || touches.areOfEmissions {
      return unsettledLog.takeRuns(from: graph, of: emitters) { keep(emissions: $0, $1) }
    }
    touches.pass(graph.emittedCount)
    unsettledLog.takeScalars(from: graph, noting: &lastEmissions)
  }

  private func keep(emissions: ArraySlice<EmittedScalar>, _ texts: [EmittedText]) {
    lastEmissions.note(emissions, texts)
    touches.add(emissions: emissions)
  }

  // MARK: Reports

  /// Notes an error that nobody caught.
  func report(_ error: any Error) {
    let report = error as? RunError ?? RunError(engine: error)
    if report.kind == .budget { breakdown = breakdown ?? report }
    trail.add(TraceEvent(.reported, text: report.text))
    log.reports.append(StepLog.Report(error: report))
  }
}

/// Starting values that are not the model's own, with the locals that their formulas see.
struct GivenValues {
  let changes: [Assignment]
  let locals: LocalValues
}

/// One of them, with where it is evaluated.
struct Given {
  let path: Path
  let value: Datum
  let frame: Frame
}

extension [Computation] {
  /// Adds another one. Those that are stopped are gone before there are twice as many.
  fileprivate mutating func addForgetting(_ computation: Computation) {
    if count >= 8, count & (count - 1) == 0 { removeAll(where: \.isStopped) }
    append(computation)
  }
}
