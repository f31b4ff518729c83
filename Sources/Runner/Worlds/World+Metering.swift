import CEL
import Reactor
import Scenarios
import Values

// What the graph works out by itself, and what it costs.
//
// Formulas of cells are evaluated by the graph, which knows no limits. It is lent as much as
// they may cost, whatever limit is the nearest, and nobody is asked for each. Whoever looks at an account has that
// settled first, so that it is as if each had been counted when it was evaluated. Who only takes something off an
// account takes that off what is lent, too, and leaves it at that as long as it is enough. Where an account has been
// looked at in the midst of a flush, the graph is lent anew, as long as it makes use of it.
extension World {
  var log: StepLog {
    get {
      settle()
      return unsettledLog
    }
    _modify {
      settle()
      yield &unsettledLog
    }
  }

  var limits: WorkLimits {
    get {
      settle()
      return unsettledLimits
    }
    _modify {
      settle()
      yield &unsettledLimits
    }
  }

  var watchdog: Watchdog {
    get {
      settle()
      return unsettledWatchdog
    }
    _modify {
      settle()
      yield &unsettledWatchdog
    }
  }

  var memory: MemoryLedger {
    get {
      settle()
      return unsettledMemory
    }
    _modify {
      settle()
      yield &unsettledMemory
    }
  }

  /// Puts to account what the graph has worked out, and takes back what it could have besides.
  @inline(__always)
  func settle() {
    if lentCredit > 0 { settleLent() }
  }

  @inline(never)
  private func settleLent() {
    let meter = graph.meter
    let (spent, count, emissions) = (lentCredit - meter.credit, meter.count, graph.emittedCount)
    let cost = lentCost
    graph.meter = Meter()
    lentCredit = 0
    vainLoans = count > 0 ? 0 : vainLoans + 1
    if emissions > 0 { takeRuns() }
    unsettledLimits.spend(cost)
    // What is emitted is no work of formulas, and each time it is an event besides that of the run.
    let emitted = emissions * World.emissionCost
    unsettledWatchdog.note(spent - emitted)
    unsettledMemory.make(count: count, cost: cost - emitted)
    trail.pass(count + emissions)
  }

  /// Takes work off what the graph may still do, before it is taken off the accounts. False where that is not lent, and
  /// all must be settled first.
  @inline(__always)
  func takesOffCredit(_ work: Int) -> Bool {
    if graph.meter.credit < work { return false }
    graph.meter.credit -= work
    lentCredit -= work
    return true
  }

  /// Takes the cost of a formula, or of comparing and keeping a value, off its limit.
  @inline(__always)
  func take(_ cost: Int) throws(RunError) {
    if !takesOffCredit(cost) { settle() }
    try unsettledLimits.take(cost)
  }

  /// What the formulas cost that the graph has worked out since `settle`.
  private var lentCost: Int {
    let meter = graph.meter
    return lentCredit - meter.credit - meter.count * World.evaluationWork
  }

  /// What the next evaluation may cost.
  var allowance: Int { unsettledLimits.allowance(behind: lentCost) }

  /// Lends what is left once more, since an account has been looked at in the midst of a flush: as long as the graph
  /// makes use of that.
  @inline(__always)
  func lendAgain() {
    if hasFormulas, lentCredit == 0, vainLoans < World.mostVainLoans { lend() }
  }

  /// The same behind what the graph could have worked out.
  func lendForFormula() {
    vainLoans = 0
    lendAgain()
  }

  private static let mostVainLoans = 3

  /// What a scalar costs that is emitted.
  static let emissionCost = Measure().cost

  /// A flush begins, in which the graph may work out formulas by itself: with enough for many of them, where that can
  /// be, for the one for which it is not enough takes long.
  @inline(__always)
  func lendForFlush() throws(RunError) {
    if hasFormulas, graph.meter.credit < World.muchCredit, graph.needsFlush { try lendMuch() }
  }

  @inline(never)
  private func lendMuch() throws(RunError) {
    settle()
    if unsettledWatchdog.room < World.muchCredit { try checkPatience() }
    lend()
  }

  private static let muchCredit = Watchdog.interval / 8

  /// Lends the graph as much as the limits leave, where nobody listens to what it does. In the unit of the
  /// watchdog, which is at most that of formulas, and of which the memory is no more than a hundred bytes.
  private func lend() {
    if trail.isHeard || touches.isObserving { return }
    lentCredit = max(
      0, min(unsettledLimits.allowance, unsettledWatchdog.room, unsettledMemory.costsWithRoom))
    graph.meter.credit = lentCredit
    if oracle != nil { return }
    graph.meter.room = min(
      World.mostLentEmissions,
      (WorkLimits.emitted - unsettledLog.size) / StepLog.emissionSize)
  }

  /// How many emissions may wait for the accounts to be settled.
  private static let mostLentEmissions = 4096

  /// What is evaluated more often is likely to be evaluated often, and worth an evaluator.
  static let fewEvaluations = 3

  /// What evaluates a formula of cells in the graph; nil where it may read anything else, reads none, or one that has
  /// never had a value.
  /// - Parameter more: what doing something with what it gives costs besides.
  func evaluator(of formula: Formula, costing more: Int = 0) -> FormulaEvaluator? {
    guard let scalars = formula.program.scalarFormula, !scalars.slots.isEmpty else {
      return hostEvaluator(of: formula, costing: more)
    }
    var inputs: [FormulaOperand] = []
    for slot in scalars.slots {
      guard let index = Slot.cell(slot), let input = standing[index].forGraph else { return nil }
      inputs.append(input)
    }
    return FormulaEvaluator(
      scalars, reading: inputs, in: graph, costing: World.evaluationWork + more)
  }

  /// The same of one that the graph cannot see through.
  func hostEvaluator(of formula: Formula, costing more: Int = 0) -> FormulaEvaluator? {
    StandingFormula(formula, in: self).map {
      FormulaEvaluator($0, costing: World.evaluationWork + more)
    }
  }

  // MARK: Run counts

  /// How often a derived cell has been evaluated since the world began.
  func runs(ofCell index: Int) -> Int {
    guard case .derived(let derived) = standing[index] else { return log.cellRuns[index] }
    return log.cellRuns[index] + derived.formulaRuns
  }

  /// What the outcomes of a step will look back at.
  func mark(withRuns: Bool) -> StepLog.Mark {
    log.mark(cellRuns: withRuns ? cells.indices.map(runs(ofCell:)) : nil)
  }
}
