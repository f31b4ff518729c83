import CEL
import Scenarios
import Values

extension StepPlanner {
  func plan(_ outcome: Scenarios.Outcome, in scope: NameScope) -> OutcomePlan {
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
      case .states(let entries): .states(entries.map { listing($0, in: scope) })
      case .received(let entries): .received(entries.map { listing($0, in: scope) })
      case .presented(let entries): .presented(entries.map { listing($0, in: scope) })
      case .calls(let entries):
        .calls(entries.map { (scope.names.method($0.method), DatumPlan($0.arguments, in: scope)) })
      case .replies(let datum): .replies(DatumPlan(datum, in: scope))
      case .fails(let pattern): .fails(plan(pattern, in: scope))
      case .reports(let patterns): .reports(patterns.map { plan($0, in: scope) })
      }
    return OutcomePlan(kind: kind, outcome: outcome)
  }

  private func values(
    _ assignments: [Assignment], in scope: NameScope
  ) -> [(path: PathPlan, value: DatumPlan)] {
    assignments.map { (PathPlan($0.path, in: scope), DatumPlan($0.value, in: scope)) }
  }

  private func runs(
    _ entry: Datum.Entry, in scope: NameScope
  ) -> (name: Name, slot: Slot, count: DatumPlan) {
    let name = entry.key
    guard let slot = scope.names.running(name.text) else {
      preconditionFailure("\(name.text) passed the loader unknown")
    }
    return (name, slot, DatumPlan(entry.value, in: scope))
  }

  private func listing(_ entry: Datum.Entry, in scope: NameScope) -> OutcomePlan.Listing {
    guard let slot = scope.names.holder(entry.key.text) else {
      preconditionFailure("\(entry.key.text) passed the loader unknown")
    }
    return OutcomePlan.Listing(
      name: entry.key, part: slot, values: DatumPlan(entry.value, in: scope))
  }

  private func plan(
    _ pattern: Scenarios.Outcome.TextPattern, in scope: NameScope
  ) -> PatternPlan {
    switch pattern {
    case .contains(let datum):
      PatternPlan(text: DatumPlan(datum, in: scope), isRegularExpression: false)
    case .matches(let datum):
      PatternPlan(text: DatumPlan(datum, in: scope), isRegularExpression: true)
    }
  }
}

extension ModelNames {
  /// What has runs: a derived cell or a computation.
  fileprivate func running(_ name: String) -> Slot? {
    cells[name].map(Slot.cell) ?? computations[name].map(Slot.computation)
  }

  /// What receives cases or has states: a reactor, a store or an actor.
  fileprivate func holder(_ name: String) -> Slot? {
    reactors[name].map(Slot.reactor) ?? stores[name].map(Slot.store)
      ?? actors[name].map(Slot.actor)
  }
}
