import Scenarios

enum LifeAction {
  case spawn(Int, DatumPlan?)
  case stop(RecipientPlan)
  case watch(RecipientPlan)
  /// Among the behaviours of the actor.
  case become(Int)
  case stash
  case unstash
}

extension LifeAction {
  init(_ verb: LifeVerb, in planner: StepPlanner) {
    switch verb {
    case .spawn(let kind, let arguments):
      self = .spawn(
        planner.number(kind, in: planner.scope.names.actors),
        arguments.map { DatumPlan($0, in: planner.scope) })
    case .stop(let recipient): self = .stop(planner.plan(recipient))
    case .watch(let recipient): self = .watch(planner.plan(recipient))
    case .become(let name):
      self = .become(planner.behaviors.firstIndex(of: name.text) ?? 0)
    case .stash: self = .stash
    case .unstash: self = .unstash
    }
  }
}
