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
      let handler = computations.handler("onInvalidate", steps, frame)
      computations.running(frame).onInvalidate(about: handler, handler.run)
    case .onStop(let steps):
      let handler = computations.handler("onStop", steps, frame)
      computations.running(frame).onStop(about: handler, handler.run)
    case .afterFlush(let steps):
      let handler = computations.handler("afterFlush", steps, frame)
      world.graph.afterFlush(about: handler, handler.run)
    }
  }
}
