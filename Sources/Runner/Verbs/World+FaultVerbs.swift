import Reactor
import Scenarios

/// What goes wrong, with names as numbers.
enum FaultAction {
  case crash(RecipientPlan)
  case restart(RecipientPlan)
  case disturb(DisturbancePlan)
}

extension FaultAction {
  init(_ verb: FaultVerb, in planner: StepPlanner) {
    switch verb {
    case .crash(let recipient): self = .crash(planner.plan(recipient))
    case .restart(let recipient): self = .restart(planner.plan(recipient))
    case .disturb(let disturbance):
      self = .disturb(DisturbancePlan(disturbance, in: planner))
    }
  }
}

extension DisturbancePlan {
  fileprivate init(_ disturbance: Verb.Disturbance, in planner: StepPlanner) {
    let kind: Kind =
      switch disturbance.kind {
      case .drop: .drop
      case .duplicate: .duplicate
      case .delay(let span): .delay(DatumPlan(span, in: planner.scope))
      }
    let sender: Sender? =
      switch disturbance.sender {
      case nil: nil
      case .script: .script
      case .actor(let recipient): .actor(planner.plan(recipient))
      }
    self.init(
      kind: kind, sender: sender, recipient: disturbance.recipient.map { planner.plan($0) })
  }
}

extension World {
  func act(_ action: FaultAction, _ step: StepPlan, in frame: Frame) throws(RunError) {
    switch action {
    case .crash(let recipient):
      for run in try named(recipient, in: frame) {
        core.fail(run.id, World.scriptedCrash)
      }
    case .restart(let recipient):
      for run in try named(recipient, in: frame) { core.restart(run.id) }
    case .disturb(let plan): try disturb(plan, step, in: frame)
    }
  }
}
