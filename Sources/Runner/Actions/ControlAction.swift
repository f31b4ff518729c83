import Scenarios

/// Which steps are done, and what they know.
enum ControlAction {
  case loop(LoopPlan)
  case batch([StepPlan])
  case bind([DatumPlan])
}

/// Steps that are done as often as something says: not at all or once, for each element, so many
/// times.
enum LoopPlan {
  case condition(FormulaPlan, expected: Bool, then: [StepPlan], otherwise: [StepPlan])
  case elements(DatumPlan, [StepPlan])
  case times(DatumPlan, [StepPlan])
}

extension ControlAction {
  init(_ verb: ControlVerb, in planner: StepPlanner) {
    let scope = planner.scope
    switch verb {
    case .condition(let formula, let expected, let then, let otherwise):
      self = .loop(
        .condition(
          FormulaPlan(formula, in: scope), expected: expected, then: planner.plan(then),
          otherwise: planner.plan(otherwise)))
    case .loop(let name, let list, let steps):
      self = .loop(
        .elements(DatumPlan(list, in: scope), planner.binding([name.text]).plan(steps)))
    case .repetition(let count, let steps):
      self = .loop(.times(DatumPlan(count, in: scope), planner.plan(steps)))
    case .batch(let steps): self = .batch(planner.plan(steps))
    case .bind(let entries): self = .bind(ControlAction.bound(entries, in: scope))
    }
  }

  /// The entries of a `let`: each sees those before it.
  private static func bound(_ entries: [Datum.Entry], in scope: NameScope) -> [DatumPlan] {
    var inner = scope
    return entries.map { entry in
      let plan = DatumPlan(entry.value, in: inner)
      inner.bind(entry.key.text)
      return plan
    }
  }

  /// The steps of a script that are done one by one.
  var inner: [StepPlan] {
    switch self {
    case .loop(.condition(_, _, let then, let otherwise)): then + otherwise
    case .loop(.elements(_, let steps)), .loop(.times(_, let steps)): steps
    case .batch, .bind: []
    }
  }
}
