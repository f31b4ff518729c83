import Scenarios
import Values

extension Runtime {
  func act(
    _ verb: PromiseVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    let span = step.keyword.span
    switch verb {
    case .resolve(let call, let datum):
      try settle(call, "resolve", at: span, .value(try world.value(of: datum, in: frame)), frame)
    case .reject(let call, let datum):
      try settle(call, "reject", at: span, .error(try world.failure(datum, in: frame)), frame)
    case .cancel(let local, let datum):
      var reason = Value.null
      if let datum { reason = try world.value(of: datum, in: frame) }
      if let promise = calls.promise(frame.locals[local.number]) {
        world.cancel(promise, because: reason)
      }
    case .cancelTimer(let local): try bodies.cancel(frame.locals[local.number], local.name)
    case .gather(let gathering): try gather(gathering, step, in: frame, for: body)
    }
  }

  /// Asks and calls all; a body waits for what comes of them, and the script goes on.
  private func gather(
    _ written: Verb.Gathering, _ step: Step, in frame: Frame, for body: Body?
  ) throws(RunError) {
    let waiting = frame.isScript ? nil : body
    let promise = Promise(step.keyword.text, at: step)
    let gathering = Gathering(written.rule, for: promise, in: world)
    if let waiting {
      bodies.wait(for: promise, at: step, waiting)
      try ask(written, gathering, in: frame, for: waiting)
    } else {
      try calls.keep(promise, step, in: frame) { () throws(RunError) in
        try ask(written, gathering, in: frame, for: nil)
      }
    }
  }

  private func ask(
    _ written: Verb.Gathering, _ gathering: Gathering, in frame: Frame, for body: Body?
  ) throws(RunError) {
    do throws(RunError) {
      try world.limit(gathering.promise, by: written.timeout, gathering.promise.step, in: frame)
      try ask(written.steps, gathering, in: frame, for: body)
    } catch {
      gathering.fail()
      throw error
    }
    gathering.complete()
  }

  private func ask(
    _ steps: [Step], _ gathering: Gathering, in frame: Frame, for body: Body?
  ) throws(RunError) {
    for step in steps {
      try world.takeStep()
      switch step.verb {
      case .turn(.event(.ask(let ask))):
        try actors.ask(ask, step, for: gathering, in: frame, by: body)
      case .turn(.event(.call(let call))):
        try services.call(call, step, for: gathering, in: frame, by: body)
      case .control(.loop(let loop)):
        let passes = try world.passes(of: loop, in: frame)
        let depth = frame.locals.count
        for pass in 0..<passes.count {
          passes.bind(pass, in: frame)
          defer { frame.locals.removeSubrange(depth...) }
          try ask(passes.steps, gathering, in: frame, for: body)
        }
      case .turn, .control, .advance, .check:
        preconditionFailure("nothing but asks and calls passed the loader")
      }
    }
  }

  private func settle(
    _ call: Verb.OpenCall, _ verb: String, at span: SourceSpan, _ outcome: Promise.Outcome,
    _ frame: Frame
  ) throws(RunError) {
    switch call {
    case .oldest(let method): try services.settleOpen(method, verb, at: span, outcome)
    case .promise(let local):
      guard let promise = calls.promise(frame.locals[local.number]) else { return }
      try services.settle(promise, local.text, verb, at: span, outcome)
    }
  }
}
