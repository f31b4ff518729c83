// The plain way of a message: every step is a load, a store or a comparison, and its only call is
// that of the reaction.
extension UnsafeMutablePointer<ActorTables> {
  /// Sends a letter where nothing is in the way. False where something is. The actor must exist.
  @inline(__always)
  func offer(_ letter: Letter, to actor: ActorID) -> Bool {
    let cell = pointee.cells + Int(actor.rawValue)
    guard cell.pointee.queued < cell.pointee.limit else { return false }
    cell.pointee.queued &+= 1
    pointee.scheduler.pointee.ready.push(letter.turn(of: pointee.party, to: actor))
    return true
  }

  /// Receives a letter whose turn has come.
  @inline(__always)
  func take(_ turn: Turn) {
    let letter = Letter(turn)
    let actor = ActorID(rawValue: turn.kind)
    let cell = pointee.cells + Int(turn.kind)
    guard Int(turn.kind) < pointee.count, cell.pointee.flags == .idle else {
      return pointee.core._withUnsafeGuaranteedRef { $0.takeWithCare(turn) }
    }
    cell.pointee.queued &-= 1
    cell.pointee.flags = .atWork
    cell.pointee.letter = letter
    guard Int(letter.kind) == cell.pointee.lastKind else {
      return comeBack(actor, react(to: letter, by: actor))
    }
    let last = UnsafeMutableRawPointer(cell).advanced(by: ActorCell.lastOffset)
    if letter.isPlain {
      callPlainly(last.assumingMemoryBound(to: PlainHolder.self), letter, actor)
      comeBack(actor, true)
    } else {
      let whole = last.assumingMemoryBound(to: WholeHolder.self)
      comeBack(actor, whole.pointee.call(letter))
    }
  }

  @inline(__always)
  private func callPlainly(
    _ plain: UnsafeMutablePointer<PlainHolder>, _ letter: Letter, _ actor: ActorID
  ) {
    do {
      try plain.pointee.call(letter.word)
    } catch {
      pointee.core._withUnsafeGuaranteedRef { $0.threw(actor, error) }
    }
  }

  /// Lets an actor react to a letter that is at work, and remembers how. True: it is done.
  @inline(never)
  func react(to letter: Letter, by actor: ActorID) -> Bool {
    let cell = pointee.cells + Int(actor.rawValue)
    let number = letter.kind & Letter.numbers
    guard number < cell.pointee.reactionCount, let reactions = cell.pointee.reactions else {
      return pointee.core._withUnsafeGuaranteedRef { core in
        core.hostHolder.pointee.receive(letter, by: actor)
      }
    }
    let found = reactions + Int(number)
    let words = UnsafeMutableRawPointer(found).assumingMemoryBound(to: (UInt, UInt).self)
    cell.pointee.last = letter.isPlain ? words[0] : words[1]
    cell.pointee.lastKind = Int(letter.kind)
    guard letter.isPlain else { return found.pointee.whole.call(letter) }
    callPlainly(
      UnsafeMutableRawPointer(found).assumingMemoryBound(to: PlainHolder.self), letter, actor)
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
