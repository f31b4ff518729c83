import Scenarios

extension Runtime {
  func act(
    _ verb: TimeVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .wait(let span): try bodies.wait(span, step, try Bodies.atWork(body))
    case .every(let every):
      try bodies.begin(every, step, in: frame, owner: frame.isScript ? nil : body)
    }
  }
}
