// The same again. Applications mostly write the same few cells, and then all that follows is mostly known: which nodes
// are evaluated, and in which order. What a settling evaluates that begins as the one before it is recorded; one that
// begins so again goes through the record: it looks at each node whether an input has changed since, and evaluates it
// then. Nobody is marked, queued, searched or sorted for it, and bodies that take Ints or give one run without being
// marked, until they do more than to give a value (`disturb`).
//
// A record is a guess, and cannot be wrong: it names candidates. Who depends on a recorded node and is not
// recorded behind it is told as ever. Where anything comes in between (a body that does more, other links than it
// had, an error, a node that waits and ranks lower), the rest of the candidates are marked if they are stale, and the
// settling goes on as ever. Which nodes are left to their readers hangs on what has changed: one that has been is left
// again if all to which it was left, be it through others, will run; one that was not has a reader for which it is
// needed whatever changes; a record with any other node is not kept.
extension Kernel {
  /// Begins a settling where nothing but derived nodes waits.
  /// - Returns: As of `replay`; nothing where there is no record.
  @inline(__always)
  func beginTraced() -> (UInt32, Bool) {
    guard state.pointee.pending.isEmpty, state.pointee.found.count == 0 else { return (0, false) }
    let beginning = state.pointee.dirty.digest()
    let place = Int(truncatingIfNeeded: beginning >> 61)
    let trace = state.pointee.traces.address(place)
    let isKnown =
      trace.pointee.beginning == beginning && trace.pointee.topology == state.pointee.topology
    if _fastPath(isKnown), trace.pointee.progress == .recorded,
      state.pointee.dirty.isThat(of: trace.pointee.waiting)
    {
      if !isUnnoted(for: trace.pointee.entries.count) { return (0, false) }
      let firstStamp = state.pointee.lastStamp
      let last = replay(trace)
      // A record of what hardly ever changes, or is soon left, costs more than it saves.
      let evaluated = Int(state.pointee.lastStamp &- firstStamp)
      if evaluated &* 4 < trace.pointee.entries.count { trace.pointee.progress = .seen }
      return last
    }
    noteBeginning(place, beginning, isKnown)
    return (0, false)
  }

  /// Goes through a record, and sweeps it as far as it can be.
  /// - Returns: As of `replay`.
  @inline(__always)
  private func replay(_ trace: Address<Trace>) -> (UInt32, Bool) {
    let first = trace.pointee.entries.address(0)
    if first.pointee.rule == .formula || first.pointee.rule == .left, first.pointee.flags.isPromoted
    {
      let (done, next) = sweep(trace)
      guard let next else { return (0, false) }
      return replay(trace, from: next, isBegun: done > 0)
    }
    return replay(trace, from: first, isBegun: false)
  }

  /// Whether none of so many runs that come next is noted.
  @inline(__always)
  func isUnnoted(for runs: Int) -> Bool {
    Int(state.pointee.lastStamp) &+ runs < Int(state.pointee.lastUnnoted)
  }

  /// Whether all to which a stale node was left when it was recorded will run, so that it is left to them again, and
  /// with it what is between.
  @inline(never)
  private func isLeftAgain(_ entry: Address<Trace.Entry>, of trace: Address<Trace>) -> Bool {
    if state.pointee.deferred >= KernelState.mostDeferred { return false }
    let first = trace.pointee.passed.address(Int(entry.pointee.firstPassed))
    let readers = first + Int(entry.pointee.suspects)
    let end = readers + Int(entry.pointee.readers)
    var place = readers
    while place != end {
      if !hasChangedInput(place.pointee) { return false }
      // It is stale, whatever else it reads: who is left to it, too, need not look for what has changed among many.
      node(place.pointee).pointee.verifiedAt = 0
      place += 1
    }
    place = first
    while place != readers {
      let flags = node(place.pointee).pointee.flags
      if _slowPath(!flags.isEvaluated) {
        if !flags.has(.suspect) { return false }
      }
      place += 1
    }
    while place != first {
      place += -1
      node(place.pointee).pointee.flags.insert(.suspect)
    }
    state.pointee.deferred += 1
    if end != first + 1 { state.pointee.hasSuspected = true }
    entry.pointee.node.pointee.flags = entry.pointee.flags.union([.dirty, .suspect])
    return true
  }

  /// Goes through a record.
  ///
  /// A body that takes Ints is not marked as running while it runs: nearly all of them give a value and do nothing
  /// else. Whatever else one does begins with `disturb`, which makes up for that.
  /// - Parameters:
  ///   - first: where it begins.
  ///   - isBegun: what waited has been taken out of the queue.
  /// - Returns: The node whose evaluation has ended it before its end, whose dependents are still to be told,
  ///   and whether it has changed; 0 where there is none.
  @inline(never)
  private func replay(
    _ trace: Address<Trace>, from first: Address<Trace.Entry>, isBegun: Bool
  ) -> (UInt32, Bool) {
    var entry = first
    let end = trace.pointee.entries.address(0) + trace.pointee.entries.count
    state.pointee.recordEnd = end
    let revision = state.pointee.revision
    state.pointee.observer = 0
    state.pointee.settled = entry.pointee.node.pointee.rank
    if trace.pointee.isWhole, !isBegun {
      state.pointee.dirty.remove(thatOf: trace.pointee.waiting)
    }
    state.pointee.replaying = .entry
    do {
      going: while entry != end {
        if _slowPath(!state.pointee.dirty.isEmpty), !takeWaiting(entry) { break }
        if !isAsRecorded(entry) { break }
        let node = entry.pointee.node
        let new: Int
        // Not a switch, for a jump through a table costs more than these few comparisons.
        if entry.pointee.rule == .one {
          if _slowPath(!hasChanged(entry.pointee.first, for: entry)) {
            entry += 1
            continue
          }
          state.pointee.replayed = entry
          state.pointee.lastStamp &+= 1
          new = try node.rule(as: MapRule.self).pointee.call(
            Int(truncatingIfNeeded: entry.pointee.first.pointee.payload))
        } else if entry.pointee.rule.isShort {
          if _slowPath(!hasChanged(entry.pointee.first, for: entry)),
            !hasChanged(entry.pointee.second, for: entry)
          {
            entry += 1
            continue
          }
          state.pointee.replayed = entry
          new = try entry.pointee.rule == .two ? callPair(entry) : callTracking(entry)
        } else {
          switch replayOther(entry, of: trace, revision) {
          case .done: entry = state.pointee.replayed + 1
          case .refused: break going
          case .left(let isChanged): return leave(entry, isChanged)
          }
          continue
        }
        entry = state.pointee.replayed
        if _slowPath(!isReplaying) {
          endReads(entry.pointee.id)
          return leave(entry, hasStored(new, in: entry))
        }
        if _slowPath(!storesShort(new, in: node, revision)) {
          entry += 1
          continue
        }
        if entry.pointee.others != Trace.nobody {
          tellOthers(entry)
        } else if entry.pointee.chained >= Trace.leastChained, state.pointee.dirty.isEmpty {
          let isChanged = try replayChain(from: entry, new, revision)
          entry = state.pointee.replayed
          if _slowPath(!isReplaying) { return leave(entry, isChanged) }
          if isChanged, entry.pointee.others != Trace.nobody { tellOthers(entry) }
        }
        entry += 1
      }
    } catch {
      entry = state.pointee.replayed
      disturb()
      state.pointee.observer = 0
      endReads(entry.pointee.id)
      return leave(entry, failSettled(entry.pointee.id, error, revision))
    }
    state.pointee.replaying = .nothing
    if entry != end { markStale(from: entry) }
    return (0, false)
  }

  /// Whether an input has changed since the node of an entry was evaluated.
  @inline(__always)
  private func hasChanged(_ input: Address<Node>, for entry: Address<Trace.Entry>) -> Bool {
    input.pointee.changedAt > entry.pointee.node.pointee.verifiedAt
  }

  /// Calls a rule that takes two Ints.
  @inline(__always)
  private func callPair(_ entry: Address<Trace.Entry>) throws -> Int {
    state.pointee.lastStamp &+= 1
    return try entry.pointee.node.rule(as: PairRule.self).pointee.call(
      Int(truncatingIfNeeded: entry.pointee.first.pointee.payload),
      Int(truncatingIfNeeded: entry.pointee.second.pointee.payload))
  }

  /// Calls one that gives an Int and tracks what it reads.
  @inline(__always)
  private func callTracking(_ entry: Address<Trace.Entry>) throws -> Int {
    let node = entry.pointee.node
    state.pointee.settled = node.pointee.rank
    state.pointee.outermost = entry.pointee.id
    beginUnnotedReads(entry.pointee.id, from: node.pointee.firstDependency)
    let new = try node.rule(as: IntRule.self).pointee.call()
    state.pointee.observer = 0
    if _slowPath(state.pointee.cursor != 0) { disturb() }
    return new
  }

  /// Stores what a body gave that has done nothing else, and says whether that is a change.
  @inline(__always)
  private func storesShort(_ new: Int, in node: Address<Node>, _ revision: UInt64) -> Bool {
    let bits = UInt64(bitPattern: Int64(new))
    node.pointee.verifiedAt = revision
    if _slowPath(node.pointee.payload == bits) { return false }
    node.pointee.payload = bits
    node.pointee.changedAt = revision
    return true
  }

  /// The same of what is chained to an entry that has changed, up to the first that has not: what one gives is what
  /// the next one takes. Runs are counted when it is over. The last node evaluated is the one replayed.
  /// - Returns: whether that has changed, for where it has done more.
  @inline(never)
  private func replayChain(from first: Address<Trace.Entry>, _ value: Int, _ revision: UInt64)
    throws -> Bool
  {
    var value = value
    var entry = first
    state.pointee.chain = (first, first + Int(first.pointee.chained))
    state.pointee.isUncounted = true
    defer { countReplayed() }
    repeat {
      entry += 1
      let node = entry.pointee.node
      // The replay will find that it is another one now.
      if _slowPath(node.pointee.flags != .evaluatedUnary) { return true }
      state.pointee.replayed = entry
      value = try node.rule(as: MapRule.self).pointee.call(value)
      entry = state.pointee.replayed
      if _slowPath(!isReplaying) { return hasStored(value, in: entry) }
      if _slowPath(!storesShort(value, in: node, revision)) { return false }
    } while entry != state.pointee.chain.last
    return true
  }

  /// The runs of a chain are counted, as far as it has come.
  @inline(__always)
  private func countReplayed() {
    if !state.pointee.isUncounted { return }
    state.pointee.isUncounted = false
    let count = state.pointee.replayed - state.pointee.chain.first
    state.pointee.lastStamp &+= UInt32(truncatingIfNeeded: count)
  }

  /// Stores what a body gave that has done more, and says whether that is a change. The node may have moved.
  @inline(never)
  private func hasStored(_ new: Int, in entry: Address<Trace.Entry>) -> Bool {
    storeBits(UInt64(bitPattern: Int64(new)), in: entry.pointee.id, entry.pointee.flags)
  }

  /// Goes through entries whose nodes may be worked out by the graph, as far as they are. The last one is that replayed.
  /// False where that is none, and nothing has happened. What it takes is counted when it is over: it is bound by how
  /// much is written.
  @inline(__always)
  private func replayFormulas(
    from first: Address<Trace.Entry>, to end: Address<Trace.Entry>, _ revision: UInt64
  ) -> Bool {
    var entry = first
    let begun = state.pointee.lastStamp
    var (stamp, credit) = (begun, state.pointee.meter.credit)
    // What comes next must not be come to where anything waits.
    var end = state.pointee.dirty.isEmpty ? end : first + 1
    repeat {
      guard let formula = entry.pointee.formula else { break }
      if isStale(entry) {
        let rest = credit &- formula.pointee.cost
        if rest < 0 { break }
        if let int = int(of: formula) {
          credit = rest
          noteRun(of: entry, formula, &stamp, revision, &end) { store(int, of: formula) }
        } else if let other = storesOther(of: formula, leaving: rest) {
          credit = other.credit
          noteRun(of: entry, formula, &stamp, revision, &end) { other.isChanged }
        } else {
          break
        }
      }
      entry += 1
    } while entry != end && isAsRecorded(entry)
    if entry == first { return false }
    state.pointee.lastStamp = stamp
    noteFormulas(Int(stamp &- begun), leaving: credit)
    state.pointee.replayed = entry + -1
    return true
  }

  /// The node of an entry is worked out, and told of where that is a change.
  /// - Parameter changes: whether it is; not a value, for to keep that takes longer than to branch.
  @inline(__always)
  private func noteRun(
    of entry: Address<Trace.Entry>, _ formula: Address<KeptFormula>, _ stamp: inout UInt32,
    _ revision: UInt64, _ end: inout Address<Trace.Entry>, changes: () -> Bool
  ) {
    stamp &+= 1
    formula.pointee.runs &+= 1
    let node = entry.pointee.node
    if entry.pointee.readsCell { noteReads(by: entry, in: stamp) }
    node.pointee.verifiedAt = revision
    if changes() {
      node.pointee.changedAt = revision
      if entry.pointee.others != Trace.nobody, !tellOthers(entry) { end = entry + 1 }
    }
  }

  /// The node of an entry has read what it reads; see `noteReads(of:in:)`. Hardly any has more than two inputs.
  @inline(__always)
  func noteReads(by entry: Address<Trace.Entry>, in run: UInt32) {
    if entry.pointee.readsMore { return noteReads(of: entry.pointee.id, in: run) }
    entry.pointee.first.pointee.stamp = run
    entry.pointee.second.pointee.stamp = run
  }

  /// Goes through an entry whose rule is not short, and perhaps through more behind it. The last one is that replayed.
  @inline(never)
  private func replayOther(
    _ entry: Address<Trace.Entry>, of trace: Address<Trace>, _ revision: UInt64
  ) -> ReplayStep {
    queueTold()
    state.pointee.replayed = entry
    switch entry.pointee.rule {
    case .left: return !isStale(entry) || isLeftAgain(entry, of: trace) ? .done : .refused
    case .formula where replayFormulas(from: entry, to: state.pointee.recordEnd, revision):
      return .done
    case .inFull: return isStale(entry) ? replayInFull(entry, revision) : .done
    case .one, .two, .tracking, .formula, .any: return replayAny(entry, revision)
    }
  }

  /// What has come of going on to an entry.
  private enum ReplayStep {
    case done
    /// It cannot be evaluated so, and is as it was.
    case refused
    /// Its evaluation has done more than to give a value.
    case left(isChanged: Bool)
  }

  /// Goes through an entry of any kind.
  @inline(never)
  private func replayAny(_ entry: Address<Trace.Entry>, _ revision: UInt64) -> ReplayStep {
    let (node, flags, id) = (entry.pointee.node, entry.pointee.flags, entry.pointee.id)
    guard isStale(entry) else { return .done }
    if entry.pointee.isForeign, !areReadable(inputsOf: id), !settleLeft(to: id, flags) {
      return .refused
    }
    state.pointee.outermost = id
    guard let isChanged = evaluateReadable(id, flags) else { return replayInFull(entry, revision) }
    guard isReplaying, node.pointee.flags == flags else {
      disturb()
      return .left(isChanged: isChanged)
    }
    if isChanged, entry.pointee.others != Trace.nobody { tellOthers(entry) }
    return .done
  }

  /// Goes through an entry whose node is evaluated as ever, since it tracks, or is not worked out now.
  @inline(never)
  private func replayInFull(_ entry: Address<Trace.Entry>, _ revision: UInt64) -> ReplayStep {
    let (topology, waiting) = (state.pointee.topology, state.pointee.pending.count)
    state.pointee.replaying = .entryInFull
    state.pointee.settled = entry.pointee.node.pointee.rank
    state.pointee.outermost = entry.pointee.id
    let (id, flags) = (entry.pointee.id, entry.pointee.flags)
    if flags.isLinkedInt, isNoted { noteTurn(id) }
    let isChanged =
      flags.isLinkedInt ? evaluateInt(id, flags.union(.live)) : evaluateOutermost(id)
    state.pointee.replaying = .nothing
    state.pointee.observer = 0
    // It may have evaluated others, too: the rest must not come to the limit of the flush.
    guard state.pointee.topology == topology, state.pointee.revision == revision,
      state.pointee.postponed.count == 0, state.pointee.pending.count == waiting,
      entry.pointee.node.pointee.flags == entry.pointee.flags,
      isUnnoted(for: state.pointee.recordEnd - entry)
    else {
      markStale(from: entry + 1)
      return .left(isChanged: isChanged)
    }
    state.pointee.replaying = .entry
    if isChanged, entry.pointee.others != Trace.nobody { tellOthers(entry) }
    return .done
  }

  /// Whether a body runs without being marked, and nothing has happened yet but that.
  @inline(__always)
  var isReplaying: Bool { state.pointee.replaying.isUnmarked }

  /// Whatever is more than to give a value, or to look at what is up to date, begins so.
  @inline(__always)
  func disturb() {
    if _slowPath(isReplaying) { interrupt() }
  }

  /// What runs without being marked is made what any body is that runs.
  @inline(never)
  private func interrupt() {
    let isEntry = state.pointee.replaying == .entry
    state.pointee.replaying = .nothing
    queueTold()
    if isEntry {
      countReplayed()
      let id = state.pointee.replayed.pointee.id
      state.pointee.outermost = id
      node(id).pointee.verifiedAt = state.pointee.revision
      state.pointee.settled = node(id).pointee.rank
      markStale(from: state.pointee.replayed + 1)
    }
    node(state.pointee.outermost).pointee.flags.insert(.running)
  }

  /// Has what the record names behind the body under way wait as ever, for whoever asks what waits.
  func showWaiting() {
    disturb()
    guard state.pointee.replaying == .entryInFull else { return }
    state.pointee.replaying = .nothing
    markStale(from: state.pointee.replayed + 1)
  }

  /// An evaluation has done more than to give a value: the settling goes on as ever.
  @inline(never)
  private func leave(
    _ entry: Address<Trace.Entry>, _ isChanged: Bool
  ) -> (UInt32, Bool) {
    let id = entry.pointee.id
    // The node may have moved.
    let node = node(id)
    node.pointee.flags = node.pointee.flags.subtracting(.running)
    if isChanged { node.pointee.changedAt = state.pointee.revision }
    return (id, isChanged)
  }

  /// Whether an input of a node has changed since that was evaluated.
  @inline(__always)
  private func isStale(_ entry: Address<Trace.Entry>) -> Bool {
    if _fastPath(hasChanged(entry.pointee.first, for: entry)) { return true }
    if entry.pointee.flags.has(.unary) { return false }
    return hasChanged(entry.pointee.second, for: entry)
      || entry.pointee.readsMore && hasChangedInput(entry.pointee.id)
  }

  /// Whether a node can be evaluated as it was. What waited at the beginning is no longer queued, and not dirty any more.
  @inline(__always)
  private func isAsRecorded(_ entry: Address<Trace.Entry>) -> Bool {
    let flags = entry.pointee.node.pointee.flags
    if _fastPath(flags == entry.pointee.flags) { return true }
    if flags != entry.pointee.flags.union(.dirty) { return false }
    entry.pointee.node.pointee.flags = entry.pointee.flags
    return true
  }

  /// Takes what waits and is recorded out of the queue. False where something waits that ranks lower.
  @inline(__always)
  private func takeWaiting(_ entry: Address<Trace.Entry>) -> Bool {
    let lowest = state.pointee.dirty.lowest
    let rank = entry.pointee.node.pointee.rank
    if lowest > rank { return true }
    if lowest < rank { return false }
    // It stays marked: what cannot be evaluated as it was waits again for that.
    _ = state.pointee.dirty.popLowest()
    return true
  }

  /// Tells those who depend on a node and are not recorded behind it. Mostly that is one computation: then no node waits
  /// for it.
  /// - Returns: Whether it is that.
  @inline(__always)
  @discardableResult
  func tellOthers(_ entry: Address<Trace.Entry>) -> Bool {
    let others = entry.pointee.others
    if _fastPath(others < Trace.taking) {
      let other = node(others)
      let flags = other.pointee.flags
      if flags.isSimple {
        queue(others, other, flags)
        return true
      }
    } else if others != Trace.all {
      state.pointee.told.push(others ^ Trace.taking)
      return true
    }
    tell(entry.pointee.id)
    return false
  }

  /// Has the settling go on with the rest of a record as ever.
  @inline(never)
  private func markStale(from first: Address<Trace.Entry>) {
    var entry = first
    while entry != state.pointee.recordEnd {
      let id = entry.pointee.id
      entry += 1
      let flags = node(id).pointee.flags
      if flags.has(.live), !flags.has(.unset), flags.has(.dirty) || hasChangedInput(id) { mark(id) }
    }
  }
}
