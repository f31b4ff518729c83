/// What a scheduler owns, in one place that is reached by pointer: the way of a turn has no check
/// of exclusive access, no reference counting and no allocation.
@usableFromInline
struct SchedulerCore: ~Copyable {
  /// Why a step is not the plain one; the plain one looks at this word alone.
  struct Cares: OptionSet {
    let rawValue: UInt8
    /// A turn is under way.
    static let turning = Cares(rawValue: 1)
    /// Somebody else picks.
    static let policy = Cares(rawValue: 2)
    /// The labels of turns are noted.
    static let noting = Cares(rawValue: 4)
    /// Parties that left in this turn are to be let go.
    static let leaving = Cares(rawValue: 8)
    /// Somebody keeps up with the ready turns.
    static let followed = Cares(rawValue: 16)
    /// Nothing can be done any more.
    static let closed = Cares(rawValue: 32)
  }

  var cares: Cares = []
  var now: Int64 = 0
  var turnCount: UInt64 = 0
  @usableFromInline var ready = ReadyQueue()
  /// How many of those ready have been cancelled.
  var cancelledCount = 0
  /// How many have ever been.
  var withdrawnCount = 0
  var timers = TimerHeap()
  var timerLimit = 100_000
  /// What was pending most when the limit was met; forgotten when there is room again.
  var crowd: [String] = []

  /// By id; the places of those who left hold `Nobody`.
  var holders = Arena<PartyHolder>(capacity: 8)
  /// The same, as a value that copies share.
  var parties: [any Party] = []
  var freeParties: [UInt32] = []
  var leaving: [any Party] = []

  var policy: ((Scheduler) -> Int)?
  var picks: [Pick] = []
  /// What somebody who keeps up with the ready turns has not heard of yet; nil where nobody does.
  var unheard: ReadyChanges?
  var notes: [String] = []

  static let notesKept = 256

  /// The turn that an entry of the ready queue is, or stands for.
  func turn(_ entry: Turn) -> Turn {
    let timer = ReadyQueue.timer(of: entry)
    return timer == 0 ? entry : timers.turn(ofSlot: timer)
  }

  /// Takes the next turn out of the queue, which begins it.
  @inline(__always)
  mutating func takeNext() -> Turn {
    turnCount &+= 1
    return ready.pop()
  }

  /// Whether the party that is taking its turns in one go may take the next one too: it is its own,
  /// nothing has come up that asks for care, and no flush is needed.
  @inline(__always)
  func goesOn(_ party: UInt32, until end: UInt64, _ kernel: Address<KernelState>) -> Bool {
    turnCount != end && cares == .turning && !ready.isEmpty && ready.first.party == party
      && !kernel.pointee.needsFlush
  }

  /// Takes one out of those ready, by its place. Linear in that.
  mutating func removeReady(at place: Int) -> Turn {
    unheard?.remove(at: place, of: ready.count)
    return ready.remove(at: place)
  }

  mutating func addParty(_ party: any Party) -> UInt32 {
    if let id = freeParties.popLast() {
      parties[Int(id)] = party
      holders[Int(id)] = PartyHolder(party)
      return id
    }
    require(parties.count < Int(UInt32.max), "too many parties")
    holders.append(PartyHolder(party))
    parties.append(party)
    return UInt32(parties.count - 1)
  }

  /// Nobody takes the turns of that party any more.
  mutating func empty(_ id: UInt32, for nobody: any Party) {
    parties[Int(id)] = nobody
    holders[Int(id)] = PartyHolder(plain: nobody)
  }

  /// Brings back who had joined when a copy was made. Returns who was there, to be let go when all
  /// is in its place: what goes may run code that comes back here.
  mutating func restoreParties(_ parties: [any Party], free: [UInt32]) -> [any Party] {
    let old = self.parties
    holders.removeLast(downTo: 0)
    self.parties = parties
    freeParties = free
    for party in parties { holders.append(PartyHolder(party)) }
    return old
  }

  mutating func note(_ label: String) {
    if notes.count == SchedulerCore.notesKept { notes.removeFirst(notes.count / 2) }
    notes.append(label)
  }
}

/// Stands where a party has left.
final class Nobody: Party {
  func take(_ turn: Turn) {}
  func describe(_ turn: Turn) -> String { "nobody" }
}
