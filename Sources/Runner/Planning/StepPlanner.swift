import CEL
import Scenarios
import Values

/// Turns the steps of a script or of a body into plans, keeping track of the locals in scope.
struct StepPlanner {
  var scope: NameScope
  /// The part whose state `set` writes by its own paths.
  var ownState: Slot?
  /// The reactor whose body it is.
  var reactor: Int?
  /// The names of the behaviours of the actor whose body it is.
  var behaviors: [String] = []
  /// Whether `as` binds promises.
  var isScript = false

  func plan(_ steps: [Step]) -> [StepPlan] {
    var planner = self
    return steps.map { planner.planNext($0) }
  }

  /// Plans one step; what it binds is in scope for the steps behind it.
  private mutating func planNext(_ step: Step) -> StepPlan {
    let delay = step.delay.map { DatumPlan($0, in: scope) }
    let action = StepPlan.Action(step.verb, in: delay == nil ? self : body)
    if case .control(.bind(let entries)) = step.verb {
      for entry in entries { scope.bind(entry.key.text) }
    }
    if let binding = step.binding {
      scope.bind(binding.text, as: isScript ? step.verb.binds.map(LocalKind.init) : nil)
    }
    let expecting = scope.forExpectations
    return StepPlan(
      step, action, delay: delay, step.outcomes.map { plan($0, in: expecting) })
  }

  /// For steps that are done later.
  var body: StepPlanner {
    var planner = self
    planner.isScript = false
    return planner
  }

  func binding(_ names: [String]) -> StepPlanner {
    var planner = self
    planner.scope = scope.binding(names)
    return planner
  }

  func plan(_ recipient: Recipient) -> RecipientPlan {
    switch recipient {
    case .declared(let name): return .declared(number(name, in: scope.names.actors))
    case .local(let name):
      switch scope.slot(for: name.text).map(Slot.init(number:)) {
      case .local(let index), .reference(let index): return .local(index, name)
      default: preconditionFailure("\(name.text) passed the loader unknown")
      }
    }
  }

  /// The steps that are done where an answer is a rejection.
  func planRejected(_ steps: [Step]) -> [StepPlan] { body.binding(["error"]).plan(steps) }

  func plan(_ declaration: ComputationDeclaration) -> ComputationPlan {
    var inner = body
    inner.scope = scope.binding(["firstRun"])
    let body: ComputationPlan.Body =
      switch declaration.body {
      case .formula(let formula): .formula(FormulaPlan(formula, in: inner.scope))
      case .steps(let steps): .steps(inner.plan(steps))
      }
    let onError = declaration.onError.map { self.body.binding(["error"]).plan($0) }
    return ComputationPlan(
      index: computation(declaration.name), declaration: declaration, body: body,
      onError: onError)
  }

  // MARK: Names

  /// What `set` writes: a path of the world's, or of the own state.
  func target(_ path: Path) -> PathPlan {
    ownState == nil ? PathPlan(path, in: scope) : PathPlan(own: path)
  }

  func number(_ name: Name, in numbers: [String: Int]) -> Int {
    guard let index = numbers[name.text] else {
      preconditionFailure("\(name.text) passed the loader unknown")
    }
    return index
  }

  func computation(_ name: Name) -> Int { number(name, in: scope.names.computations) }

  func computation(_ target: Verb.Target) -> Int? {
    switch target {
    case .named(let name): computation(name)
    case .current: nil
    }
  }

  func promise(_ name: Name) -> Int {
    guard case .promise(let index)? = scope.slot(for: name.text).map(Slot.init(number:)) else {
      preconditionFailure("promise \(name.text) passed the loader unknown")
    }
    return index
  }

  // MARK: Cases

  func plan(_ written: Case, numbers: [String: Int]? = nil) -> CasePlan {
    let content: CasePlan.Content =
      switch written.content {
      case .named(let name, let payload):
        .named(
          name.text, number: numbers?[name.text],
          payload: payload.map { DatumPlan($0, in: scope) })
      case .formula(let formula): .formula(FormulaPlan(formula, in: scope))
      }
    return CasePlan(content: content, span: written.span)
  }
}

extension LocalKind {
  fileprivate init(_ binding: Verb.Binding) {
    self =
      switch binding {
      case .promise: .promise
      case .actor: .reference
      }
  }
}
