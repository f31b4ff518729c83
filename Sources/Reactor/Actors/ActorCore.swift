/// All actors of a world: their lives, mailboxes, order, supervision, who watches and who waits for
/// whom. It knows no names, contents or answers; these are its host's, of which there are two, the
/// typed `ActorSystem` and the runner of scenarios.
///
/// An actor receives one message at a time, until what the message started is over. Each message is
/// a turn of its own, so that the messages of all actors run in the order in which they were sent;
/// one that finds its actor busy waits in the mailbox, and its actor, when it has finished, takes
/// the next turn behind all that is ready. Single-threaded; between two turns all of it is a value,
/// `state`, which with the scheduler's makes a snapshot.
///
/// What is asked for inside an actor's own `begin` or `receive`, a stop, a restart or a failure of
/// the actor itself, waits until that call returns. The host and the scheduler are held until
/// `leave`.
package final class ActorCore: Party {
  /// Where all turns of its actors are taken; behind the end one that is closed.
  package private(set) var scheduler: Scheduler {
    get { unsafe uncheckedScheduler }
    set { unsafe uncheckedScheduler = newValue }
  }
  @exclusivity(unchecked)
  private var uncheckedScheduler: Scheduler
  /// What picks of the scheduler that are not the first may do to the order of messages.
  package var delivery = ActorDelivery.causal
  /// How many actors may be alive.
  package var actorLimit = 100_000
  /// How many generations there may be.
  package var depthLimit = 100

  private let memory: Owned<ActorTables>
  let tables: Address<ActorTables>
  private let hostMemory: Owned<HostHolder>
  let hostHolder: Address<HostHolder>
  /// The answers that actors wait for, by ticket.
  var open: [UInt64: any AnyPromise] = [:]
  var lastTicket: UInt64 = 0
  /// Hears of the errors of plain reactions.
  var onThrow: ((ActorID, any Error) -> Void)?
  private(set) var ownParty: UInt32 = 0
  private(set) var transit: UInt32 = 0

  /// An empty world, which joins the scheduler as three parties.
  package init(_ scheduler: Scheduler, host: any ActorHost) {
    unsafe uncheckedScheduler = scheduler
    memory = Owned(ActorTables(scheduler.core))
    tables = memory.address
    hostMemory = Owned(HostHolder(host: host))
    hostHolder = hostMemory.address
    tables.pointee.core = Unretained(self)
    tables.pointee.party = scheduler.join(self)
    ownParty = scheduler.join(ActorTurns(self))
    transit = scheduler.join(EnvelopesInTransit(self))
  }

  /// Ends the world: nobody is alive, nothing is received or told any more, what is on its way is
  /// dropped without a word, and the host and the scheduler are let go.
  package func leave() {
    guard party != 0 else { return }
    takeBackTickets()
    for id in [party, ownParty, transit] { scheduler.leave(id) }
    tables.pointee.party = 0
    for id in 0..<tables.pointee.count {
      tables.pointee.cells[id].die()
      tables.pointee.cells[id].flags = []
    }
    scheduler.keepForTurn(HostKeeper(host))
    replaceHost(NoHost())
    // What still refers to an actor may wait in the scheduler, and would hold it from there.
    scheduler = Scheduler(closedAt: scheduler.now)
    tables.pointee.scheduler = scheduler.core
  }

  func replaceHost(_ host: any ActorHost) {
    hostHolder.pointee = HostHolder(host: host)
  }

  var host: any ActorHost { hostHolder.pointee.host }

  /// The party of all envelopes; 0 where the world has ended.
  var party: UInt32 { tables.pointee.party }

  @inline(__always)
  func cell(_ actor: ActorID) -> Address<ActorCell> {
    require(Int(actor.rawValue) < tables.pointee.count, "no such actor")
    return tables.pointee.cells.address(Int(actor.rawValue))
  }

  func side(_ actor: ActorID) -> Address<ActorSide> {
    require(Int(actor.rawValue) < tables.pointee.count, "no such actor")
    return tables.pointee.sides.address(Int(actor.rawValue))
  }

  /// The turn of an envelope.
  package func take(_ turn: Turn) { tables.take(Envelope(turn), ActorID(rawValue: turn.kind)) }

  /// The same where it is not plain.
  @inline(never)
  func takeWithCare(_ envelope: Envelope, _ actor: ActorID) {
    let cell = cell(actor)
    cell.pointee.queued &-= 1
    if cell.pointee.flags == .idle {
      receive(envelope, by: actor)
    } else {
      wait(envelope, of: actor)
    }
  }

  /// What the envelope of a turn is called in reports, in the words of the host.
  package func describe(_ turn: Turn) -> String {
    host.describe(Envelope(turn), to: ActorID(rawValue: turn.kind))
  }

  /// Whether `delivery` keeps the order of two envelopes.
  package func mustPrecede(_ earlier: Turn, _ later: Turn) -> Bool {
    guard earlier.kind == later.kind else { return false }
    return switch delivery {
    case .causal: true
    case .pairwise: Envelope(earlier).sender == Envelope(later).sender
    case .unordered: false
    }
  }

  /// The actor must be idle, or have come to its next message.
  func receive(_ envelope: Envelope, by actor: ActorID) {
    cell(actor).pointee.flags = .atWork
    cell(actor).pointee.envelope = envelope
    tables.comeBack(actor, tables.react(to: envelope, by: actor))
  }

  /// Sends an envelope: a turn behind all that is ready. To one that is not alive it is a dead letter
  /// at once; to a full mailbox it goes by that mailbox's `overflow`.
  package func send(_ envelope: Envelope, to actor: ActorID) throws(MailboxFull) {
    if !offer(envelope, to: actor) { try sendWithCare(envelope, to: actor) }
  }

  /// Sends an envelope where nothing is in the way. False where something is.
  private func offer(_ envelope: Envelope, to actor: ActorID) -> Bool {
    _ = cell(actor)
    return tables.offer(envelope, to: actor)
  }

  /// From now on an actor's envelopes go to these reactions, by the numbers of their kinds; those
  /// whose number is too high, to the host.
  func setReactions(of actor: ActorID, _ reactions: ReactionTable.Range) {
    side(actor).pointee.reactions = reactions
    cell(actor).pointee.forgetLast()
  }

  @inline(never)
  func threw(_ actor: ActorID, _ error: any Error) { onThrow?(actor, error) }

  /// A reaction that is called plainly leaves something under way when it returns.
  func leaveUnfinished(_ actor: ActorID) { cell(actor).pointee.flags.insert(.unfinished) }

  /// What happens at the end of `begin` and `receive` where it is not simply over.
  @inline(never)
  func comeBack(_ actor: ActorID, _ isDone: Bool) {
    let cell = cell(actor)
    let isLeft = !isDone || cell.pointee.flags.contains(.unfinished)
    let isOver = !isLeft || cell.pointee.flags.contains(.finished)
    cell.pointee.flags.subtract([.running, .finished, .unfinished])
    if isOver {
      cell.pointee.flags.subtract([.beginning, .stashed])
    } else {
      cell.pointee.flags.insert(.busy)
    }
    if cell.pointee.flags.contains(.deferred) { doDeferred(actor) } else { proceed(actor) }
  }

  /// Posts the turn that takes the next message, if there is one and nothing is in the way.
  func proceed(_ actor: ActorID) {
    let cell = cell(actor)
    guard cell.pointee.flags.isSuperset(of: [.alive, .mail]),
      cell.pointee.flags.isDisjoint(with: ActorCell.Flags.hindered.union(.nextPosted))
    else { return }
    cell.pointee.flags.insert(.nextPosted)
    scheduler.post(ActorTurns.turn(.next, of: ownParty, to: actor))
  }
}
