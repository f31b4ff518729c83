import Reactor
import Scenarios

/// What only a computation does, planned.
enum ComputationAction {
  case autorun(ComputationPlan)
  case nonreactive([StepPlan])
  case onInvalidate([StepPlan])
  case onStop([StepPlan])
  case afterFlush([StepPlan])
}

extension ComputationAction {
  init(_ verb: ComputationVerb, in planner: StepPlanner) {
    switch verb {
    case .autorun(let declaration): self = .autorun(planner.plan(declaration))
    case .nonreactive(let steps): self = .nonreactive(planner.plan(steps))
    case .onInvalidate(let steps): self = .onInvalidate(planner.plan(steps))
    case .onStop(let steps): self = .onStop(planner.plan(steps))
    case .afterFlush(let steps): self = .afterFlush(planner.plan(steps))
    }
  }
}

extension World {
  func act(
    _ action: ComputationAction, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch action {
    case .autorun(let plan):
      try start(plan, captured: frame.locals.kept())
      if let body { adopt(plan, body) }
    case .nonreactive(let steps):
      guard let body else {
        try execute(steps, in: frame, as: "nonreactive")
        return
      }
      body.untracked += 1
      enter(steps, body, isUntracked: true)
    case .onInvalidate(let steps):
      running(frame).onInvalidate(handler("onInvalidate", steps, frame))
    case .onStop(let steps): running(frame).onStop(handler("onStop", steps, frame))
    case .afterFlush(let steps): graph.afterFlush(handler("afterFlush", steps, frame))
    }
  }
}
