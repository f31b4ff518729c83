import CEL
import Reactor
import Scenarios
import Values

/// The runs of a computation that is a formula. It binds nothing: all its runs see one frame, and what they need
/// is at hand from the first one on.
final class FormulaRuns {
  private let world: Lent<World>
  private let number: Int
  private let name: String
  private let formula: Formula
  private let memory: FormulaMemory?
  /// The locals of the body that made it.
  private let captured: LocalValues
  private var frame: Frame?
  /// The same, not counted.
  private var lentFrame: Lent<Frame>?
  /// How often it has run behind the first time, as far as that is of interest.
  private var count = 0
  /// By which the graph may work it out, behind some runs.
  private var evaluator: FormulaEvaluator?

  init(
    _ declaration: ComputationDeclaration, _ formula: Formula, memory: FormulaMemory?,
    captured: LocalValues, in world: World
  ) {
    self.world = Lent(world)
    number = declaration.number
    name = declaration.name.text
    self.formula = formula
    self.memory = memory
    self.captured = captured
  }

  /// The body's first run, and those behind it.
  func run(_ computation: Computation) throws {
    try world.lend { world in
      guard let lentFrame else {
        let made = Frame(
          world: world, locals: captured.adding(.bool(true)), computation: computation,
          part: number)
        (frame, lentFrame) = (made, Lent(made))
        return try run(in: made, world)
      }
      try lentFrame.lend { frame in
        if count <= World.fewEvaluations { noteEarlyRun(computation, frame, world) }
        try run(in: frame, world)
        if let evaluator { noteRun(computation, evaluator, world) }
      }
    }
  }

  /// One of the first runs behind the first one.
  private func noteEarlyRun(_ computation: Computation, _ frame: Frame, _ world: World) {
    count += 1
    if count == 1 { frame.locals.replace(captured.count, by: .bool(false)) }
    if count > World.fewEvaluations {
      evaluator = world.workOut(computation, formula, emittingUnder: number)
    }
  }

  /// Has the graph do the next ones by itself, where it can.
  private func noteRun(
    _ computation: Computation, _ evaluator: FormulaEvaluator, _ world: World
  ) {
    if !computation.hasReadValues { return }
    switch evaluator.trial(behind: computation.formulaRuns, isEmitted: true) {
    case .given:
      if computation.noteSteady(reading: evaluator.readCount) { world.lendForFormula() }
    case .refused: break
    case .refusedTooOften:
      computation.giveUpFormula()
      self.evaluator = nil
    }
  }

  @inline(__always)
  private func run(in frame: Frame, _ world: World) throws {
    try world.tellRun(of: number, name) { () throws(RunError) in
      try world.emit(try world.evaluate(formula, in: frame, remembering: memory), frame)
    }
  }
}
