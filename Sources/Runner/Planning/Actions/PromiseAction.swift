import Scenarios

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
