// Bringing derived nodes up to date for whoever reads them.
extension Kernel {
  /// Whether a derived node can be read as it is, without a call.
  @inlinable
  @inline(__always)
  func isPlain(_ id: UInt32) -> Bool {
    let node = node(id)
    return node.pointee.flags.intersection(.readMask) == .linked
      && node.pointee.rank < state.pointee.settled
  }

  /// Brings a derived node up to date, tracks the read, and throws where its value is an error.
  @usableFromInline
  @inline(never)
  func read(_ id: UInt32) throws {
    disturb()
    if !isCurrent(id) {
      try refresh(id)
      if state.pointee.postponed.count > 0, !isEvaluating { try settleRead(id) }
      noteOutsideRead(of: id)
    }
    track(id)
    doubtReader(of: id)
    if node(id).pointee.flags.has(.failed) { throw failure(of: id) }
  }

  /// Who has read a node that has been told of something while it was brought up to date is as much in doubt as that.
  @inline(__always)
  private func doubtReader(of id: UInt32) {
    if _slowPath(node(id).pointee.flags.has(.suspect)) { doubtKeptReader() }
  }

  @inline(never)
  private func doubtKeptReader() {
    let observer = state.pointee.observer
    if observer != 0, node(observer).pointee.flags.isKept {
      node(observer).pointee.flags.insert(.suspect)
    }
  }

  /// The same of an Int, which it gives.
  @usableFromInline
  @inline(never)
  func readInt(_ id: UInt32) throws -> Int {
    disturb()
    let flags = node(id).pointee.flags
    if flags.isSuspectInt, flags.has(.dirty) ? !state.pointee.hasReturned : hasChangedInput(id),
      state.pointee.frames.count < state.pointee.depthLimit
    {
      let isChanged = evaluateNestedInt(id, flags)
      // Nobody is to be told, nor to be stopped, and nobody need doubt it.
      if _fastPath(
        !node(id).pointee.flags.has([.suspect, .failed, .fragile])
          && state.pointee.readers.count | state.pointee.postponed.count == 0)
      {
        track(id)
      } else {
        try endRead(id, flags, isChanged)
      }
    } else {
      try read(id)
    }
    return Int(truncatingIfNeeded: node(id).pointee.payload)
  }

  /// Tells whoever is to know of what an evaluation has brought about that is part of a read.
  @inline(never)
  private func endRead(_ id: UInt32, _ before: NodeFlags, _ isChanged: Bool) throws {
    if isChanged { tellReaders(of: id, before) }
    if state.pointee.postponed.count > 0, !isEvaluating { try settleRead(id) }
    track(id)
    doubtReader(of: id)
    if node(id).pointee.flags.has(.failed) { throw failure(of: id) }
  }

  /// Tells those whom a read has found out of date, and begins again where their handlers wrote
  /// what it depends on. Bodies that write at every evaluation would never let it rest.
  @inline(never)
  private func settleRead(_ id: UInt32) throws {
    invalidatePostponed()
    var attempts = 0
    while !isCurrent(id), attempts < KernelState.mostAttempts {
      attempts += 1
      defer { invalidatePostponed() }
      try refresh(id)
    }
  }

  func failure(of id: UInt32) -> any Error {
    guard let error = side(of: id)?.error else {
      misuse("\(label(id)) failed without an error")
    }
    return error
  }

  /// Whether a derived node is known to be up to date.
  @inline(__always)
  func isCurrent(_ id: UInt32) -> Bool {
    let flags = node(id).pointee.flags
    if flags.has([.dirty, .unset, .running, .suspect]) { return false }
    return node(id).pointee.verifiedAt == state.pointee.revision
      || flags.has(.linked) && node(id).pointee.rank < state.pointee.settled
  }

  /// Brings a derived node up to date. Throws only where that cannot be: it is being evaluated, or
  /// evaluation nests too deep.
  private func refresh(_ id: UInt32) throws {
    let flags = node(id).pointee.flags
    if flags.has(.running) { throw cycle(through: id) }
    // It may be stale and not marked yet.
    if !flags.has(.dirty) { showWaiting() }
    let isUntold = !flags.has(.live) || flags.intersection([.dirty, .suspect]) == .suspect
    if isKnownStale(id) || isUntold && !flags.isNamed && hasChangedInput(id) {
      try evaluateNested(id)
    } else {
      try verify(id)
    }
  }

  /// Whether a node that is not current is marked as one that needs no search upstream.
  private func isKnownStale(_ id: UInt32) -> Bool {
    let flags = node(id).pointee.flags
    // What a node reads whose inputs are named is known before it runs: the search brings that up to date,
    // however long the way there is, and no body waits for another.
    if flags.isNamed, !flags.has(.fragile) { return false }
    return flags.has([.unset, .fragile]) || flags.has(.dirty) && !state.pointee.hasReturned
  }

  /// Whether something that a node read has changed since it was last known to hold, as far as is known.
  func hasChangedInput(_ id: UInt32) -> Bool {
    let seen = node(id).pointee.verifiedAt
    var index = node(id).pointee.firstDependency
    while index != 0 {
      if node(link(index).pointee.dependency).pointee.changedAt > seen { return true }
      index = link(index).pointee.nextDependency
    }
    return false
  }

  private func evaluateNested(_ id: UInt32) throws {
    require(!state.pointee.isClosed, "the graph has been closed")
    if state.pointee.frames.count >= state.pointee.depthLimit { throw depthExceeded() }
    let before = node(id).pointee.flags
    let isChanged: Bool
    if before.isMarkedInt {
      isChanged = evaluateNestedInt(id, before)
    } else {
      takeFromQueue(id)
      isChanged = evaluate(id, isOutermost: false)
    }
    if isChanged { tellReaders(of: id, before) }
  }

  /// The same for a marked node of an Int, where it does not nest too deep. Nobody is told.
  @inline(__always)
  private func evaluateNestedInt(_ id: UInt32, _ before: NodeFlags) -> Bool {
    takeFromQueue(id)
    if isNoted { noteTurn(id) }
    saveFrame(id)
    let isChanged = evaluateInt(id, before)
    restoreFrame()
    return isChanged
  }

  /// What is evaluated from outside waits for no flush, which may go by what waits.
  @inline(__always)
  private func takeFromQueue(_ id: UInt32) {
    if !state.pointee.isFlushing, node(id).pointee.flags.has(.live) {
      state.pointee.dirty.remove(node(id).pointee.rank)
    }
  }

  /// Tells those who depend on a node that the run under way has found changed: not that run itself, which has not read
  /// it yet, and nobody who is suspect, who finds it by itself. Where the node itself was suspect, all of them are, or
  /// run anyway, unless some have been found and are not invalid yet, or it is read by what it reads.
  @inline(__always)
  private func tellReaders(of id: UInt32, _ before: NodeFlags) {
    let flags = node(id).pointee.flags
    if before.has(.suspect), !flags.has(.fragile), state.pointee.readers.count == 0 { return }
    if flags.has(.hasKept) { tellKept(of: id) }
    for dependent in dependents(of: id)
    where !isUnreadBy(dependent, id) && !node(dependent).pointee.flags.isSuspect {
      return tellOfRead(id)
    }
  }

  /// Looks upstream, in the order of reading, for something that has changed since the node was
  /// last known to hold, and evaluates only what that shows to be stale. No recursion but through
  /// bodies.
  @inline(never)
  private func verify(_ root: UInt32) throws {
    let base = state.pointee.walk.count
    let revision = state.pointee.revision
    pushWalk(root)
    while state.pointee.walk.count > base {
      let top = state.pointee.walk.count - 1
      let walk = state.pointee.walk[top]
      let id = walk.node
      if walk.link == 0 {
        if node(id).pointee.flags.has(.unset) {
          popWalk()
          try evaluateOrAbandon(id, base)
          continue
        }
        node(id).pointee.verifiedAt = revision
        let flags = node(id).pointee.flags
        // A write meanwhile may have marked it anew.
        if state.pointee.revision == revision {
          let isDoubtful = walk.isDoubtful && flags.isKept
          node(id).pointee.flags = flags.subtracting(.marks).union(isDoubtful ? .suspect : [])
          if flags.isKept { noteClearing() }
        } else if flags.has(.live) {
          node(id).pointee.flags.remove(.suspect)
          if flags.has(.dirty) { mark(id) }
        }
        popWalk()
        continue
      }
      let dependency = link(walk.link).pointee.dependency
      let flags = node(dependency).pointee.flags
      if !walk.isSettled, flags.has(.derived), !isCurrent(dependency) {
        if flags.has(.running) || (flags.has(.visited) && isWalked(dependency, base)) {
          // It reads itself: evaluated, it will say so.
          popWalk()
          try evaluateOrAbandon(id, base)
          continue
        }
        state.pointee.walk[top].isSettled = true
        if isKnownStale(dependency) {
          try evaluateOrAbandon(dependency, base)
        } else {
          pushWalk(dependency)
        }
        continue
      }
      if node(dependency).pointee.changedAt > node(id).pointee.verifiedAt {
        popWalk()
        try evaluateOrAbandon(id, base)
        continue
      }
      if node(dependency).pointee.flags.has(.suspect) { state.pointee.walk[top].isDoubtful = true }
      state.pointee.walk[top].link = link(walk.link).pointee.nextDependency
      state.pointee.walk[top].isSettled = false
    }
  }

  private func pushWalk(_ id: UInt32) {
    node(id).pointee.flags.insert(.visited)
    state.pointee.walk.push(Walk(node: id, link: node(id).pointee.firstDependency))
  }

  private func popWalk() {
    node(state.pointee.walk.pop().node).pointee.flags.remove(.visited)
  }

  /// Whether a node is on the stack of this walk, and not of one that this is part of.
  private func isWalked(_ id: UInt32, _ base: Int) -> Bool {
    for position in base..<state.pointee.walk.count
    where state.pointee.walk[position].node == id {
      return true
    }
    return false
  }

  private func evaluateOrAbandon(_ id: UInt32, _ base: Int) throws {
    do {
      try evaluateNested(id)
    } catch {
      while state.pointee.walk.count > base { popWalk() }
      throw error
    }
  }

  /// The error of a node that is read while it is evaluated. All that is on the way round keeps
  /// what it makes of it only until anything changes.
  private func cycle(through id: UInt32) -> CycleError {
    let running = runningNodes()
    let round = running.suffix(from: running.lastIndex(of: id) ?? 0)
    for id in round { markFragile(id) }
    return CycleError(path: (round + [id]).map(label))
  }

  private func depthExceeded() -> DepthError {
    if let reader = runningNodes().last { markFragile(reader) }
    return DepthError(limit: state.pointee.depthLimit)
  }

  /// The nodes being run, outermost first.
  private func runningNodes() -> [UInt32] {
    var nodes = isOutermostRunning ? [state.pointee.outermost] : []
    for position in 0..<state.pointee.frames.count {
      nodes.append(state.pointee.frames[position].node)
    }
    return nodes
  }

  private func markFragile(_ id: UInt32) {
    guard node(id).pointee.flags.has(.derived), !node(id).pointee.flags.has(.fragile) else {
      return
    }
    node(id).pointee.flags.insert(.fragile)
    state.pointee.fragile.push(id)
  }

  /// Something has changed: what met a cycle or the depth limit is to be tried again. Marked it will be, and so it need
  /// not be remembered; one that meets a cycle again is put there again.
  @inline(never)
  func retryFragile() {
    while state.pointee.fragile.count > 0 {
      let id = state.pointee.fragile.pop()
      let flags = node(id).pointee.flags
      // It has been evaluated since, or stood there twice.
      guard flags.has(.fragile) else { continue }
      if flags.has(.live) {
        mark(id)
      } else if flags.has(.linked) {
        suspect(id)
      }
    }
  }
}

extension KernelState {
  /// How often what is read, or is to run, is brought up to date anew where bodies or handlers have written what it
  /// depends on meanwhile. Where they do so each time nobody is told: it is as up to date as it can be, and they run
  /// again in the flush, which has its own limit.
  static let mostAttempts = 100
}
