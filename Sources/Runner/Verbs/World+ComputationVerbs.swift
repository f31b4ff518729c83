import Reactor
import Scenarios

extension World {
  func act(
    _ verb: ComputationVerb, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .autorun(let computation):
      try start(computation, captured: frame.locals.kept())
      if let body { adopt(computation, body) }
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
