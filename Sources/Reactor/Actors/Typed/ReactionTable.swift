/// The reactions of one actor, by the numbers of messages.
struct ReactionTable: ~Copyable {
  /// What stood in a table, which may be what is being called.
  struct Old {
    let told: ToldReaction
    let whole: Reaction

    fileprivate init(_ holder: borrowing ReactionHolder) {
      told = holder.told.reaction
      whole = holder.whole.reaction
    }
  }

  /// The reactions as an actor's core finds them, until the table changes.
  struct Range: BitwiseCopyable {
    private var start: Address<ReactionHolder>?
    private(set) var count = 0

    init() {}

    fileprivate init(_ start: Address<ReactionHolder>, _ count: Int) {
      self.start = start
      self.count = count
    }

    /// There must be one of this number.
    @inline(__always)
    func address(_ number: Int) -> Address<ReactionHolder> {
      guard let start else { preconditionFailure("no reactions") }
      return start + number
    }
  }

  private var reactions = Arena<ReactionHolder>(capacity: 0)

  var all: Range { Range(reactions.start, reactions.count) }

  /// Returns what stood there before, if anything did.
  mutating func set(
    _ told: @escaping ToldReaction, _ whole: @escaping Reaction, at place: Int,
    else unknown: (told: ToldReaction, whole: Reaction)
  ) -> Old {
    reactions.reserve(place + 1)
    while reactions.count <= place {
      reactions.append(ReactionHolder(told: unknown.told, whole: unknown.whole))
    }
    let old = Old(reactions[place])
    reactions[place] = ReactionHolder(told: told, whole: whole)
    return old
  }

  /// Empties the table. Returns what stood there.
  mutating func removeAll() -> [Old] {
    if reactions.count == 0 { return [] }
    let old = (0..<reactions.count).map { Old(reactions[$0]) }
    reactions = Arena(capacity: 0)
    return old
  }
}

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
