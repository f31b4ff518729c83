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
    _ plain: Indirect<UInt64>, _ whole: @escaping Reaction, at place: Int,
    else unknown: (plain: Indirect<UInt64>, whole: Reaction)
  ) -> Old? {
    if place >= count { grow(place + 1, unknown) }
    guard let base else { return nil }
    let old = Old(plain: base[place].plain.function, whole: base[place].whole.reaction)
    (base + place).deinitialize(count: 1)
    (base + place).initialize(
      to: ReactionHolder(plain: plain, whole: whole))
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

/// Where a reaction goes when the plain way does not do.
@usableFromInline
final class Detour {
  @usableFromInline let office: ActorOffice
  let actor: ActorID
  @usableFromInline let work: Reaction

  @usableFromInline
  init(_ office: ActorOffice, _ actor: ActorID, _ work: @escaping Reaction) {
    self.office = office
    self.actor = actor
    self.work = work
  }

  @usableFromInline
  func failed(_ error: any Error) { office.failed(actor, error, wasAsked: false) }
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

/// Keeps what may be on the stack until a turn is over.
final class ReactionKeeper: Party {
  private let reactions: [ReactionTable.Old]

  init(_ reactions: [ReactionTable.Old]) { self.reactions = reactions }

  func take(_ turn: Turn) {}
  func describe(_ turn: Turn) -> String { "nobody" }
}
