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

  /// After so many evaluations it is no longer tried. It is when so many are over as are one less than a power of two.
  private static let mostVain = (1 << 12) - 1

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
    case .new(let count):
      readiness = .new(count + 1)
      if count >= World.fewEvaluations, count & (count + 1) == 0 { begin(behind: count, in: world) }
    case .workedOut(let cell, let evaluator): goOn(cell, evaluator, in: world)
    case .none: break
    }
  }

  @inline(never)
  private func begin(behind count: Int, in world: World) {
    guard isTold, memory == nil, case .derived(let cell, _) = world.cells[index] else {
      readiness = .none
      return
    }
    if let evaluator = world.evaluator(of: formula), cell.adopt(evaluator) {
      readiness = .workedOut(cell, evaluator)
      world.hasFormulas = true
      goOn(cell, evaluator, in: world)
    } else if count >= DerivedRule.mostVain
      || formula.program.slots.contains(where: { Slot.cell($0) == nil })
    {
      readiness = .none
    }
    // Else something that it does not always read has not been made yet.
  }

  @inline(never)
  private func goOn(_ cell: Derived<Value>, _ evaluator: FormulaEvaluator, in world: World) {
    // What has failed is not what stood there before.
    if !cell.hasReadValues || evaluator.isOfHost && cell.isSteady { return }
    switch evaluator.trial(behind: cell.formulaRuns) {
    case .given: if cell.noteSteady(reading: evaluator.readCount) { world.lendForFormula() }
    case .refused: if evaluator.readsAlways { cell.noteSteady(reading: evaluator.readCount) }
    case .refusedTooOften:
      cell.giveUpFormula()
      cell.noteUnsteady()
      readiness = .none
      guard !evaluator.isOfHost, let other = world.hostEvaluator(of: formula),
        cell.adopt(other)
      else { return }
      readiness = .workedOut(cell, other)
      goOn(cell, other, in: world)
    }
  }
}
