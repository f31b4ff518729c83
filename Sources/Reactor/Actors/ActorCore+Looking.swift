// What can be seen of actors from outside.
extension ActorCore {
  /// Whether messages to it will be received, now or later.
  package func isAlive(_ actor: ActorID) -> Bool { cell(actor).pointee.flags.contains(.alive) }

  /// Whether this life of it has begun; it has not where it waits for its restart.
  package func isBegun(_ actor: ActorID) -> Bool {
    isAlive(actor) && !cell(actor).pointee.flags.contains(.unbegun)
  }

  /// Whether something is at work, its beginning included.
  package func isBusy(_ actor: ActorID) -> Bool {
    !cell(actor).pointee.flags.isDisjoint(with: [.busy, .running])
  }

  /// The envelope that a turn takes to its actor; nil for any other turn.
  package func message(of turn: Turn) -> (envelope: Envelope, actor: ActorID)? {
    turn.party == party ? (Envelope(turn), ActorID(rawValue: turn.kind)) : nil
  }

  /// Whether somebody decides what becomes of it when it fails.
  package func isSupervised(_ actor: ActorID) -> Bool {
    let parent = parent(of: actor)
    return parent != .none && tables.pointee.records[Int(parent.rawValue)].supervision != nil
  }

  /// How many messages were sent to it and are not begun: not those put aside or delayed.
  package func queuedCount(_ actor: ActorID) -> Int { Int(cell(actor).pointee.queued) }

  /// The same with what is at work.
  package func load(_ actor: ActorID) -> Int { queuedCount(actor) + (isBusy(actor) ? 1 : 0) }

  /// The message at work: nil where there is none, where the actor begins, and where the message
  /// was put aside.
  package func atWork(_ actor: ActorID) -> Envelope? {
    let flags = cell(actor).pointee.flags
    guard !flags.isDisjoint(with: [.busy, .running]),
      flags.isDisjoint(with: [.beginning, .stashed])
    else { return nil }
    return cell(actor).pointee.envelope
  }

  /// The messages queued, in the order in which they will be received. Linear in all that is ready.
  package func queued(_ actor: ActorID) -> [Envelope] {
    var envelopes = mail(of: actor)
    for place in 0..<scheduler.readyCount {
      let turn = scheduler.ready(place)
      if turn.party == party, turn.kind == actor.rawValue { envelopes.append(Envelope(turn)) }
    }
    return envelopes
  }

  /// The messages that have arrived and wait, in order.
  package func mail(of actor: ActorID) -> [Envelope] {
    tables.pointee.mail.envelopes(of: side(actor).pointee.mail)
  }

  /// The messages put aside, in order.
  package func stashed(_ actor: ActorID) -> [Envelope] {
    tables.pointee.mail.envelopes(of: side(actor).pointee.stash)
  }

  /// `.none` where there is none, and where the actor is no more.
  package func parent(of actor: ActorID) -> ActorID { record(actor).parent }

  /// Those alive, in order of start.
  package func children(of actor: ActorID) -> [ActorID] { record(actor).children }

  /// 1 is the first generation.
  package func depth(of actor: ActorID) -> Int { record(actor).depth }

  /// How many lives it had before this one: to tell what an earlier one left behind.
  package func life(of actor: ActorID) -> UInt32 { side(actor).pointee.life }

  /// How many there ever were; the last one's number.
  package var actorCount: Int { tables.pointee.count - 1 }

  /// How many are alive. Constant time.
  package var aliveCount: Int { tables.pointee.aliveCount }

  private func record(_ actor: ActorID) -> ActorRecord {
    _ = cell(actor)
    return tables.pointee.records[Int(actor.rawValue)]
  }
}
