import Reactor
import Scenarios
import Values

extension World {
  // MARK: Making

  /// A promise of the script's: what the step binds, and what `replies` looks at. Rejected where it
  /// cannot even be asked.
  func keep(
    _ promise: Promise, _ step: Step, in frame: Frame, asking: () throws(RunError) -> Void
  ) throws(RunError) {
    // Kept locals have the next binding copy them all, so they are kept for `else` alone.
    let kept = step.otherwise == nil ? nil : frame.copy
    promise.waiter = .script(ScriptCall(step: step, frame: kept, event: eventNumber))
    lastPromise = promise
    defer {
      if step.binding != nil {
        frame.locals.append(.int(Int64(promises.count)))
        promises.append(promise)
      }
    }
    do {
      try asking()
    } catch {
      promise.waiter = .nobody
      settle(promise, .error(error))
      throw error
    }
  }

  /// Rejects it when the time is over.
  func limit(
    _ promise: Promise, by timeout: Datum?, _ step: Step, in frame: Frame
  ) throws(RunError) {
    guard let timeout else { return }
    let span = try duration(timeout, "timeout", in: frame)
    promise.timeout = try post(.timeout(promise, step), after: span, step)
  }

  // MARK: Settling

  /// Settles a promise once and for ever; who waits goes on in a turn of its own.
  func settle(_ promise: Promise, _ outcome: Promise.Outcome) {
    guard promise.isPending else { return }
    promise.settle(outcome)
    if let timeout = promise.timeout { cancel(timeout) }
    promise.timeout = nil
    endWait(for: promise)
    if case .method(let method) = promise.subject {
      services[method.service.number].open[method.method.number].remove(promise)
    }
    let name = answerer(of: promise)
    switch promise.status {
    case .cancelled: trail.add(TraceEvent(.cancelled, name))
    case .rejected: trail.add(TraceEvent(.rejected, name, promise.summary))
    default: trail.add(TraceEvent(.answered, name, promise.summary))
    }
    switch promise.waiter {
    case .nobody: break
    case .body(let body, let step): post(.resume(body, promise.resumption, step))
    case .script(let call): post(.answer(call, promise))
    case .forwarder(let work): post(.forwarded(work, promise))
    }
    promise.waiter = .nobody
  }

  /// Whose answer it is, for the trail: a method by the name under which it is declared.
  private func answerer(of promise: Promise) -> String {
    if case .method(let method) = promise.subject { return name(of: method) }
    return promise.name
  }

  /// The script settles the oldest open call of a method.
  func settleOpen(
    _ method: Verb.Method, _ verb: String, at span: SourceSpan, _ outcome: Promise.Outcome
  ) throws(RunError) {
    guard let promise = services[method.service.number].open[method.method.number].first else {
      throw RunError(
        .noOpenCall, "\(method.name.text) has no open call to \(verb)", at: span,
        help: ["a call stays open where the method is `pending` and nobody has settled it"])
    }
    settle(promise, outcome)
  }

  /// Nobody wants the answer any more: the body at work at it is cancelled too. A message that is
  /// still queued will be handled all the same.
  func cancel(_ promise: Promise) {
    guard promise.isPending else { return }
    let callee = promise.callee
    let works = promise.addressees.compactMap(\.work).filter { $0.mail.promise === promise }
    settle(promise, .cancelled)
    if let callee { cancel(callee) }
    for work in works { cancel(work) }
  }

  private func cancel(_ work: Work) {
    if work.forwarded != nil {
      cancelling(work)
      cancelForwarding(of: work)
      if let body = work.body {
        drop(body)
        completed(body)
      }
      over(work)
    } else if let body = work.body {
      cancel(body)
    }
  }

  /// Nobody waits any more for the actor that the message was forwarded to.
  func cancelForwarding(of work: Work) {
    guard let forwarded = work.forwarded else { return }
    work.forwarded = nil
    forwarded.waiter = .nobody
    cancel(forwarded)
  }

  /// The caller has waited long enough. Who was asked is not told, and the answer is dropped.
  func timedOut(_ promise: Promise, _ step: Step) {
    promise.timeout = nil
    settle(
      promise, .error(RunError(.noAnswer, "\(promise.name) timed out", at: step.keyword.span))
    )
  }

  /// What the script called or asked was answered.
  func answered(_ call: ScriptCall, _ promise: Promise) {
    guard let error = promise.error else { return }
    let cause = error.placed(at: call.step.keyword.span)
    if let steps = call.step.otherwise, let frame = call.frame?.copy {
      frame.locals.append(cause.value)
      return run(Body(steps, in: frame, for: .part("else")))
    }
    if call.step.binding != nil { return }
    if call.event == eventNumber, rejection == nil {
      rejection = cause
    } else {
      report(cause)
    }
  }
}
