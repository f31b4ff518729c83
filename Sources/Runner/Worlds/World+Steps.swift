import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Begins a step of the script.
  func begin(_ step: StepPlan, in frame: Frame) throws(RunError) {
    if step.delay != nil { return try delay(step, in: frame, owner: nil) }
    switch step.action {
    case .batch(let steps): try execute(steps, in: frame, as: "batch")
    case .nonreactive(let steps): try execute(steps, in: frame, as: "nonreactive")
    case .every(let every): try begin(every, step, in: frame, owner: nil)
    case .failing(let datum): throw try failure(datum, in: frame)
    case .spawn(let kind, let arguments):
      let reference = try spawn(kind, arguments, step, in: frame)
      if step.step.binding != nil { frame.locals.append(reference) }
    default: try act(step, in: frame)
    }
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
    case .changed(let path): try change(path, in: frame)
    case .replaceState(let datum): try replaceState(datum, in: frame)
    case .invalidate(let index): computation(index, frame)?.invalidate()
    case .flush: try flush()
    case .start(let index): try restart(index, at: step.step.keyword.span)
    case .stop(let index): stop(index, frame)
    case .autorun(let plan): try start(plan, captured: frame.locals.kept())
    case .onInvalidate(let steps):
      running(frame).onInvalidate(handler("onInvalidate", steps, frame))
    case .onStop(let steps): running(frame).onStop(handler("onStop", steps, frame))
    case .afterFlush(let steps): graph.afterFlush(handler("afterFlush", steps, frame))
    case .emit(let emissions):
      for emission in emissions {
        try emit(emission.channel, try value(of: emission.value, in: frame), frame)
      }
    default: try actOnParts(step, in: frame)
    }
  }

  /// The events of reactors, stores and services.
  private func actOnParts(_ step: StepPlan, in frame: Frame) throws(RunError) {
    switch step.action {
    case .send(let reactor, let action): try send(reactor, action, in: frame)
    case .stub(let reactor): reactors[reactor].stub()
    case .dispatch(let store, let action, let isSync):
      try dispatch(store, action, isSync: isSync, in: frame)
    case .present(let plan): try present(plan, replacing: false, in: frame)
    case .replace(let plan): try present(plan, replacing: true, in: frame)
    case .dismiss(let store, let plan): try dismiss(store, plan, in: frame)
    case .call(let call): try callFromScript(call, step, in: frame)
    case .resolve(let method, let datum):
      try settleOpen(
        method, "resolve", at: step.step.keyword.span, .value(try value(of: datum, in: frame)))
    case .reject(let method, let datum):
      try settleOpen(
        method, "reject", at: step.step.keyword.span, .error(try failure(datum, in: frame)))
    case .cancel(let local):
      if case .int(let number) = frame.locals[local] { cancel(promises[Int(number)]) }
    default: try actOnActors(step, in: frame)
    }
  }

  /// The error that a `fail` raises.
  func failure(_ datum: DatumPlan, in frame: Frame) throws(RunError) -> RunError {
    let value = try value(of: datum, in: frame)
    if case .string(let text) = value { return RunError(.explicitFail, text, at: datum.span) }
    return RunError(.explicitFail, value.description, value: value, at: datum.span)
  }
}
