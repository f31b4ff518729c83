import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Begins a step of the script that is a turn.
  func begin(_ step: StepPlan, in frame: Frame) throws(RunError) {
    if step.delay != nil { return try delay(step, in: frame, owner: nil) }
    switch step.action {
    case .turn(let action): try act(action, step, in: frame, by: nil)
    case .control(.batch(let steps)): try execute(steps, in: frame, as: "batch")
    // A script does these itself, in no turn or in many.
    case .control(.loop), .control(.bind), .advance, .check: break
    }
  }

  /// Does what the step says as part of the present turn: of a body, or of the script where there
  /// is none.
  func act(
    _ action: TurnAction, _ step: StepPlan, in frame: Frame, by body: Body?
  ) throws(RunError) {
    do throws(RunError) {
      switch action {
      case .state(let action): try act(action, step, in: frame)
      case .event(let action): try act(action, step, in: frame, by: body)
      case .life(let action): try act(action, step, in: frame, by: body)
      case .time(let action): try act(action, step, in: frame, by: body)
      case .computation(let action): try act(action, in: frame, by: body)
      case .result(let action): try act(action, step, in: frame, by: body)
      case .promise(let action): try act(action, step, in: frame)
      case .fault(let action): try act(action, step, in: frame)
      }
    } catch {
      throw error.kind == .budget ? error : error.placed(at: step.step.keyword.span)
    }
  }

  private func act(
    _ action: StateAction, _ step: StepPlan, in frame: Frame
  ) throws(RunError) {
    switch action {
    case .set(let changes): try set(changes, in: frame)
    case .replaceState(let datum): try replaceState(datum, in: frame)
    case .depend(let path): _ = read(path, in: frame)
    case .changed(let path): try change(path, in: frame)
    case .invalidate(let index): computation(index, frame)?.invalidate()
    case .flush: try flush()
    case .start(let index): try restart(index, at: step.step.keyword.span)
    case .stop(let index): stop(index, frame)
    }
  }

  private func act(
    _ action: EventAction, _ step: StepPlan, in frame: Frame, by body: Body?
  ) throws(RunError) {
    // A batch of a script is a body too, and waits for nothing.
    let waiting = frame.isScript ? nil : body
    switch action {
    case .send(let reactor, let action): try send(reactor, action, in: frame)
    case .dispatch(let store, let action, let isSync):
      try dispatch(store, action, isSync: isSync, in: frame)
    case .tell(let recipient, let message):
      try send(message, to: recipient, for: nil, step, in: frame)
    case .ask(let ask):
      if let waiting {
        try begin(ask, step, waiting)
      } else {
        try askFromScript(ask, step, in: frame)
      }
    case .call(let call):
      if let waiting {
        try begin(call, step, waiting)
      } else {
        try callFromScript(call, step, in: frame)
      }
    case .present(let plan): try present(plan, replacing: false, in: frame)
    case .replace(let plan): try present(plan, replacing: true, in: frame)
    case .dismiss(let store, let plan): try dismiss(store, plan, in: frame)
    case .stub(let reactor): reactors[reactor].stub()
    }
  }

  private func act(
    _ action: PromiseAction, _ step: StepPlan, in frame: Frame
  ) throws(RunError) {
    let span = step.step.keyword.span
    switch action {
    case .resolve(let method, let datum):
      try settleOpen(method, "resolve", at: span, .value(try value(of: datum, in: frame)))
    case .reject(let method, let datum):
      try settleOpen(method, "reject", at: span, .error(try failure(datum, in: frame)))
    case .cancel(let local):
      if case .int(let number) = frame.locals[local] { cancel(promises[Int(number)]) }
    }
  }

  /// The error that a `fail` raises.
  func failure(_ datum: DatumPlan, in frame: Frame) throws(RunError) -> RunError {
    let value = try value(of: datum, in: frame)
    if case .string(let text) = value { return RunError(.explicitFail, text, at: datum.span) }
    return RunError(.explicitFail, value.description, value: value, at: datum.span)
  }
}
