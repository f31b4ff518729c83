// The flush: settle derived nodes, re-run the first invalid computation, and again, until nothing
// is left; then one handler, and again.
extension Kernel {
  func flush() throws {
    try begin()
    let isDone = turn()
    end()
    precondition(isDone, "a flush without a limit has come to it")
  }

  func flush(limit: inout Int) throws {
    try begin()
    let first = beginTurns(limit)
    let isDone = turn()
    let error = isDone ? nil : budgetExceeded()
    limit = remainingTurns(of: limit, since: first)
    end()
    if let error { throw error }
  }

  @inline(__always)
  private func begin() throws {
    if state.pointee.isFlushing || state.pointee.frames.count > 0 { throw refusal }
    state.pointee.isFlushing = true
  }

  private var refusal: FlushError {
    state.pointee.isFlushing ? .insideFlush : .insideComputation
  }

  @inline(__always)
  private func end() {
    state.pointee.outermost = 0
    state.pointee.isFlushing = false
  }

  /// False where the limit is reached and work remains.
  @inline(__always)
  private func turn() -> Bool {
    while true {
      if !state.pointee.dirty.isEmpty { settle() }
      while !state.pointee.pending.isEmpty {
        if isNoted, !noteRerun() { return false }
        rerun(state.pointee.pending.pop())
        if !state.pointee.dirty.isEmpty { settle() }
      }
      if state.pointee.afterFlushCount == 0 { return state.pointee.dirty.isEmpty }
      if !state.pointee.dirty.isEmpty { return false }
      runAfterFlush()
    }
  }

  /// Sets the last run that the flush may take, and returns the last one before it.
  @inline(__always)
  private func beginTurns(_ limit: Int) -> UInt32 {
    if state.pointee.lastStamp > 1 << 31 { renewStamps() }
    let first = state.pointee.lastStamp
    if limit < 1 << 31 {
      state.pointee.lastTurn = first + UInt32(max(0, limit))
      let noted = min(state.pointee.lastTurn, UInt32(KernelState.turnsKept))
      state.pointee.lastUnnoted = state.pointee.lastTurn - noted
    }
    return first
  }

  @inline(__always)
  private func remainingTurns(of limit: Int, since first: UInt32) -> Int {
    if state.pointee.lastTurn == .max { return limit }
    let taken = Int(state.pointee.lastStamp) - Int(first)
    state.pointee.lastTurn = .max
    state.pointee.lastUnnoted = .max - 1
    if !state.pointee.turns.isEmpty { state.pointee.turns = [] }
    return taken < 0 ? 0 : max(0, limit - taken)
  }

  @inline(__always)
  var isSpent: Bool { state.pointee.lastStamp >= state.pointee.lastTurn }

  /// Brings all live derived nodes up to date that some reader does not leave behind. What is
  /// handed over by the node before needs no search: its reader was in need of that one through it.
  @inline(never)
  func settle() {
    state.pointee.deferred = 0
    var waiting = beginFinding()
    while !state.pointee.dirty.isEmpty {
      var id = state.pointee.ranked.start[Int(state.pointee.dirty.popLowest())]
      var flags = node(id).pointee.flags
      // It has been evaluated meanwhile, or is no longer live.
      guard flags.has(.dirty), flags.has(.live) else { continue }
      state.pointee.settled = node(id).pointee.rank
      if isLeftToReaders(id) {
        suspectKept(of: id)
        continue
      }
      if state.pointee.hasReturned, isAsLastSeen(id) {
        node(id).pointee.flags.remove(.dirty)
        node(id).pointee.verifiedAt = state.pointee.revision
        continue
      }
      flags = flags.subtracting(.marks)
      repeat {
        if isNoted, isSpent {
          // It was to be evaluated now, and so it is to be first in the next flush.
          node(id).pointee.flags.subtract(.marks)
          mark(id)
          return endSettling(behind: waiting)
        }
        let isChanged: Bool
        if flags == .evaluatedInt {
          (id, isChanged) = settleInts(id)
        } else {
          (id, isChanged) = evaluateAny(id)
        }
        if state.pointee.postponed.count > 0 {
          tellFound(behind: waiting)
          invalidatePostponed()
          waiting = beginFinding()
        }
        if !isChanged { break }
        (id, flags) = tellSettled(id)
      } while id != 0
    }
    state.pointee.settled = .max
    endSettling(behind: waiting)
  }

  @inline(__always)
  private func endSettling(behind waiting: Int) {
    state.pointee.observer = 0
    tellFound(behind: waiting)
  }

  /// Tells the dependents of a node that the settling has found changed. Where the only one is a clean
  /// derived node that ranks below all that wait, it is handed over instead of queued.
  /// - Returns: its index, else 0, and its flags.
  @inline(__always)
  private func tellSettled(_ id: UInt32) -> (UInt32, NodeFlags) {
    let nodes = state.pointee.nodes.start
    let node = nodes + Int(id)
    if node.pointee.flags.has(.hasKept) { tellKept(of: id) }
    let first = node.pointee.firstDependent
    if first == 0 { return (0, []) }
    let only = state.pointee.links.start + Int(first)
    if only.pointee.next == 0 {
      let dependent = only.pointee.dependent
      let reader = nodes + Int(dependent)
      let flags = reader.pointee.flags
      if flags.isClean {
        if state.pointee.dirty.isEmpty || reader.pointee.rank < state.pointee.dirty.lowest {
          return (dependent, flags)
        }
      } else if flags == .computation {
        queue(dependent, reader)
        return (0, [])
      }
    }
    tell(id)
    return (0, [])
  }

  /// Evaluates a live node of an Int, which need not be marked dirty, and, as long as each changes and its
  /// only dependent is such a node that ranks below all that wait, the next one.
  /// - Returns: the last one, and whether it has changed. Its dependents are still to be told.
  @inline(never)
  private func settleInts(_ first: UInt32) -> (UInt32, Bool) {
    var id = first
    while true {
      if isNoted { noteTurn(id) }
      var node = node(id)
      state.pointee.settled = node.pointee.rank
      state.pointee.outermost = id
      node.pointee.flags = .evaluatedInt.union(.running)
      node.pointee.verifiedAt = state.pointee.revision
      beginUnnotedReads(id)
      do {
        let bits = UInt64(
          bitPattern: Int64(try node.rule(as: IntRule.self).pointee.call()))
        endReads(id)
        // Nodes may have moved.
        node = self.node(id)
        let flags = node.pointee.flags
        node.pointee.flags = flags.subtracting(.running)
        if node.pointee.payload == bits { return (id, false) }
        node.pointee.payload = bits
        node.pointee.changedAt = state.pointee.revision
        if flags != .evaluatedInt.union(.running) || state.pointee.postponed.count > 0 {
          return (id, true)
        }
      } catch {
        endReads(id)
        fail(id, error)
        self.node(id).pointee.changedAt = state.pointee.revision
        return (id, true)
      }
      let only = state.pointee.links.start + Int(node.pointee.firstDependent)
      let next = only.pointee.dependent
      let reader = self.node(next)
      if only.pointee.next != 0 || reader.pointee.flags != .evaluatedInt || isNoted
        || !state.pointee.dirty.isEmpty && reader.pointee.rank > state.pointee.dirty.lowest
      {
        return (id, true)
      }
      id = next
    }
  }

  /// The same of any node. Where it is a mapped one that may be one of several.
  /// - Returns: the last one, and whether it has changed.
  @inline(never)
  private func evaluateAny(_ id: UInt32) -> (UInt32, Bool) {
    state.pointee.settled = node(id).pointee.rank
    state.pointee.outermost = id
    return evaluateOne(id)
  }

  private func evaluateOne(_ id: UInt32) -> (UInt32, Bool) {
    node(id).pointee.flags.subtracting(.dirty) == .evaluatedMap
      ? settleMapped(id) : (id, evaluateOutermost(id))
  }

  @inline(never)
  func evaluateOutermost(_ id: UInt32) -> Bool { evaluate(id, isOutermost: true) }

  /// Whether nobody needs a dirty node: all that reads it, directly or through nodes not known to be
  /// stale, will run again anyway. If that then still reads the node, it evaluates it; if not, a
  /// branch no longer taken stays unevaluated. Such chains nest evaluations, so only so many nodes
  /// are left in one go; a search that grows too large counts as a need.
  @inline(__always)
  private func isLeftToReaders(_ id: UInt32) -> Bool {
    if state.pointee.pending.isEmpty, state.pointee.dirty.isEmpty, state.pointee.found.count == 0 {
      return false
    }
    let first = link(node(id).pointee.firstDependent)
    var reader = first.pointee.dependent
    if first.pointee.next == 0, state.pointee.deferred < KernelState.mostDeferred,
      node(reader).pointee.flags.has([.dirty, .invalid, .doomed, .running])
    {
      state.pointee.deferred += 1
      return true
    }
    // Mostly the first of its readers, or the first of theirs, is in need of it.
    for _ in 0..<KernelState.mostSearched {
      let flags = node(reader).pointee.flags
      if flags.has([.dirty, .suspect, .invalid, .doomed, .running]) { break }
      if flags.has(.computation) { return false }
      reader = link(node(reader).pointee.firstDependent).pointee.dependent
    }
    return hasNoNeed(id)
  }

  /// The search, as deep as it leads before it looks elsewhere: those in need mostly stand at the end
  /// of each way. What it comes to is suspect from then on, unless a need is found.
  @inline(never)
  private func hasNoNeed(_ root: UInt32) -> Bool {
    if state.pointee.deferred >= KernelState.mostDeferred { return false }
    let nodes = state.pointee.nodes.start
    let links = state.pointee.links.start
    let base = state.pointee.walk.count
    // The first entry is the root; each other keeps the link by which it was come to, and whence. They
    // stay when they have been looked at.
    state.pointee.walk.push(Walk(node: root, link: 0))
    var top = base
    var index = nodes[Int(root)].firstDependent
    while true {
      if index == 0 {
        if top == base { break }
        let seen = state.pointee.walk[top]
        index = links[Int(seen.link)].next
        top = Int(truncatingIfNeeded: seen.parent)
        continue
      }
      let dependent = links[Int(index)].dependent
      let flags = nodes[Int(dependent)].flags
      if flags.has(.computation) {
        if !flags.has([.invalid, .doomed, .running]) { return isNeeded(downTo: base) }
      } else if !flags.has([.dirty, .suspect]) {
        let position = state.pointee.walk.count
        if position &- base > KernelState.mostSearched { return isNeeded(downTo: base) }
        nodes[Int(dependent)].flags = flags.union(.suspect)
        state.pointee.walk.push(
          Walk(node: dependent, link: index, parent: UInt32(truncatingIfNeeded: top)))
        top = position
        index = nodes[Int(dependent)].firstDependent
        continue
      }
      index = links[Int(index)].next
    }
    if state.pointee.kept.count > 0 { suspectKept(ofWalkedFrom: base) }
    state.pointee.walk.removeLast(downTo: base)
    state.pointee.deferred &+= 1
    return true
  }

  /// What is kept downstream of those that are suspect now is so, too.
  @inline(never)
  private func suspectKept(ofWalkedFrom base: Int) {
    for position in base..<state.pointee.walk.count {
      suspectKept(of: state.pointee.walk[position].node)
    }
  }

  /// The search has found a need: what it came to is not suspect.
  private func isNeeded(downTo base: Int) -> Bool {
    while state.pointee.walk.count > base &+ 1 {
      node(state.pointee.walk.pop().node).pointee.flags.remove(.suspect)
    }
    state.pointee.walk.removeLast(downTo: base)
    return false
  }

  @inline(__always)
  private func rerun(_ id: UInt32) {
    if node(id).pointee.flags == .waiting {
      node(id).pointee.flags = .rerunning
    } else if !prepare(id) {
      return
    }
    state.pointee.outermost = id
    beginUnnotedReads(id)
    node(id).pointee.stamp = state.pointee.stamp
    do {
      try node(id).rule(as: RunningRule.self).pointee.call(
        Computation(kernel: self, id: id, use: node(id).pointee.rank))
      endReads(id)
    } catch {
      endReads(id)
      reportRun(error, id)
    }
    state.pointee.observer = 0
    if node(id).pointee.flags == .rerunning {
      node(id).pointee.flags = .computation
    } else {
      endRerun(id)
    }
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
    if flags.has(.sided) { forgetStopHandlers(id) }
    node(id).pointee.flags = NodeFlags.rerunning.union(flags.intersection(.sided))
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

  @inline(never)
  private func runAfterFlush() {
    let head = state.pointee.afterFlushHead
    let handler = state.pointee.afterFlush[head]
    if head + 1 == state.pointee.afterFlush.count {
      state.pointee.afterFlush = []
      state.pointee.afterFlushHead = 0
    } else {
      state.pointee.afterFlush[head] = Handler(call: {}, detail: nil)
      state.pointee.afterFlushHead = head + 1
    }
    state.pointee.afterFlushCount -= 1
    call(handler.call, for: nil)
  }

  /// Notes the run that comes next, where one may still be taken.
  @inline(never)
  private func noteRerun() -> Bool {
    if isSpent { return false }
    noteTurn(state.pointee.pending[0])
    return true
  }

  /// Notes the run that comes next. Those that have no number left begin anew.
  @inline(never)
  func noteTurn(_ id: UInt32) {
    if state.pointee.lastStamp >= .max - 1 { renewStamps() }
    if state.pointee.isFlushing, state.pointee.lastTurn != .max { state.pointee.turns.append(id) }
  }

  /// Names what ran most often in the last turns, in the order in which it ran, beginning with what
  /// has the first place.
  private func budgetExceeded() -> BudgetError {
    var order: [UInt32] = []
    var counts: [UInt32: Int] = [:]
    for id in state.pointee.turns.suffix(KernelState.turnsKept) {
      if counts[id] == nil { order.append(id) }
      counts[id, default: 0] += 1
    }
    let most = counts.values.max() ?? 0
    let turning = order.filter { (counts[$0] ?? 0) * 2 > most }
    let start = turning.firstIndex(of: turning.min() ?? 0) ?? 0
    return BudgetError(turning: (turning[start...] + turning[..<start]).map(label))
  }
}

extension KernelState {
  /// How many of the last runs a budget report looks at.
  static let turnsKept = 64
  /// How many dirty nodes one settling leaves to their readers.
  static let mostDeferred = 256
  /// How many nodes are searched for a need of one.
  static let mostSearched = 64
}
