import Reactor
import Scenarios

extension Runtime {
  func act(
    _ verb: ComputationVerb, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .autorun(let computation):
      try computations.start(computation, captured: frame.locals.kept())
      if let body { computations.adopt(computation, body) }
    case .nonreactive(let steps):
      guard let body else {
        try bodies.execute(steps, in: frame, as: "nonreactive")
        return
      }
      body.untracked += 1
      bodies.enter(steps, body, isUntracked: true)
    case .onInvalidate(let steps):
      computations.running(frame).onInvalidate(computations.handler("onInvalidate", steps, frame))
    case .onStop(let steps):
      computations.running(frame).onStop(computations.handler("onStop", steps, frame))
    case .afterFlush(let steps):
      world.graph.afterFlush(computations.handler("afterFlush", steps, frame))
    }
  }
}
