import Reactor
import Scenarios
import Values

/// The time that a caller waits for its answer is over.
private final class Timeout: ScheduledWork {
  private let promise: Promise
  private let step: Step
  private unowned let world: World

  init(_ promise: Promise, _ step: Step, _ world: World) {
    self.promise = promise
    self.step = step
    self.world = world
  }

  /// Who was asked is not told, and the answer is dropped.
  func take() {
    promise.timeout = nil
    world.settle(
      promise, .error(RunError(.noAnswer, "\(promise.name) timed out", at: step.keyword.span)))
  }

  func about(at step: Step?) -> String { "the timeout of \(promise.subject)" }

  var turnParts: [StatePart] { [.text("timeout of"), .named(promise), .step(step)] }

  func count(pending held: inout HeldBytes) { promise.count(in: &held) }

  func sever() { promise.sever() }
}

extension World {
  /// Rejects it when the time is over.
  func limit(
    _ promise: Promise, by timeout: Datum?, _ step: Step, in frame: Frame
  ) throws(RunError) {
    guard let timeout else { return }
    let span = try duration(timeout, "timeout", in: frame)
    promise.timeout = try post(Timeout(promise, step, self), after: span, step)
  }

  /// Settles a promise once and for ever; who waits goes on in a turn of its own.
  func settle(_ promise: Promise, _ outcome: Promise.Outcome) {
    guard promise.isPending else { return }
    promise.settle(outcome)
    promise.callee = nil
    if let timeout = promise.timeout { cancel(timeout) }
    promise.timeout = nil
    promise.keeper?.settled(promise)
    let name = promise.declaredName ?? promise.name
    switch promise.status {
    case .cancelled: trail.add(TraceEvent(.cancelled, name))
    case .rejected: trail.add(TraceEvent(.rejected, name, promise.summary))
    case .pending, .fulfilled: trail.add(TraceEvent(.answered, name, promise.summary))
    }
    let waiter = promise.waiter
    promise.waiter = nil
    waiter?.answered(promise)
  }

  /// Settles it with what an evaluation gives.
  func settle(_ promise: Promise, by answer: () throws(RunError) -> Value) {
    do throws(RunError) {
      settle(promise, .value(try answer()))
    } catch {
      settle(promise, .error(error))
    }
  }

  /// Nobody wants the answer any more: who is at work at it ends that. A message that is still queued
  /// will be handled all the same.
  func cancel(_ promise: Promise) {
    guard promise.isPending else { return }
    let callee = promise.callee
    let addressees = promise.addressees
    settle(promise, .cancelled)
    callee?.cancel(workAt: promise)
    for addressee in addressees { addressee.cancel(workAt: promise) }
  }
}
