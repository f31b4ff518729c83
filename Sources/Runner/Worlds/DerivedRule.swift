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
      if run.takeShort() {
        guard let value = evaluateShort(in: world) else { return run.refuse() }
        return run.store(value)
      }
      return run.store(try world.evaluate(self))
    }
  }

  /// What the formula gives in its short form, whose cost is taken off the limits; nil where the general one
  /// must be taken: then nothing has happened. How often it refuses hangs on values alone, so that it makes no
  /// difference to the order of evaluations whether somebody listens.
  @inline(__always)
  private func evaluateShort(in world: World) -> ScalarValue? {
    guard let lentShort else { return nil }
    guard let value = lentShort.lend({ $0.evaluate() }) else {
      noteRefusal()
      return nil
    }
    let cost = lentShort.lend { $0.cost }
    guard world.limits.allows(cost), world.hasPatience(behind: World.evaluationWork + cost),
      world.memory.hasRoom(cost: cost), !world.trail.isHeard
    else { return nil }
    world.noteShort(index, costing: cost)
    return value
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
  private enum Input {
    case record(Lent<RecordCell>)
    case derived(Derived<Value>)
  }

  let cost: Int
  private let evaluation: ShortEvaluation
  private let inputs: [Input]
  private let cell: Derived<Value>

  /// Nil where there is none.
  init?(of rule: DerivedRule, in world: World) {
    guard case .derived(let cell, _) = world.cells[rule.index],
      let evaluation = ShortEvaluation(rule.formula.program), !evaluation.slots.isEmpty
    else { return nil }
    var inputs: [Input] = []
    for slot in evaluation.slots {
      guard Slot.tracked(slot) == nil, case .cell(let index) = Slot(number: slot) else {
        return nil
      }
      switch world.cells[index] {
      case .input(let record): inputs.append(.record(Lent(record)))
      case .derived(let derived, _): inputs.append(.derived(derived))
      case .waiting, .starting: return nil
      }
    }
    self.cell = cell
    self.evaluation = evaluation
    self.inputs = inputs
    cost = evaluation.cost
  }

  /// What stands in the inputs, which must be up to date, makes this; nil where it is not all scalars.
  func evaluate() -> ScalarValue? {
    for place in 0..<inputs.count {
      let scalar: ScalarValue? =
        switch inputs[place] {
        case .record(let record): record.lend { $0.scalarStanding }
        case .derived(let derived): derived.scalarStanding
        }
      guard let scalar else { return nil }
      evaluation.set(place, scalar)
    }
    return evaluation.evaluate()
  }

  /// The cell has been evaluated as a whole.
  func noteReads() { cell.isSteady(reading: inputs.count) }

  func giveUp() { cell.isSteadyNoLonger() }
}
