/// What an actor does about a letter. True: it is done.
@usableFromInline typealias Reaction = (Letter) -> Bool

/// A reaction called in place, neither retained nor released.
struct ReactionHolder: ~Copyable {
  let run: Reaction

  @inline(__always)
  borrowing func call(_ letter: Letter) -> Bool { run(letter) }
}

/// The reactions of one actor, by the numbers of messages.
struct ReactionTable {
  private(set) var base: UnsafeMutablePointer<ReactionHolder>?
  private(set) var count = 0

  /// Returns what stood there before, which may be what is being called.
  mutating func set(_ reaction: @escaping Reaction, at place: Int, else unknown: @escaping Reaction)
    -> Reaction?
  {
    if place >= count { grow(place + 1, unknown) }
    guard let base else { return nil }
    let old = base[place].run
    (base + place).deinitialize(count: 1)
    (base + place).initialize(to: ReactionHolder(run: reaction))
    return old
  }

  /// Empties the table. Returns what stood there.
  mutating func removeAll() -> [Reaction] {
    guard let base else { return [] }
    let old = (0..<count).map { base[$0].run }
    base.deinitialize(count: count)
    base.deallocate()
    self.base = nil
    count = 0
    return old
  }

  private mutating func grow(_ count: Int, _ unknown: @escaping Reaction) {
    let larger = UnsafeMutablePointer<ReactionHolder>.allocate(capacity: count)
    if let base {
      larger.moveInitialize(from: base, count: self.count)
      base.deallocate()
    }
    for place in self.count..<count {
      (larger + place).initialize(to: ReactionHolder(run: unknown))
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
  private let reactions: [Reaction]

  init(_ reactions: [Reaction]) { self.reactions = reactions }

  func take(_ turn: Turn) {}
  func describe(_ turn: Turn) -> String { "nobody" }
}
