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
  /// Whether the frame tells of the first run.
  private var isFirst = true
  /// Of a single operation, from the second run on.
  private var short: ShortRuns?
  /// The same, not counted.
  private var lentShort: Lent<ShortRuns>?

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
      if let lentShort, lentShort.lend({ $0.run(computation, in: world) }) { return }
      guard let lentFrame else {
        let made = Frame(
          world: world, locals: captured.adding(.bool(true)), computation: computation,
          part: number)
        (frame, lentFrame) = (made, Lent(made))
        return try run(in: made, world)
      }
      try lentFrame.lend { frame in
        if isFirst {
          isFirst = false
          frame.locals.replace(captured.count, by: .bool(false))
          short = ShortRuns(of: formula, by: computation, number: number, in: world)
          lentShort = short.map(Lent.init)
        }
        try run(in: frame, world)
      }
    }
  }

  @inline(__always)
  private func run(in frame: Frame, _ world: World) throws {
    try world.tellRun(of: number, name) { () throws(RunError) in
      try world.emit(try world.evaluate(formula, in: frame, remembering: memory), frame)
    }
  }
}

/// The runs of one that is a single operation on scalars of cells, to which nobody listens and that are far from all
/// limits. They come to what others come to, and count no references on the way.
private final class ShortRuns {
  private let number: Int
  private let operation: StandingOperation

  init?(of formula: Formula, by computation: Computation, number: Int, in world: World) {
    guard let operation = StandingOperation(of: formula, in: world) else { return nil }
    (self.number, self.operation) = (number, operation)
    world.workOut(
      computation, operation.forGraph(costing: World.emissionCost), emittingUnder: number)
  }

  /// False where the run is to be done as any other: nothing has happened then, but that something may have been
  /// read.
  @inline(__always)
  func run(_ computation: Computation, in world: World) -> Bool {
    guard !world.trail.isHeard, let scalar = operation.scalar,
      world.emitPlainly(scalar, of: number, behind: operation.cost)
    else { return false }
    // The graph may do the next ones by itself.
    computation.isSteady(reading: operation.readCount)
    return true
  }
}
