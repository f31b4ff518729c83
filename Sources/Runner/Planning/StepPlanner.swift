import CEL
import Scenarios
import Values

/// Turns the steps of a script or of a body into plans, keeping track of the locals in scope.
struct StepPlanner {
  var scope: NameScope

  func plan(_ steps: [Step]) -> [StepPlan] {
    var planner = self
    return steps.map { planner.planNext($0) }
  }

  /// Plans one step; what it binds is in scope for the steps behind it.
  private mutating func planNext(_ step: Step) -> StepPlan {
    let action = action(of: step.verb)
    if case .bind(let entries) = step.verb { scope.locals += entries.map(\.key.text) }
    if let binding = step.binding { scope.locals.append(binding.text) }
    let expecting = scope.forExpectations
    return StepPlan(step, action, step.outcomes.map { plan($0, in: expecting) })
  }

  private func action(of verb: Verb) -> StepPlan.Action {
    switch verb {
    case .set(let assignments):
      .set(assignments.map { (path($0.path), DatumPlan($0.value, in: scope)) })
    case .depend(let path): .depend(self.path(path))
    case .changed(let path): .changed(self.path(path))
    case .invalidate(let target): .invalidate(computation(target))
    case .flush: .flush
    case .start(let name): .start(computation(name))
    case .stop(let target): .stop(computation(target))
    case .advance(let span): .advance(DatumPlan(span, in: scope))
    case .emit(let emissions):
      .emit(emissions.map { ($0.channel?.text, DatumPlan($0.value, in: scope)) })
    case .returning(let datum): .returning(DatumPlan(datum, in: scope))
    case .failing(let datum): .failing(DatumPlan(datum, in: scope))
    case .check: .check
    default: block(of: verb)
    }
  }

  /// The verbs that hold steps.
  private func block(of verb: Verb) -> StepPlan.Action {
    switch verb {
    case .condition(let formula, let expected, let then, let otherwise):
      .condition(
        FormulaPlan(formula, in: scope), expected: expected, then: plan(then),
        otherwise: plan(otherwise))
    case .loop(let name, let list, let steps):
      .loop(
        DatumPlan(list, in: scope),
        StepPlanner(scope: scope.binding([name.text])).plan(steps))
    case .repetition(let count, let steps):
      .repetition(DatumPlan(count, in: scope), plan(steps))
    case .batch(let steps): .batch(plan(steps))
    case .bind(let entries): .bind(bound(entries))
    case .autorun(let declaration): .autorun(plan(declaration))
    case .nonreactive(let steps): .nonreactive(plan(steps))
    case .onInvalidate(let steps): .onInvalidate(plan(steps))
    case .onStop(let steps): .onStop(plan(steps))
    case .afterFlush(let steps): .afterFlush(plan(steps))
    default: preconditionFailure("\(verb) holds no steps")
    }
  }

  /// The entries of a `let`: each sees those before it.
  private func bound(_ entries: [Datum.Entry]) -> [DatumPlan] {
    var inner = scope
    return entries.map { entry in
      let plan = DatumPlan(entry.value, in: inner)
      inner.locals.append(entry.key.text)
      return plan
    }
  }

  func plan(_ declaration: ComputationDeclaration) -> ComputationPlan {
    let inner = StepPlanner(scope: scope.binding(["firstRun"]))
    let body: ComputationPlan.Body =
      switch declaration.body {
      case .formula(let formula): .formula(FormulaPlan(formula, in: inner.scope))
      case .steps(let steps): .steps(inner.plan(steps))
      }
    let onError = declaration.onError.map {
      StepPlanner(scope: scope.binding(["error"])).plan($0)
    }
    return ComputationPlan(
      index: computation(declaration.name), declaration: declaration, body: body,
      onError: onError)
  }

  private func path(_ path: Path, in scope: NameScope? = nil) -> PathPlan {
    guard let slot = (scope ?? self.scope).slot(for: path.root) else {
      preconditionFailure("\(path.text) passed the loader unknown")
    }
    return PathPlan(root: Slot(number: slot), path: path)
  }

  private func computation(_ name: Name) -> Int {
    guard let index = scope.names.computations[name.text] else {
      preconditionFailure("computation \(name.text) passed the loader unknown")
    }
    return index
  }

  private func computation(_ target: Verb.Target) -> Int? {
    switch target {
    case .named(let name): computation(name)
    case .current: nil
    }
  }

  private func plan(_ outcome: Scenarios.Outcome, in scope: NameScope) -> OutcomePlan {
    let kind: OutcomePlan.Kind =
      switch outcome.kind {
      case .expect(let assignments): .values(values(assignments, in: scope), whole: false)
      case .exactly(let assignments): .values(values(assignments, in: scope), whole: true)
      case .assert(let formulas): .assert(formulas.map { FormulaPlan($0, in: scope) })
      case .emits(.all(let data)): .emitsAll(data.map { DatumPlan($0, in: scope) })
      case .emits(.channels(let entries)):
        .emitsChannels(entries.map { ($0.key, DatumPlan($0.value, in: scope)) })
      case .emits(.whole(let datum)): .emitsWhole(DatumPlan(datum, in: scope))
      case .runs(let entries): .runs(entries.map { runs($0, in: scope) })
      case .states, .received, .calls, .replies, .presented:
        preconditionFailure("\(outcome.keyword.text) passed the loader")
      case .fails(let pattern): .fails(plan(pattern, in: scope))
      case .reports(let patterns): .reports(patterns.map { plan($0, in: scope) })
      }
    return OutcomePlan(kind: kind, outcome: outcome)
  }

  private func values(
    _ assignments: [Assignment], in scope: NameScope
  ) -> [(path: PathPlan, value: DatumPlan)] {
    assignments.map { (path($0.path, in: scope), DatumPlan($0.value, in: scope)) }
  }

  private func runs(
    _ entry: Datum.Entry, in scope: NameScope
  ) -> (name: Name, slot: Slot, count: DatumPlan) {
    let name = entry.key
    let slot: Slot =
      if let cell = scope.names.cells[name.text] {
        .cell(cell)
      } else {
        .computation(computation(name))
      }
    return (name, slot, DatumPlan(entry.value, in: scope))
  }

  private func plan(_ pattern: Scenarios.Outcome.TextPattern, in scope: NameScope) -> PatternPlan {
    switch pattern {
    case .contains(let datum):
      PatternPlan(text: DatumPlan(datum, in: scope), isRegularExpression: false)
    case .matches(let datum):
      PatternPlan(text: DatumPlan(datum, in: scope), isRegularExpression: true)
    }
  }
}
