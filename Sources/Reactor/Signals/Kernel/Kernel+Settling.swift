// Settling: derived nodes are brought up to date by rank, the lowest first.
extension Kernel {
  /// Brings all live derived nodes up to date that some reader does not leave behind.
  @inline(__always)
  func settle() {
    state.pointee.deferred = 0
    state.pointee.hasSuspected = false
    // How many computations are queued that have been found before.
    let waiting = beginFinding()
    if state.pointee.traces.count > 0 { settleTraced(waiting) } else { settleFirst(waiting) }
  }

  /// The same in a graph that has hardly settled yet, and perhaps never will again, or is so small that there is nothing
  /// to be gained by knowing what happens.
  @inline(never)
  private func settleFirst(_ waiting: Int) {
    state.pointee.settlings &+= 1
    if state.pointee.settlings % KernelState.fewSettlings == 0,
      state.pointee.lastRank >= KernelState.fewDerived
    {
      makeTraces()
    }
    settleWaiting(waiting)
  }

  /// The same of those that wait.
  /// - Parameter waiting: how many computations are queued that have been found before.
  @inline(never)
  private func settleWaiting(_ waiting: Int) {
    var waiting = waiting
    while !state.pointee.dirty.isEmpty {
      guard let (id, flags) = takeDirty() else { continue }
      if _slowPath(isNoted) {
        if isSpent { return cutShort(id, behind: waiting) }
        if flags.isLinkedInt { noteTurn(id) }
      }
      record(id, isLeft: false)
      state.pointee.outermost = id
      let isChanged =
        flags.isLinkedInt ? evaluateInt(id, flags.union(.live)) : settle(id, flags)
      if _slowPath(state.pointee.postponed.count > 0) { waiting = tellPostponed(waiting) }
      if isChanged { tellSettled(id) }
    }
    endSettling(waiting, true)
  }

  /// The same, of which some may be known from before.
  @inline(never)
  private func settleTraced(_ waiting: Int) {
    var waiting = waiting
    let (id, isChanged) = beginTraced()
    if id != 0 {
      if state.pointee.postponed.count > 0 { waiting = tellPostponed(waiting) }
      if isChanged { tellSettled(id) }
    }
    if !mayRunTold { queueTold() }
    if state.pointee.dirty.isEmpty { endSettling(waiting, true) } else { settleWaiting(waiting) }
  }

  @inline(__always)
  private func endSettling(_ waiting: Int, _ isWhole: Bool) {
    if isWhole { state.pointee.settled = .max }
    state.pointee.observer = 0
    if state.pointee.recording >= 0 { endRecording(isWhole: isWhole) }
    tellFound(behind: waiting)
  }

  /// No further run may be taken: what was to be evaluated now is to be first in the next flush.
  @inline(never)
  private func cutShort(_ id: UInt32, behind waiting: Int) {
    node(id).pointee.flags.subtract(.marks)
    mark(id)
    endSettling(waiting, false)
  }

  /// Takes the dirty node of the lowest rank out of the queue.
  /// - Returns: It, with its flags; nil where it need not be evaluated.
  @inline(__always)
  private func takeDirty() -> (id: UInt32, flags: NodeFlags)? {
    let id = state.pointee.ranked.start[Int(state.pointee.dirty.popLowest())]
    let node = node(id)
    let flags = node.pointee.flags
    // It has been evaluated meanwhile, or is no longer live.
    if !flags.has(.dirty) || !flags.has(.live) { return nil }
    state.pointee.settled = node.pointee.rank
    // First, for who reads it may be as last seen through it.
    if _slowPath(state.pointee.hasReturned), isAsLastSeen(id) {
      node.pointee.flags.remove(.dirty)
      node.pointee.verifiedAt = state.pointee.revision
      return nil
    }
    if isLeftToReaders(id) {
      node.pointee.flags = flags.union(.suspect)
      record(id, isLeft: true)
      suspectKept(of: id)
      return nil
    }
    return (id, flags)
  }

  /// What a body has found or done in the middle of the settling is told, behind what was found before.
  @inline(never)
  private func tellPostponed(_ waiting: Int) -> Int {
    tellFound(behind: waiting)
    invalidatePostponed()
    return beginFinding()
  }

  /// Evaluates one of them, and says whether it has changed.
  @inline(never)
  private func settle(_ id: UInt32, _ before: NodeFlags) -> Bool {
    before.has(.mapped) ? settleMapped(id) : evaluateOutermost(id)
  }

  @inline(never)
  func evaluateOutermost(_ id: UInt32) -> Bool { evaluate(id, isOutermost: true) }
}

extension KernelState {
  /// After so many settlings a graph may begin to note what they evaluate.
  static let fewSettlings: UInt32 = 8
  /// Only one does that has at least so many derived nodes.
  static let fewDerived: UInt32 = 8
}
