import Scenarios
import Values

/// The answer to a call, still open or settled once and for ever.
final class Promise {
  enum Status: String {
    case pending
    case fulfilled
    case rejected
    case cancelled
  }

  enum Outcome {
    case value(Value)
    case error(RunError)
    case cancelled
  }

  /// Who goes on when it is settled.
  enum Waiter {
    case nobody
    case body(Body, StepPlan)
    case script(ScriptCall)
  }

  let method: MethodPlan
  let arguments: Value
  /// How many calls wait for this one, each for the next.
  let depth: Int
  private(set) var status = Status.pending
  private(set) var answer: Value = .null
  private(set) var error: RunError?
  var waiter = Waiter.nobody
  /// The method's body, while it is at work.
  weak var callee: Body?
  /// Ends the caller's patience.
  var timeout: PendingErrand?

  init(_ method: MethodPlan, _ arguments: Value, depth: Int = 0) {
    self.method = method
    self.arguments = arguments
    self.depth = depth
  }

  var isPending: Bool { status == .pending }

  func settle(_ outcome: Outcome) {
    switch outcome {
    case .value(let value):
      status = .fulfilled
      answer = value
    case .error(let error):
      status = .rejected
      self.error = error
    case .cancelled: status = .cancelled
    }
  }

  /// With what a waiting body goes on.
  var resumption: Answer {
    switch status {
    case .rejected: .error(error ?? RunError("rejected", at: nil))
    case .cancelled: .error(RunError("\(method.name.text) was cancelled", at: nil))
    default: .value(answer)
    }
  }

  /// Lets go of who waits, when the world ends.
  func sever() {
    let waiting = waiter
    waiter = .nobody
    if case .body(let body, _) = waiting { body.sever() }
  }

  /// What it came to, for the trail.
  var summary: Value {
    switch status {
    case .fulfilled: answer
    case .rejected: error?.value ?? .null
    default: .string(status.rawValue)
    }
  }

  /// As a script sees it: its status, the answer or null, the error or null.
  var value: Value {
    let record = try? Value.record([
      ("status", .string(status.rawValue)), ("value", answer), ("error", error?.value ?? .null),
    ])
    return record ?? .null
  }
}

/// A call of the script: what becomes of its answer.
final class ScriptCall {
  let step: StepPlan
  let plan: CallPlan
  /// For `else`, with the locals as they were.
  let frame: Frame
  /// The number of the script's event during which it was made.
  let event: Int

  init(step: StepPlan, plan: CallPlan, frame: Frame, event: Int) {
    self.step = step
    self.plan = plan
    self.frame = frame
    self.event = event
  }
}
