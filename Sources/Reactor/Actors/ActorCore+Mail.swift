// What is not the fast path of a message.
extension ActorCore {
  @inline(never)
  func sendWithCare(_ envelope: Envelope, to actor: ActorID) throws(MailboxFull) {
    guard isAlive(actor) else { return host.dead(envelope, to: actor, .stopped) }
    let mailbox = tables.pointee.records[Int(actor.rawValue)].mailbox
    let limit = mailbox.limit ?? 0
    switch mailbox.overflow {
    case .fail: throw MailboxFull(actor: actor, limit: limit)
    case .dropNew: return host.dead(envelope, to: actor, .overflow(limit: limit))
    case .dropOld:
      guard let oldest = dropOldest(actor) else {
        return host.dead(envelope, to: actor, .overflow(limit: limit))
      }
      cell(actor).pointee.queued += 1
      scheduler.post(envelope.turn(of: party, to: actor))
      host.dead(oldest, to: actor, .overflow(limit: limit))
    }
  }

  /// Sends an envelope that arrives so many nanoseconds from now, in the turn of its timer. Until then
  /// it counts in no mailbox; where it finds a full one that fails its senders, it is dead.
  package func send(
    _ envelope: Envelope, to actor: ActorID, afterNanoseconds delay: Int64
  ) throws(TimerError) {
    _ = cell(actor)
    guard party != 0 else { return }
    try scheduler.after(delay, envelope.turn(of: transit, to: actor))
  }

  /// Sends an envelope whose time has come: it is received now, in the turn under way, unless its
  /// actor is at something else.
  package func deliver(_ envelope: Envelope, to actor: ActorID) throws(MailboxFull) {
    let cell = cell(actor)
    guard cell.pointee.flags == .idle || cell.pointee.queued < cell.pointee.limit else {
      return try sendWithCare(envelope, to: actor)
    }
    put(envelope, to: actor)
  }

  func arrive(_ envelope: Envelope, to actor: ActorID) {
    let cell = cell(actor)
    let flags = cell.pointee.flags
    if flags != .idle, flags.contains(.alive), cell.pointee.queued >= cell.pointee.limit {
      let mailbox = tables.pointee.records[Int(actor.rawValue)].mailbox
      let why = DeadLetter.overflow(limit: mailbox.limit ?? 0)
      guard mailbox.overflow == .dropOld, let oldest = dropOldest(actor) else {
        return host.dead(envelope, to: actor, why)
      }
      put(envelope, to: actor)
      return host.dead(oldest, to: actor, why)
    }
    put(envelope, to: actor)
  }

  /// Takes in an envelope that has arrived. What does not wait cannot find a mailbox full. Where it has to wait it does
  /// so behind those that were sent before it and are still on their way.
  private func put(_ envelope: Envelope, to actor: ActorID) {
    let cell = cell(actor)
    if cell.pointee.flags == .idle {
      receive(envelope, by: actor)
    } else if cell.pointee.flags.contains(.alive),
      cell.pointee.queued > side(actor).pointee.mail.count
    {
      cell.pointee.queued += 1
      scheduler.post(envelope.turn(of: party, to: actor))
    } else {
      wait(envelope, of: actor)
    }
  }

  /// Puts an envelope that has arrived at the end of the mailbox.
  @inline(never)
  func wait(_ envelope: Envelope, of actor: ActorID) {
    let cell = cell(actor)
    guard cell.pointee.flags.contains(.alive) else {
      return host.dead(envelope, to: actor, .stopped)
    }
    tables.pointee.mail.append(envelope, to: &side(actor).pointee.mail)
    cell.pointee.queued += 1
    cell.pointee.flags.insert(.mail)
    proceed(actor)
  }

  func takeNext(_ actor: ActorID) {
    let cell = cell(actor)
    cell.pointee.flags.remove(.nextPosted)
    guard cell.pointee.flags.contains(.alive),
      cell.pointee.flags.isDisjoint(with: ActorCell.Flags.hindered),
      let envelope = takeMail(actor)
    else { return }
    cell.pointee.flags.insert(.running)
    cell.pointee.envelope = envelope
    comeBack(actor, tables.react(to: envelope, by: actor))
  }

  /// Where the mailbox is empty afterwards, its flag is down.
  private func takeMail(_ actor: ActorID) -> Envelope? {
    let cell = cell(actor)
    let side = side(actor)
    guard let envelope = tables.pointee.mail.removeFirst(of: &side.pointee.mail) else { return nil }
    cell.pointee.queued -= 1
    if side.pointee.mail.count == 0 { cell.pointee.flags.remove(.mail) }
    return envelope
  }

  /// Takes out what would be received next. Linear in what is ready where that has not arrived.
  private func dropOldest(_ actor: ActorID) -> Envelope? {
    if let envelope = takeMail(actor) {
      // Nothing is left for the turn in which it would have been taken.
      if !cell(actor).pointee.flags.contains(.mail) { takeBackNext(actor) }
      return envelope
    }
    let party = party
    let turn = scheduler.removeFirstReady { $0.party == party && $0.kind == actor.rawValue }
    guard let turn else { return nil }
    cell(actor).pointee.queued -= 1
    return Envelope(turn)
  }

  /// What was at work is over. Nothing happens where nothing is.
  package func finish(_ actor: ActorID) {
    let cell = cell(actor)
    if cell.pointee.flags.contains(.running) {
      cell.pointee.flags.insert(.finished)
    } else if cell.pointee.flags.contains(.busy), !cell.pointee.flags.contains(.ending) {
      cell.pointee.flags.subtract([.busy, .beginning, .stashed])
      proceed(actor)
    }
  }

  /// Goes on with what is at work, in a later turn: as inside of `receive`, what would end the
  /// actor's life waits until that is over. Where nothing is at work, it is simply done.
  package func goOn(_ actor: ActorID, _ work: () -> Void) {
    let flags = cell(actor).pointee.flags
    guard flags.contains(.busy), flags.isDisjoint(with: [.running, .ending]) else { return work() }
    cell(actor).pointee.flags.remove(.busy)
    cell(actor).pointee.flags.insert(.running)
    work()
    comeBack(actor, false)
  }

  /// Puts the envelope at work aside, until `unstash`; what works on it is to be ended by its host.
  /// Nothing happens where no envelope is at work, or it has been put aside.
  package func stash(_ actor: ActorID) throws(StashFull) {
    let cell = cell(actor)
    guard !cell.pointee.flags.contains(.ending), let envelope = atWork(actor) else { return }
    let limit = tables.pointee.records[Int(actor.rawValue)].mailbox.stashLimit
    let side = side(actor)
    if Int(side.pointee.stash.count) >= limit { throw StashFull(actor: actor, limit: limit) }
    tables.pointee.mail.append(envelope, to: &side.pointee.stash)
    cell.pointee.flags.insert(.stashed)
  }

  /// Puts all that was put aside back in front of the mailbox, in its order, also beyond the limit.
  package func unstash(_ actor: ActorID) {
    let cell = cell(actor)
    let side = side(actor)
    guard cell.pointee.flags.contains(.alive), side.pointee.stash.count > 0 else { return }
    cell.pointee.queued += side.pointee.stash.count
    cell.pointee.flags.insert(.mail)
    tables.pointee.mail.move(&side.pointee.stash, inFrontOf: &side.pointee.mail)
    proceed(actor)
  }
}
