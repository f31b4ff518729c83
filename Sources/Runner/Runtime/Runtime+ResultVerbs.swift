import Scenarios
import Values

extension Runtime {
  func act(
    _ verb: ResultVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .emit(let emissions):
      for emission in emissions {
        let value = try world.value(of: emission.value, in: frame)
        try world.emit(value, to: emission.channel?.text, of: emission.part, frame)
      }
    case .mutation(let mutation): try reactors.emit(mutation, of: try Bodies.atWork(body))
    case .returning(let datum), .reply(let datum):
      try Bodies.atWork(body).result = try world.value(of: datum, in: frame)
    case .failing(let datum): throw try world.failure(datum, in: frame)
    case .refuse(let datum): try refuse(datum, try Bodies.atWork(body))
    case .forward(let recipient, let message):
      try actors.forward(message, to: recipient, step, try Bodies.atWork(body))
    }
  }

  /// Rejects the answer and ends the body, which has not failed: no supervisor hears of it. Where
  /// nobody asked, nobody is told.
  private func refuse(_ datum: Datum, _ body: Body) throws(RunError) {
    let work = try body.message(toBe: "refused")
    let reason = try world.failure(datum, in: body.frame)
    if let promise = work.mail.promise {
      if promise.isPending { promise.isRefused = true }
      world.settle(promise, .error(reason))
    }
    body.result = .null
  }
}
