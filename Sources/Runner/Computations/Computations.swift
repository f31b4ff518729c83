import CEL
import Reactor
import Scenarios
import Values

/// The computations of a world.
final class Computations {
  /// One of them.
  struct State {
    /// The one made last.
    var current: Computation?
    /// With the locals of the body that made it, so that `start` can make it anew.
    var declaration: ComputationDeclaration?
    var captured: LocalValues = []
    /// Whether its turn to run at the start is still to come.
    var isAwaited = false
    /// Of one that is a formula.
    var memory: FormulaMemory?
  }

  let world: World
  fileprivate let bodies: Bodies
  private(set) var states: [State]

  init(_ bodies: Bodies) {
    self.bodies = bodies
    world = bodies.world
    states = Array(
      repeating: State(), count: world.emitters.count(of: .computation))
    for declaration in world.model.computations {
      states[declaration.number].declaration = declaration
      states[declaration.number].isAwaited = declaration.runsAtStart
    }
  }

  /// Makes a computation and runs it for the first time; one that fails is stopped and throws.
  func start(_ declaration: ComputationDeclaration, captured: LocalValues) throws(RunError) {
    states[declaration.number].declaration = declaration
    states[declaration.number].captured = captured
    if case .formula(let formula) = declaration.body, states[declaration.number].memory == nil {
      states[declaration.number].memory = world.memory(for: formula)
    }
    let keeper = captured.isEmpty ? nil : KeptLocals(captured, in: world.kept)
    do {
      let computation = try world.graph.computation(
        label: declaration.name.text, about: keeper,
        onError: { [unowned self] error, computation in
          recover(declaration, captured, error, computation)
        },
        body(of: declaration, keeper))
      if case .formula = declaration.body { states[declaration.number].current = computation }
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error).about(declaration.name.text)
    }
  }

  /// What a computation runs, with the locals of the body that makes it.
  private func body(
    of declaration: ComputationDeclaration, _ keeper: KeptLocals?
  ) -> (Computation) throws -> Void {
    switch declaration.body {
    case .formula(let formula):
      let runs = FormulaRuns(
        declaration, formula, memory: states[declaration.number].memory,
        captured: keeper?.locals ?? [], in: world)
      // It does nothing that would need to know which computation it is.
      return { computation in try runs.run(computation) }
    case .steps(let steps):
      return { [unowned(unsafe) self] computation in
        // Its steps may name it from the first run on, in which others of its name may be made.
        if computation.isFirstRun { states[declaration.number].current = computation }
        try run(steps, of: declaration, keeper?.locals ?? [], computation)
      }
    }
  }

  /// Makes a stopped computation anew, owned by nobody; nothing where it runs, or is about to for the first time.
  func restart(_ index: Int, at span: SourceSpan) throws(RunError) {
    let state = states[index]
    if state.isAwaited { return }
    if let current = state.current, !current.isStopped { return }
    guard let declaration = state.declaration else {
      throw RunError(
        .notMade, "\(world.emitters[index]) has never been made, so it cannot be started",
        at: span, help: ["the body that holds its `autorun` has not run yet"])
    }
    try world.untracked { () throws(RunError) in try start(declaration, captured: state.captured) }
  }

  /// One run of a body of steps.
  private func run(
    _ steps: [Step], of declaration: ComputationDeclaration, _ captured: LocalValues,
    _ computation: Computation
  ) throws {
    let frame = Frame(
      world: world, locals: captured.adding(.bool(computation.isFirstRun)),
      computation: computation, part: declaration.number)
    try world.tellRun(of: declaration.number, declaration.name.text) { () throws(RunError) in
      if bodies.canDo(steps) { return try bodies.executePlainly(steps, in: frame) }
      _ = try bodies.advance(
        Body(steps, in: frame, for: ComputationBody(declaration, captured, self), bodies))
    }
  }

  /// A re-run failed: its `onError` runs instead of a report. A spent budget is always reported.
  func recover(
    _ declaration: ComputationDeclaration, _ captured: LocalValues, _ error: any Error,
    _ computation: Computation
  ) {
    let cause = error as? RunError ?? RunError(engine: error).about(declaration.name.text)
    guard let steps = declaration.onError, cause.kind != .budget else { return world.report(cause) }
    let frame = Frame(
      world: world,
      locals: captured.adding(.bool(computation.isFirstRun)).adding(cause.value),
      computation: computation, part: declaration.number)
    do {
      try world.untracked { () throws(RunError) in
        _ = try bodies.execute(steps, in: frame, as: "\(declaration.name.text) onError")
      }
    } catch {
      world.report(error.about("\(declaration.name.text) onError"))
    }
  }

  // MARK: Targets and handlers

  /// The live computation that is meant.
  func computation(_ target: Verb.Target, _ frame: Frame) -> Computation? {
    let computation =
      switch target {
      case .named(let name): states[name.number].current
      case .current: frame.computation
      }
    return computation?.isStopped == true ? nil : computation
  }

  func stop(_ target: Verb.Target, _ frame: Frame) {
    guard let computation = computation(target, frame) else { return }
    world.trail.add(TraceEvent(.stopped, computation.label ?? ""))
    computation.stop()
  }

  /// The computation whose body is at work: only there are handlers set.
  func running(_ frame: Frame) -> Computation {
    guard let computation = frame.computation else {
      preconditionFailure("a handler outside a computation passed the loader")
    }
    return computation
  }

  /// A handler sees the locals as they are now.
  func handler(_ kind: String, _ steps: [Step], _ frame: Frame) -> LaterSteps {
    let inner = Frame(
      world: world, locals: frame.locals.kept(), computation: frame.computation, part: frame.part)
    let subject = world.name(of: frame).map { "\($0) \(kind)" } ?? kind
    return LaterSteps(subject, steps, in: inner, bodies)
  }

  /// Has a computation that was made behind a wait end with the run of its parent: the graph sees
  /// only what is made while that runs.
  func adopt(_ child: ComputationDeclaration, _ body: Body) {
    guard let parent = body.frame.computation, body.isTied, body.untracked == 0,
      let child = states[child.number].current
    else { return }
    parent.onInvalidate(stop: child)
  }

  /// Makes those of the file that run by themselves, in its order.
  func start() throws(RunError) {
    for declaration in world.model.computations where declaration.runsAtStart {
      states[declaration.number].isAwaited = false
      try start(declaration, captured: [])
    }
  }
}

/// The steps of a handler, which the graph runs when it is time.
final class LaterSteps {
  let subject: String
  let steps: [Step]
  let frame: Frame
  private unowned(unsafe) let bodies: Bodies

  init(_ subject: String, _ steps: [Step], in frame: Frame, _ bodies: Bodies) {
    self.subject = subject
    self.steps = steps
    self.frame = frame
    self.bodies = bodies
  }

  func run() throws {
    do throws(RunError) {
      try bodies.world.nestingHandler { () throws(RunError) in
        try bodies.execute(steps, in: frame, as: subject)
      }
    } catch {
      throw error.about(subject)
    }
  }
}

/// The body of a computation, for one run of it.
private final class ComputationBody: BodyPurpose {
  private let declaration: ComputationDeclaration
  private let captured: LocalValues
  private unowned(unsafe) let computations: Computations

  init(
    _ declaration: ComputationDeclaration, _ captured: LocalValues, _ computations: Computations
  ) {
    self.declaration = declaration
    self.captured = captured
    self.computations = computations
  }

  /// What was the first run is an older one behind its first wait.
  func resumes(_ body: Body) {
    let number = captured.count
    if case .bool(true) = body.frame.locals[number] {
      body.frame.locals.replace(number, by: .bool(false))
    }
  }

  var purposeParts: [StatePart] {
    [.text(declaration.name.text), .text("with"), .locals(captured)]
  }

  func failed(_ body: Body, _ error: RunError) {
    let world = computations.world
    guard let computation = body.frame.computation else { return world.report(error) }
    let name = declaration.name.text
    world.trail.add(TraceEvent(.failed, name, text: error.text))
    computations.recover(declaration, captured, error.about(name), computation)
  }
}
