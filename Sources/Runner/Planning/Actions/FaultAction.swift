import Scenarios

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
