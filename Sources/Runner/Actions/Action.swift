import Scenarios

extension StepPlan {
  /// What a step does, with names as numbers: see `Verb`.
  indirect enum Action {
    /// Outcomes alone.
    case check
    /// Which steps are done, how often, and what they know: a script does these itself, a body by
    /// its blocks.
    case control(ControlAction)
    /// In scripts alone: as many turns as come due.
    case advance(DatumPlan)
    /// What is done within one turn.
    case turn(TurnAction)
  }
}

/// What is done within one turn, by the chapters of verbs.
indirect enum TurnAction {
  case state(StateAction)
  case event(EventAction)
  case life(LifeAction)
  case time(TimeAction)
  case computation(ComputationAction)
  case result(ResultAction)
  case promise(PromiseAction)
  case fault(FaultAction)
}

extension StepPlan.Action {
  init(_ verb: Verb, in planner: StepPlanner) {
    switch verb {
    case .state(let verb): self = .turn(.state(StateAction(verb, in: planner)))
    case .event(let verb): self = .turn(.event(EventAction(verb, in: planner)))
    case .life(let verb): self = .turn(.life(LifeAction(verb, in: planner)))
    case .time(.advance(let span)): self = .advance(DatumPlan(span, in: planner.scope))
    case .time(.wait(let span)):
      self = .turn(.time(.wait(DatumPlan(span, in: planner.scope))))
    case .time(.every(let interval, let steps, let until)):
      let every = EveryPlan(
        interval: DatumPlan(interval, in: planner.scope), steps: planner.body.plan(steps),
        until: until.map { FormulaPlan($0, in: planner.scope) })
      self = .turn(.time(.every(every)))
    case .control(let verb): self = .control(ControlAction(verb, in: planner))
    case .computation(let verb):
      self = .turn(.computation(ComputationAction(verb, in: planner)))
    case .result(let verb): self = .turn(.result(ResultAction(verb, in: planner)))
    case .promise(let verb): self = .turn(.promise(PromiseAction(verb, in: planner)))
    case .fault(let verb): self = .turn(.fault(FaultAction(verb, in: planner)))
    case .check: self = .check
    }
  }
}
