/// An answer that may not be there yet: settled once, later attempts are ignored (RXPromise). What
/// waits for it goes on in a turn of its own, never before `then` has returned.
///
/// Cancelling goes to the promises made from it, never to the one it was made from. The body of one
/// that is cancelled while that one is pending is not called any more.
///
/// An actor's asks, and the promises that it makes, belong to its life at that time, and so does what
/// is made from them by `then` and `recover`. Once that life is over, because the actor has stopped,
/// failed or begun anew, their bodies are not called any more: the promises that they would have
/// settled are cancelled instead, with the reason that other unfinished work of that life is given.
/// What was asked from outside, or made by `init`, belongs to no life.
public final class Promise<Value> {
  /// How it ended.
  public enum Outcome {
    /// With the value that was promised.
    case fulfilled(Value)
    /// With an error.
    case rejected(any Error)
    /// With the reason why nobody wants it any more.
    case cancelled(any Error)

    /// Nil where it is fulfilled.
    public var error: (any Error)? {
      switch self {
      case .fulfilled: nil
      case .rejected(let error), .cancelled(let error): error
      }
    }
  }

  fileprivate let link: SchedulerLink
  /// Nil while it is pending.
  public private(set) var outcome: Outcome?
  /// Who has to do with it as long as it is pending.
  package var bonds = PromiseBonds()
  /// The type of the message that was asked; empty where none was.
  package var subject = ""
  /// Whether its outcome is, or may come to be, that of what an actor was asked, and not made from it.
  var isAnswer = false
  /// The life whose bodies may go on with it; nil where they always may.
  var life: LifeSpan?
  /// Those that reject it when they fire.
  private var timers: [TimerID] = []
  /// What waits for the outcome.
  private var hooks = OrderedSlots<(Outcome) -> Void>()
  /// Those made from it that are pending, by number in order of making.
  private var children = OrderedSlots<any CancellablePromise>()
  /// Has the one that it was made from forget it, and what waits there for its sake.
  private var leave: ((_ isCancelled: Bool) -> Void)?

  /// A promise that is pending.
  public init(on scheduler: Scheduler) { link = scheduler.link }

  fileprivate init(_ link: SchedulerLink) { self.link = link }

  /// Where those who wait for it get their turns. It is not held: once it has gone, one that is closed
  /// stands in its place, and nothing goes on.
  public var scheduler: Scheduler { link.scheduler }

  /// What waits for it holds what is made from it, which may be a long row: they go one by one, and
  /// not each inside the end of the one before.
  deinit {
    guard !hooks.isEmpty || !children.isEmpty else { return }
    var last: [Any] = hooks.removeAll()
    last += children.removeAll()
    link.letGo(&last)
  }

  /// One that is fulfilled already.
  public convenience init(_ value: Value, on scheduler: Scheduler) {
    self.init(on: scheduler)
    outcome = .fulfilled(value)
  }

  /// Settles it with the value where it is pending.
  public func fulfil(_ value: Value) { settle(.fulfilled(value)) }

  /// Settles it with the error where it is pending.
  public func reject(_ error: any Error) { settle(.rejected(error)) }

  /// Settles it where it is pending. False where it is not.
  @discardableResult
  public func settle(_ outcome: Outcome) -> Bool {
    guard self.outcome == nil else { return false }
    if case .cancelled = outcome { giveUp { end(outcome) } } else { end(outcome) }
    return true
  }

  private func end(_ outcome: Outcome) {
    self.outcome = outcome
    settled()
    bonds = PromiseBonds()
    for hook in hooks.removeAll() { post(hook, outcome) }
    if let leave {
      self.leave = nil
      if case .cancelled = outcome { leave(true) } else { leave(false) }
    }
  }

  /// Gives up on it: it is settled as cancelled, and those made from it in their turn. Where it is
  /// settled already, those made from it that are pending are cancelled.
  public func cancel(_ reason: any Error = ActorError.cancelled) {
    var pending: [any CancellablePromise] = [self]
    while let next = pending.popLast() { pending += next.cancelOne(reason) }
  }

  /// Rejects it with `ActorError.timedOut`, so many nanoseconds from now, if it is pending then.
  @discardableResult
  public func timeout(nanoseconds: Int64) throws(TimerError) -> Promise {
    let timer = try scheduler.after(nanoseconds, "timeout") { [self] in
      reject(ActorError.timedOut)
    }
    if outcome == nil { timers.append(timer) } else { scheduler.cancel(timer) }
    return self
  }

  /// Runs in a turn of its own once it is settled, however that came.
  public func whenSettled(_ body: @escaping (Outcome) -> Void) {
    if let outcome { post(body, outcome) } else { _ = hooks.insert(body) }
  }

  private func post(_ body: @escaping (Outcome) -> Void, _ outcome: Outcome) {
    scheduler.post("answer") { body(outcome) }
  }

  /// Takes the outcome of another, and cancels that one where it is cancelled itself.
  public func follow(_ other: Promise) {
    let isAnswer = other.isAnswer
    other.whenSettled { outcome in
      if self.settle(outcome) { self.isAnswer = isAnswer }
    }
    // Who may settle the other holds it; held from here too, the two would never be let go.
    whenSettled { [weak other] outcome in
      if case .cancelled(let reason) = outcome { other?.cancel(reason) }
    }
  }

  /// Has one that is made from it wait, and be cancelled with it as long as it is pending.
  fileprivate func adopt<New>(_ child: Promise<New>, _ body: @escaping (Outcome) -> Void) {
    let number = children.insert(child)
    let hook = outcome == nil ? hooks.insert(body) : nil
    if let outcome { post(body, outcome) }
    child.leave = { [weak self] isCancelled in
      let gone = self?.children.remove(number)
      // Nobody wants what the body would give. It is let go of when the tables are whole again.
      let body = isCancelled ? hook.flatMap { self?.hooks.remove($0) } : nil
      withExtendedLifetime((gone, body)) {}
    }
  }

  fileprivate var pendingChildren: [any CancellablePromise] { children.elements }
}

extension Promise: AnyPromise {
  package var isPending: Bool { outcome == nil }
  package var hasTimeout: Bool { !timers.isEmpty }

  package func endTimeout() {
    for timer in timers { scheduler.cancel(timer) }
    timers = []
  }
}

/// A promise of anything, as far as cancelling goes.
protocol CancellablePromise {
  /// Returns those that are to be cancelled next.
  func cancelOne(_ reason: any Error) -> [any CancellablePromise]
}

extension Promise: CancellablePromise {
  func cancelOne(_ reason: any Error) -> [any CancellablePromise] {
    settle(.cancelled(reason)) ? [] : pendingChildren
  }
}

// What comes behind a promise.
extension Promise {
  /// Goes on with the value; an error passes it by. What the body throws rejects the new promise.
  @discardableResult
  public func then<New>(_ body: @escaping (Value) throws -> New) -> Promise<New> {
    chain { outcome, new in
      switch outcome {
      case .fulfilled(let value): new.fulfil(try body(value))
      case .rejected(let error): new.reject(error)
      case .cancelled(let error): new.settle(.cancelled(error))
      }
    }
  }

  /// Goes on with the value, for which the body promises another: the new promise follows that one. An error passes it
  /// by, and what the body throws rejects the new promise.
  @discardableResult
  public func then<New>(_ body: @escaping (Value) throws -> Promise<New>) -> Promise<New> {
    chain { outcome, new in
      switch outcome {
      case .fulfilled(let value): new.follow(try body(value))
      case .rejected(let error): new.reject(error)
      case .cancelled(let error): new.settle(.cancelled(error))
      }
    }
  }

  /// Makes a value of an error. Where the promise was cancelled the body hears of it, and the new
  /// one is cancelled all the same.
  @discardableResult
  public func recover(_ body: @escaping (any Error) throws -> Value) -> Promise {
    chain { outcome, new in
      switch outcome {
      case .fulfilled(let value): new.fulfil(value)
      case .rejected(let error): new.fulfil(try body(error))
      case .cancelled(let error):
        _ = try? body(error)
        new.settle(.cancelled(error))
      }
    }
  }

  private func chain<New>(
    _ body: @escaping (Outcome, Promise<New>) throws -> Void
  ) -> Promise<New> {
    let new = Promise<New>(link)
    new.life = life
    adopt(new) { outcome in
      if let reason = new.life?.end {
        new.cancel(reason)
      } else {
        do { try body(outcome, new) } catch { new.reject(error) }
      }
    }
    return new
  }
}
