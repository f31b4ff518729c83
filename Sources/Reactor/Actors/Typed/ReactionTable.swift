/// The reactions of one actor, by the numbers of messages.
struct ReactionTable {
  /// What stood in a table, which may be what is being called.
  struct Old {
    let plain: Indirect<UInt64>
    let whole: Reaction
  }

  private var base: UnsafeMutablePointer<ReactionHolder>?
  private var count = 0

  var all: UnsafeMutableBufferPointer<ReactionHolder> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// Returns what stood there before, if anything did.
  mutating func set(
    _ plain: Indirect<UInt64>, _ whole: @escaping Reaction, isLent: Bool, at place: Int,
    else unknown: (plain: Indirect<UInt64>, whole: Reaction)
  ) -> Old? {
    if place >= count { grow(place + 1, unknown) }
    guard let base else { return nil }
    let old = Old(plain: base[place].plain.function, whole: base[place].whole.reaction)
    (base + place).deinitialize(count: 1)
    (base + place).initialize(
      to: ReactionHolder(plain: plain, whole: whole, isLent: isLent))
    return old
  }

  /// Empties the table. Returns what stood there.
  mutating func removeAll() -> [Old] {
    guard let base else { return [] }
    let old = (0..<count).map {
      Old(plain: base[$0].plain.function, whole: base[$0].whole.reaction)
    }
    base.deinitialize(count: count)
    base.deallocate()
    self.base = nil
    count = 0
    return old
  }

  private mutating func grow(
    _ count: Int, _ unknown: (plain: Indirect<UInt64>, whole: Reaction)
  ) {
    let larger = UnsafeMutablePointer<ReactionHolder>.allocate(capacity: count)
    if let base {
      larger.moveInitialize(from: base, count: self.count)
      base.deallocate()
    }
    for place in self.count..<count {
      (larger + place).initialize(
        to: ReactionHolder(plain: unknown.plain, whole: unknown.whole))
    }
    base = larger
    self.count = count
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
