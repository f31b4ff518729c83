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
    let action = delay == nil ? action(of: step.verb) : body.action(of: step.verb)
    if case .bind(let entries) = step.verb { for entry in entries { scope.bind(entry.key.text) } }
    if let binding = step.binding {
      scope.bind(binding.text, as: isScript ? step.verb.binds : nil)
    }
    let expecting = scope.forExpectations
    return StepPlan(
      step, action, delay: delay, step.outcomes.map { plan($0, in: expecting) })
  }

  /// For steps that are done later.
  private var body: StepPlanner {
    var planner = self
    planner.isScript = false
    return planner
  }

  private func binding(_ names: [String]) -> StepPlanner {
    var planner = self
    planner.scope = scope.binding(names)
    return planner
  }

  private func action(of verb: Verb) -> StepPlan.Action {
    switch verb {
    case .set(let assignments):
      .set(assignments.map { (target($0.path), DatumPlan($0.value, in: scope)) })
    case .replaceState(let datum): .replaceState(DatumPlan(datum, in: scope))
    case .depend(let path): .depend(PathPlan(path, in: scope))
    case .changed(let path): .changed(PathPlan(path, in: scope))
    case .invalidate(let target): .invalidate(computation(target))
    case .flush: .flush
    case .start(let name): .start(computation(name))
    case .stop(let target): .stop(computation(target))
    case .advance(let span): .advance(DatumPlan(span, in: scope))
    case .wait(let span): .wait(DatumPlan(span, in: scope))
    case .emit(let emissions):
      .emit(emissions.map { ($0.channel?.text, DatumPlan($0.value, in: scope)) })
    case .mutation(let mutation):
      .mutation(self.case(mutation, numbers: reactor.map { scope.names.mutations[$0] }))
    case .returning(let datum), .reply(let datum): .returning(DatumPlan(datum, in: scope))
    case .failing(let datum): .failing(DatumPlan(datum, in: scope))
    case .check: .check
    case .send, .dispatch, .call, .present, .replace, .dismiss, .stub, .resolve, .reject, .cancel:
      event(of: verb)
    case .tell, .ask, .forward, .spawn, .stopActor, .watch, .become, .stash, .unstash, .crash,
      .restart, .disturb:
      aboutActors(verb)
    default: block(of: verb)
    }
  }

  /// The verbs about reactors, stores and services.
  private func event(of verb: Verb) -> StepPlan.Action {
    switch verb {
    case .send(let reactor, let action):
      send(number(reactor, in: scope.names.reactors), action)
    case .dispatch(let store, let action, let isSync):
      dispatch(number(store, in: scope.names.stores), action, isSync)
    case .call(let call): .call(plan(call))
    case .present(let presentation): .present(plan(presentation))
    case .replace(let presentation): .replace(plan(presentation))
    case .dismiss(let store, let dismissal): dismiss(store, dismissal)
    case .stub(let reactor): .stub(reactor: number(reactor, in: scope.names.reactors))
    case .resolve(let method, let datum): .resolve(plan(method), DatumPlan(datum, in: scope))
    case .reject(let method, let datum): .reject(plan(method), DatumPlan(datum, in: scope))
    case .cancel(let name): .cancel(promise(name))
    default: preconditionFailure("\(verb) is no event")
    }
  }

  private func aboutActors(_ verb: Verb) -> StepPlan.Action {
    switch verb {
    case .tell(let recipient, let message): .tell(plan(recipient), self.case(message))
    case .ask(let ask):
      .ask(
        AskPlan(
          recipient: plan(ask.recipient), message: self.case(ask.message),
          otherwise: ask.otherwise.map { body.binding(["error"]).plan($0) },
          timeout: ask.timeout.map { DatumPlan($0, in: scope) }))
    case .forward(let recipient, let message): .forward(plan(recipient), self.case(message))
    case .spawn(let kind, let arguments):
      .spawn(
        number(kind, in: scope.names.actors), arguments.map { DatumPlan($0, in: scope) })
    case .stopActor(let recipient): .stopActor(plan(recipient))
    case .watch(let recipient): .watch(plan(recipient))
    case .become(let name): .become(behaviors.firstIndex(of: name.text) ?? 0)
    case .stash: .stash
    case .unstash: .unstash
    case .crash(let recipient): .crash(plan(recipient))
    case .restart(let recipient): .restartActor(plan(recipient))
    case .disturb(let disturbance): .disturb(plan(disturbance))
    default: preconditionFailure("\(verb) is about no actor")
    }
  }

  private func plan(_ recipient: Recipient) -> RecipientPlan {
    switch recipient {
    case .declared(let name): return .declared(number(name, in: scope.names.actors))
    case .local(let name):
      switch scope.slot(for: name.text).map(Slot.init(number:)) {
      case .local(let index), .reference(let index): return .local(index, name)
      default: preconditionFailure("\(name.text) passed the loader unknown")
      }
    }
  }

  private func plan(_ disturbance: Verb.Disturbance) -> DisturbancePlan {
    let kind: DisturbancePlan.Kind =
      switch disturbance.kind {
      case .drop: .drop
      case .duplicate: .duplicate
      case .delay(let span): .delay(DatumPlan(span, in: scope))
      }
    let sender: DisturbancePlan.Sender? =
      switch disturbance.sender {
      case nil: nil
      case .script: .script
      case .actor(let recipient): .actor(plan(recipient))
      }
    return DisturbancePlan(
      kind: kind, sender: sender, recipient: disturbance.recipient.map { plan($0) })
  }

  /// The verbs that hold steps.
  private func block(of verb: Verb) -> StepPlan.Action {
    switch verb {
    case .condition(let formula, let expected, let then, let otherwise):
      .condition(
        FormulaPlan(formula, in: scope), expected: expected, then: plan(then),
        otherwise: plan(otherwise))
    case .loop(let name, let list, let steps):
      .loop(DatumPlan(list, in: scope), binding([name.text]).plan(steps))
    case .repetition(let count, let steps):
      .repetition(DatumPlan(count, in: scope), plan(steps))
    case .every(let interval, let steps, let until):
      .every(
        EveryPlan(
          interval: DatumPlan(interval, in: scope), steps: body.plan(steps),
          until: until.map { FormulaPlan($0, in: scope) }))
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
      inner.bind(entry.key.text)
      return plan
    }
  }

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
  private func target(_ path: Path) -> PathPlan {
    ownState == nil ? PathPlan(path, in: scope) : PathPlan(own: path)
  }

  private func number(_ name: Name, in numbers: [String: Int]) -> Int {
    guard let index = numbers[name.text] else {
      preconditionFailure("\(name.text) passed the loader unknown")
    }
    return index
  }

  private func computation(_ name: Name) -> Int { number(name, in: scope.names.computations) }

  private func computation(_ target: Verb.Target) -> Int? {
    switch target {
    case .named(let name): computation(name)
    case .current: nil
    }
  }

  private func promise(_ name: Name) -> Int {
    guard case .promise(let index)? = scope.slot(for: name.text).map(Slot.init(number:)) else {
      preconditionFailure("promise \(name.text) passed the loader unknown")
    }
    return index
  }

  // MARK: Events

  private func `case`(
    _ written: Case, numbers: [String: Int]? = nil
  ) -> CasePlan {
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

  private func send(_ reactor: Int, _ action: Case) -> StepPlan.Action {
    .send(reactor: reactor, self.case(action, numbers: scope.names.actions[reactor]))
  }

  private func dispatch(_ store: Int, _ action: Case, _ isSync: Bool) -> StepPlan.Action {
    .dispatch(store: store, self.case(action), isSync: isSync)
  }

  private func plan(_ call: Verb.Call) -> CallPlan {
    CallPlan(
      method: plan(call.method), arguments: call.arguments.map { DatumPlan($0, in: scope) },
      otherwise: call.otherwise.map { body.binding(["error"]).plan($0) },
      timeout: call.timeout.map { DatumPlan($0, in: scope) })
  }

  private func plan(_ method: Verb.Method) -> MethodPlan {
    scope.names.method(method)
  }

  private func plan(_ presentation: Verb.Presentation) -> PresentationPlan {
    PresentationPlan(
      store: number(presentation.store, in: scope.names.stores), route: presentation.route.text,
      arguments: presentation.arguments.map { DatumPlan($0, in: scope) })
  }

  private func dismiss(_ store: Name, _ dismissal: Verb.Dismissal) -> StepPlan.Action {
    let store = number(store, in: scope.names.stores)
    switch dismissal {
    case .top: return .dismiss(store: store, .top)
    case .route(let name): return .dismiss(store: store, .route(name.text))
    case .count(let count): return .dismiss(store: store, .count(DatumPlan(count, in: scope)))
    }
  }
}

extension Verb {
  /// What `as` binds in a script that is more than a value.
  var binds: LocalKind? {
    switch self {
    case .call, .ask: .promise
    case .spawn: .reference
    default: nil
    }
  }
}
