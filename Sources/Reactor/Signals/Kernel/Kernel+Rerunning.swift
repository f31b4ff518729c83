// Computations that are invalid run again.
extension Kernel {
  @inline(__always)
  func rerun(_ id: UInt32) {
    let node = node(id)
    let flags = node.pointee.flags
    if _fastPath(flags == .waiting) {
      node.pointee.flags = .rerunning
      state.pointee.outermost = id
      node.pointee.stamp = beginUnnotedReads(id, from: node.pointee.firstDependency)
      do {
        try node.rule(as: RunningRule.self).pointee.call(
          Computation(kernel: self, id: id, use: node.pointee.rank))
        endReads(id)
      } catch {
        endReads(id)
        reportRun(error, id)
      }
      state.pointee.observer = 0
      // It may have moved.
      let node = self.node(id)
      if _fastPath(node.pointee.flags == .rerunning) {
        node.pointee.flags = .computation
      } else {
        endRerun(id)
      }
    } else if flags == .waiting.union(.taking) {
      rerunTaking(id)
    } else if flags == .waiting.union(.emitting) {
      rerunEmitting(id)
    } else {
      rerunAny(id)
    }
  }

  /// The same of a simple mapped computation that takes an Int, and of those like it that wait behind it, as long as
  /// they do nothing to the graph: they run without being marked (`disturb`).
  @inline(never)
  private func rerunTaking(_ first: UInt32) {
    if state.pointee.settled != .max { return rerunAny(first) }
    var id = first
    var stamp = state.pointee.lastStamp
    state.pointee.replaying = .computation
    while true {
      let node = node(id)
      let input = self.node(UInt32(truncatingIfNeeded: node.pointee.verifiedAt))
      if _slowPath(input.pointee.flags.has(.unreadable)) {
        state.pointee.replaying = .nothing
        return rerunAny(id)
      }
      node.pointee.flags = .computation.union(.taking)
      take(input, id, node, &stamp)
      if _slowPath(!isReplaying) { return endRerun(id) }
      if state.pointee.pending.isEmpty { break }
      id = state.pointee.pending[0]
      if self.node(id).pointee.flags != .waiting.union(.taking)
        || stamp >= state.pointee.lastUnnoted
      {
        break
      }
      state.pointee.pending.drop()
    }
    state.pointee.replaying = .nothing
  }

  /// Calls the body of one with the Int of its input, without marking it.
  @inline(__always)
  private func take(
    _ input: Address<Node>, _ id: UInt32, _ node: Address<Node>, _ stamp: inout UInt32
  ) {
    stamp &+= 1
    state.pointee.lastStamp = stamp
    node.pointee.stamp = stamp
    state.pointee.outermost = id
    do {
      try node.rule(as: TakingRule.self).pointee.call(
        Int(truncatingIfNeeded: input.pointee.payload))
    } catch {
      disturb()
      reportRun(error, id)
    }
  }

  /// Whether those that a replay has told can run without being queued: nothing else is to be done before.
  @inline(__always)
  var mayRunTold: Bool {
    state.pointee.told.count > 0 && state.pointee.dirty.isEmpty && state.pointee.pending.isEmpty
      && state.pointee.found.count | state.pointee.postponed.count == 0
      && isUnnoted(for: state.pointee.told.count)
  }

  /// Runs them, as `rerunTaking` does. Whatever else a body does than to take a value queues the rest first.
  @inline(never)
  func rerunTold() {
    var next = state.pointee.told.address(0)
    let end = next + state.pointee.told.count
    var stamp = state.pointee.lastStamp
    state.pointee.replaying = .computation
    while next != end {
      let id = next.pointee
      let node = node(id)
      let input = self.node(UInt32(truncatingIfNeeded: node.pointee.verifiedAt))
      if _slowPath(input.pointee.flags.has(.unreadable)) { break }
      next += 1
      state.pointee.toldBegun &+= 1
      take(input, id, node, &stamp)
      if _slowPath(!isReplaying) { return endRerun(id) }
    }
    state.pointee.replaying = .nothing
    queueTold()
  }

  /// Queues those of them that have not run, so that it can be seen what is to run.
  @inline(__always)
  func queueTold() {
    if state.pointee.told.count > 0 { queueEachTold() }
  }

  @inline(never)
  private func queueEachTold() {
    for place in state.pointee.toldBegun..<state.pointee.told.count {
      let id = state.pointee.told[place]
      queue(id, node(id), node(id).pointee.flags)
    }
    state.pointee.told.removeLast(downTo: 0)
    state.pointee.toldBegun = 0
  }

  /// The same of one that only emits, and of those like it that wait behind it, as long as the graph can work out what:
  /// no body is called.
  @inline(never)
  private func rerunEmitting(_ first: UInt32) {
    if state.pointee.settled != .max { return rerunAny(first) }
    var id = first
    while true {
      let run = state.pointee.lastStamp &+ 1
      guard emit(id, in: run) else { return rerunAny(id) }
      state.pointee.lastStamp = run
      let node = node(id)
      node.pointee.flags = .computation.union(.emitting)
      node.pointee.stamp = run
      if state.pointee.pending.isEmpty { return }
      id = state.pointee.pending[0]
      if self.node(id).pointee.flags != .waiting.union(.emitting) || isNoted { return }
      state.pointee.pending.drop()
    }
  }

  /// The same of any computation.
  @inline(never)
  private func rerunAny(_ id: UInt32) {
    var failure: (any Error)?
    if node(id).pointee.flags.has(.mapped), !node(id).pointee.flags.has(.stopped) {
      // As long as it is invalid nobody need tell it of what this finds changed.
      failure = pullInputs(ofInvalid: id)
    }
    guard prepare(id) else { return }
    state.pointee.outermost = id
    if node(id).pointee.flags.has(.mapped) {
      state.pointee.lastStamp &+= 1
      node(id).pointee.stamp = state.pointee.lastStamp
    } else {
      node(id).pointee.stamp = beginUnnotedReads(id, from: node(id).pointee.firstDependency)
    }
    do {
      if let failure { throw failure }
      try callBody(id)
      endReads(id)
    } catch {
      endReads(id)
      reportRun(error, id)
    }
    state.pointee.observer = 0
    endRerun(id)
  }

  /// A computation that is not simple is to run again. False where it has been stopped.
  @inline(never)
  private func prepare(_ id: UInt32) -> Bool {
    let flags = node(id).pointee.flags
    if flags.has(.stopped) {
      node(id).pointee.flags = flags.subtracting(.pending)
      releaseIfIdle(id)
      return false
    }
    if flags.has(.handled) { _ = takeStopHandlers(of: id) }
    node(id).pointee.flags = NodeFlags.rerunning.union(
      node(id).pointee.flags.intersection(.taking.union(.handled)))
    return true
  }

  /// A computation has handlers, or was invalidated or stopped in its own re-run.
  @inline(never)
  private func endRerun(_ id: UInt32) {
    let flags = node(id).pointee.flags.subtracting(.running)
    node(id).pointee.flags = flags
    if flags.has(.stopped) {
      releaseIfIdle(id)
    } else if flags.has(.invalid), !flags.has(.pending) {
      node(id).pointee.flags = flags.union(.pending)
      state.pointee.pending.pushFront(id)
    }
  }

  @inline(never)
  private func reportRun(_ error: any Error, _ id: UInt32) {
    let computation = Computation(kernel: self, id: id, use: node(id).pointee.rank)
    if let onError = side(of: id)?.onError {
      untracked { onError(error, computation) }
    } else {
      report(error, computation)
    }
  }
}
