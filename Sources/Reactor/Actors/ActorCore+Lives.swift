// How lives begin, end, and begin anew.
extension ActorCore {
  /// Makes an actor that is alive, and lets its mail wait until `begin`.
  /// - Parameters:
  ///   - supervision: what becomes of its own children when they fail.
  ///   - restart: when its supervisor begins it anew.
  package func add(
    parent: ActorID = .none, mailbox: Mailbox = Mailbox(), supervision: Supervision? = nil,
    restart: Supervision.Restart = .transient
  ) throws(ActorLimit) -> ActorID {
    if tables.pointee.aliveCount >= actorLimit { throw .tooMany(limit: actorLimit) }
    let depth = parent == .none ? 1 : depth(of: parent) + 1
    if depth > depthLimit { throw .tooDeep(limit: depthLimit) }
    let isOver = party == 0 || hasEnded(parent)
    let limit = mailbox.limit.map { UInt32(clamping: max(0, $0)) } ?? ActorCell.unlimited
    let actor = tables.pointee.add(
      ActorCell(flags: isOver ? [] : [.alive, .unbegun], limit: isOver ? 0 : limit),
      ActorRecord(
        mailbox: mailbox, supervision: supervision, restart: restart, parent: parent, depth: depth))
    if parent != .none, !isOver {
      tables.pointee.records[Int(parent.rawValue)].children.append(actor)
    }
    return actor
  }

  /// Whether a parent is no more, and not even at its end: what it makes then could not end with it, and is as if it
  /// had.
  private func hasEnded(_ parent: ActorID) -> Bool {
    parent != .none && cell(parent).pointee.flags.isDisjoint(with: [.alive, .running, .ending])
  }

  /// Begins an actor's first life, in this turn.
  package func begin(_ actor: ActorID) { begin(actor, isRestart: false) }

  func beginAnew(_ actor: ActorID) {
    tables.pointee.records[Int(actor.rawValue)].beginning = .none
    begin(actor, isRestart: true)
  }

  private func begin(_ actor: ActorID, isRestart: Bool) {
    let cell = cell(actor)
    guard cell.pointee.flags.isSuperset(of: [.alive, .unbegun]) else { return }
    cell.pointee.flags.remove(.unbegun)
    cell.pointee.flags.formUnion([.running, .beginning])
    comeBack(actor, host.begin(actor, isRestart: isRestart))
  }

  /// Ends an actor for good, its children first. What it was working on and what waits is lost.
  package func stop(_ actor: ActorID) {
    guard isAlive(actor) else { return }
    if mustWait(actor) {
      cell(actor).pointee.die()
      `defer`(.stop, of: actor)
    } else {
      end(actor, .stopped)
    }
  }

  /// An actor comes to its end by itself: for good, or until its supervisor begins it anew, which
  /// is a restart as any.
  package func exit(_ actor: ActorID) {
    guard isAlive(actor) else { return }
    if restart(of: actor) != .permanent || !isSupervised(actor) { return stop(actor) }
    if mustWait(actor) { `defer`(.exit, of: actor) } else { exit(now: actor) }
  }

  /// Begins a new life without a failure: nobody counts it, and it waits for no backoff.
  package func restart(_ actor: ActorID) {
    guard isAlive(actor) else { return }
    if mustWait(actor) { return `defer`(.restart, of: actor) }
    endLife(actor, nil)
    beginLater(actor, after: 0)
  }

  /// A failure of an actor: its supervisor's strategy decides; without a supervisor it ends.
  package func fail(_ actor: ActorID, _ error: any Error) {
    guard isAlive(actor) else { return }
    if mustWait(actor) { `defer`(.fail(error), of: actor) } else { crash(actor, error) }
  }

  private func mustWait(_ actor: ActorID) -> Bool {
    !cell(actor).pointee.flags.isDisjoint(with: [.running, .ending])
  }

  private func `defer`(_ kind: ActorTables.Deferral.Command, of actor: ActorID) {
    cell(actor).pointee.flags.insert(.deferred)
    let place = tables.pointee.deferrals.lastIndex { $0.actor == actor }
    guard let place else {
      return tables.pointee.deferrals.append(ActorTables.Deferral(actor: actor, kind: kind))
    }
    switch (tables.pointee.deferrals[place].kind, kind) {
    case (.restart, _), (.fail, .stop), (.exit, .stop):
      tables.pointee.deferrals[place].kind = kind
    default: return
    }
  }

  /// Does what had to wait for the end of a call.
  func doDeferred(_ actor: ActorID) {
    cell(actor).pointee.flags.remove(.deferred)
    guard let place = tables.pointee.deferrals.lastIndex(where: { $0.actor == actor }) else {
      return
    }
    switch tables.pointee.deferrals.remove(at: place).kind {
    case .stop: end(actor, .stopped)
    case .exit: exit(actor)
    case .restart: restart(actor)
    case .fail(let error): fail(actor, error)
    }
  }

  /// The end for good.
  func end(_ actor: ActorID, _ why: ActorEnd) {
    cell(actor).pointee.die()
    tables.pointee.aliveCount -= 1
    let parent = tables.pointee.records[Int(actor.rawValue)].parent
    if parent != .none { forgetChild(actor, of: parent) }
    stopChildren(actor)
    dropPlans(actor)
    cell(actor).pointee.flags.insert(.ending)
    host.ended(actor, why)
    cell(actor).pointee.flags = []
    forgetDeferral(actor)
    for envelope in takeAll(actor) { host.dead(envelope, to: actor, .stopped) }
    let watchers = tables.pointee.records[Int(actor.rawValue)].watchers.elements
    tables.pointee.records[Int(actor.rawValue)] = ActorRecord()
    for watcher in watchers where isAlive(watcher) { host.terminated(actor, watcher: watcher) }
  }

  /// The end of a life that another one follows. The mail stays.
  func endLife(_ actor: ActorID, _ error: (any Error)?) {
    stopChildren(actor)
    dropPlans(actor)
    tables.pointee.records[Int(actor.rawValue)].failures = []
    let hadBegun = !cell(actor).pointee.flags.contains(.unbegun)
    if hadBegun {
      cell(actor).pointee.flags.insert(.ending)
      host.ended(actor, .restarting(error))
    }
    let cell = cell(actor)
    cell.pointee.flags.formIntersection([.alive, .mail, .nextPosted, .deferred])
    cell.pointee.flags.insert(.unbegun)
    if hadBegun { side(actor).pointee.life &+= 1 }
    unstash(actor)
  }

  /// Plans the turn in which an actor begins anew; where time does not reach that far, it ends.
  func beginLater(_ actor: ActorID, after delay: Int64) {
    if cell(actor).pointee.flags.contains(.deferred) { return doDeferred(actor) }
    guard isAlive(actor) else { return }
    do {
      let turn = ActorTurns.turn(.begin, of: ownParty, to: actor)
      tables.pointee.records[Int(actor.rawValue)].beginning = try scheduler.after(delay, turn)
    } catch {
      end(actor, .failed(error))
    }
  }

  private func stopChildren(_ actor: ActorID) {
    let children = tables.pointee.records[Int(actor.rawValue)].children
    for child in children.reversed() { stop(child) }
  }

  private func forgetChild(_ actor: ActorID, of parent: ActorID) {
    // Ids count up, so the order of start is that of the ids.
    let place = Int(parent.rawValue)
    var (low, high) = (0, tables.pointee.records[place].children.count)
    while low < high {
      let middle = (low + high) / 2
      if tables.pointee.records[place].children[middle] < actor {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < tables.pointee.records[place].children.count,
      tables.pointee.records[place].children[low] == actor
    else { return }
    tables.pointee.records[place].children.remove(at: low)
  }

  /// Takes back the turn in which it would begin, and forgets for whom it waits.
  private func dropPlans(_ actor: ActorID) {
    scheduler.cancel(tables.pointee.records[Int(actor.rawValue)].beginning)
    tables.pointee.records[Int(actor.rawValue)].beginning = .none
    forgetWaits(of: actor)
  }

  func forgetWaits(of actor: ActorID) {
    for ticket in tables.pointee.records[Int(actor.rawValue)].waits {
      tables.pointee.waits.remove(ticket)
    }
    tables.pointee.records[Int(actor.rawValue)].waits = []
  }

  private func forgetDeferral(_ actor: ActorID) {
    tables.pointee.deferrals.removeAll { $0.actor == actor }
  }

  /// All that waits, what was put aside first.
  private func takeAll(_ actor: ActorID) -> [Envelope] {
    let side = side(actor)
    cell(actor).pointee.queued -= side.pointee.mail.count
    tables.pointee.mail.move(&side.pointee.stash, inFrontOf: &side.pointee.mail)
    var envelopes: [Envelope] = []
    while let envelope = tables.pointee.mail.removeFirst(of: &side.pointee.mail) {
      envelopes.append(envelope)
    }
    return envelopes
  }
}
