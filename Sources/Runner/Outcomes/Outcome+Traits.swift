import CEL
import Scenarios
import Values

/// An outcome with its names and formulas resolved.
struct OutcomePlan {
  enum Kind {
    case values([(path: PathPlan, value: DatumPlan)], whole: Bool)
    case assert([FormulaPlan])
    case emitsAll([DatumPlan])
    case emitsChannels([(channel: Name, value: DatumPlan)])
    case emitsWhole(DatumPlan)
    case runs([(name: Name, slot: Slot, count: DatumPlan)])
    case states([Listing])
    case received([Listing])
    case calls([(method: MethodPlan, values: DatumPlan)])
    case replies(DatumPlan)
    case presented([Listing])
    case fails(PatternPlan)
    case reports([PatternPlan])
  }

  /// What a reactor or store is expected to have given.
  struct Listing {
    let name: Name
    /// A reactor or a store.
    let part: Slot
    let values: DatumPlan
  }

  let kind: Kind
  let outcome: Scenarios.Outcome
}

/// A text to be found in another.
struct PatternPlan {
  let text: DatumPlan
  let isRegularExpression: Bool
}

// MARK: What is asked of every outcome

extension OutcomePlan {
  /// The code of what differs from it.
  var code: ProblemCode {
    switch kind {
    case .values: .valueMismatch
    case .assert: .assertFalse
    case .emitsAll, .emitsChannels, .emitsWhole: .emitsMismatch
    case .runs: .runsMismatch
    case .states: .statesMismatch
    case .received: .receivedMismatch
    case .calls: .callsMismatch
    case .replies: .repliesMismatch
    case .presented: .presentedMismatch
    case .fails: .failsMismatch
    case .reports: .reportsMismatch
    }
  }

  /// Whether it reads cells, which may still invalidate their readers: such outcomes come first.
  var readsCells: Bool {
    switch kind {
    case .values, .assert: true
    case .emitsAll, .emitsChannels, .emitsWhole, .runs, .states, .received, .calls, .replies,
      .presented, .fails, .reports:
      false
    }
  }

  /// Whether it can be asked at any time: it is not about what a step caused.
  var isAboutState: Bool {
    switch kind {
    case .values, .assert, .presented: true
    case .emitsAll, .emitsChannels, .emitsWhole, .runs, .states, .received, .calls, .replies,
      .fails, .reports:
      false
    }
  }

  /// The parts of which it looks at the states, or at what they received.
  var watched: [Slot] {
    switch kind {
    case .states(let listings), .received(let listings): listings.map(\.part)
    case .values, .assert, .emitsAll, .emitsChannels, .emitsWhole, .runs, .calls, .replies,
      .presented, .fails, .reports:
      []
    }
  }

  /// Whether it asks how often something ran.
  var countsRuns: Bool {
    switch kind {
    case .runs: true
    case .values, .assert, .emitsAll, .emitsChannels, .emitsWhole, .states, .received, .calls,
      .replies, .presented, .fails, .reports:
      false
    }
  }

  /// Whether it tells of the error with which the event fails.
  var expectsError: Bool {
    switch kind {
    case .fails: true
    case .values, .assert, .emitsAll, .emitsChannels, .emitsWhole, .runs, .states, .received,
      .calls, .replies, .presented, .reports:
      false
    }
  }

  /// Whether it tells of the errors that are reported along the way.
  var expectsReports: Bool {
    switch kind {
    case .reports: true
    case .values, .assert, .emitsAll, .emitsChannels, .emitsWhole, .runs, .states, .received,
      .calls, .replies, .presented, .fails:
      false
    }
  }

  /// Whether a literal of it that is wrong may be rewritten; elsewhere `_` alone is filled in.
  var rewritesLiterals: Bool {
    switch kind {
    case .values, .assert, .emitsAll, .emitsChannels, .emitsWhole, .runs, .states, .replies,
      .fails, .reports:
      true
    case .received, .calls, .presented: false
    }
  }

  /// What a strict step takes as named by it.
  enum Naming {
    /// What it expects of paths; a map names its keys, unless it is meant whole.
    case values([(path: PathPlan, value: DatumPlan)], whole: Bool)
    /// What formulas read.
    case reads([FormulaPlan])
    /// All that changes in these.
    case parts([Slot])
    /// The routes of these stores.
    case routes([Slot])
    case emissions(of: [Name])
    case allEmissions
    case calls([MethodPlan])
    case nothing
  }

  var naming: Naming {
    switch kind {
    case .values(let values, let whole): .values(values, whole: whole)
    case .assert(let formulas): .reads(formulas)
    case .emitsAll, .emitsWhole: .allEmissions
    case .emitsChannels(let entries): .emissions(of: entries.map(\.channel))
    case .runs(let counts): .parts(counts.map(\.slot))
    case .states(let listings): .parts(listings.map(\.part))
    case .calls(let calls): .calls(calls.map(\.method))
    case .presented(let listings): .routes(listings.map(\.part))
    case .received, .replies, .fails, .reports: .nothing
    }
  }
}

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
