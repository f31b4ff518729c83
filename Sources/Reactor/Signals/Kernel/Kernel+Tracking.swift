// What a run reads. The links of the run before are confirmed one by one as the same reads come
// again; where another comes, a link is put in, and links never confirmed go when the run ends.
extension Kernel {
  /// Notes that the run under way has read a node. A derived node must be up to date.
  @inlinable
  @inline(__always)
  func track(_ id: UInt32) {
    if !isTracked(id) { trackNew(id) }
  }

  /// Notes a read that the run before made too, or this one already. False for any other: then
  /// `trackNew` must follow.
  @inlinable
  @inline(__always)
  func isTracked(_ id: UInt32) -> Bool {
    let cursor = state.pointee.cursor
    let link = link(cursor)
    if _fastPath(link.pointee.dependency == id) {
      node(id).pointee.stamp = state.pointee.stamp
      state.pointee.tail = cursor
      state.pointee.cursor = link.pointee.nextDependency
      return true
    }
    return node(id).pointee.stamp == state.pointee.stamp || state.pointee.observer == 0
  }

  /// Puts in a link for a read that the run before did not make here.
  @usableFromInline
  @inline(never)
  func trackNew(_ id: UInt32) {
    let observer = state.pointee.observer
    assert(observer != 0, "a read that nobody tracks")
    demote(observer)
    node(id).pointee.stamp = state.pointee.stamp
    let index = makeLink()
    link(index).pointee.dependency = id
    link(index).pointee.dependent = observer
    link(index).pointee.nextDependency = state.pointee.cursor
    let tail = state.pointee.tail
    if tail == 0 {
      node(observer).pointee.firstDependency = index
    } else {
      link(tail).pointee.nextDependency = index
    }
    state.pointee.tail = index
    let flags = node(observer).pointee.flags
    if flags.has([.computation, .live]) {
      connect(index)
    } else if flags.has(.linked) {
      connectKept(index)
    }
  }

  /// Whether the run under way reads a node for the first time, judged before it is tracked.
  func isNewRead(_ id: UInt32) -> Bool {
    let observer = state.pointee.observer
    return observer != 0 && !hasRead(observer, id)
  }

  /// Puts a run of a node on the stack, with what was tracked before.
  @inline(__always)
  func saveFrame(_ id: UInt32) {
    state.pointee.frames.push(
      Frame(
        node: id, observer: state.pointee.observer, cursor: state.pointee.cursor,
        tail: state.pointee.tail, stamp: state.pointee.stamp))
  }

  @inline(__always)
  func restoreFrame() {
    let frame = state.pointee.frames.pop()
    state.pointee.observer = frame.observer
    state.pointee.cursor = frame.cursor
    state.pointee.tail = frame.tail
    state.pointee.stamp = frame.stamp
  }

  /// Tracks the reads of a run that has just been put on the stack.
  @inline(__always)
  func beginReads(_ id: UInt32) {
    if isNoted { noteTurn(id) }
    beginUnnotedReads(id, from: node(id).pointee.firstDependency)
  }

  /// The same of a run that is noted already, where it has to be.
  /// - Parameter first: the link to what it reads first, if it reads the same again.
  /// - Returns: The run's number.
  @inline(__always)
  @discardableResult
  func beginUnnotedReads(_ id: UInt32, from first: UInt32) -> UInt32 {
    let stamp = state.pointee.lastStamp &+ 1
    state.pointee.lastStamp = stamp
    state.pointee.stamp = stamp
    state.pointee.observer = id
    state.pointee.tail = 0
    state.pointee.cursor = first
    return stamp
  }

  /// Whether the next run is noted. Only then can it be one too many.
  @inline(__always)
  var isNoted: Bool { state.pointee.lastStamp >= state.pointee.lastUnnoted }

  /// What the run did not read again is no dependency any more.
  @inline(__always)
  func endReads(_ id: UInt32) {
    if _slowPath(state.pointee.cursor != 0) { dropStale(id) }
  }

  @inline(never)
  private func dropStale(_ id: UInt32) {
    demote(id)
    let stale = state.pointee.cursor
    let tail = state.pointee.tail
    state.pointee.cursor = 0
    if tail == 0 {
      node(id).pointee.firstDependency = 0
    } else {
      link(tail).pointee.nextDependency = 0
    }
    disconnect(from: stale, of: node(id).pointee.flags)
  }

  /// Whether a dependent is the run under way, and surely has not read a node yet.
  @inline(__always)
  func isUnreadBy(_ dependent: UInt32, _ id: UInt32) -> Bool {
    let seen = node(id).pointee.stamp
    return dependent == state.pointee.observer && seen < state.pointee.stamp && seen != 0
  }

  /// Whether a running node has read another in the run under way. A link may still stand from the
  /// run before.
  @inline(never)
  func hasRead(_ reader: UInt32, _ id: UInt32) -> Bool {
    var position = state.pointee.frames.count - 1
    while position >= 0, state.pointee.frames[position].node != reader { position -= 1 }
    guard position >= 0 || reader == state.pointee.outermost else { return false }
    // It has its inputs before its body begins.
    let flags = node(reader).pointee.flags
    if flags.isNamed, flags.has(.computation) || !flags.has(.pulling) { return true }
    let isTop = position == state.pointee.frames.count - 1
    let stamp = isTop ? state.pointee.stamp : state.pointee.frames[position + 1].stamp
    let seen = node(id).pointee.stamp
    if seen != 0, seen <= stamp { return seen == stamp }
    // A run nested in this one has read it since, or stamps were renewed: only the list can tell.
    let tail = isTop ? state.pointee.tail : state.pointee.frames[position + 1].tail
    guard tail != 0 else { return false }
    var index = node(reader).pointee.firstDependency
    while true {
      if link(index).pointee.dependency == id { return true }
      if index == tail { return false }
      index = link(index).pointee.nextDependency
    }
  }

  /// Stamps compare by age and are used up after 2^32 runs: all begin anew, those of the runs under
  /// way in the same order.
  @inline(never)
  func renewStamps() {
    for id in 1..<state.pointee.nodeCount { node(id).pointee.stamp = 0 }
    var last: UInt32 = 1
    let outermost = state.pointee.outermost
    if outermost != 0, node(outermost).pointee.flags.has(.computation) {
      node(outermost).pointee.stamp = last
    }
    for position in 0..<state.pointee.frames.count {
      state.pointee.frames[position].stamp = last
      last += 1
      let running = state.pointee.frames[position].node
      if node(running).pointee.flags.has(.computation) { node(running).pointee.stamp = last }
    }
    state.pointee.lastStamp = last
    state.pointee.stamp = last
    if state.pointee.lastTurn != .max {
      state.pointee.lastTurn = 0
      state.pointee.lastUnnoted = 0
    }
  }
}
