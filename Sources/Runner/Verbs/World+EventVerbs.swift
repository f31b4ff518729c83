import Scenarios
import Values

/// What happens to a reactor, a store, an actor or a service, with names as numbers.
enum EventAction {
  case send(reactor: Int, CasePlan)
  case dispatch(store: Int, CasePlan, isSync: Bool)
  case tell(RecipientPlan, CasePlan)
  case ask(AskPlan)
  case call(CallPlan)
  case present(PresentationPlan)
  case replace(PresentationPlan)
  case dismiss(store: Int, DismissalPlan)
  case stub(reactor: Int)
}

/// A service's method by numbers.
struct MethodPlan {
  let service: Int
  let method: Int
  let name: Name

  func isSame(as other: MethodPlan) -> Bool {
    service == other.service && method == other.method
  }
}

struct CallPlan {
  let method: MethodPlan
  let arguments: DatumPlan?
  /// With `error` bound; nil where a rejection is a failure.
  let otherwise: [StepPlan]?
  let timeout: DatumPlan?
}

struct PresentationPlan {
  let store: Int
  /// As written: one of the parcel's own lacks its prefix.
  let route: String
  let arguments: DatumPlan?
}

enum DismissalPlan {
  case top
  /// As written: one of the parcel's own lacks its prefix.
  case route(String)
  case count(DatumPlan)
}

extension EventAction {
  init(_ verb: EventVerb, in planner: StepPlanner) {
    let names = planner.scope.names
    switch verb {
    case .send(let reactor, let action):
      let reactor = planner.number(reactor, in: names.reactors)
      self = .send(
        reactor: reactor, planner.plan(action, numbers: names.actions[reactor]))
    case .dispatch(let store, let action, let isSync):
      self = .dispatch(
        store: planner.number(store, in: names.stores), planner.plan(action), isSync: isSync)
    case .tell(let recipient, let message):
      self = .tell(planner.plan(recipient), planner.plan(message))
    case .ask(let ask): self = .ask(AskPlan(ask, in: planner))
    case .call(let call): self = .call(CallPlan(call, in: planner))
    case .present(let presentation):
      self = .present(PresentationPlan(presentation, in: planner))
    case .replace(let presentation):
      self = .replace(PresentationPlan(presentation, in: planner))
    case .dismiss(let store, let dismissal):
      self = .dismiss(
        store: planner.number(store, in: names.stores), DismissalPlan(dismissal, in: planner))
    case .stub(let reactor):
      self = .stub(reactor: planner.number(reactor, in: names.reactors))
    }
  }

  /// What is done where the answer that it waits for is a rejection.
  var otherwise: [StepPlan]? {
    switch self {
    case .ask(let ask): ask.otherwise
    case .call(let call): call.otherwise
    case .send, .dispatch, .tell, .present, .replace, .dismiss, .stub: nil
    }
  }
}

extension AskPlan {
  fileprivate init(_ ask: Verb.Ask, in planner: StepPlanner) {
    self.init(
      recipient: planner.plan(ask.recipient), message: planner.plan(ask.message),
      otherwise: ask.otherwise.map { planner.planRejected($0) },
      timeout: ask.timeout.map { DatumPlan($0, in: planner.scope) })
  }
}

extension CallPlan {
  fileprivate init(_ call: Verb.Call, in planner: StepPlanner) {
    self.init(
      method: planner.scope.names.method(call.method),
      arguments: call.arguments.map { DatumPlan($0, in: planner.scope) },
      otherwise: call.otherwise.map { planner.planRejected($0) },
      timeout: call.timeout.map { DatumPlan($0, in: planner.scope) })
  }
}

extension PresentationPlan {
  fileprivate init(_ presentation: Verb.Presentation, in planner: StepPlanner) {
    self.init(
      store: planner.number(presentation.store, in: planner.scope.names.stores),
      route: presentation.route.text,
      arguments: presentation.arguments.map { DatumPlan($0, in: planner.scope) })
  }
}

extension DismissalPlan {
  fileprivate init(_ dismissal: Verb.Dismissal, in planner: StepPlanner) {
    switch dismissal {
    case .top: self = .top
    case .route(let name): self = .route(name.text)
    case .count(let count): self = .count(DatumPlan(count, in: planner.scope))
    }
  }
}

extension World {
  func act(
    _ action: EventAction, _ step: StepPlan, in frame: Frame, by body: Body?
  ) throws(RunError) {
    // A batch of a script is a body too, and waits for nothing.
    let waiting = frame.isScript ? nil : body
    switch action {
    case .send(let reactor, let action): try send(reactor, action, in: frame)
    case .dispatch(let store, let action, let isSync):
      try dispatch(store, action, isSync: isSync, in: frame)
    case .tell(let recipient, let message):
      try send(message, to: recipient, for: nil, step, in: frame)
    case .ask(let ask):
      if let waiting {
        try begin(ask, step, waiting)
      } else {
        try askFromScript(ask, step, in: frame)
      }
    case .call(let call):
      if let waiting {
        try begin(call, step, waiting)
      } else {
        try callFromScript(call, step, in: frame)
      }
    case .present(let plan): try present(plan, replacing: false, in: frame)
    case .replace(let plan): try present(plan, replacing: true, in: frame)
    case .dismiss(let store, let plan): try dismiss(store, plan, in: frame)
    case .stub(let reactor): reactors[reactor].stub()
    }
  }
}
