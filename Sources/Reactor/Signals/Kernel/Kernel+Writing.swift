// What a change does at once: derived nodes that read it become dirty, computations invalid.
extension Kernel {
  /// A cell has changed.
  @usableFromInline
  @inline(never)
  func changed(_ id: UInt32) {
    noteChange(id)
    if node(id).pointee.firstDependent != 0 { _ = propagate(id, mayHandOver: false) }
  }

  @inline(__always)
  func noteChange(_ id: UInt32) {
    let revision = state.pointee.revision &+ 1
    state.pointee.revision = revision
    node(id).pointee.changedAt = revision
    if !state.pointee.fragile.isEmpty { retryFragile() }
  }

  /// Several cells have changed at once: the union of their readers is invalidated, in order of
  /// creation.
  func changed(_ ids: [UInt32]) {
    let base = state.pointee.readers.count
    for id in ids {
      noteChange(id)
      collect(id)
    }
    invalidateReaders(from: base)
  }

  /// Marks the dependents of a node that has changed. Where the only one is a derived node that
  /// ranks below all that wait, it is handed over instead of queued: its index, else 0.
  @inline(__always)
  func propagate(_ id: UInt32, mayHandOver: Bool) -> UInt32 {
    let first = node(id).pointee.firstDependent
    if first == 0 { return 0 }
    if link(first).pointee.next != 0 {
      propagateToSeveral(id)
      return 0
    }
    let dependent = link(first).pointee.dependent
    let flags = node(dependent).pointee.flags
    if flags.has(.computation) {
      if !flags.has([.invalid, .stopped]), !flags.has(.running) || hasRead(dependent, id) {
        invalidate(dependent)
      }
      return 0
    }
    if flags.has([.dirty, .running]) {
      if flags.has(.running), hasRead(dependent, id) { mark(dependent) }
      return 0
    }
    if mayHandOver, !flags.has(.queued), key(dependent) < state.pointee.dirty.lowest {
      node(dependent).pointee.flags.insert(.dirty)
      return dependent
    }
    mark(dependent)
    return 0
  }

  @inline(never)
  private func propagateToSeveral(_ id: UInt32) {
    let base = state.pointee.readers.count
    collect(id)
    if state.pointee.readers.count > base { invalidateReaders(from: base) }
  }

  /// Marks the derived dependents of a node, and gathers the computations. Runs no bodies.
  private func collect(_ id: UInt32) {
    var index = node(id).pointee.firstDependent
    while index != 0 {
      let dependent = link(index).pointee.dependent
      let flags = node(dependent).pointee.flags
      if flags.has(.computation) {
        if !flags.has([.invalid, .stopped]), !flags.has(.running) || hasRead(dependent, id) {
          let node = node(dependent)
          state.pointee.readers.push(
            Reader(number: node.pointee.payload, node: dependent, stamp: node.pointee.stamp))
        }
      } else if !flags.has([.dirty, .running]) || (flags.has(.running) && hasRead(dependent, id)) {
        mark(dependent)
      }
      index = link(index).pointee.next
    }
  }

  /// Invalidates gathered computations in order of creation, but those that have run since the
  /// change (a handler may flush) or are gone.
  private func invalidateReaders(from base: Int) {
    sortReaders(from: base)
    let end = state.pointee.readers.count
    var position = base
    while position < end {
      let reader = state.pointee.readers.base[position]
      let node = node(reader.node)
      if node.pointee.payload == reader.number, node.pointee.stamp == reader.stamp {
        invalidate(reader.node)
      }
      position += 1
    }
    state.pointee.readers.count = base
  }

  private func sortReaders(from base: Int) {
    var all = UnsafeMutableBufferPointer(
      start: state.pointee.readers.base + base, count: state.pointee.readers.count - base)
    var position = 1
    while position < all.count {
      if all[position - 1].number > all[position].number {
        all.sort { $0.number < $1.number }
        return
      }
      position += 1
    }
  }

  @inline(__always)
  func key(_ id: UInt32) -> UInt64 { UInt64(node(id).pointee.rank) << 32 | UInt64(id) }

  /// A live derived node is to be evaluated: something it read has changed.
  @inline(__always)
  func mark(_ id: UInt32) {
    let flags = node(id).pointee.flags
    node(id).pointee.flags = flags.union([.dirty, .queued])
    if flags.has(.queued) { return }
    state.pointee.dirty.push(key(id))
    if node(id).pointee.rank < state.pointee.settled {
      state.pointee.settled = node(id).pointee.rank
    }
  }
}
