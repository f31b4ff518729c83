import Scenarios
import Values

/// A step with its names and formulas resolved.
final class StepPlan {
  /// What is done, with names as numbers: see `Verb`.
  indirect enum Action {
    case set([(path: PathPlan, value: DatumPlan)])
    case depend(PathPlan)
    case changed(PathPlan)
    case invalidate(Int?)
    case flush
    case start(Int)
    case stop(Int?)
    case advance(DatumPlan)
    case condition(FormulaPlan, expected: Bool, then: [StepPlan], otherwise: [StepPlan])
    case loop(DatumPlan, [StepPlan])
    case repetition(DatumPlan, [StepPlan])
    case batch([StepPlan])
    case bind([DatumPlan])
    case autorun(ComputationPlan)
    case nonreactive([StepPlan])
    case onInvalidate([StepPlan])
    case onStop([StepPlan])
    case afterFlush([StepPlan])
    case emit([(channel: String?, value: DatumPlan)])
    case returning(DatumPlan)
    case failing(DatumPlan)
    case check
  }

  let step: Step
  let action: Action
  let outcomes: [OutcomePlan]

  init(_ step: Step, _ action: Action, _ outcomes: [OutcomePlan]) {
    self.step = step
    self.action = action
    self.outcomes = outcomes
  }
}

/// A place in the world, or in what a script bound.
struct PathPlan {
  let root: Slot
  let path: Path

  var properties: [String] { path.properties }
}

/// A computation with its body resolved. `index` is its number among the model's computations.
final class ComputationPlan {
  enum Body {
    case formula(FormulaPlan)
    case steps([StepPlan])
  }

  let index: Int
  let declaration: ComputationDeclaration
  let body: Body
  let onError: [StepPlan]?

  init(
    index: Int, declaration: ComputationDeclaration, body: Body, onError: [StepPlan]?
  ) {
    self.index = index
    self.declaration = declaration
    self.body = body
    self.onError = onError
  }

  var name: String { declaration.name.text }
}

/// An outcome with its names and formulas resolved.
struct OutcomePlan {
  enum Kind {
    case values([(path: PathPlan, value: DatumPlan)], whole: Bool)
    case assert([FormulaPlan])
    case emitsAll([DatumPlan])
    case emitsChannels([(channel: Name, value: DatumPlan)])
    case emitsWhole(DatumPlan)
    case runs([(name: Name, slot: Slot, count: DatumPlan)])
    case fails(PatternPlan)
    case reports([PatternPlan])
  }

  let kind: Kind
  let outcome: Scenarios.Outcome
}

/// A text to be found in another.
struct PatternPlan {
  let text: DatumPlan
  let isRegularExpression: Bool
}
