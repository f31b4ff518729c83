import Scenarios
import Values

/// The answer to a call or an ask, still open or settled once and for ever.
final class Promise: Placed {
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
    case body(Body, Step)
    case script(ScriptCall)
    /// A message that was forwarded.
    case forwarder(Work)
  }

  /// What is to be answered.
  enum Subject {
    case method(Verb.Method)
    /// A message of that name.
    case message(String)

    /// For reports and the trail.
    var name: String {
      switch self {
      case .method(let method): method.name.text
      case .message(let name): name
      }
    }
  }

  let subject: Subject
  /// The step that calls or asks.
  let step: Step
  /// How many calls wait for this one, each for the next.
  let depth: Int
  /// Nil while it is pending.
  private(set) var outcome: Outcome?
  var waiter = Waiter.nobody
  /// The method's body, while it is at work.
  weak var callee: Body?
  /// The actors that the message went to.
  var addressees: [ActorRun] = []
  /// Under which the engine knows who waits for it.
  var ticket: UInt64?
  /// Ends the caller's patience.
  var timeout: PendingWork?
  /// Where it stands among the open calls of its method.
  var place: Int?

  init(_ subject: Subject, at step: Step, depth: Int = 0) {
    self.subject = subject
    self.step = step
    self.depth = depth
  }

  /// For the trail: whose answer it is.
  var name: String {
    if case .message = subject, let actor = addressees.first {
      return "\(actor.name).\(subject.name)"
    }
    return subject.name
  }

  var isPending: Bool { outcome == nil }

  var status: Status {
    switch outcome {
    case nil: .pending
    case .value: .fulfilled
    case .error: .rejected
    case .cancelled: .cancelled
    }
  }

  /// Null where there is none.
  var answer: Value {
    if case .value(let value)? = outcome { value } else { .null }
  }

  var error: RunError? {
    if case .error(let error)? = outcome { error } else { nil }
  }

  func settle(_ outcome: Outcome) { self.outcome = outcome }

  /// With what a waiting body goes on.
  var resumption: Answer {
    switch outcome {
    case .error(let error): .error(error)
    case .cancelled: .error(RunError(.noAnswer, "\(subject.name) was cancelled", at: nil))
    case .value, nil: .value(answer)
    }
  }

  /// Lets go of who waits, when the world ends.
  func sever() {
    let waiting = waiter
    waiter = .nobody
    addressees = []
    switch waiting {
    case .body(let body, _): body.sever()
    case .forwarder(let work): work.sever()
    case .nobody, .script: break
    }
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

/// What the script has called or asked: what becomes of the answer.
final class ScriptCall {
  let step: Step
  /// For `else`, where there is one, with the locals as they were.
  let frame: Frame?
  /// The number of the script's event during which it was made.
  let event: Int

  init(step: Step, frame: Frame?, event: Int) {
    self.step = step
    self.frame = frame
    self.event = event
  }
}
