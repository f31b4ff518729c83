import Scenarios
import Values

/// What settles a promise, with names as numbers.
enum PromiseAction {
  case resolve(MethodPlan, DatumPlan)
  case reject(MethodPlan, DatumPlan)
  /// The local that holds the promise's number.
  case cancel(Int)
}

extension PromiseAction {
  init(_ verb: PromiseVerb, in planner: StepPlanner) {
    let scope = planner.scope
    switch verb {
    case .resolve(let method, let datum):
      self = .resolve(scope.names.method(method), DatumPlan(datum, in: scope))
    case .reject(let method, let datum):
      self = .reject(scope.names.method(method), DatumPlan(datum, in: scope))
    case .cancel(let name): self = .cancel(planner.promise(name))
    }
  }
}

extension World {
  func act(
    _ action: PromiseAction, _ step: StepPlan, in frame: Frame
  ) throws(RunError) {
    let span = step.step.keyword.span
    switch action {
    case .resolve(let method, let datum):
      try settleOpen(method, "resolve", at: span, .value(try value(of: datum, in: frame)))
    case .reject(let method, let datum):
      try settleOpen(method, "reject", at: span, .error(try failure(datum, in: frame)))
    case .cancel(let local):
      if case .int(let number) = frame.locals[local] { cancel(promises[Int(number)]) }
    }
  }
}
