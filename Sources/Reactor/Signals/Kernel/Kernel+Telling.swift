// Telling those who depend on a node that it has changed: derived nodes become dirty, computations invalid.
extension Kernel {
  /// A cell has changed.
  @usableFromInline
  @inline(never)
  func changed(_ id: UInt32) {
    if !tellsOnly(id) { changedAny(id) }
  }

  /// The same of a cell whose only dependent is to be marked or queued, and nothing else, where nothing is under way.
  /// False where there is more to do, and nothing has happened.
  @inline(__always)
  private func tellsOnly(_ id: UInt32) -> Bool {
    let node = node(id)
    let first = link(node.pointee.firstDependent)
    // Where nobody depends on it, nobody's link is to nobody's node, of which nothing below is true.
    guard first.pointee.next == 0, !isReplaying, !state.pointee.isFlushing,
      state.pointee.frames.count == 0, state.pointee.fragile.count == 0,
      !node.pointee.flags.has(.hasKept)
    else { return false }
    let dependent = first.pointee.dependent
    let flags = self.node(dependent).pointee.flags
    let isClean = flags.has(.live) && flags.isClean
    // Whatever is called here would have each write make room for it.
    if !isClean, !flags.isSimple || state.pointee.pending.isFull { return false }
    let revision = state.pointee.revision &+ 1
    state.pointee.revision = revision
    node.pointee.changedAt = revision
    if isClean {
      mark(self.node(dependent), flags)
    } else {
      self.node(dependent).pointee.flags = flags.union(.waiting)
      state.pointee.pending.pushReserved(dependent)
    }
    return true
  }

  /// The change of any cell, as `changed(_:returning:)` tells it, where most writes come from outside: a twentieth of
  /// `map-update-1to4`. `WalkTests`.
  @inline(never)
  private func changedAny(_ id: UInt32) {
    disturb()
    noteChange(id)
    if isEvaluating {
      noteWritten()
      return tellOfRead(id)
    }
    let waiting = beginFinding()
    tellOfWrite(id)
    tellFound(behind: waiting)
  }

  /// Several cells have changed at once: the union of their readers is invalidated, in order of
  /// creation.
  ///
  /// Of those that have returned the write has brought back the version that stood from a revision
  /// on, and nothing has read them since that was replaced: derived nodes last saw that one.
  func changed(_ ids: [UInt32], returning returned: [(node: UInt32, revision: UInt64)] = []) {
    deliver { tell in
      for id in ids {
        noteChange(id)
        tell(id)
      }
      for (id, revision) in returned { noteReturn(of: id, to: revision) }
    }
  }

  /// The same for a single one, which has returned where a revision is given.
  func changed(_ id: UInt32, returning revision: UInt64?) {
    deliver { tell in
      noteChange(id)
      tell(id)
      if let revision { noteReturn(of: id, to: revision) }
    }
  }

  /// The body of a derived node has written: what it, and what waits for it, has read may look newer than that was
  /// evaluated, and yet be what it saw. Records, which go by that, are made anew.
  private func noteWritten() { state.pointee.topology &+= 1 }

  private func noteReturn(of id: UInt32, to revision: UInt64) {
    node(id).pointee.changedAt = revision
    state.pointee.hasReturned = true
  }

  /// Has those told whom a write has found, in order of creation: at once, or where that is the doing of
  /// a derived node, when its evaluation is over.
  @inline(__always)
  private func deliver(_ change: ((UInt32) -> Void) -> Void) {
    disturb()
    if isEvaluating {
      noteWritten()
      return change(tellOfRead)
    }
    let waiting = beginFinding()
    change(tellOfWrite)
    tellFound(behind: waiting)
  }

  /// Tells the dependents of a cell that has been written. Where a record that is swept begins with it, all of that
  /// waits again at once.
  @inline(__always)
  private func tellOfWrite(_ id: UInt32) {
    if id != state.pointee.sweptCell || !tellSwept() { tell(id) }
  }

  @inline(__always)
  private func noteChange(_ id: UInt32) {
    let revision = state.pointee.revision &+ 1
    state.pointee.revision = revision
    let node = node(id)
    node.pointee.changedAt = revision
    if _slowPath(node.pointee.flags.has(.hasKept)) { tellKept(of: id) }
    if _slowPath(state.pointee.fragile.count > 0) { retryFragile() }
  }

  /// Whether a dirty node need not be evaluated, because what it read is as it last saw it.
  func isAsLastSeen(_ id: UInt32) -> Bool {
    let node = node(id)
    if node.pointee.flags.has([.unset, .fragile]) { return false }
    return inputs(of: id).allSatisfy { input in
      self.node(input).pointee.changedAt <= node.pointee.verifiedAt
        && (!self.node(input).pointee.flags.has(.derived) || isCurrent(input))
    }
  }

  /// Tells the dependents of a node that a write or a settling has found changed. Runs no bodies: simple
  /// computations are queued, others wait for `tellFound`.
  @inline(never)
  func tell(_ id: UInt32) { tellEach(id, isRead: false) }

  /// The same of a node that a settling has found changed, in place.
  @inline(__always)
  func tellSettled(_ id: UInt32) {
    if _slowPath(node(id).pointee.flags.has(.hasKept)) { tellKept(of: id) }
    tellEach(id, isRead: false)
  }

  /// The same where a read has found that, or the evaluation of a derived node has done it: computations wait
  /// for its end.
  @inline(never)
  func tellOfRead(_ id: UInt32) { tellEach(id, isRead: true) }

  @inline(__always)
  private func tellEach(_ id: UInt32, isRead: Bool) {
    let nodes = state.pointee.nodes.start
    let links = state.pointee.links.start
    var index = nodes[Int(id)].firstDependent
    while index != 0 {
      let dependent = links[Int(index)].dependent
      let node = nodes + Int(dependent)
      let flags = node.pointee.flags
      index = links[Int(index)].next
      if !flags.has([.computation, .dirty, .running]) {
        mark(node, flags)
      } else if flags.isSimple, !isRead {
        queue(dependent, node, flags)
      } else if !flags.has([.invalid, .stopped, .doomed]),
        flags.has(.running)
          ? !isUnreadBy(dependent, id) && hasRead(dependent, id) : !flags.has(.dirty)
      {
        tellOther(dependent, flags, isRead: isRead)
      }
    }
  }

  @inline(never)
  private func tellOther(_ dependent: UInt32, _ flags: NodeFlags, isRead: Bool) {
    if flags.has(.derived) {
      mark(dependent)
    } else if isRead {
      state.pointee.postponed.push(reader(dependent))
    } else {
      node(dependent).pointee.flags = flags.union(.doomed)
      state.pointee.found.push(reader(dependent))
    }
  }

  /// Invalidates a computation that is valid, not running, and has neither handlers nor children.
  @inline(__always)
  func queue(_ id: UInt32, _ node: Address<Node>, _ flags: NodeFlags) {
    node.pointee.flags = flags.union(.waiting)
    let number = node.pointee.payload
    if _slowPath(number < state.pointee.lastQueued) { state.pointee.isUnsorted = true }
    state.pointee.lastQueued = number
    state.pointee.pending.push(id)
  }

  /// Computations are going to be found out of date. Those that are queued already come before them, and
  /// are so many.
  @inline(__always)
  func beginFinding() -> Int {
    state.pointee.lastQueued = 0
    return state.pointee.pending.count
  }

  /// Invalidates those that have been found out of date, in order of creation: the simple ones that are
  /// queued behind those that waited, and the others.
  @inline(__always)
  func tellFound(behind waiting: Int) {
    if state.pointee.found.count > 0 || state.pointee.isUnsorted { sortFound(behind: waiting) }
  }

  @inline(never)
  private func sortFound(behind waiting: Int) {
    let base = state.pointee.readers.count
    state.pointee.isUnsorted = false
    while state.pointee.pending.count > waiting {
      let id = state.pointee.pending.popBack()
      let flags = node(id).pointee.flags.subtracting(.pending)
      if flags.has(.stopped) {
        node(id).pointee.flags = flags
        releaseIfIdle(id)
      } else {
        node(id).pointee.flags = flags.subtracting(.invalid)
        state.pointee.readers.push(reader(id))
      }
    }
    for position in 0..<state.pointee.found.count {
      let reader = state.pointee.found[position]
      if node(reader.node).pointee.payload == reader.number {
        node(reader.node).pointee.flags.remove(.doomed)
      }
      state.pointee.readers.push(reader)
    }
    state.pointee.found.removeLast(downTo: 0)
    invalidateSorted(from: base)
  }

  /// Invalidates what was found out of date meanwhile, in order of creation.
  @inline(never)
  func invalidatePostponed() {
    // Moved first: a handler may read, and with that find more.
    let base = state.pointee.readers.count
    for index in 0..<state.pointee.postponed.count {
      state.pointee.readers.push(state.pointee.postponed[index])
    }
    state.pointee.postponed.removeLast(downTo: 0)
    invalidateSorted(from: base)
  }

  /// Invalidates gathered computations in order of creation, but those that have run since the
  /// change (a handler may flush) or are gone.
  private func invalidateSorted(from base: Int) {
    state.pointee.readers.sort(from: base) { $0.number < $1.number }
    for position in base..<state.pointee.readers.count {
      let reader = state.pointee.readers[position]
      let node = node(reader.node)
      if node.pointee.payload == reader.number, node.pointee.stamp == reader.stamp {
        invalidate(reader.node)
      }
    }
    state.pointee.readers.removeLast(downTo: base)
  }

  private func reader(_ id: UInt32) -> Reader {
    let node = node(id)
    return Reader(number: node.pointee.payload, node: id, stamp: node.pointee.stamp)
  }

  /// A live derived node is to be evaluated: something it read has changed. One that is suspect is left
  /// to its readers already, which will run again: it need not be queued.
  @inline(__always)
  func mark(_ id: UInt32) { mark(node(id), node(id).pointee.flags) }

  @inline(__always)
  private func mark(_ node: Address<Node>, _ flags: NodeFlags) {
    node.pointee.flags = flags.union(.dirty)
    if _slowPath(flags.has(.suspect)) { return }
    let rank = node.pointee.rank
    if rank < state.pointee.settled { state.pointee.settled = rank }
    state.pointee.dirty.insert(rank)
  }

  /// Whether the innermost run under way is the evaluation of a derived node.
  @inline(__always)
  var isEvaluating: Bool {
    let count = state.pointee.frames.count
    if count == 0, !state.pointee.isFlushing { return false }
    let innermost =
      count == 0 ? state.pointee.outermost : state.pointee.frames[count - 1].node
    let flags = node(innermost).pointee.flags
    return flags.has(.derived) && flags.has(.running)
  }

  var isOutermostRunning: Bool {
    isReplaying || node(state.pointee.outermost).pointee.flags.has(.running)
  }

  /// Whether any body is under way.
  var isComputing: Bool { state.pointee.frames.count > 0 || isOutermostRunning }
}
