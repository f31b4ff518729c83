import Scenarios
import Values

extension World {
  func act(
    _ verb: ResultVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .emit(let emissions):
      for emission in emissions {
        let value = try value(of: emission.value, in: frame)
        try emit(value, to: emission.channel?.text, of: emission.part, frame)
      }
    case .mutation(let mutation): try emit(mutation, of: try World.atWork(body))
    case .returning(let datum), .reply(let datum):
      try World.atWork(body).result = try value(of: datum, in: frame)
    case .failing(let datum): throw try failure(datum, in: frame)
    case .refuse(let datum): try refuse(datum, try World.atWork(body))
    case .forward(let recipient, let message):
      try forward(message, to: recipient, step, try World.atWork(body))
    }
  }

  /// Rejects the answer and ends the body, which has not failed: no supervisor hears of it. Where
  /// nobody asked, nobody is told.
  private func refuse(_ datum: Datum, _ body: Body) throws(RunError) {
    let work = try body.message(toBe: "refused")
    let reason = try failure(datum, in: body.frame)
    if let promise = work.mail.promise { settle(promise, .error(reason)) }
    body.result = .null
  }
}
