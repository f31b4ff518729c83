import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Runs the steps of a body, all in the present turn. The answer is true where a `return` ended
  /// the body. What the steps bind is gone behind them.
  @discardableResult
  func execute(_ steps: [StepPlan], in frame: Frame) throws(RunError) -> Bool {
    let depth = frame.locals.count
    defer { frame.locals.removeSubrange(depth...) }
    for step in steps where try execute(step, in: frame) { return true }
    return false
  }

  private func execute(_ step: StepPlan, in frame: Frame) throws(RunError) -> Bool {
    try limits.takeStep()
    try checkDepth()
    if let note = step.step.note { trail.add(.note(note)) }
    switch step.action {
    case .condition, .loop, .repetition:
      return try execute(try passes(of: step, in: frame), in: frame)
    case .batch(let body): return try execute(body, in: frame)
    case .nonreactive(let body):
      return try untracked { () throws(RunError) in try execute(body, in: frame) }
    case .returning(let datum):
      _ = try value(of: datum, in: frame)
      return true
    case .failing(let datum): throw try failure(datum, in: frame)
    case .bind(let data):
      for datum in data { frame.locals.append(try value(of: datum, in: frame)) }
    default: try act(step, in: frame)
    }
    if step.step.binding != nil { frame.locals.append(.null) }
    return false
  }

  private func execute(_ passes: Passes, in frame: Frame) throws(RunError) -> Bool {
    for index in 0..<passes.count {
      try limits.takeStep()
      let depth = frame.locals.count
      defer { frame.locals.removeSubrange(depth...) }
      if let element = passes.elements?[index] { frame.locals.append(element) }
      if try execute(passes.steps, in: frame) { return true }
    }
    return false
  }

  /// Does what an event step says, as part of the present turn.
  func act(_ step: StepPlan, in frame: Frame) throws(RunError) {
    do {
      try actUnplaced(step, in: frame)
    } catch {
      throw error.kind == .budget ? error : error.placed(at: step.step.keyword.span)
    }
  }

  private func actUnplaced(_ step: StepPlan, in frame: Frame) throws(RunError) {
    switch step.action {
    case .set(let changes): try set(changes, in: frame)
    case .depend(let path): _ = read(path, in: frame)
    case .changed(let path): try change(path)
    case .invalidate(let index): computation(index, frame)?.invalidate()
    case .flush: try flush()
    case .start(let index): try restart(index, at: step.step.keyword.span)
    case .stop(let index): stop(index, frame)
    case .autorun(let plan): try start(plan, captured: frame.locals)
    case .onInvalidate(let steps): addHandler("onInvalidate", steps, frame)
    case .onStop(let steps): addHandler("onStop", steps, frame)
    case .afterFlush(let steps):
      graph.afterFlush(handler("afterFlush", steps, frame))
    case .emit(let emissions):
      for emission in emissions {
        try emit(emission.channel, try value(of: emission.value, in: frame), frame)
      }
    default: preconditionFailure("\(step.step.keyword.text) is no event")
    }
  }

  /// The error that a `fail` raises.
  func failure(_ datum: DatumPlan, in frame: Frame) throws(RunError) -> RunError {
    let value = try value(of: datum, in: frame)
    if case .string(let text) = value { return RunError(text, at: datum.span) }
    return RunError(value.description, value: value, at: datum.span)
  }
}
