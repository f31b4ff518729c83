import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Makes a computation and runs it for the first time; one that fails is stopped and throws.
  func start(_ declaration: ComputationDeclaration, captured: LocalValues) throws(RunError) {
    computations[declaration.number].declaration = declaration
    computations[declaration.number].captured = captured
    let keeper = captured.isEmpty ? nil : KeptLocals(captured, in: kept)
    do {
      let computation = try graph.computation(
        label: declaration.name.text,
        onError: { [unowned self] error, computation in
          recover(declaration, captured, error, computation)
        },
        { [unowned self] computation in try run(declaration, keeper?.locals ?? [], computation) })
      computations[declaration.number].current = computation
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error).about(declaration.name.text)
    }
  }

  /// Makes a stopped computation anew, owned by nobody; nothing where it runs.
  func restart(_ index: Int, at span: SourceSpan) throws(RunError) {
    let state = computations[index]
    if let current = state.current, !current.isStopped { return }
    guard let declaration = state.declaration else {
      throw RunError(
        .notMade, "\(parts[index]) has never been made, so it cannot be started",
        at: span, help: ["the body that holds its `autorun` has not run yet"])
    }
    try untracked { () throws(RunError) in try start(declaration, captured: state.captured) }
  }

  /// One run of a body.
  private func run(
    _ declaration: ComputationDeclaration, _ captured: LocalValues, _ computation: Computation
  ) throws {
    log.computationRuns[declaration.number] += 1
    computations[declaration.number].current = computation
    let mark = trail.begin(
      TraceEvent(.ran, declaration.name.text, count: log.computationRuns[declaration.number]))
    defer { trail.end(mark) }
    let frame = Frame(
      world: self, locals: captured.adding(.bool(computation.isFirstRun)), computation: computation,
      part: declaration.number)
    do throws(RunError) {
      switch declaration.body {
      case .formula(let formula): try emit(try evaluate(formula, in: frame), frame)
      case .steps(let steps):
        _ = try advance(Body(steps, in: frame, for: .computation(declaration, captured: captured)))
      }
    } catch {
      trail.add(TraceEvent(.failed, declaration.name.text, text: error.text))
      throw error.about(declaration.name.text)
    }
  }

  /// A re-run failed: its `onError` runs instead of a report. A spent budget is always reported.
  func recover(
    _ declaration: ComputationDeclaration, _ captured: LocalValues, _ error: any Error,
    _ computation: Computation
  ) {
    let cause = error as? RunError ?? RunError(engine: error).about(declaration.name.text)
    guard let steps = declaration.onError, cause.kind != .budget else { return report(cause) }
    let frame = Frame(
      world: self,
      locals: captured.adding(.bool(computation.isFirstRun)).adding(cause.value),
      computation: computation, part: declaration.number)
    do {
      try untracked { () throws(RunError) in
        _ = try execute(steps, in: frame, as: "\(declaration.name.text) onError")
      }
    } catch {
      report(error.about("\(declaration.name.text) onError"))
    }
  }

  /// Runs untracked, so that nothing read or made inside belongs to the running computation.
  func untracked<Result>(_ body: () throws(RunError) -> Result) throws(RunError) -> Result {
    do {
      return try graph.nonreactive(body)
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error)
    }
  }

  /// Emits under a channel, or under the name of the part at work.
  /// `part` is what the channel is named like.
  func emit(
    _ value: Value, to channel: String? = nil, of part: Int? = nil, _ frame: Frame
  ) throws(RunError) {
    guard let name = channel ?? self.name(of: frame) else {
      preconditionFailure("a bare emit in a script passed the loader")
    }
    try limits.take(value.cost)
    log.emit(name, value)
    trail.add(TraceEvent(.emitted, name, value))
    if let part = channel == nil ? frame.part : part {
      keep(emission: value, of: part)
    }
    if log.size > WorkLimits.emitted {
      throw RunError(
        .workLimit, "one step emitted more than \(WorkLimits.emitted >> 20) MB", kind: .budget,
        at: nil)
    }
  }
}
