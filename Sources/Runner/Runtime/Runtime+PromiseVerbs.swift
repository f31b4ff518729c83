import Scenarios
import Values

extension Runtime {
  func act(
    _ verb: PromiseVerb, _ step: Step, in frame: Frame
  ) throws(RunError) {
    let span = step.keyword.span
    switch verb {
    case .resolve(let call, let datum):
      try settle(call, "resolve", at: span, .value(try world.value(of: datum, in: frame)), frame)
    case .reject(let call, let datum):
      try settle(call, "reject", at: span, .error(try world.failure(datum, in: frame)), frame)
    case .cancel(let local, let datum):
      var reason = Value.null
      if let datum { reason = try world.value(of: datum, in: frame) }
      if let promise = calls.promise(frame.locals[local.number]) {
        world.cancel(promise, because: reason)
      }
    case .cancelTimer(let local): try bodies.cancel(frame.locals[local.number], local.name)
    }
  }

  private func settle(
    _ call: Verb.OpenCall, _ verb: String, at span: SourceSpan, _ outcome: Promise.Outcome,
    _ frame: Frame
  ) throws(RunError) {
    switch call {
    case .oldest(let method): try services.settleOpen(method, verb, at: span, outcome)
    case .promise(let local):
      guard let promise = calls.promise(frame.locals[local.number]) else { return }
      try services.settle(promise, local.text, verb, at: span, outcome)
    }
  }
}
