import Values

/// The most that a script may take, so that nothing a file holds can hang or exhaust the tool.
/// Reaching a limit is a fault of the model and is reported as one.
///
/// What happens at one instant of virtual time is limited first, because what turns without end
/// turns there; time that passes gives new room, so that a ticker may run for days. Behind that
/// stand the limits of a step and of a scenario as a whole.
struct WorkLimits {
  /// Body steps that one instant of a step may run, loops included.
  static let steps = 1_000_000
  /// Formula cost that one instant of a step may spend; a unit is some nanoseconds.
  static let cost = 50_000_000
  /// Formula cost of one evaluation, as in Kubernetes.
  static let evaluation = 1_000_000
  /// Properties of a record that is compared property by property; larger maps are data.
  static let properties = 32
  /// Bytes or so that one step of the script may emit.
  static let emitted = 64 << 20

  /// What a step and a scenario may take in all their instants.
  struct Whole {
    /// Turns and re-runs of one step of the script.
    var turns = 10_000_000
    /// The work of one step; see `Spent.work`.
    var step = 5_000_000_000
    /// How often one step of the script has procedures performed, by others too.
    var procedures = 1_000_000
    /// The work of a scenario: ten steps that do all that they may.
    var scenario = 50_000_000_000
    /// The work, some seconds, up to which a scenario that fails is rather run again than listened to.
    var unheard = 1_000_000_000
  }

  /// What has been done.
  struct Spent {
    var turns = 0
    var steps = 0
    var cost = 0

    /// All of it in the unit of formulas.
    var work: Int { cost + 10 * steps + 100 * turns }

    mutating func add(_ other: Spent) {
      turns += other.turns
      steps += other.steps
      cost += other.cost
    }
  }

  /// Turns and re-runs left to the present instant; `settings: {turns: …}`.
  var turns: Int
  private(set) var steps = WorkLimits.steps
  private(set) var cost = WorkLimits.cost
  /// How often the step of the script has had procedures performed.
  private var procedures = 0
  let turnLimit: Int
  private let whole: Whole
  /// In the instants of the step that are over.
  private(set) var step = Spent()
  /// In the instants of the scenario that are over.
  private(set) var scenario = Spent()

  init(turns: Int, whole: Whole = Whole()) {
    turnLimit = turns
    self.turns = turns
    self.whole = whole
  }

  /// What the scenario has done so far, in the unit of formulas.
  var work: Int {
    var all = scenario
    all.add(present)
    return all.work
  }

  private var present: Spent {
    Spent(
      turns: turnLimit - turns, steps: WorkLimits.steps - steps, cost: WorkLimits.cost - cost)
  }

  private mutating func endInstant() {
    step.add(present)
    scenario.add(present)
    turns = turnLimit
    steps = WorkLimits.steps
    cost = WorkLimits.cost
  }

  /// A step of the script begins.
  mutating func beginStep() throws(RunError) {
    endInstant()
    step = Spent()
    try check()
  }

  /// A step inside a step of the script begins, where those before it have settled: what it does has all turns. What
  /// they took counts as steps of the instant, so that no loop of a script goes on without end.
  @inline(__always)
  mutating func beginInnerStep() throws(RunError) {
    let taken = turnLimit - turns
    if taken == 0 { return }
    turns = turnLimit
    step.turns += taken
    scenario.turns += taken
    steps -= taken
    guard steps >= 0 else { throw tooManyTurns }
  }

  /// The clock has moved within a step.
  mutating func beginInstant() throws(RunError) {
    endInstant()
    try check()
  }

  /// Work besides turns, steps and formulas.
  mutating func note(work: Int) {
    step.cost += work
    scenario.cost += work
  }

  /// Whether the step nears the end of its turns.
  var isNearEnd: Bool { step.turns > whole.turns - 2 * turnLimit }

  /// Whether the scenario has done more than is to be done twice.
  var isLong: Bool { work > whole.unheard }

  /// Whether the turns of the whole step are used up.
  var isStepSpent: Bool { step.turns >= whole.turns }

  /// What a report of that tells.
  var stepTurns: Int { whole.turns }

  private func check() throws(RunError) {
    if step.work > whole.step {
      throw RunError(
        .workLimit, "one step costs more than \(whole.step) units of work", kind: .budget, at: nil,
        help: ["let less happen in it, or pass the time in several steps"])
    }
    if scenario.work > whole.scenario {
      throw RunError(
        .workLimit, "the scenario costs more than \(whole.scenario) units of work", kind: .budget,
        at: nil, help: ["split it into several scenarios"])
    }
  }

  /// Counts one step of a body.
  @inline(__always)
  mutating func takeStep() throws(RunError) {
    steps -= 1
    if steps < 0 { throw tooManySteps }
  }

  /// A step of the script itself begins, which may perform procedures.
  mutating func beginCounting() { procedures = 0 }

  /// Counts a procedure that is performed outside loops and outcomes. Each step of it is a step with all limits of
  /// one, so that it takes no more than procedures that perform each other twice to have more of them than can be run.
  mutating func countProcedure() throws(RunError) {
    procedures += 1
    if procedures > whole.procedures {
      throw RunError(
        .workLimit, "one step performed procedures more than \(whole.procedures) times",
        kind: .budget, at: nil, help: ["let them perform each other less often"])
    }
  }

  private var tooManyTurns: RunError {
    RunError(
      .workLimit, "the steps inside one step took more than \(WorkLimits.steps) turns",
      kind: .budget, at: nil, help: ["bound the loop that runs so often"])
  }

  private var tooManySteps: RunError {
    RunError(
      .workLimit, "one step ran more than \(WorkLimits.steps) steps of bodies", kind: .budget,
      at: nil,
      help: ["bound the loop that runs so often"])
  }

  /// Takes formula cost, or the cost of comparing and keeping a value.
  @inline(__always)
  mutating func take(_ amount: Int) throws(RunError) {
    cost -= amount
    if cost < 0 { throw tooMuchCost }
  }

  private var tooMuchCost: RunError {
    RunError(
      .workLimit, "the formulas of one step cost more than \(WorkLimits.cost) units",
      kind: .budget, at: nil,
      help: ["watch smaller values, or let the step cause less"])
  }

  /// Whether an evaluation may cost so much.
  func allows(_ amount: Int) -> Bool { amount <= allowance }

  /// The same as `take` of what is allowed.
  mutating func spend(_ amount: Int) { cost -= amount }

  /// What the next evaluation may cost.
  var allowance: Int { allowance(behind: 0) }

  /// The same where so much has been spent that is not taken off yet.
  func allowance(behind amount: Int) -> Int { min(cost - amount, WorkLimits.evaluation) }
}

extension Measure {
  /// What comparing or printing a value of this measure costs, in the unit of formulas.
  var cost: Int { 1 + elements + text / 64 }
}

extension Value {
  /// What comparing or printing the value costs, in the unit of formulas.
  var cost: Int { measure.cost }

  /// What putting the value in another's place costs: comparing both. Lists and maps of different
  /// lengths differ at once.
  func cost(replacing old: Value?) -> Int {
    switch (old, self) {
    case (nil, _): return 1
    case (.list(let old), .list(let new)) where old.count != new.count: return 1
    case (.map(let old), .map(let new)) where old.count != new.count: return 1
    case (.map(let old), .map(let new)) where new.count <= WorkLimits.properties:
      return zip(new.keys, new.values).reduce(1) { $0 + $1.1.cost(replacing: old[$1.0]) }
    default: return cost
    }
  }
}
