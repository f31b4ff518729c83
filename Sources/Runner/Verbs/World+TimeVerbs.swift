import Scenarios

/// What waits for virtual time, planned.
enum TimeAction {
  case wait(DatumPlan)
  case every(EveryPlan)
}

struct EveryPlan {
  let interval: DatumPlan
  let steps: [StepPlan]
  let until: FormulaPlan?
}

extension World {
  func act(
    _ action: TimeAction, _ step: StepPlan, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch action {
    case .wait(let span): try wait(span, step, try World.atWork(body))
    case .every(let every):
      try begin(every, step, in: frame, owner: frame.isScript ? nil : body)
    }
  }
}
