import Reactor
import Scenarios
import Values

/// What the script has called and asked.
final class ScriptCalls {
  private let bodies: Bodies
  /// The promises that steps have bound, by number.
  private(set) var promises: [Promise] = []
  /// The one made last, for `replies`.
  var last: Promise?
  /// What rejected a call of the step under way, where nobody takes care of it.
  private(set) var rejection: RunError?
  /// Counts the event steps of the script.
  private(set) var event = 0
  /// Whether it has called or asked in the event under way.
  private var hasAsked = false

  init(_ bodies: Bodies) { self.bodies = bodies }

  var isRejected: Bool { rejection != nil }

  /// Whether anything is as it is only as long as the event under way.
  var isOfEvent: Bool { hasAsked || rejection != nil || last != nil }

  /// An event step of the script begins.
  func beginEvent() {
    event += 1
    hasAsked = false
    // Mostly there is nothing to let go of.
    if rejection != nil { rejection = nil }
    if last != nil { last = nil }
  }

  /// A promise of the script's: what the step binds, and what `replies` looks at. Rejected where it
  /// cannot even be asked.
  func keep(
    _ promise: Promise, _ step: Step, in frame: Frame, asking: () throws(RunError) -> Void
  ) throws(RunError) {
    // Kept locals have the next binding copy them all, so they are kept for `else` alone.
    let kept = step.otherwise == nil ? nil : frame.copy
    promise.waiter = ScriptCall(step: step, frame: kept, event: event, self)
    last = promise
    hasAsked = true
    defer {
      if step.binding != nil {
        frame.locals.append(.int(Int64(promises.count)))
        promises.append(promise)
      }
    }
    do {
      try asking()
    } catch {
      promise.waiter = nil
      bodies.world.settle(promise, .error(error))
      throw error
    }
  }

  /// What the script called or asked was answered.
  fileprivate func answered(_ call: ScriptCall, _ promise: Promise) {
    guard let error = promise.error else { return }
    let cause = error.placed(at: call.step.keyword.span)
    if let steps = call.step.otherwise, let frame = call.frame?.copy {
      frame.locals.append(cause.value)
      return bodies.run(Body(steps, in: frame, for: NamedPart("else", bodies), bodies))
    }
    if call.step.binding != nil { return }
    if isInEvent(call), rejection == nil {
      rejection = cause
    } else {
      // It stands with another step, which says nothing of what was asked.
      bodies.world.report(cause.naming(promise.name))
    }
  }

  /// The promise that a local of the script is.
  func promise(_ number: Value) -> Promise? {
    guard case .int(let number) = number else { return nil }
    return promises[Int(number)]
  }

  /// Whether it is an answer to what the script asked in the event under way.
  func hearsInEvent(_ turn: Turn) -> Bool {
    guard turn.party == bodies.world.party else { return false }
    return (bodies.world.scheduled[turn.word] as? ScriptCall).map { isInEvent($0) } ?? false
  }

  fileprivate func isInEvent(_ call: ScriptCall) -> Bool { call.event == event }

  fileprivate func post(_ call: ScriptCall) { bodies.world.post(call) }
}

/// What becomes of an answer to the script.
final class ScriptCall: PromiseWaiter, ScheduledWork {
  let step: Step
  /// For `else`, where there is one, with the locals as they were.
  let frame: Frame?
  /// The number of the script's event during which it was made.
  let event: Int
  private unowned(unsafe) let calls: ScriptCalls
  /// Once it has been settled.
  private var promise: Promise?

  fileprivate init(step: Step, frame: Frame?, event: Int, _ calls: ScriptCalls) {
    self.step = step
    self.frame = frame
    self.event = event
    self.calls = calls
  }

  func answered(_ promise: Promise) {
    self.promise = promise
    calls.post(self)
  }

  func take() { if let promise { calls.answered(self, promise) } }

  func about(at step: Step?) -> String { "the answer of \(promise?.subject ?? "")" }

  var waiterParts: [StatePart] {
    var parts: [StatePart] = [.text("the script"), .step(step)]
    if let frame { parts += [.text("with"), .locals(frame.locals)] }
    if calls.isInEvent(self) { parts.append(.text("in this event")) }
    return parts
  }

  var turnParts: [StatePart] {
    waiterParts + [.text("hears")] + (promise.map { [.named($0)] } ?? [])
  }

  func count(pending held: inout HeldBytes) { promise?.count(in: &held) }

  func sever() {
    promise?.sever()
    promise = nil
  }
}
