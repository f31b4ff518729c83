extension ActorCore: RunningParty {
  /// Envelopes are taken one behind the other, without a call for each.
  @inline(never)
  func takeRun(_ id: UInt32, until end: UInt64, _ kernel: Address<KernelState>) {
    let (core, tables) = (scheduler.core, tables)
    repeat {
      let turn = core.pointee.takeNext()
      tables.take(Envelope(turn), ActorID(rawValue: turn.kind))
    } while core.pointee.goesOn(id, until: end, kernel)
  }
}

// The fast path of a message: every step is a load, a store or a comparison, and its only call is
// that of the reaction.
extension Address<ActorTables> {
  /// Sends an envelope where nothing is in the way. False where something is. The actor must exist.
  @inline(__always)
  func offer(_ envelope: Envelope, to actor: ActorID) -> Bool {
    let cell = pointee.cells.start + Int(actor.rawValue)
    guard cell.pointee.queued < cell.pointee.limit else { return false }
    cell.pointee.queued &+= 1
    pointee.scheduler.pointee.ready.push(envelope.turn(of: pointee.party, to: actor))
    return true
  }

  /// Receives an envelope whose turn has come.
  @inline(__always)
  func take(_ envelope: Envelope, _ actor: ActorID) {
    let cell = pointee.cells.start + Int(actor.rawValue)
    guard Int(actor.rawValue) < pointee.count, cell.pointee.flags == .idle else {
      return pointee.core.lend { $0.takeWithCare(envelope, actor) }
    }
    cell.pointee.queued &-= 1
    cell.pointee.flags = .atWork
    cell.pointee.envelope = envelope
    if envelope.kind == cell.pointee.lastKind, let lender = cell.pointee.lender {
      do { try lender.pointee.call(envelope.word, cell) } catch { threw(actor, error) }
      comeBack(actor, true)
    } else {
      comeBack(actor, react(to: envelope, by: actor))
    }
  }

  @inline(never)
  private func threw(_ actor: ActorID, _ error: any Error) {
    pointee.core.lend { $0.threw(actor, error) }
  }

  /// Lets an actor react to an envelope that is at work, and remembers how. True: it is done.
  @inline(never)
  func react(to envelope: Envelope, by actor: ActorID) -> Bool {
    let cell = pointee.cells.start + Int(actor.rawValue)
    let reactions = pointee.sides[Int(actor.rawValue)].reactions
    let number = Int(envelope.kind & Envelope.numbers)
    guard number < reactions.count else {
      return pointee.core.lend { $0.hostHolder.pointee.receive(envelope, by: actor) }
    }
    let reaction = reactions.address(number)
    guard envelope.isTold else { return reaction.pointee.whole.call(envelope) }
    cell.pointee.remember(reaction, envelope.kind)
    do { try reaction.pointee.lender.pointee.call(envelope.word, cell) } catch {
      threw(actor, error)
    }
    return true
  }

  @inline(__always)
  func comeBack(_ actor: ActorID, _ isDone: Bool) {
    // The cells may have been moved.
    let cell = pointee.cells.start + Int(actor.rawValue)
    if isDone, cell.pointee.flags == .atWork {
      cell.pointee.flags = .idle
    } else {
      pointee.core.lend { $0.comeBack(actor, isDone) }
    }
  }
}
