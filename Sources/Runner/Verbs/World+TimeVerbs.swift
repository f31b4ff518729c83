import Scenarios

extension World {
  func act(
    _ verb: TimeVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .wait(let span): try wait(span, step, try World.atWork(body))
    case .every(let every):
      try begin(every, step, in: frame, owner: frame.isScript ? nil : body)
    }
  }
}
