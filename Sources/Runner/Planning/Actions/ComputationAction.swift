import Scenarios

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
