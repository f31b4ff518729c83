import Scenarios
import Values

/// A step with its names and formulas resolved.
final class StepPlan {
  let step: Step
  let action: Action
  /// `after`: how much later the action is done.
  let delay: DatumPlan?
  let outcomes: [OutcomePlan]

  init(_ step: Step, _ action: Action, delay: DatumPlan?, _ outcomes: [OutcomePlan]) {
    self.step = step
    self.action = action
    self.delay = delay
    self.outcomes = outcomes
  }
}

extension StepPlan {
  /// Whether it does nothing but look.
  var isCheck: Bool {
    if case .check = action { delay == nil } else { false }
  }

  /// The parts of which its outcomes, and those inside, look at the states or at what was received.
  var watched: [Slot] { outcomes.flatMap(\.watched) + inner.flatMap(\.watched) }

  /// Whether an outcome asks how often something ran.
  var countsRuns: Bool { outcomes.contains(where: \.countsRuns) }

  /// Whether an outcome tells of the error with which the event fails.
  var expectsError: Bool { outcomes.contains(where: \.expectsError) }

  /// Whether an outcome tells of the errors that are reported along the way.
  var expectsReports: Bool { outcomes.contains(where: \.expectsReports) }

  /// What is done where the answer that it waits for is a rejection.
  var otherwise: [StepPlan]? {
    if case .turn(.event(let event)) = action { event.otherwise } else { nil }
  }

  /// The steps of the script inside.
  var inner: [StepPlan] {
    if case .control(let control) = action { control.inner } else { [] }
  }
}

/// A place in the world, or in what a script bound.
struct PathPlan {
  let root: Slot
  /// Below the root.
  let properties: [String]
  let path: Path

  init(root: Slot, properties: [String]? = nil, path: Path) {
    self.root = root
    self.properties = properties ?? path.properties
    self.path = path
  }

  /// Of a name in scope, which the loader has made sure of.
  init(_ path: Path, in scope: NameScope) {
    guard let slot = scope.slot(for: path.root) else {
      preconditionFailure("\(path.text) passed the loader unknown")
    }
    self.init(root: Slot(number: slot), path: path)
  }

  /// Below the state of the part whose body it stands in.
  init(own path: Path) {
    self.init(root: .own, properties: [path.root] + path.properties, path: path)
  }
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
