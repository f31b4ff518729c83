/// What a reaction came to.
@usableFromInline
enum Reacted<Answer> {
  case now(Answer)
  case later(Promise<Answer>)
}

/// What an actor is busy with.
class AnyWork {
  /// The life is over: what is under way is cancelled, and the asker told why.
  func abandon(_ error: any Error) {}
}

final class Work<Answer>: AnyWork {
  let inner: Promise<Answer>
  let reply: Promise<Answer>?

  init(_ inner: Promise<Answer>, _ reply: Promise<Answer>?) {
    self.inner = inner
    self.reply = reply
  }

  override func abandon(_ error: any Error) {
    reply?.reject(error)
    inner.cancel(error)
  }
}

/// Keeps what may be on the stack until a turn is over, with the messages that are lent to it.
final class ReactionKeeper: Party {
  private let reactions: [ReactionTable.Old]
  private let tables: [AnyMessageTable]

  init(_ reactions: [ReactionTable.Old], _ tables: [AnyMessageTable]) {
    self.reactions = reactions
    self.tables = tables
  }

  func take(_ turn: Turn) {}
  func describe(_ turn: Turn) -> String { "nobody" }
}
