import CEL
import Scenarios

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

  init(_ index: Int, _ formula: Formula, memory: FormulaMemory?, in world: World) {
    self.world = Lent(world)
    self.index = index
    self.formula = formula
    self.memory = memory
    frame = world.bare
    if case .equal = world.model.cells[index].cutoff { isTold = true } else { isTold = false }
  }
}
