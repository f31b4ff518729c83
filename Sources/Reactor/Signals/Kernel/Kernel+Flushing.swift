// The flush: settle derived nodes, re-run the first invalid computation, and again, until nothing
// is left; then one handler, and again.
extension Kernel {
  /// A part of its only caller.
  @inline(__always)
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
    state.pointee.pending.rewind()
    state.pointee.isFlushing = false
  }

  /// False where the limit is reached and work remains.
  @inline(__always)
  private func turn() -> Bool {
    while true {
      if !state.pointee.dirty.isEmpty { settle() }
      while !state.pointee.pending.isEmpty {
        if _slowPath(isNoted), !noteRerun() { return false }
        rerun(state.pointee.pending.pop())
        if _slowPath(!state.pointee.dirty.isEmpty) { settle() }
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
    let taken = Int(state.pointee.lastStamp) - Int(first)
    if state.pointee.lastTurn == .max { return limit - max(0, taken) }
    state.pointee.lastTurn = .max
    state.pointee.lastUnnoted = .max - 1
    if !state.pointee.turns.isEmpty { state.pointee.turns = [] }
    return taken < 0 ? 0 : max(0, limit - taken)
  }

  @inline(__always)
  var isSpent: Bool { state.pointee.lastStamp >= state.pointee.lastTurn }

  /// Brings all live derived nodes up to date that some reader does not leave behind.
  @inline(__always)
  private func settle() {
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
      let id = takeDirty()
      if id == 0 { continue }
      let flags = node(id).pointee.flags
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
  /// - Returns: It; 0 where it need not be evaluated.
  @inline(__always)
  private func takeDirty() -> UInt32 {
    let id = state.pointee.ranked.start[Int(state.pointee.dirty.popLowest())]
    let flags = node(id).pointee.flags
    // It has been evaluated meanwhile, or is no longer live.
    if !flags.has(.dirty) || !flags.has(.live) { return 0 }
    state.pointee.settled = node(id).pointee.rank
    // First, for who reads it may be as last seen through it.
    if _slowPath(state.pointee.hasReturned), isAsLastSeen(id) {
      node(id).pointee.flags.remove(.dirty)
      node(id).pointee.verifiedAt = state.pointee.revision
      return 0
    }
    if isLeftToReaders(id) {
      node(id).pointee.flags = flags.union(.suspect)
      record(id, isLeft: true)
      suspectKept(of: id)
      return 0
    }
    return id
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

  /// Tells the dependents of a node that the settling has found changed.
  @inline(__always)
  private func tellSettled(_ id: UInt32) {
    if _slowPath(node(id).pointee.flags.has(.hasKept)) { tellKept(of: id) }
    if !tellsInPlace(id) { tell(id) }
  }

  @inline(never)
  func evaluateOutermost(_ id: UInt32) -> Bool { evaluate(id, isOutermost: true) }

  /// Whether nobody needs a dirty node: all that reads it, directly or through nodes not known to be
  /// stale, will run again anyway. If that then still reads the node, it evaluates it; if not, a
  /// branch no longer taken stays unevaluated. What names its inputs reads them whatever comes, so that
  /// it is in need of them if anybody needs itself. Such chains nest evaluations, so only so many nodes
  /// are left in one go; a search that grows too large counts as a need.
  @inline(__always)
  private func isLeftToReaders(_ id: UInt32) -> Bool {
    if state.pointee.pending.isEmpty, state.pointee.dirty.isEmpty, state.pointee.found.count == 0 {
      return false
    }
    var first = link(node(id).pointee.firstDependent)
    var reader = first.pointee.dependent
    if first.pointee.next == 0, node(reader).pointee.flags.has(.runsAnyway) {
      return isLeftToReader(reader, id)
    }
    var highest = UInt32.max
    for step in 0..<KernelState.mostSearched {
      // Mostly the first of its readers, or the first of theirs, is in need of it; or else the last, which is told last.
      var flags = node(reader).pointee.flags
      if flags.has(.runsAnyway) {
        reader = link(first.pointee.previous).pointee.dependent
        flags = node(reader).pointee.flags
        if flags.has(.runsAnyway) { break }
      }
      if flags.has(.computation) { return false }
      if step == KernelState.mostNear { highest = highestLeft() }
      if node(reader).pointee.rank > highest { return false }
      first = link(node(reader).pointee.firstDependent)
      reader = first.pointee.dependent
    }
    return hasNoNeed(id)
  }

  /// The same of a node whose only reader will run anyway.
  @inline(__always)
  private func isLeftToReader(_ reader: UInt32, _ id: UInt32) -> Bool {
    if isSureToRead(reader) { return hasNoNeed(id) }
    if state.pointee.deferred >= KernelState.mostDeferred { return false }
    state.pointee.deferred += 1
    return true
  }

  /// Whether a dependent reads all its inputs where it runs. One that has found that out by itself reads none
  /// behind one that fails; and what is left to it is evaluated when it reads that, so that nobody sees by
  /// the order of evaluations how often it has run.
  @inline(__always)
  private func isSureToRead(_ id: UInt32) -> Bool { node(id).pointee.flags.isNamed }

  /// Above this rank all live nodes are in need of what they read: nothing there is marked, and the computations
  /// that depend on them are valid. What is left to a computation leaves that invalid until it is evaluated;
  /// what is left to a derived node ranks below all that wait.
  @inline(never)
  private func highestLeft() -> UInt32 {
    state.pointee.pending.isEmpty && state.pointee.found.count == 0
      && !state.pointee.hasSuspected
      ? state.pointee.dirty.highest() : .max
  }

  /// The search, as deep as it leads before it looks elsewhere: those in need mostly stand at the end
  /// of each way. What it comes to is suspect from then on, unless a need is found.
  @inline(never)
  private func hasNoNeed(_ root: UInt32) -> Bool {
    if state.pointee.deferred >= KernelState.mostDeferred { return false }
    let nodes = state.pointee.nodes.start
    let links = state.pointee.links.start
    let base = state.pointee.walk.count
    var highest = UInt32.max
    // The first entry is the root; each other keeps the link by which it was come to, and whence. They
    // stay when they have been looked at.
    state.pointee.walk.push(Walk(node: root, link: 0))
    var (top, count) = (base, base &+ 1)
    // Most searches end before it is worth to be known how high they may lead.
    var limit = base &+ 2
    var index = nodes[Int(root)].firstDependent
    while true {
      if index == 0 {
        if top == base { break }
        let seen = state.pointee.walk.address(top)
        index = links[Int(seen.pointee.link)].next
        top = Int(truncatingIfNeeded: seen.pointee.parent)
        continue
      }
      let dependent = links[Int(index)].dependent
      let node = nodes + Int(dependent)
      let flags = node.pointee.flags
      if _slowPath(flags.has(.computation)) {
        if !flags.has([.invalid, .doomed, .running]) || flags.isMappedAndLives {
          return isNeeded(downTo: base)
        }
        index = links[Int(index)].next
        continue
      }
      if flags.has(.suspect) || flags.has(.dirty) && !flags.isNamed {
        index = links[Int(index)].next
        continue
      }
      if _slowPath(count == limit) {
        if limit != base &+ 2 { return isNeeded(downTo: base) }
        highest = highestLeft()
        limit = base &+ KernelState.mostSearched &+ 1
      }
      if node.pointee.rank > highest { return isNeeded(downTo: base) }
      node.pointee.flags = flags.union(.suspect)
      state.pointee.walk.push(
        Walk(node: dependent, link: index, parent: UInt32(truncatingIfNeeded: top)))
      top = count
      count &+= 1
      index = node.pointee.firstDependent
    }
    if state.pointee.kept.count > 0 { suspectKept(ofWalkedFrom: base) }
    state.pointee.walk.removeLast(downTo: base)
    state.pointee.deferred &+= 1
    state.pointee.hasSuspected = true
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
    if flags.has(.handled) { forgetStopHandlers(id) }
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
    if state.pointee.turns.isEmpty { return BudgetError(turning: waiting().map(label)) }
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
  /// After so many settlings a graph may begin to note what they evaluate.
  static let fewSettlings: UInt32 = 8
  /// Only one does that has at least so many derived nodes.
  static let fewDerived: UInt32 = 8
  /// How many dirty nodes one settling leaves to their readers.
  static let mostDeferred = 256
  /// How many nodes are searched for a need of one.
  static let mostSearched = 64
  /// How many of them, each the first reader of the one before, are looked at without more ado.
  static let mostNear = 12
  /// How often what is read, or is to run, is brought up to date anew where bodies or handlers have written what it
  /// depends on meanwhile. Where they do so each time nobody is told: it is as up to date as it can be, and they run
  /// again in the flush, which has its own limit.
  static let mostAttempts = 100
}
