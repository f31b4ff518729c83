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
  private var readiness = Readiness.new(0)

  private enum Readiness {
    /// It has been evaluated so often, with what it costs to find out more in mind.
    case new(Int)
    /// The graph works it out where it can.
    case workedOut(Derived<Value>, FormulaEvaluator)
    case none
  }

  init(_ index: Int, _ formula: Formula, memory: FormulaMemory?, in world: World) {
    self.world = Lent(world)
    self.index = index
    self.formula = formula
    self.memory = memory
    frame = world.bare
    if case .equal = world.model.cells[index].cutoff { isTold = true } else { isTold = false }
  }

  /// The formula has given a value: from now on it may be worth to have the graph work it out.
  @inline(__always)
  func noteValue(in world: World) {
    switch readiness {
    case .new(let count) where count < World.fewEvaluations: readiness = .new(count + 1)
    case .new: begin(in: world)
    case .workedOut(let cell, let evaluator): goOn(cell, evaluator, in: world)
    case .none: break
    }
  }

  @inline(never)
  private func begin(in world: World) {
    readiness = .none
    guard isTold, memory == nil, case .derived(let cell, _) = world.cells[index],
      let evaluator = world.evaluator(of: formula), cell.isWorkedOut(by: evaluator)
    else { return }
    readiness = .workedOut(cell, evaluator)
    world.hasFormulas = true
    cell.isSteady(reading: evaluator.readCount)
  }

  @inline(never)
  private func goOn(_ cell: Derived<Value>, _ evaluator: FormulaEvaluator, in world: World) {
    switch evaluator.trial() {
    case .given: if cell.isSteady(reading: evaluator.readCount) { world.lendForFormula() }
    case .refused: cell.isSteady(reading: evaluator.readCount)
    case .refusedTooOften:
      cell.isWorkedOutNoLonger()
      cell.isSteadyNoLonger()
      readiness = .none
    }
  }
}
