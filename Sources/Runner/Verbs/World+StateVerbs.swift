import Reactor
import Scenarios

/// What a verb about cells and states does, with names as numbers.
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

extension World {
  func act(
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
}
