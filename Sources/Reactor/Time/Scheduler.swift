/// Who acts next, and when: the turns that are ready, the timers that are pending, the virtual
/// time. Turns are plain data addressed to parties; every pick goes through one place, so that a
/// schedule can be printed, replayed, replaced by a policy, and copied.
///
/// Turns run one at a time, first ready first, at the present time; time moves only when it is
/// told to (`moveToNextDue`, `move(to:)`). What a turn is, and what comes after each (a flush), is
/// the business of whoever drives it:
///
///     while scheduler.step() { try graph.flush(limit: &limit) }
///
/// Parties are held until they leave, closures until their turns: one that holds the scheduler in turn, or
/// a clock, a store, or a system of actors on it, makes a ring, which only its turn, `cancel`, `leave` or `close`
/// ends. Flows, promises and refs of systems that have gone do not hold it: with the last reference to
/// it they go too, whatever they still waited for. Single-threaded, without a clock or a random source of
/// its own.
public final class Scheduler {
  private let memory: Owned<SchedulerCore>
  let core: Address<SchedulerCore>
  let closures = ClosureTable()
  private let nobody = Nobody()
  /// What flows and promises hold instead of it.
  @usableFromInline let link = SchedulerLink()
  /// What is to be done in a row, the next one last; nil where none is under way.
  private var row: [() -> Void]?

  /// A scheduler at time zero, with nothing ready and nothing pending.
  public init() {
    memory = Owned(SchedulerCore())
    core = memory.address
    _ = core.pointee.addParty(closures)
    link.begin(self)
  }

  /// One that has been closed.
  convenience init(closedAt time: Instant) {
    self.init()
    core.pointee.now = time.nanoseconds
    close()
  }

  deinit {
    link.end(at: now)
    close()
  }

  /// Whether nothing can be done any more.
  private var isClosed: Bool { core.pointee.cares.contains(.closed) }

  /// The present.
  public var now: Instant { Instant(nanoseconds: core.pointee.now) }

  /// How many turns have been taken since the beginning.
  public var turnCount: UInt64 { core.pointee.turnCount }

  /// Whether a turn is under way.
  public var isTurning: Bool { core.pointee.cares.contains(.turning) }

  /// Gives a party its number, by which turns are addressed to it. Numbers of those who left are
  /// given again.
  public func join(_ party: any Party) -> UInt32 {
    core.pointee.addParty(isClosed ? nobody : party)
  }

  /// Ends a party's membership, also inside its own turn: what is ready or pending for it is
  /// dropped. Linear in the number of turns and timers.
  public func leave(_ id: UInt32) {
    require(id != 0 && Int(id) < core.pointee.parties.count, "no party \(id)")
    let party = core.pointee.parties[Int(id)]
    guard party !== nobody else { return }
    core.pointee.empty(id, for: nobody)
    core.pointee.freeParties.append(id)
    dropReady { $0.party == id }
    core.pointee.timers.removeAll { $0.party == id }
    keepForTurn(party)
  }

  private func dropReady(where isGone: (Turn) -> Bool) {
    let core = core
    core.pointee.unheard?.begin()
    core.pointee.ready.removeAll { entry in
      guard isGone(core.pointee.turn(entry)) else { return false }
      let timer = ReadyQueue.timer(of: entry)
      if timer != 0 {
        if core.pointee.timers.place(ofSlot: timer) == TimerHeap.Slot.cancelled {
          core.pointee.cancelledCount -= 1
        }
        core.pointee.timers.release(timer)
      }
      return true
    }
  }

  /// Makes a turn ready, behind all that are.
  public func post(_ turn: Turn) {
    require(Int(turn.party) < core.pointee.parties.count, "no party \(turn.party)")
    if isClosed { return }
    core.pointee.ready.push(turn)
  }

  /// Makes a closure ready, behind all that is. The label is asked for only in reports.
  public func post(_ label: @autoclosure @escaping () -> String, _ body: @escaping () -> Void) {
    if !isClosed { post(closures.add(label, body)) }
  }

  /// The same for a closure that is about something, which lives as long as the closure waits.
  package func post(
    _ label: @autoclosure @escaping () -> String, about detail: AnyObject?,
    _ body: @escaping () -> Void
  ) {
    if !isClosed { post(closures.add(label, about: detail, body)) }
  }

  /// How many turns are ready.
  public var readyCount: Int { core.pointee.ready.count - core.pointee.cancelledCount }

  /// How many timers were cancelled when their turns were ready, since the beginning.
  package var withdrawnCount: Int { core.pointee.withdrawnCount }

  /// Whether none is.
  package var isIdle: Bool { core.pointee.ready.isEmpty || readyCount == 0 }

  /// The ready turns, the next one first; that one in constant time, taken over all.
  public func ready(_ index: Int) -> Turn {
    dropCancelled(upTo: index)
    require(index >= 0 && index < core.pointee.ready.count, "no ready turn \(index)")
    return core.pointee.turn(core.pointee.ready[index])
  }

  /// What a turn is called in reports.
  public func describe(_ turn: Turn) -> String {
    require(Int(turn.party) < core.pointee.parties.count, "no party \(turn.party)")
    return core.pointee.parties[Int(turn.party)].describe(turn)
  }

  /// Takes the next ready turn: the first, or the policy's. False where none is ready.
  public func step() -> Bool {
    let core = core
    if core.pointee.cares != [] { return stepWithCare() }
    while !core.pointee.ready.isEmpty {
      let entry = core.pointee.ready.pop()
      let timer = ReadyQueue.timer(of: entry)
      if timer == 0 {
        take(entry)
        return true
      }
      let turn = core.pointee.timers.turn(ofSlot: timer)
      if isCancelled(timer) { continue }
      take(turn)
      return true
    }
    return false
  }

  /// Takes a ready turn by its place, or one in front of it that its party keeps before it. Any but
  /// the first is recorded in `picks`. Linear in the place.
  public func step(choice: Int) {
    require(!isTurning, "a turn inside a turn")
    dropCancelled(upTo: choice)
    require(choice >= 0 && choice < core.pointee.ready.count, "no ready turn \(choice)")
    takeReady(at: inOrder(choice))
  }

  /// The same of one that nothing in front of it has to precede, as whoever picks it knows: that is not looked for.
  package func step(first choice: Int) {
    require(!isTurning, "a turn inside a turn")
    dropCancelled(upTo: choice)
    require(choice >= 0 && choice < core.pointee.ready.count, "no ready turn \(choice)")
    assert(choice > 200 || inOrder(choice) == choice, "another has to precede it")
    takeReady(at: choice)
  }

  private func takeReady(at choice: Int) {
    if choice > 0 {
      core.pointee.picks.append(Pick(turn: core.pointee.turnCount, index: choice))
    }
    let entry = core.pointee.removeReady(at: choice)
    let turn = core.pointee.turn(entry)
    if entry != turn { core.pointee.timers.release(entry.kind) }
    if core.pointee.cares.contains(.noting) { core.pointee.note(describe(turn)) }
    take(turn)
  }

  private func inOrder(_ choice: Int) -> Int {
    let later = core.pointee.turn(core.pointee.ready[choice])
    let party = core.pointee.parties[Int(later.party)]
    return (0..<choice).first { place in
      let earlier = core.pointee.turn(core.pointee.ready[place])
      return earlier.party == later.party && party.mustPrecede(earlier, later)
    } ?? choice
  }

  /// Takes the first ready turn out that answers a test; no timer's. Linear in its place.
  func removeFirstReady(where isWanted: (Turn) -> Bool) -> Turn? {
    let count = core.pointee.ready.count
    let place = (0..<count).first {
      let entry = core.pointee.ready[$0]
      return ReadyQueue.timer(of: entry) == 0 && isWanted(entry)
    }
    return place.map { core.pointee.removeReady(at: $0) }
  }

  /// Runs a body at once as a turn of its own: an event from outside. Not inside a turn.
  public func turn<Result>(
    _ label: @autoclosure () -> String, _ body: () throws -> Result
  ) rethrows -> Result {
    beginTurn(label())
    defer { endTurn() }
    return try body()
  }

  /// The same without what happens in it, behind which comes `endTurn`.
  @inlinable
  @inline(__always)
  package func beginTurn(_ label: @autoclosure () -> String) {
    if isNoting { note(label()) }
    beginTurn()
  }

  @usableFromInline
  func beginTurn() {
    require(!isTurning, "a turn inside a turn")
    core.pointee.turnCount &+= 1
    core.pointee.cares.insert(.turning)
  }

  @usableFromInline
  package func endTurn() {
    if core.pointee.cares == .turning { core.pointee.cares = [] } else { endTurnWithCare() }
  }

  @usableFromInline
  func note(_ label: String) { core.pointee.note(label) }

  /// Picks among those ready, `ready(0)` to `ready(readyCount - 1)`, of which there is one at
  /// least. Nil picks the first.
  public var policy: ((Scheduler) -> Int)? {
    get { core.pointee.policy }
    set {
      // Let go of when the new one is in its place: what the old one held may set another.
      let old = core.pointee.policy
      core.pointee.policy = newValue
      if newValue == nil {
        core.pointee.cares.remove(.policy)
      } else {
        core.pointee.cares.insert(.policy)
      }
      withExtendedLifetime(old) {}
    }
  }

  /// The picks so far that were not the first ready turn: with them a run can be repeated.
  public var picks: [Pick] { core.pointee.picks }

  @inline(__always)
  private func take(_ turn: Turn) {
    let core = core
    core.pointee.turnCount &+= 1
    let cares = core.pointee.cares
    core.pointee.cares = cares.union(.turning)
    core.pointee.holders[Int(turn.party)].take(turn)
    if core.pointee.cares == .turning { core.pointee.cares = [] } else { endTurnWithCare() }
  }

  @inline(never)
  private func stepWithCare() -> Bool {
    require(!isTurning, "a turn inside a turn")
    if isClosed { dropReady { _ in true } }
    if readyCount == 0 { return false }
    let choice = policy.map { $0(self) } ?? 0
    // The policy may have closed it.
    if isClosed { return false }
    step(choice: choice)
    return true
  }

  @inline(never)
  private func endTurnWithCare() {
    core.pointee.cares.subtract([.turning, .leaving])
    let gone = core.pointee.leaving
    core.pointee.leaving = []
    withExtendedLifetime(gone) {}
  }

  /// Frees the slot of a timer whose turn has come. True where it has been cancelled meanwhile.
  private func isCancelled(_ slot: UInt32) -> Bool {
    let isCancelled = core.pointee.timers.place(ofSlot: slot) == TimerHeap.Slot.cancelled
    core.pointee.timers.release(slot)
    if isCancelled { core.pointee.cancelledCount -= 1 }
    return isCancelled
  }

  /// Clears away ready turns whose timers were cancelled, so that places can be counted up to one.
  /// Those in front of the first place go one by one, for any other place all of them.
  private func dropCancelled(upTo place: Int) {
    if place > 0 { return dropCancelled() }
    while core.pointee.cancelledCount > 0, !core.pointee.ready.isEmpty {
      let timer = ReadyQueue.timer(of: core.pointee.ready.first)
      guard timer != 0, core.pointee.timers.place(ofSlot: timer) == TimerHeap.Slot.cancelled
      else { return }
      core.pointee.unheard?.begin()
      _ = core.pointee.ready.pop()
      core.pointee.timers.release(timer)
      core.pointee.cancelledCount -= 1
    }
  }

  /// Clears away all ready turns whose timers were cancelled.
  func dropCancelled() {
    guard core.pointee.cancelledCount > 0 else { return }
    let core = core
    core.pointee.unheard?.begin()
    core.pointee.ready.removeAll { entry in
      let timer = ReadyQueue.timer(of: entry)
      guard timer != 0, core.pointee.timers.place(ofSlot: timer) == TimerHeap.Slot.cancelled
      else { return false }
      core.pointee.timers.release(timer)
      return true
    }
    core.pointee.cancelledCount = 0
  }

  /// Does something at once, or where that is under way already, behind it: before what stands there from before, in the
  /// order in which it comes. So a long row, each of which leads to the next, needs no stack.
  func inRow(_ body: @escaping () -> Void) {
    if row != nil {
      row?.append(body)
      return
    }
    var left = [body]
    while let next = left.popLast() {
      row = []
      next()
      left += (row ?? []).reversed()
      row = nil
    }
  }

  /// Keeps what may be on the stack until the turn is over that is under way. Nothing is kept where none is.
  func keepForTurn(_ party: any Party) {
    guard isTurning else { return }
    core.pointee.leaving.append(party)
    core.pointee.cares.insert(.leaving)
  }

  /// Drops all turns, timers and parties, and the policy; a turn under way comes to its end. Nothing can be done
  /// afterwards: what is posted, set or joined is dropped at once with all that it holds, `step` finds
  /// nothing, and `state` stays as it is. Time can be moved still, and what has been can be asked for.
  public func close() {
    if isClosed { return }
    let core = core
    core.pointee.cares.insert(.closed)
    let parties = core.pointee.parties
    // The slots of timers are released, so that nobody who takes one back finds it.
    dropReady { _ in true }
    core.pointee.timers.removeAll { _ in true }
    for id in 1..<max(1, parties.count) where parties[id] !== nobody {
      core.pointee.empty(UInt32(id), for: nobody)
    }
    closures.restore([], free: [])
    policy = nil
    if isTurning {
      core.pointee.leaving += parties
      core.pointee.cares.insert(.leaving)
    }
  }
}
