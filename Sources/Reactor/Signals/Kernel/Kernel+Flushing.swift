// The flush: settle derived nodes, re-run the first invalid computation, and again, until nothing
// is left; then one handler, and again.
extension Kernel {
  func flush(_ limit: inout Int) throws {
    if state.pointee.isFlushing { throw FlushError.insideFlush }
    if state.pointee.frames.count > 0 { throw FlushError.insideComputation }
    state.pointee.isFlushing = true
    state.pointee.budget = limit
    state.pointee.turns = []
    let observer = state.pointee.observer
    state.pointee.observer = 0
    defer {
      limit = max(0, state.pointee.budget)
      state.pointee.observer = observer
      state.pointee.budget = .max
      state.pointee.isFlushing = false
    }
    while true {
      settle()
      if !state.pointee.pending.isEmpty {
        if state.pointee.budget <= 0 { throw budgetExceeded() }
        rerun(state.pointee.pending.pop())
      } else if !state.pointee.dirty.isEmpty {
        throw budgetExceeded()
      } else if !runAfterFlush() {
        return
      }
    }
  }

  /// Brings all live derived nodes up to date that some reader does not leave behind.
  func settle() {
    guard !state.pointee.dirty.isEmpty else { return }
    state.pointee.deferred = 0
    while state.pointee.budget > 0 {
      var id = popDirty()
      if id == 0 {
        state.pointee.settled = .max
        return
      }
      while id != 0 {
        let rank = node(id).pointee.rank
        state.pointee.settled = rank
        if isLeftToReaders(id) { break }
        guard state.pointee.budget > 0 else {
          node(id).pointee.flags.remove(.dirty)
          mark(id)
          break
        }
        id = evaluate(id) ? propagate(id, mayHandOver: true) : 0
      }
    }
    state.pointee.settled = UInt32(state.pointee.dirty.lowest >> 32)
  }

  /// Takes the dirty node of the lowest rank out of the queue; 0 where none is left. What has been
  /// evaluated since it was queued, or is no longer live, is passed over.
  @inline(__always)
  private func popDirty() -> UInt32 {
    while true {
      let key = state.pointee.dirty.popLowest()
      if key == .max { return 0 }
      let id = UInt32(truncatingIfNeeded: key)
      let flags = node(id).pointee.flags
      node(id).pointee.flags = flags.subtracting(.queued)
      guard flags.has(.dirty) else { continue }
      if node(id).pointee.rank == UInt32(key >> 32) { return id }
      // Its rank has been raised since.
      node(id).pointee.flags = flags
      state.pointee.dirty.push(self.key(id))
    }
  }

  /// Whether every dependent of a dirty node will run again anyway. If it then still reads the
  /// node, that evaluates it; if not, nobody needs it. A chain of these nests evaluations, so only
  /// so many are left in one go.
  @inline(__always)
  private func isLeftToReaders(_ id: UInt32) -> Bool {
    let first = node(id).pointee.firstDependent
    if !runsAgain(link(first).pointee.dependent) { return false }
    return isLeftToReaders(id, after: first)
  }

  @inline(__always)
  private func runsAgain(_ id: UInt32) -> Bool {
    node(id).pointee.flags.has([.dirty, .invalid, .running])
  }

  @inline(never)
  private func isLeftToReaders(_ id: UInt32, after first: UInt32) -> Bool {
    if state.pointee.deferred >= KernelState.mostDeferred { return false }
    var index = link(first).pointee.next
    while index != 0 {
      if !runsAgain(link(index).pointee.dependent) { return false }
      index = link(index).pointee.next
    }
    state.pointee.deferred += 1
    return true
  }

  private func rerun(_ id: UInt32) {
    node(id).pointee.flags.remove(.pending)
    if node(id).pointee.flags.has(.stopped) {
      releaseIfIdle(id)
      return
    }
    state.pointee.budget &-= 1
    if state.pointee.budget < KernelState.turnsKept { noteTurn(id) }
    do {
      try run(id)
    } catch {
      reportRun(error, id)
    }
    let flags = node(id).pointee.flags
    if flags.has(.stopped) {
      releaseIfIdle(id)
    } else if flags.has(.invalid), !flags.has(.pending) {
      node(id).pointee.flags = flags.union(.pending)
      state.pointee.pending.pushFront(id)
    }
  }

  private func reportRun(_ error: any Error, _ id: UInt32) {
    let computation = Computation(kernel: self, id: id, use: node(id).pointee.rank)
    if let onError = side(of: id)?.onError {
      untracked { onError(error, computation) }
    } else {
      report(error, computation)
    }
  }

  private func runAfterFlush() -> Bool {
    let head = state.pointee.afterFlushHead
    guard head < state.pointee.afterFlush.count else {
      state.pointee.afterFlush = []
      state.pointee.afterFlushHead = 0
      return false
    }
    let handler = state.pointee.afterFlush[head]
    state.pointee.afterFlush[head] = {}
    state.pointee.afterFlushHead = head + 1
    call(handler, for: nil)
    return true
  }

  @inline(never)
  func noteTurn(_ id: UInt32) {
    if state.pointee.isFlushing { state.pointee.turns.append(id) }
  }

  /// Names what ran most often in the last turns, in the order in which it ran.
  private func budgetExceeded() -> BudgetError {
    var order: [UInt32] = []
    var counts: [UInt32: Int] = [:]
    for id in state.pointee.turns.suffix(KernelState.turnsKept) {
      if counts[id] == nil { order.append(id) }
      counts[id, default: 0] += 1
    }
    let most = counts.values.max() ?? 0
    let turning = order.filter { (counts[$0] ?? 0) * 2 > most }
    return BudgetError(turning: turning.map(label))
  }
}

extension KernelState {
  /// How many of the last runs a budget report looks at.
  static let turnsKept = 64
  /// How many dirty nodes one settling leaves to their readers.
  static let mostDeferred = 256
}
