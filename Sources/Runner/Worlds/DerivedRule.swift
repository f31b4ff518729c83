import CEL
import Reactor
import Scenarios
import Values

/// What the evaluation of a derived cell needs, in one place, so that evaluating counts no references.
final class DerivedRule {
  let world: Lent<World>
  let index: Int
  let formula: Formula
  let memory: FormulaMemory?
  /// The world's, which has no locals.
  let frame: Frame
  /// Whether the log is told nothing but the value.
  let isTold: Bool
  private var short: ShortForm?
  /// The same, not counted.
  private var lentShort: Lent<ShortForm>?
  private var readiness = Readiness.new(0)

  private enum Readiness {
    /// It has been evaluated so often, with what it costs to find out more in mind.
    case new(Int)
    /// It has a short form, which was refused so often.
    case short(refusals: Int)
    case none
  }

  /// A cell that is evaluated more often is likely to be evaluated often.
  private static let few = 3
  /// What meets something else than scalars so often does so mostly.
  private static let mostRefusals = 8

  init(_ index: Int, _ formula: Formula, memory: FormulaMemory?, in world: World) {
    self.world = Lent(world)
    self.index = index
    self.formula = formula
    self.memory = memory
    frame = world.bare
    if case .equal = world.model.cells[index].cutoff { isTold = true } else { isTold = false }
  }

  /// The formula has given a value, as a whole: from now on it may be worth to ask for the short one.
  @inline(__always)
  func noteValue(in world: World) {
    switch readiness {
    case .new(let count) where count < DerivedRule.few: readiness = .new(count + 1)
    case .new:
      short = isTold && memory == nil ? ShortForm(of: self, in: world) : nil
      lentShort = short.map(Lent.init)
      readiness = short == nil ? .none : .short(refusals: 0)
    case .short: break
    case .none: return
    }
    short?.noteReads()
  }

  /// The cell's body.
  func run(_ run: DerivedRun) throws -> Bool {
    try world.lend { world in
      if !run.takeShort() { return run.store(try world.evaluate(self)) }
      guard let lentShort else { return run.refuse() }
      return lentShort.lend { runShort($0, run, in: world) }
    }
  }

  /// What the formula gives in its short form, whose cost is taken off the limits. Refuses where the general one
  /// must be taken: then nothing has happened. How often it does so hangs on values alone, so that it makes no
  /// difference to the order of evaluations whether somebody listens.
  @inline(__always)
  private func runShort(_ short: ShortForm, _ run: DerivedRun, in world: World) -> Bool {
    guard let (scalar, cost) = short.evaluate() else {
      noteRefusal()
      return run.refuse()
    }
    return canNote(cost, in: world) ? run.store(scalar) : run.refuse()
  }

  /// Notes an evaluation in the short form. False where it cannot be: where the limits are near, or somebody
  /// listens.
  @inline(__always)
  private func canNote(_ cost: Int, in world: World) -> Bool {
    if world.trail.isHeard { return false }
    if world.takeEvaluation(costing: cost) {
      world.noteRun(ofDerived: index)
      return true
    }
    guard world.affords(cost) else { return false }
    world.noteShort(index, costing: cost)
    return true
  }

  @inline(never)
  private func noteRefusal() {
    guard case .short(let refusals) = readiness else { return }
    if refusals < DerivedRule.mostRefusals {
      readiness = .short(refusals: refusals + 1)
    } else {
      readiness = .none
      short?.giveUp()
      lentShort = nil
      short = nil
    }
  }
}

/// How a formula is evaluated that only calculates with what other cells hold.
private final class ShortForm {
  private let evaluator: FormulaEvaluator
  private let cell: Derived<Value>
  private let formula: ScalarFormula

  /// Nil where there is none.
  init?(of rule: DerivedRule, in world: World) {
    guard case .derived(let cell, _) = world.cells[rule.index],
      let formula = ScalarFormula(rule.formula.program), !formula.slots.isEmpty
    else { return nil }
    var inputs: [FormulaOperand] = []
    for slot in formula.slots {
      guard let input = world.standing(slot: slot)?.forGraph else { return nil }
      inputs.append(input)
    }
    guard
      let evaluator = FormulaEvaluator(
        formula, reading: inputs, in: world.graph, costing: World.evaluationWork)
    else { return nil }
    (self.cell, self.formula, self.evaluator) = (cell, formula, evaluator)
    // The graph works it out by itself, a single operation in the shorter way.
    let single = StandingOperation(of: rule.formula, in: world)?.forGraph()
    let isSingle = single.map { cell.isWorkedOut(by: $0) } ?? false
    if isSingle || cell.isWorkedOut(by: evaluator) { world.hasShortForms = true }
  }

  /// What stands in the inputs, which must be up to date, makes this, and what that takes off the limits; nil where it
  /// is not all scalars.
  func evaluate() -> (scalar: ScalarValue, cost: Int)? {
    var rest = 0
    guard let scalar = evaluator.evaluate(&rest) else { return nil }
    return (scalar, formula.cost - rest)
  }

  /// The cell has been evaluated as a whole.
  func noteReads() { cell.isSteady(reading: formula.slots.count) }

  func giveUp() {
    cell.isWorkedOutNoLonger()
    cell.isSteadyNoLonger()
  }
}
