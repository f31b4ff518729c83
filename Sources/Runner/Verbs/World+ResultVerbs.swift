import Scenarios
import Values

/// What a body gives, with names as numbers.
enum ResultAction {
  case emit([(channel: String?, value: DatumPlan)])
  case mutation(CasePlan)
  case returning(DatumPlan)
  case failing(DatumPlan)
  case refuse(DatumPlan)
  case forward(RecipientPlan, CasePlan)
}

extension ResultAction {
  init(_ verb: ResultVerb, in planner: StepPlanner) {
    let scope = planner.scope
    switch verb {
    case .emit(let emissions):
      self = .emit(emissions.map { ($0.channel?.text, DatumPlan($0.value, in: scope)) })
    case .mutation(let mutation):
      let numbers = planner.reactor.map { scope.names.mutations[$0] }
      self = .mutation(planner.plan(mutation, numbers: numbers))
    case .returning(let datum), .reply(let datum):
      self = .returning(DatumPlan(datum, in: scope))
    case .failing(let datum): self = .failing(DatumPlan(datum, in: scope))
    case .refuse(let datum): self = .refuse(DatumPlan(datum, in: scope))
    case .forward(let recipient, let message):
      self = .forward(planner.plan(recipient), planner.plan(message))
    }
  }
}

extension World {
  func act(
    _ action: ResultAction, _ step: StepPlan, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch action {
    case .emit(let emissions):
      for emission in emissions {
        try emit(emission.channel, try value(of: emission.value, in: frame), frame)
      }
    case .mutation(let mutation): try emit(mutation, of: try World.atWork(body))
    case .returning(let datum):
      try World.atWork(body).result = try value(of: datum, in: frame)
    case .failing(let datum): throw try failure(datum, in: frame)
    case .refuse(let datum): try refuse(datum, try World.atWork(body))
    case .forward(let recipient, let message):
      try forward(message, to: recipient, step, try World.atWork(body))
    }
  }

  /// Rejects the answer and ends the body, which has not failed: no supervisor hears of it. Where
  /// nobody asked, nobody is told.
  private func refuse(_ datum: DatumPlan, _ body: Body) throws(RunError) {
    let work = try body.message(toBe: "refused")
    let reason = try failure(datum, in: body.frame)
    if let promise = work.mail.promise { settle(promise, .error(reason)) }
    body.result = .null
  }
}
