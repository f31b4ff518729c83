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
    let (spent, count, emissions) = (lentCredit - meter.credit, meter.count, lentEmissions.count)
    graph.meter = Meter()
    (lentCredit, emissionRoom) = (0, 0)
    if emissions > 0 {
      unsettledLog.noteRuns(of: lentEmissions)
      keep(emissions: lentEmissions)
      lentEmissions.removeAll(keepingCapacity: true)
    }
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
    if lentEmissions.count >= emissionRoom || graph.meter.credit < amount {
      guard oracle == nil, lendAnew(amount), emissionRoom > 0 else { return false }
    }
    guard isUnwatched(emissionOf: number) else { return false }
    spend(amount)
    lentEmissions.append(EmittedScalar(part: number, scalar: scalar))
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
  private static let emissionCost = Measure().cost

  /// A flush begins, in which the graph may work out formulas by itself.
  @inline(__always)
  func lendForFlush() {
    if hasShortForms, lentCredit == 0 { lend() }
  }

  /// Lends the graph as much as the limits leave, where nobody listens to what it does. In the unit of the
  /// watchdog, which is at most that of formulas, and of which the memory is no more than a hundred bytes.
  private func lend() {
    if trail.isHeard || touches.isObserving { return }
    lentCredit = max(
      0, min(unsettledLimits.allowance, unsettledWatchdog.room, unsettledMemory.costsWithRoom))
    graph.meter.credit = lentCredit
    if oracle != nil { return }
    emissionRoom = min(
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
