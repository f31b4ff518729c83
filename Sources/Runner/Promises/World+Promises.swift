import Reactor
import Scenarios
import Values

/// The time that a caller waits for its answer is over.
final class Timeout: ScheduledWork {
  let promise: Promise
  private let step: Step
  private unowned let world: World
  fileprivate(set) var pending: PendingWork?

  init(_ promise: Promise, _ step: Step, _ world: World) {
    self.promise = promise
    self.step = step
    self.world = world
  }

  /// The answer has come in time, or nobody wants it any more.
  func end() { if let pending { world.cancel(pending) } }

  /// An actor that was asked is not told, and its answer is dropped; a method's steps end with the
  /// call.
  func take() {
    pending = nil
    let worker = promise.bonds.worker
    world.settle(
      promise, .error(RunError(.noAnswer, "\(promise.name) timed out", at: step.keyword.span)))
    worker?.cancel(workAt: promise)
  }

  func about(at step: Step?) -> String { "the timeout of \(promise.subject)" }

  var turnParts: [StatePart] { [.text("timeout of"), .named(promise), .step(step)] }

  func count(pending held: inout HeldBytes) { promise.count(in: &held) }

  func sever() { promise.sever() }
}

extension World {
  /// Rejects it when the time is over.
  func limit(
    _ promise: Promise, by patience: Datum?, _ step: Step, in frame: Frame
  ) throws(RunError) {
    guard let patience else { return }
    let span = try duration(patience, "timeout", in: frame)
    let timeout = Timeout(promise, step, self)
    timeout.pending = try post(timeout, after: span, step)
    promise.timeout = timeout
  }

  /// Settles a promise once and for ever; who waits goes on in a turn of its own.
  func settle(_ promise: Promise, _ outcome: Promise.Outcome) {
    guard promise.isPending else { return }
    promise.settle(outcome)
    let name = promise.declaredName ?? promise.name
    switch promise.status {
    case .cancelled: trail.add(TraceEvent(.cancelled, name, promise.reason))
    case .rejected: trail.add(TraceEvent(.rejected, name, promise.summary))
    case .pending, .fulfilled: trail.add(TraceEvent(.answered, name, promise.summary))
    }
    let waiter = promise.waiter
    promise.waiter = nil
    waiter?.answered(promise)
  }

  /// Nobody wants the answer any more. The reason is that of all that is cancelled with it.
  func cancel(_ promise: Promise, because reason: Value? = nil) {
    guard promise.isPending else { return }
    let outer = cancelReason
    defer { cancelReason = outer }
    cancelReason = reason ?? outer
    promise.reason = cancelReason
    promise.giveUp { settle(promise, .cancelled) }
  }
}
