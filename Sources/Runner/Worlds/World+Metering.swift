import CEL
import Reactor
import Scenarios
import Values

// What the graph works out by itself, and what it costs.
//
// Formulas that add or pass on ints are evaluated by the graph, which knows no limits. It is lent as much as they may
// cost, whatever limit is the nearest, and nobody is asked for each. Whoever looks at an account has that settled
// first, so that it is as if each had been counted when it was evaluated. Who only takes something off an account
// takes that off what is lent, too, and leaves it at that as long as it is enough.
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
    graph.meter = Meter()
    lentCredit = 0
    if emissions > 0 { keep(emissions: unsettledLog.takeRuns(from: graph)) }
    let cost = spent - count * World.evaluationWork
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

  /// Takes the evaluation of a formula off what the graph may do. False where it must be counted by itself.
  @inline(__always)
  func takeEvaluation(costing cost: Int) -> Bool {
    let amount = World.evaluationWork + cost
    if graph.meter.credit < amount, !lendAnew(amount) { return false }
    spend(amount)
    return true
  }

  /// Does what `tellRun` of an `emit` does, which comes to a scalar behind a formula of that cost, where no limit is
  /// near and nobody wants to know how it goes. Elsewhere false, and nothing has happened. The number is the
  /// computation's, and its part's.
  @inline(__always)
  func emitPlainly(_ scalar: ScalarValue, of number: Int, behind cost: Int) -> Bool {
    let amount = World.evaluationWork + cost + World.emissionCost
    if graph.emittedCount >= graph.meter.room || graph.meter.credit < amount {
      guard oracle == nil, lendAnew(amount), graph.meter.room > 0 else { return false }
    }
    guard isUnwatched(emissionOf: number) else { return false }
    spend(amount)
    graph.emit(EmittedScalar(number: number, scalar: scalar))
    return true
  }

  /// Takes what one run costs off the credit, for which that is enough.
  @inline(__always)
  private func spend(_ amount: Int) {
    graph.meter.credit -= amount
    graph.meter.count += 1
  }

  @inline(never)
  private func lendAnew(_ least: Int) -> Bool {
    settle()
    lend()
    return graph.meter.credit >= least
  }

  /// What a scalar costs that is emitted.
  static let emissionCost = Measure().cost

  /// A flush begins, in which the graph may work out formulas by itself: with enough for many of them, where that can
  /// be, for the one for which it is not enough takes long.
  @inline(__always)
  func lendForFlush() throws(RunError) {
    if hasShortForms, graph.meter.credit < World.muchCredit { try lendMuch() }
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
