import CEL
import Reactor
import Scenarios
import Values

// What the graph works out by itself, and what it costs.
//
// Formulas that add or pass on ints are evaluated by the graph, which knows no limits. It is lent as much as they may
// cost, whatever limit is the nearest, and nobody is asked for each. Whoever looks at an account has that settled
// first, so that it is as if each had been counted when it was evaluated.
extension World {
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
    let (spent, count, emissions) = (lentCredit - meter.credit, meter.count, lentEmissions)
    graph.meter = Meter()
    (lentCredit, lentEmissions) = (0, 0)
    let cost = spent - count * World.evaluationWork
    unsettledLimits.spend(cost)
    // What is emitted is no work of formulas, and each time it is an event besides that of the run.
    let emitted = emissions * World.emissionCost
    unsettledWatchdog.note(spent - emitted)
    unsettledMemory.make(count: count, cost: cost - emitted)
    trail.pass(count + emissions)
  }

  /// Takes the evaluation of a formula off what the graph may do. False where it must be counted by itself.
  @inline(__always)
  func takeEvaluation(costing cost: Int) -> Bool { take(World.evaluationWork + cost) }

  /// The same with the emission of a scalar behind it.
  @inline(__always)
  func takeEmission(behind cost: Int) -> Bool {
    guard take(World.evaluationWork + cost + World.emissionCost) else { return false }
    lentEmissions += 1
    return true
  }

  @inline(__always)
  private func take(_ amount: Int) -> Bool {
    if graph.meter.credit < amount, !lendAnew(amount) { return false }
    graph.meter.credit -= amount
    graph.meter.count += 1
    return true
  }

  @inline(never)
  private func lendAnew(_ least: Int) -> Bool {
    settle()
    lend()
    return graph.meter.credit >= least
  }

  /// What a scalar costs that is emitted.
  private static let emissionCost = Measure().cost

  /// Lends the graph as much as the limits leave, where nobody listens to what it does. In the unit of the
  /// watchdog, which is at most that of formulas, and of which the memory is no more than a hundred bytes.
  private func lend() {
    if trail.isHeard || touches.isObserving { return }
    lentCredit = max(
      0, min(unsettledLimits.allowance, unsettledWatchdog.room, unsettledMemory.costsWithRoom))
    graph.meter.credit = lentCredit
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
