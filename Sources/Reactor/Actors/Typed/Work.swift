/// What a reaction came to.
@usableFromInline
enum Reacted<Answer> {
  case now(Answer)
  case later(Promise<Answer>)
}

/// What an actor is busy with: a message whose answer depends on a promise.
class AnyWork {
  /// Among all of the system, by which the promise knows it: held there, the two would hold each other.
  let number: UInt64
  let scheduler: Scheduler

  init(number: UInt64, on scheduler: Scheduler) {
    self.number = number
    self.scheduler = scheduler
  }

  /// The answer to the message; nil where it was told.
  var asked: (any AnyPromise)? { nil }
  /// Whether what it waits for is, or has come to be, the answer of another actor.
  var isForwarded: Bool { false }
  /// Nobody wants the answer any more.
  func cancel() {}
  /// The life is over: what is under way is cancelled, and the asker told why.
  func abandon(_ error: any Error) {}
}

final class Work<Answer>: AnyWork {
  let inner: Promise<Answer>
  let reply: Promise<Answer>?

  init(_ inner: Promise<Answer>, _ reply: Promise<Answer>?, number: UInt64) {
    self.inner = inner
    self.reply = reply
    super.init(number: number, on: inner.scheduler)
  }

  override var asked: (any AnyPromise)? { reply }
  override var isForwarded: Bool { inner.isAnswer }

  override func cancel() {
    if case .cancelled(let reason) = reply?.outcome { inner.cancel(reason) }
  }

  override func abandon(_ error: any Error) {
    reply?.reject(error)
    inner.cancel(error)
  }
}

/// Keeps what may be on the stack until a turn is over, with the messages that are lent to it.
final class ReactionKeeper: Party {
  private var reactions: [ReactionTable.Old]
  private let tables: [AnyMessageTable]

  init(_ reactions: [ReactionTable.Old], _ tables: [AnyMessageTable]) {
    self.reactions = reactions
    self.tables = tables
  }

  func add(_ others: [ReactionTable.Old]) { reactions += others }

  func take(_ turn: Turn) {}
  func describe(_ turn: Turn) -> String { "nobody" }
}
