import Reactor
import Scenarios
import Values

/// A service of the file at work.
final class ServiceRun {
  let plan: ServicePlan
  let holder: Holder
  /// How often each method was called, for its replies.
  var counts: [Int]
  /// The calls of each method that wait for the script, oldest first.
  var open: [[Promise]]

  init(_ plan: ServicePlan, part: Int) {
    self.plan = plan
    holder = Holder(plan.name, .service(plan.index), part: part, plan.state)
    counts = Array(repeating: 0, count: plan.methods.count)
    open = Array(repeating: [], count: plan.methods.count)
  }
}

extension World {
  // MARK: Calling

  /// A body calls and waits for the answer.
  func begin(_ call: CallPlan, _ step: StepPlan, _ body: Body) throws(RunError) {
    let depth = (body.answered?.depth ?? 0) + 1
    if depth > World.callLimit {
      throw RunError(
        "calls lead to each other more than \(World.callLimit) deep",
        kind: .budget, at: step.step.keyword.span, help: ["end the chain by a condition"])
    }
    let promise = try promise(for: call, in: body.frame, depth: depth)
    promise.waiter = .body(body, step)
    body.wait = .answer(promise)
    try start(promise, call, step, in: body.frame)
  }

  /// Calls that wait for each other hold each other, and those that do not wait nest.
  private static let callLimit = 1_000

  /// The script calls and goes on; the answer is a turn.
  func callFromScript(_ call: CallPlan, _ step: StepPlan, in frame: Frame) throws(RunError) {
    let promise = try promise(for: call, in: frame)
    promise.waiter = .script(
      ScriptCall(step: step, plan: call, frame: frame.copy, event: eventNumber))
    promises.append(promise)
    lastPromise = promise
    if step.step.binding != nil { frame.locals.append(.int(Int64(promises.count - 1))) }
    try start(promise, call, step, in: frame)
  }

  /// What a call that failed before it was made is bound as.
  func brokenPromise(_ step: StepPlan, _ error: RunError?) -> Value {
    guard case .call(let call) = step.action else { return .null }
    let promise = Promise(call.method, .null)
    promise.settle(.error(error ?? RunError("the call was not made", at: nil)))
    promises.append(promise)
    return .int(Int64(promises.count - 1))
  }

  private func promise(
    for call: CallPlan, in frame: Frame, depth: Int = 0
  ) throws(RunError) -> Promise {
    var arguments = Value.null
    if let datum = call.arguments { arguments = try value(of: datum, in: frame) }
    return Promise(call.method, arguments, depth: depth)
  }

  private func start(
    _ promise: Promise, _ call: CallPlan, _ step: StepPlan, in frame: Frame
  ) throws(RunError) {
    if let timeout = call.timeout {
      let span = try duration(timeout, "timeout", in: frame)
      promise.timeout = try post(.timeout(promise, step), after: span, step)
    }
    let service = services[call.method.service]
    let method = service.plan.methods[call.method.method]
    log.call(call.method, promise.arguments)
    trail.add(.called(method.fullName, promise.arguments))
    try checkDepth()
    try untracked { () throws(RunError) in try answer(promise, method, of: service) }
  }

  /// As it is declared, whatever name it was called by.
  func name(of method: MethodPlan) -> String {
    services[method.service].plan.methods[method.method].fullName
  }

  /// Plays the method, as far as it goes without waiting.
  private func answer(
    _ promise: Promise, _ method: ServicePlan.Method, of service: ServiceRun
  ) throws(RunError) {
    let frame = Frame(
      world: self, locals: [promise.arguments], part: service.holder.part,
      own: service.holder.slot)
    switch method.body {
    case .steps(let steps):
      let body = Body(steps, in: frame, for: .method(promise))
      promise.callee = body
      run(body)
    case .formula(let formula):
      settle(promise) { () throws(RunError) in try evaluate(formula, in: frame) }
    case .replies(let replies):
      let number = min(service.counts[promise.method.method], replies.count - 1)
      service.counts[promise.method.method] += 1
      guard number >= 0 else { return settle(promise, .value(.null)) }
      reply(replies[number], to: promise, of: service, in: frame)
    case .pending: service.open[promise.method.method].append(promise)
    }
  }

  private func reply(
    _ reply: ServicePlan.Method.Reply, to promise: Promise, of service: ServiceRun,
    in frame: Frame
  ) {
    switch reply {
    case .value(let datum):
      settle(promise) { () throws(RunError) in try value(of: datum, in: frame) }
    case .failure(let datum):
      settle(promise) { () throws(RunError) in throw try failure(datum, in: frame) }
    case .pending: service.open[promise.method.method].append(promise)
    }
  }

  private func settle(_ promise: Promise, by answer: () throws(RunError) -> Value) {
    do throws(RunError) {
      settle(promise, .value(try answer()))
    } catch {
      settle(promise, .error(error))
    }
  }

  // MARK: Settling

  /// Settles a promise once and for ever; who waits goes on in a turn of its own.
  func settle(_ promise: Promise, _ outcome: Promise.Outcome) {
    guard promise.isPending else { return }
    promise.settle(outcome)
    if let timeout = promise.timeout { cancel(timeout) }
    promise.timeout = nil
    services[promise.method.service].open[promise.method.method].removeAll { $0 === promise }
    trail.add(.answered(promise.method.name.text, promise.summary))
    switch promise.waiter {
    case .nobody: break
    case .body(let body, let step): post(.resume(body, promise.resumption, step))
    case .script(let call): post(.answer(call, promise))
    }
    promise.waiter = .nobody
  }

  /// The script settles the oldest open call of a method.
  func settleOpen(
    _ method: MethodPlan, _ verb: String, at span: SourceSpan, _ outcome: Promise.Outcome
  ) throws(RunError) {
    guard let promise = services[method.service].open[method.method].first else {
      throw RunError(
        "\(method.name.text) has no open call to \(verb)", at: span,
        help: ["a call stays open where the method is `pending` and nobody has settled it"])
    }
    settle(promise, outcome)
  }

  /// Nobody wants the answer any more: the method's body is cancelled too.
  func cancel(_ promise: Promise) {
    guard promise.isPending else { return }
    let callee = promise.callee
    settle(promise, .cancelled)
    if let callee { cancel(callee) }
  }

  /// The caller has waited long enough. The method is not told, and its answer is dropped.
  func timedOut(_ promise: Promise, _ step: StepPlan) {
    promise.timeout = nil
    settle(
      promise, .error(RunError("\(promise.method.name.text) timed out", at: step.step.keyword.span))
    )
  }

  /// A call of the script was answered.
  func answered(_ call: ScriptCall, _ promise: Promise) {
    guard promise.status == .rejected, let error = promise.error else { return }
    let cause = error.placed(at: call.step.step.keyword.span)
    if let steps = call.plan.otherwise {
      let frame = call.frame.copy
      frame.locals.append(cause.value)
      return run(Body(steps, in: frame, for: .part("else")))
    }
    if call.step.step.binding != nil { return }
    if call.event == eventNumber, rejection == nil {
      rejection = cause
    } else {
      report(cause)
    }
  }
}
