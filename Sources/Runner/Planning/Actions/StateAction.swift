import Scenarios

enum StateAction {
  case set([(path: PathPlan, value: DatumPlan)])
  case replaceState(DatumPlan)
  case depend(PathPlan)
  case changed(PathPlan)
  case invalidate(Int?)
  case flush
  case start(Int)
  case stop(Int?)
}

extension StateAction {
  init(_ verb: StateVerb, in planner: StepPlanner) {
    let scope = planner.scope
    switch verb {
    case .set(let assignments):
      self = .set(
        assignments.map { (planner.target($0.path), DatumPlan($0.value, in: scope)) })
    case .replaceState(let datum): self = .replaceState(DatumPlan(datum, in: scope))
    case .depend(let path): self = .depend(PathPlan(path, in: scope))
    case .changed(let path): self = .changed(PathPlan(path, in: scope))
    case .invalidate(let target): self = .invalidate(planner.computation(target))
    case .flush: self = .flush
    case .start(let name): self = .start(planner.computation(name))
    case .stop(let target): self = .stop(planner.computation(target))
    }
  }
}
