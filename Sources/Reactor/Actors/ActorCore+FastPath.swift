// The fast path of a message: every step is a load, a store or a comparison, and its only call is
// that of the reaction.
extension UnsafeMutablePointer<ActorTables> {
  /// Sends an envelope where nothing is in the way. False where something is. The actor must exist.
  @inline(__always)
  func offer(_ envelope: Envelope, to actor: ActorID) -> Bool {
    let cell = pointee.cells + Int(actor.rawValue)
    guard cell.pointee.queued < cell.pointee.limit else { return false }
    cell.pointee.queued &+= 1
    pointee.scheduler.pointee.ready.push(envelope.turn(of: pointee.party, to: actor))
    return true
  }

  /// Receives an envelope whose turn has come.
  @inline(__always)
  func take(_ envelope: Envelope, _ actor: ActorID) {
    let cell = pointee.cells + Int(actor.rawValue)
    guard Int(actor.rawValue) < pointee.count, cell.pointee.flags == .idle else {
      return pointee.core._withUnsafeGuaranteedRef { $0.takeWithCare(envelope, actor) }
    }
    cell.pointee.queued &-= 1
    cell.pointee.flags = .atWork
    cell.pointee.envelope = envelope
    let last = UnsafeMutableRawPointer(cell).advanced(by: ActorCell.lastOffset)
    if Int(envelope.kind) == cell.pointee.plainKind {
      callPlainly(last, envelope, actor)
      comeBack(actor, true)
    } else if Int(envelope.kind) == cell.pointee.lentKind {
      lend(envelope, to: last, actor)
      comeBack(actor, true)
    } else {
      comeBack(actor, react(to: envelope, by: actor))
    }
  }

  @inline(__always)
  private func callPlainly(
    _ function: UnsafeMutableRawPointer, _ envelope: Envelope, _ actor: ActorID
  ) {
    do {
      try function.assumingMemoryBound(to: IndirectHolder<UInt64>.self).pointee.call(envelope.word)
    } catch {
      pointee.core._withUnsafeGuaranteedRef { $0.threw(actor, error) }
    }
  }

  @inline(__always)
  private func lend(
    _ envelope: Envelope, to function: UnsafeMutableRawPointer, _ actor: ActorID
  ) {
    do {
      try pointee.accessors[Int(envelope.kind & Envelope.numbers)].call(envelope.word, function)
    } catch {
      pointee.core._withUnsafeGuaranteedRef { $0.threw(actor, error) }
    }
  }

  /// Lets an actor react to an envelope that is at work, and remembers how. True: it is done.
  @inline(never)
  func react(to envelope: Envelope, by actor: ActorID) -> Bool {
    let cell = pointee.cells + Int(actor.rawValue)
    let reactions = pointee.sides[Int(actor.rawValue)].reactions
    let number = Int(envelope.kind & Envelope.numbers)
    guard number < reactions.count, let base = reactions.baseAddress else {
      return pointee.core._withUnsafeGuaranteedRef { core in
        core.hostHolder.pointee.receive(envelope, by: actor)
      }
    }
    let isLent = envelope.kind & ~Envelope.numbers == Envelope.kept && base[number].isLent
    guard envelope.isPlain || isLent else { return base[number].whole.call(envelope) }
    let function = UnsafeMutableRawPointer(base + number)
    cell.pointee.last = function.load(as: (UInt, UInt).self)
    cell.pointee.plainKind = isLent ? -1 : Int(envelope.kind)
    cell.pointee.lentKind = isLent ? Int(envelope.kind) : -1
    if isLent {
      lend(envelope, to: function, actor)
    } else {
      callPlainly(function, envelope, actor)
    }
    return true
  }

  @inline(__always)
  func comeBack(_ actor: ActorID, _ isDone: Bool) {
    // The cells may have been moved.
    let cell = pointee.cells + Int(actor.rawValue)
    if isDone, cell.pointee.flags == .atWork {
      cell.pointee.flags = .idle
    } else {
      pointee.core._withUnsafeGuaranteedRef { $0.comeBack(actor, isDone) }
    }
  }
}
