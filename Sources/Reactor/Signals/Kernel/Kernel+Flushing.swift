// The flush: settle derived nodes, re-run the first invalid computation, and again, until nothing
// is left; then one handler, and again.
extension Kernel {
  /// A part of its only caller.
  @inline(__always)
  func flush() throws {
    try begin()
    let isDone = turn()
    end()
    require(isDone, "a flush without a limit has come to it")
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
    try refuseFlushInside()
    state.pointee.isFlushing = true
  }

  /// Throws where a flush does: inside another, and inside a body.
  @inline(__always)
  func refuseFlushInside() throws {
    if state.pointee.isFlushing || state.pointee.frames.count > 0 { throw refusal }
  }

  private var refusal: FlushError {
    state.pointee.isFlushing ? .insideFlush : .insideComputation
  }

  @inline(__always)
  private func end() {
    state.pointee.outermost = 0
    state.pointee.pending.rewind()
    state.pointee.isFlushing = false
  }

  /// False where the limit is reached and work remains.
  @inline(__always)
  private func turn() -> Bool {
    while true {
      // Where a read from outside has brought up to date what waited, that is settled, too.
      if state.pointee.dirty.isEmpty { state.pointee.settled = .max } else { settleAndTake() }
      while !state.pointee.pending.isEmpty {
        if _slowPath(isNoted), !noteRerun() { return false }
        rerun(state.pointee.pending.pop())
        if _slowPath(!state.pointee.dirty.isEmpty) { settleAndTake() }
      }
      if state.pointee.afterFlushCount == 0 { return state.pointee.dirty.isEmpty }
      if !state.pointee.dirty.isEmpty || hasCalledTooMany { return false }
      runAfterFlush()
    }
  }

  /// Settles, and runs those whom that has told without having them wait.
  @inline(__always)
  private func settleAndTake() {
    settle()
    while _slowPath(state.pointee.told.count > 0) {
      rerunTold()
      if !state.pointee.dirty.isEmpty { settle() }
    }
  }

  /// Sets the last run that the flush may take, and returns the last one before it.
  @inline(__always)
  private func beginTurns(_ limit: Int) -> UInt32 {
    if state.pointee.lastStamp > 1 << 31 { renewStamps() }
    let first = state.pointee.lastStamp
    state.pointee.calledInRow = 0
    if limit < 1 << 31 {
      state.pointee.mostInRow = UInt32(max(1, limit))
      state.pointee.lastTurn = first + UInt32(max(0, limit))
      let noted = min(state.pointee.lastTurn, UInt32(KernelState.turnsKept))
      state.pointee.lastUnnoted = state.pointee.lastTurn - noted
    }
    return first
  }

  @inline(__always)
  private func remainingTurns(of limit: Int, since first: UInt32) -> Int {
    let taken = Int(state.pointee.lastStamp) - Int(first)
    if state.pointee.lastTurn == .max { return limit - max(0, taken) }
    state.pointee.lastTurn = .max
    state.pointee.mostInRow = .max
    state.pointee.lastUnnoted = .max - 1
    if !state.pointee.turns.isEmpty { state.pointee.turns = [] }
    return taken < 0 ? 0 : max(0, limit - taken)
  }

  @inline(__always)
  var isSpent: Bool { state.pointee.lastStamp >= state.pointee.lastTurn }

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
    let isFollowed = !state.pointee.dirty.isEmpty || !state.pointee.pending.isEmpty
    state.pointee.calledInRow = isFollowed ? 0 : state.pointee.calledInRow &+ 1
  }

  /// Handlers alone may go on for ever, too, and so may the first runs of what they make: as many may follow each other as
  /// the flush may take runs.
  private var hasCalledTooMany: Bool { state.pointee.calledInRow >= state.pointee.mostInRow }

  /// The first of those that wait to be evaluated, and of those that wait to run.
  private func waiting() -> [UInt32] {
    var found: [UInt32] = []
    if !state.pointee.dirty.isEmpty {
      found.append(state.pointee.ranked.start[Int(state.pointee.dirty.lowest)])
    }
    for position in 0..<min(state.pointee.pending.count, KernelState.turnsKept) {
      found.append(state.pointee.pending[position])
    }
    return found
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
  /// has the first place. Where nothing could run any more, what waits.
  private func budgetExceeded() -> BudgetError {
    if state.pointee.turns.isEmpty {
      let waiting = waiting().map(label)
      let isOfHandlers = waiting.isEmpty && state.pointee.afterFlushCount > 0
      return BudgetError(turning: isOfHandlers ? ["a handler behind the flush"] : waiting)
    }
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
}
