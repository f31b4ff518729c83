import Scenarios
import Values

/// A reactor with its bodies and formulas resolved.
final class ReactorPlan {
  struct Action {
    let name: Name
    /// Over the local `action` and the reactor's state.
    let steps: [StepPlan]
    let isLatest: Bool
    /// The numbers of the actions that end a running body.
    let until: [Int]
  }

  let index: Int
  let declaration: ReactorDeclaration
  let state: DatumPlan
  /// Nil where actions are mutations.
  let actions: [Action]?
  /// Over the locals `mutation` and `state`.
  let reducers: [ReducerPlan]
  let action: [OperatorPlan]
  let mutation: [OperatorPlan]
  let transformState: [OperatorPlan]
  private let actionNumbers: [String: Int]
  private let mutationNumbers: [String: Int]

  init(_ declaration: ReactorDeclaration, index: Int, in scope: NameScope) {
    self.index = index
    self.declaration = declaration
    state = DatumPlan(declaration.state, in: scope)
    let numbers = scope.names.actions[index]
    let planner = StepPlanner(scope: scope.binding(["action"]).withState, reactor: index)
    actions = declaration.actions?.map { action in
      Action(
        name: action.body.name, steps: planner.plan(action.body.steps), isLatest: action.isLatest,
        until: action.until.compactMap { numbers[$0.text] })
    }
    let reducing = scope.binding(["mutation", "state"])
    reducers = declaration.reducers.map { ReducerPlan($0, in: reducing) }
    let inner = scope.binding(["it"])
    action = declaration.transform.action.map { OperatorPlan($0, in: inner) }
    mutation = declaration.transform.mutation.map { OperatorPlan($0, in: inner) }
    transformState = declaration.transform.state.map { OperatorPlan($0, in: inner) }
    actionNumbers = numbers
    mutationNumbers = scope.names.mutations[index]
  }

  var name: String { declaration.name.text }

  func name(ofAction number: Int) -> String {
    actions?[number].name.text ?? reducers[number].name.text
  }

  /// The action of that spelling; nil where the reactor has none.
  func action(_ value: CaseValue) -> NumberedCase? {
    actionNumbers[value.name].map { NumberedCase(number: $0, payload: value.payload) }
  }

  func mutation(_ value: CaseValue) -> NumberedCase? {
    mutationNumbers[value.name].map { NumberedCase(number: $0, payload: value.payload) }
  }
}

/// An operator with its formulas resolved, over the local `it`.
struct OperatorPlan {
  enum Kind {
    case map(DatumPlan)
    case filter(FormulaPlan)
    case distinct
    case debounce(DatumPlan)
    case throttle(DatumPlan)
    case delay(DatumPlan)
    case take(DatumPlan)
    case skip(DatumPlan)
    case merge(PathPlan, name: String?)
    case tap([StepPlan])
  }

  let kind: Kind
  let keyword: Name

  init(_ written: Operator, in scope: NameScope) {
    keyword = written.keyword
    kind =
      switch written.kind {
      case .map(let datum): .map(DatumPlan(datum, in: scope))
      case .filter(let formula): .filter(FormulaPlan(formula, in: scope))
      case .distinct: .distinct
      case .debounce(let span): .debounce(DatumPlan(span, in: scope))
      case .throttle(let span): .throttle(DatumPlan(span, in: scope))
      case .delay(let span): .delay(DatumPlan(span, in: scope))
      case .take(let count): .take(DatumPlan(count, in: scope))
      case .skip(let count): .skip(DatumPlan(count, in: scope))
      case .merge(let path, let name): .merge(PathPlan(path, in: scope), name: name?.text)
      case .tap(let steps): .tap(StepPlanner(scope: scope).plan(steps))
      }
  }
}
