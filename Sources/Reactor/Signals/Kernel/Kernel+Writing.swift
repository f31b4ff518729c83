// What a change does at once: derived nodes that read it become dirty, computations invalid.
extension Kernel {
  /// A cell has changed.
  @usableFromInline
  @inline(never)
  func changed(_ id: UInt32) {
    noteChange(id)
    let first = node(id).pointee.firstDependent
    if first == 0 { return }
    if link(first).pointee.next == 0, !isEvaluating,
      invalidateSimply(link(first).pointee.dependent)
    {
      return
    }
    tellDependents(of: id, by: .write)
  }

  /// Invalidates a computation that is valid, not running, and has neither handlers nor children.
  /// Not while a derived node is evaluated.
  @inline(__always)
  private func invalidateSimply(_ id: UInt32) -> Bool {
    if node(id).pointee.flags != .computation || node(id).pointee.side != 0 { return false }
    node(id).pointee.flags = [.computation, .invalid, .pending]
    state.pointee.pending.push(id)
    return true
  }

  @inline(__always)
  func noteChange(_ id: UInt32) {
    let revision = state.pointee.revision &+ 1
    state.pointee.revision = revision
    node(id).pointee.changedAt = revision
    if node(id).pointee.flags.has(.hasKept) { tellKept(of: id) }
    if state.pointee.fragile.count > 0 { retryFragile() }
  }

  /// Several cells have changed at once: the union of their readers is invalidated, in order of
  /// creation.
  ///
  /// Of those that have returned the write has brought back the version that stood from a revision
  /// on, and nothing has read them since that was replaced: derived nodes last saw that one.
  func changed(_ ids: [UInt32], returning returned: [(node: UInt32, revision: UInt64)] = []) {
    let base = state.pointee.readers.count
    for id in ids {
      noteChange(id)
      collect(id, from: node(id).pointee.firstDependent)
    }
    for (id, revision) in returned {
      node(id).pointee.changedAt = revision
      state.pointee.hasReturned = true
    }
    invalidateReaders(from: base, by: .write)
  }

  /// The same for a single one, which has returned where a revision is given.
  func changed(_ id: UInt32, returning revision: UInt64?) {
    let base = state.pointee.readers.count
    noteChange(id)
    collect(id, from: node(id).pointee.firstDependent)
    if let revision {
      node(id).pointee.changedAt = revision
      state.pointee.hasReturned = true
    }
    invalidateReaders(from: base, by: .write)
  }

  /// Whether a dirty node need not be evaluated, because what it read is as it last saw it.
  func isAsLastSeen(_ id: UInt32) -> Bool {
    let node = node(id)
    if node.pointee.flags.has([.unset, .fragile]) { return false }
    var index = node.pointee.firstDependency
    while index != 0 {
      let dependency = link(index).pointee.dependency
      if self.node(dependency).pointee.changedAt > node.pointee.verifiedAt { return false }
      if self.node(dependency).pointee.flags.has(.derived), !isCurrent(dependency) { return false }
      index = link(index).pointee.nextDependency
    }
    return true
  }

  /// How a change was found.
  enum Cause {
    case write
    case settling
    case read
  }

  /// Tells the dependents of a node that has changed.
  @inline(__always)
  func propagate(_ id: UInt32, by cause: Cause) {
    if node(id).pointee.firstDependent != 0 { tellDependents(of: id, by: cause) }
  }

  /// The same for a node that the run under way reads, without a call where all others that read it
  /// are derived nodes that do not run.
  @inline(__always)
  func markReaders(of id: UInt32) {
    let seen = node(id).pointee.stamp
    let reader = seen < state.pointee.stamp && seen != 0 ? state.pointee.observer : 0
    var index = node(id).pointee.firstDependent
    while index != 0 {
      let dependent = link(index).pointee.dependent
      if dependent != reader {
        let flags = node(dependent).pointee.flags
        if flags.has([.computation, .running]) { return tellDependents(of: id, by: .read) }
        if !flags.has(.dirty) { mark(dependent) }
      }
      index = link(index).pointee.next
    }
  }

  /// The same in settling. Where the only dependent is a derived node that ranks below all that
  /// wait, it is handed over instead of queued: its index, else 0.
  @inline(__always)
  func propagateSettled(_ id: UInt32) -> UInt32 {
    let first = node(id).pointee.firstDependent
    if link(first).pointee.next == 0 {
      let dependent = link(first).pointee.dependent
      let flags = node(dependent).pointee.flags
      if !flags.has([.computation, .dirty, .running, .queued]),
        state.pointee.dirty.isEmpty || key(dependent) < state.pointee.dirty.lowest
      {
        node(dependent).pointee.flags = flags.union(.dirty)
        return dependent
      }
      if invalidateSimply(dependent) { return 0 }
    }
    tellDependents(of: id, by: .settling)
    return 0
  }

  @inline(never)
  private func tellDependents(of id: UInt32, by cause: Cause) {
    let first = node(id).pointee.firstDependent
    if first == 0 { return }
    if link(first).pointee.next == 0 {
      propagateToOne(link(first).pointee.dependent, from: id, by: cause)
    } else {
      propagateToSeveral(id, by: cause)
    }
  }

  private func propagateToOne(_ dependent: UInt32, from id: UInt32, by cause: Cause) {
    let flags = node(dependent).pointee.flags
    // A reader under way that has not come to this read: it sees the new value.
    if flags.has(.running), !hasRead(dependent, id) { return }
    if flags.has(.derived) {
      if !flags.has(.dirty) { mark(dependent) }
    } else if !flags.has([.invalid, .stopped, .doomed]) {
      if isPostponed(cause) {
        state.pointee.postponed.push(reader(dependent))
      } else if cause == .settling {
        doom(reader(dependent))
      } else {
        invalidate(dependent)
      }
    }
  }

  /// A settling has found a computation out of date. It is invalidated when the settling ends.
  private func doom(_ reader: Reader) {
    let node = node(reader.node)
    if node.pointee.flags.has([.invalid, .stopped, .doomed]) { return }
    node.pointee.flags.insert(.doomed)
    state.pointee.found.push(reader)
  }

  /// Invalidates what a settling has found, in order of creation: the simple computations that it
  /// has queued behind those that waited, and the doomed ones.
  @inline(__always)
  func tellFound(behind waiting: Int) {
    if state.pointee.found.count > 0 || !isInOrder(behind: waiting) { sortFound(behind: waiting) }
  }

  @inline(__always)
  private func isInOrder(behind waiting: Int) -> Bool {
    var last: UInt64 = 0
    for position in waiting..<state.pointee.pending.count {
      let number = node(state.pointee.pending[position]).pointee.payload
      if number < last { return false }
      last = number
    }
    return true
  }

  @inline(never)
  private func sortFound(behind waiting: Int) {
    let base = state.pointee.readers.count
    takeBack(downTo: waiting)
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

  private func invalidateSorted(from base: Int) {
    sortReaders(from: base)
    let end = state.pointee.readers.count
    for position in base..<end { invalidate(state.pointee.readers[position]) }
    state.pointee.readers.removeLast(downTo: base)
  }

  @inline(never)
  private func propagateToSeveral(_ id: UInt32, by cause: Cause) {
    let base = state.pointee.readers.count
    let rest = isPostponed(cause) ? node(id).pointee.firstDependent : invalidateSimple(of: id)
    if rest == 0 { return }
    collect(id, from: rest)
    if state.pointee.readers.count > base { invalidateReaders(from: base, by: cause) }
  }

  /// Marks the derived dependents of a node, and invalidates the computations, as long as those are
  /// simple and stand in order of creation. Returns the link to go on with, for `collect`: what has
  /// been invalidated out of turn is valid again by then, and gathered.
  @inline(__always)
  private func invalidateSimple(of id: UInt32) -> UInt32 {
    let waiting = state.pointee.pending.count
    var last: UInt64 = 0
    var index = node(id).pointee.firstDependent
    while index != 0 {
      let dependent = link(index).pointee.dependent
      let node = node(dependent)
      let flags = node.pointee.flags
      if flags == .computation, node.pointee.side == 0, node.pointee.payload > last {
        last = node.pointee.payload
        node.pointee.flags = [.computation, .invalid, .pending]
        state.pointee.pending.push(dependent)
      } else if flags.has(.computation) {
        if !flags.has([.invalid, .stopped, .doomed]) {
          takeBack(downTo: waiting)
          return index
        }
      } else if !flags.has([.dirty, .running]) || (flags.has(.running) && hasRead(dependent, id)) {
        mark(dependent)
      }
      index = link(index).pointee.next
    }
    return 0
  }

  /// Makes the computations that were queued last valid again, and gathers them.
  @inline(never)
  private func takeBack(downTo count: Int) {
    while state.pointee.pending.count > count {
      let id = state.pointee.pending.popBack()
      node(id).pointee.flags = .computation
      state.pointee.readers.push(reader(id))
    }
  }

  /// Marks the derived dependents of a node, and gathers the computations. Runs no bodies.
  private func collect(_ id: UInt32, from first: UInt32) {
    var index = first
    while index != 0 {
      let dependent = link(index).pointee.dependent
      let flags = node(dependent).pointee.flags
      if isUnreadBy(dependent, id) {
        // It sees the new value.
      } else if flags.has(.computation) {
        if !flags.has([.invalid, .stopped, .doomed]),
          !flags.has(.running) || hasRead(dependent, id)
        {
          state.pointee.readers.push(reader(dependent))
        }
      } else if !flags.has([.dirty, .running]) || (flags.has(.running) && hasRead(dependent, id)) {
        mark(dependent)
      }
      index = link(index).pointee.next
    }
  }

  /// Invalidates gathered computations in order of creation, but those that have run since the
  /// change (a handler may flush) or are gone.
  private func invalidateReaders(from base: Int, by cause: Cause) {
    sortReaders(from: base)
    let end = state.pointee.readers.count
    let isPostponed = isPostponed(cause)
    var position = base
    while position < end {
      let reader = state.pointee.readers[position]
      if isPostponed {
        state.pointee.postponed.push(reader)
      } else if cause == .settling {
        doom(reader)
      } else {
        invalidate(reader)
      }
      position += 1
    }
    state.pointee.readers.removeLast(downTo: base)
  }

  private func reader(_ id: UInt32) -> Reader {
    let node = node(id)
    return Reader(number: node.pointee.payload, node: id, stamp: node.pointee.stamp)
  }

  private func invalidate(_ reader: Reader) {
    let node = node(reader.node)
    if node.pointee.payload == reader.number, node.pointee.stamp == reader.stamp {
      invalidate(reader.node)
    }
  }

  /// Whether the innermost run under way is the evaluation of a derived node.
  @inline(__always)
  var isEvaluating: Bool {
    let count = state.pointee.frames.count
    let innermost =
      count == 0 ? state.pointee.outermost : state.pointee.frames[count - 1].node
    let flags = node(innermost).pointee.flags
    return flags.has(.derived) && flags.has(.running)
  }

  var isOutermostRunning: Bool { node(state.pointee.outermost).pointee.flags.has(.running) }

  /// Whether any body is under way.
  var isComputing: Bool { state.pointee.frames.count > 0 || isOutermostRunning }

  /// What a read finds changed on its way is told when the read is over, what happens inside an
  /// evaluation when that is.
  @inline(__always)
  private func isPostponed(_ cause: Cause) -> Bool {
    if state.pointee.frames.count == 0, state.pointee.outermost == 0 { return cause == .read }
    return cause == .read || isEvaluating
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

  private func sortReaders(from base: Int) {
    state.pointee.readers.sort(from: base) { $0.number < $1.number }
  }

  @inline(__always)
  func key(_ id: UInt32) -> UInt64 { UInt64(node(id).pointee.rank) << 32 | UInt64(id) }

  /// A live derived node is to be evaluated: something it read has changed. One that is suspect is left
  /// to its readers already, which will run again: it need not be queued.
  @inline(__always)
  func mark(_ id: UInt32) {
    let flags = node(id).pointee.flags
    if flags.has([.queued, .suspect]) {
      node(id).pointee.flags = flags.union(.dirty)
      return
    }
    node(id).pointee.flags = flags.union([.dirty, .queued])
    state.pointee.dirty.push(key(id))
    if node(id).pointee.rank < state.pointee.settled {
      state.pointee.settled = node(id).pointee.rank
    }
  }
}
