import Scenarios
import Values

extension World {
  func act(
    _ verb: PromiseVerb, _ step: Step, in frame: Frame
  ) throws(RunError) {
    let span = step.keyword.span
    switch verb {
    case .resolve(let method, let datum):
      try settleOpen(method, "resolve", at: span, .value(try value(of: datum, in: frame)))
    case .reject(let method, let datum):
      try settleOpen(method, "reject", at: span, .error(try failure(datum, in: frame)))
    case .cancel(let local):
      if case .int(let number) = frame.locals[local.number] { cancel(promises[Int(number)]) }
    }
  }
}
