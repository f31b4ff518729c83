import Scenarios
import Values

extension Runtime {
  func act(
    _ verb: PromiseVerb, _ step: Step, in frame: Frame
  ) throws(RunError) {
    let span = step.keyword.span
    switch verb {
    case .resolve(let method, let datum):
      try services.settleOpen(
        method, "resolve", at: span, .value(try world.value(of: datum, in: frame)))
    case .reject(let method, let datum):
      try services.settleOpen(
        method, "reject", at: span, .error(try world.failure(datum, in: frame)))
    case .cancel(let local):
      if case .int(let number) = frame.locals[local.number] {
        world.cancel(calls.promises[Int(number)])
      }
    }
  }
}
