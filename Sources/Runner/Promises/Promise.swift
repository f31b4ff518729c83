import Reactor
import Scenarios
import Values

/// With what a waiting body goes on.
enum Answer {
  case time
  case value(Value)
  case error(RunError)
}

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

    /// What is told of it as part of the world's state.
    var parts: [StatePart] {
      switch self {
      case .value(let value): [.value(value)]
      case .error(let error): [.error(error)]
      case .cancelled: [.text("cancelled")]
      }
    }
  }

  /// The method or the message that is to be answered, as the step names it.
  let subject: String
  /// A method by the name under which it is declared.
  var declaredName: String?
  /// The step that calls or asks.
  let step: Step
  /// How many calls wait for this one, each for the next.
  let depth: Int
  /// Nil while it is pending.
  private(set) var outcome: Outcome?
  /// Whether it is rejected by a `refuse`: nobody has failed.
  var isRefused = false
  /// Why it was cancelled; null where nobody said.
  var reason = Value.null
  /// Who goes on when it is settled.
  var waiter: (any PromiseWaiter)?
  /// Keeps it among the open ones.
  unowned(unsafe) var keeper: (any PromiseKeeper)?
  /// The method's body, while it is at work at the answer, or the actors that the message went to.
  var bonds = PromiseBonds()
  /// Whether two bodies of a method may be at work at it.
  var isDoubled = false
  /// How many copies of the message that asks for it have not been lost. Where it is none, nobody else may answer.
  var copies = 0
  /// Ends the caller's patience.
  var timeout: Timeout?
  /// Where it stands among the open calls of its method.
  var place: Int?

  init(_ subject: String, at step: Step, depth: Int = 0) {
    self.subject = subject
    self.step = step
    self.depth = depth
  }

  /// For the trail: whose answer it is.
  var name: String { bonds.addressees.first.map { "\($0.name).\(subject)" } ?? subject }

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

  func settle(_ outcome: Outcome) {
    self.outcome = outcome
    settled()
    keeper?.settled(self)
  }

  /// With what a waiting body goes on.
  var resumption: Answer {
    switch outcome {
    case .error(let error): .error(error)
    case .cancelled: .error(RunError(.noAnswer, "\(subject) was cancelled", at: nil))
    case .value, nil: .value(answer)
    }
  }

  /// Lets go of who waits, when the world ends.
  func sever() {
    let waiting = waiter
    waiter = nil
    bonds = PromiseBonds()
    timeout = nil
    waiting?.sever()
  }

  /// What it came to, for the trail.
  var summary: Value {
    switch status {
    case .fulfilled: answer
    case .rejected: error?.value ?? .null
    case .pending, .cancelled: .string(status.rawValue)
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

/// Who goes on when a promise is settled.
protocol PromiseWaiter: AnyObject {
  /// It has been settled: goes on in a turn of its own.
  func answered(_ promise: Promise)

  /// What is told of it as part of the world's state.
  var waiterParts: [StatePart] { get }

  /// Lets go of all that holds it in a circle, when the world ends.
  func sever()
}

/// Who keeps account of a promise as long as it is pending.
protocol PromiseKeeper: AnyObject {
  func settled(_ promise: Promise)
}

extension Promise: AnyPromise {
  var hasTimeout: Bool { timeout != nil }

  func endTimeout() {
    timeout?.end()
    timeout = nil
  }

  func count(in held: inout HeldBytes) {
    held.add(bytes: 200)
    held.add(reason)
    switch outcome {
    case .value(let value): held.add(value)
    case .error(let error): error.count(in: &held)
    case .cancelled, nil: break
    }
  }
}
