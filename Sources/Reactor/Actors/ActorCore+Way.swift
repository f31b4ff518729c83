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
  func take(_ letter: Letter, _ actor: ActorID) {
    let cell = pointee.cells + Int(actor.rawValue)
    guard Int(actor.rawValue) < pointee.count, cell.pointee.flags == .idle else {
      return pointee.core._withUnsafeGuaranteedRef { $0.takeWithCare(letter, actor) }
    }
    cell.pointee.queued &-= 1
    cell.pointee.flags = .atWork
    cell.pointee.letter = letter
    let last = UnsafeMutableRawPointer(cell).advanced(by: ActorCell.lastOffset)
    if Int(letter.kind) == cell.pointee.plainKind {
      callPlainly(last, letter, actor)
      comeBack(actor, true)
    } else if Int(letter.kind) == cell.pointee.lentKind {
      lend(letter, to: last, actor)
      comeBack(actor, true)
    } else {
      comeBack(actor, react(to: letter, by: actor))
    }
  }

  @inline(__always)
  private func callPlainly(
    _ function: UnsafeMutableRawPointer, _ letter: Letter, _ actor: ActorID
  ) {
    do {
      try function.assumingMemoryBound(to: IndirectHolder<UInt64>.self).pointee.call(letter.word)
    } catch {
      pointee.core._withUnsafeGuaranteedRef { $0.threw(actor, error) }
    }
  }

  @inline(__always)
  private func lend(
    _ letter: Letter, to function: UnsafeMutableRawPointer, _ actor: ActorID
  ) {
    do {
      try pointee.lenders[Int(letter.kind & Letter.numbers)].call(letter.word, function)
    } catch {
      pointee.core._withUnsafeGuaranteedRef { $0.threw(actor, error) }
    }
  }

  /// Lets an actor react to a letter that is at work, and remembers how. True: it is done.
  @inline(never)
  func react(to letter: Letter, by actor: ActorID) -> Bool {
    let cell = pointee.cells + Int(actor.rawValue)
    let reactions = pointee.sides[Int(actor.rawValue)].reactions
    let number = Int(letter.kind & Letter.numbers)
    guard number < reactions.count, let base = reactions.baseAddress else {
      return pointee.core._withUnsafeGuaranteedRef { core in
        core.hostHolder.pointee.receive(letter, by: actor)
      }
    }
    let isLent = letter.kind & ~Letter.numbers == Letter.kept && base[number].isLent
    guard letter.isPlain || isLent else { return base[number].whole.call(letter) }
    let function = UnsafeMutableRawPointer(base + number)
    cell.pointee.last = function.load(as: (UInt, UInt).self)
    cell.pointee.plainKind = isLent ? -1 : Int(letter.kind)
    cell.pointee.lentKind = isLent ? Int(letter.kind) : -1
    if isLent { lend(letter, to: function, actor) } else { callPlainly(function, letter, actor) }
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
