import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Makes a computation and runs it for the first time; one that fails is stopped and throws.
  func start(_ plan: ComputationPlan, captured: LocalValues) throws(RunError) {
    computations[plan.index].plan = plan
    computations[plan.index].captured = captured
    let keeper = captured.isEmpty ? nil : KeptLocals(captured, in: kept)
    do {
      let computation = try graph.computation(
        label: plan.name,
        onError: { [unowned self] error, computation in
          recover(plan, captured, error, computation)
        },
        { [unowned self] computation in try run(plan, keeper?.locals ?? [], computation) })
      computations[plan.index].current = computation
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error).about(plan.name)
    }
  }

  /// Makes a stopped computation anew, owned by nobody; nothing where it runs.
  func restart(_ index: Int, at span: SourceSpan) throws(RunError) {
    let state = computations[index]
    if let current = state.current, !current.isStopped { return }
    guard let plan = state.plan else {
      throw RunError(
        .notMade, "\(names.parts[index]) has never been made, so it cannot be started",
        at: span, help: ["the body that holds its `autorun` has not run yet"])
    }
    try untracked { () throws(RunError) in try start(plan, captured: state.captured) }
  }

  /// One run of a body.
  private func run(
    _ plan: ComputationPlan, _ captured: LocalValues, _ computation: Computation
  ) throws {
    log.computationRuns[plan.index] += 1
    computations[plan.index].current = computation
    let mark = trail.begin(
      .ran(Untrusted(plan.name), count: log.computationRuns[plan.index]))
    defer { trail.end(mark) }
    let frame = Frame(
      world: self, locals: captured.adding(.bool(computation.isFirstRun)), computation: computation,
      part: plan.index)
    do throws(RunError) {
      switch plan.body {
      case .formula(let formula): try emit(nil, try evaluate(formula, in: frame), frame)
      case .steps(let steps):
        _ = try advance(Body(steps, in: frame, for: .computation(plan, captured: captured)))
      }
    } catch {
      trail.add(.failed(Untrusted(plan.name), error: Untrusted(error.text)))
      throw error.about(plan.name)
    }
  }

  /// A re-run failed: its `onError` runs instead of a report. A spent budget is always reported.
  func recover(
    _ plan: ComputationPlan, _ captured: LocalValues, _ error: any Error, _ computation: Computation
  ) {
    let cause = error as? RunError ?? RunError(engine: error).about(plan.name)
    guard let steps = plan.onError, cause.kind != .budget else { return report(cause) }
    let frame = Frame(
      world: self, locals: captured.adding(cause.value), computation: computation, part: plan.index)
    do {
      try untracked { () throws(RunError) in
        _ = try execute(steps, in: frame, as: "\(plan.name) onError")
      }
    } catch {
      report(error.about("\(plan.name) onError"))
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
  func emit(_ channel: String?, _ value: Value, _ frame: Frame) throws(RunError) {
    guard let name = channel ?? self.name(of: frame) else {
      preconditionFailure("a bare emit in a script passed the loader")
    }
    try limits.take(value.cost)
    log.emit(name, value)
    trail.add(.emitted(channel: Untrusted(name), value: value))
    if let part = channel == nil ? frame.part : names.part(name) {
      keep(emission: value, of: part)
    }
    if log.size > WorkLimits.emitted {
      throw RunError(
        .workLimit, "one step emitted more than \(WorkLimits.emitted >> 20) MB", kind: .budget,
        at: nil)
    }
  }
}
