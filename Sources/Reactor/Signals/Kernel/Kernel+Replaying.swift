// The same again. Applications mostly write the same few cells, and then all that follows is mostly known: which nodes
// are evaluated, and in which order. What a settling evaluates that begins as the one
// before it is recorded; one that begins so again goes through the record: it looks at each node whether an
// input has changed since, and evaluates it then. Nobody is marked, queued, searched or sorted for it.
//
// A record is a guess, and cannot be wrong: it names candidates. Who depends on a recorded node and is not
// recorded behind it is told as ever. Where anything comes in between (a body that does more than to give a
// value, an error, a node that waits and ranks lower), the rest of the candidates are marked if they are
// stale, and the settling goes on as ever.

/// What a settling has evaluated.
struct Trace: ~Copyable {
  enum Progress {
    /// A settling has begun so once.
    case seen
    case recorded
    /// What depends on the nodes may leave some of them behind, or evaluate them itself: that cannot be known
    /// before.
    case unfit
  }

  /// A node that a settling has come to.
  struct Recorded: BitwiseCopyable {
    let node: UInt32
    /// Whether it was left to what reads it.
    let isLeft: Bool
  }

  struct Entry: BitwiseCopyable {
    let node: Address<Node>
    /// The first input, and the second, or the first again.
    let first: Address<Node>
    let second: Address<Node>
    let id: UInt32
    /// The node's flags, as long as it can be evaluated so.
    let flags: NodeFlags
    /// Who is to be told besides the entries behind it: nobody, the computation of this number, or all.
    let others: UInt32
    /// Whether some input is a derived node that is not recorded before it.
    let isForeign: Bool
    let rule: EntryRule
    /// How many entries behind it are chained to it: each takes the one Int that the one before it gives, of which
    /// nobody else is to be told.
    var chained: UInt16 = 0

    /// Whether it may follow in a chain.
    func isChained(to other: Self) -> Bool {
      flags == .evaluatedUnary && !isForeign && first == other.node && other.others == Trace.nobody
    }

    /// - Parameter others: as of the property.
    init(
      _ node: Address<Node>, _ id: UInt32, _ first: Address<Node>, _ second: Address<Node>,
      _ flags: NodeFlags,
      others: UInt32, isForeign: Bool, rule: EntryRule
    ) {
      (self.node, self.id, self.first, self.second) = (node, id, first, second)
      (self.flags, self.others, self.isForeign) = (flags, others, isForeign)
      self.rule = rule
    }
  }

  /// How the node of an entry is evaluated.
  enum EntryRule: UInt8 {
    /// Its rule takes one Int.
    case one
    /// Its rule takes two.
    case two
    /// Its rule gives an Int, and what it reads is tracked.
    case tracking
    /// It may be one that the graph works out by itself.
    case formula
    /// It is not evaluated, but left to what reads it.
    case left
    case any

    /// Whether its rule is called in the loop itself.
    var isShort: Bool { rawValue <= EntryRule.tracking.rawValue }
  }

  /// How many of them a graph keeps.
  static let most = 8
  /// From how many entries on a chain is gone through as one.
  static let leastChained = 3
  static let nobody: UInt32 = 0
  static let all = UInt32.max

  /// The digest of what waited when the settling began.
  var beginning: UInt64 = 0
  /// The same in full, of what is recorded.
  var waiting = Stack<RankQueue.Word>(capacity: 1)
  /// Whether all of that is recorded: nothing that it does not name is waiting then.
  var isWhole = false
  /// What `KernelState.topology` was.
  var topology: UInt64 = 0
  var progress = Progress.seen
  /// By rank.
  var entries = Stack<Entry>(capacity: 1)
}

extension Kernel {
  func makeTraces() {
    if state.pointee.traces.count > 0 { return }
    for _ in 0..<Trace.most { state.pointee.traces.append(Trace()) }
  }

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
      let most = UInt32(truncatingIfNeeded: trace.pointee.entries.count)
      if state.pointee.lastStamp &+ most < state.pointee.lastUnnoted { return replay(trace) }
      return (0, false)
    }
    noteBeginning(place, beginning, isKnown)
    return (0, false)
  }

  @inline(never)
  private func noteBeginning(_ place: Int, _ beginning: UInt64, _ isKnown: Bool) {
    let trace = state.pointee.traces.address(place)
    if isKnown {
      guard trace.pointee.progress == .seen else { return }
      state.pointee.dirty.copy(to: &trace.pointee.waiting)
      state.pointee.recorded.removeLast(downTo: 0)
      state.pointee.recording = place
    } else {
      trace.pointee.beginning = beginning
      trace.pointee.topology = state.pointee.topology
      trace.pointee.progress = .seen
    }
  }

  /// A settling has come to a node.
  @inline(__always)
  func record(_ id: UInt32, isLeft: Bool) {
    if _slowPath(state.pointee.recording >= 0) {
      state.pointee.recorded.push(Trace.Recorded(node: id, isLeft: isLeft))
    }
  }

  /// In a settling that begins so, nodes may be left to others, which evaluate them in an order of their own.
  @inline(never)
  func giveUpRecording() {
    if state.pointee.recording < 0 { return }
    state.pointee.traces.address(state.pointee.recording).pointee.progress = .unfit
    state.pointee.recording = -1
  }

  /// The settling that is recorded has ended.
  /// - Parameter isWhole: whether it has done all that it had to.
  @inline(never)
  func endRecording(isWhole: Bool) {
    let trace = state.pointee.traces.address(state.pointee.recording)
    state.pointee.recording = -1
    guard isWhole, trace.pointee.topology == state.pointee.topology,
      state.pointee.recorded.count > 0, areFit(state.pointee.recorded)
    else { return }
    trace.pointee.entries.removeLast(downTo: 0)
    trace.pointee.progress = .recorded
    markRecorded(true)
    trace.pointee.isWhole = isRecorded(trace.pointee.waiting)
    for place in 0..<state.pointee.recorded.count {
      guard let entry = entry(for: state.pointee.recorded[place]) else {
        trace.pointee.progress = .unfit
        break
      }
      trace.pointee.entries.push(entry)
    }
    markRecorded(false)
    for place in (1..<max(1, trace.pointee.entries.count)).reversed() {
      let (entry, before) = (trace.pointee.entries[place], trace.pointee.entries.address(place - 1))
      if entry.chained < .max, entry.isChained(to: before.pointee) {
        before.pointee.chained = entry.chained + 1
      }
    }
    limitTraces()
  }

  /// Marks what has been evaluated as seen, and what has been left as left, or neither.
  private func markRecorded(_ isMarked: Bool) {
    for place in 0..<state.pointee.recorded.count {
      let recorded = state.pointee.recorded[place]
      let flags = node(recorded.node).pointee.flags.subtracting([.seen, .left])
      let mark: NodeFlags = recorded.isLeft ? .left : .seen
      node(recorded.node).pointee.flags = isMarked ? flags.union(mark) : flags
    }
  }

  /// Whether all that waited is marked.
  private func isRecorded(_ waiting: borrowing Stack<RankQueue.Word>) -> Bool {
    for place in 0..<waiting.count {
      var bits = waiting[place].bits
      while bits != 0 {
        let rank = waiting[place].place << 6 | bits.trailingZeroBitCount
        if !node(state.pointee.ranked[rank]).pointee.flags.has([.seen, .left]) { return false }
        bits &= bits &- 1
      }
    }
    return true
  }

  /// Whether nodes have been evaluated by rank, each once, and are values.
  private func areFit(_ recorded: borrowing Stack<Trace.Recorded>) -> Bool {
    var last: UInt32 = 0
    for place in 0..<recorded.count {
      let node = node(recorded[place].node)
      if node.pointee.rank <= last || !node.pointee.flags.isEvaluated { return false }
      last = node.pointee.rank
    }
    return true
  }

  /// The records together have no more entries than there are nodes: the largest is given up.
  private func limitTraces() {
    var (sum, largest) = (0, 0)
    for place in 0..<Trace.most {
      sum += state.pointee.traces[place].entries.count
      if state.pointee.traces[place].entries.count > state.pointee.traces[largest].entries.count {
        largest = place
      }
    }
    if sum > Int(state.pointee.nodeCount) { state.pointee.traces[largest] = Trace() }
  }

  /// What a record says of a node; all that are recorded are marked. Nil where it may be left to one of
  /// its dependents, and was not, or the other way round: such a one reads others, too, and may read it no more.
  private func entry(for recorded: Trace.Recorded) -> Trace.Entry? {
    let id = recorded.node
    let inputs = link(node(id).pointee.firstDependency).pointee
    let first = node(inputs.dependency)
    let second =
      inputs.nextDependency == 0 ? first : node(link(inputs.nextDependency).pointee.dependency)
    var (others, isForeign, count) = (Trace.nobody, false, 0)
    var index = node(id).pointee.firstDependency
    while index != 0 {
      let flags = node(link(index).pointee.dependency).pointee.flags
      if flags.has(.derived), !flags.has(.seen) { isForeign = true }
      index = link(index).pointee.nextDependency
      count += 1
    }
    var (isNeeded, isPerhapsLeft) = (false, false)
    index = node(id).pointee.firstDependent
    while index != 0 {
      let dependent = link(index).pointee.dependent
      let flags = node(dependent).pointee.flags
      index = link(index).pointee.next
      if isSure(dependent) {
        isNeeded = true
      } else if !flags.isNamed, mayBeLeft(id, to: dependent) {
        isPerhapsLeft = true
      }
      if flags.has(.seen) { continue }
      others = others == Trace.nobody && flags.has(.computation) ? dependent : Trace.all
    }
    if recorded.isLeft ? !isLeftToRecorded(id) : isPerhapsLeft && !isNeeded { return nil }
    let flags = node(id).pointee.flags.subtracting([.seen, .left])
    let rule: Trace.EntryRule
    if recorded.isLeft {
      rule = .left
    } else if isForeign {
      rule = .any
    } else if flags.isPromoted {
      rule = .formula
    } else if flags.has(.mapped), flags.has([.unary, .binary]) {
      rule = flags.has(.unary) ? .one : .two
    } else {
      rule = flags == .evaluatedInt && count <= 2 ? .tracking : .any
    }
    return Trace.Entry(
      node(id), id, first, second, flags, others: others, isForeign: isForeign, rule: rule)
  }

  /// Whether all that depend on a node are derived and recorded, and find their inputs by themselves. That they follow
  /// it, their ranks say.
  private func isLeftToRecorded(_ id: UInt32) -> Bool {
    var index = node(id).pointee.firstDependent
    while index != 0 {
      let flags = node(link(index).pointee.dependent).pointee.flags
      if !flags.has(.derived) || !flags.has(.seen) || flags.isNamed { return false }
      index = link(index).pointee.next
    }
    return true
  }

  /// The same when a replay has come to it: whether all of them will run, as when that was recorded.
  @inline(never)
  private func isLeftAgain(_ entry: Address<Trace.Entry>) -> Bool {
    if state.pointee.deferred >= KernelState.mostDeferred { return false }
    var (index, count) = (entry.pointee.node.pointee.firstDependent, 0)
    while index != 0 {
      let dependent = link(index).pointee.dependent
      if !hasChangedInput(dependent) { return false }
      index = link(index).pointee.next
      count += 1
    }
    state.pointee.deferred += 1
    if count > 1 { state.pointee.hasSuspected = true }
    entry.pointee.node.pointee.flags = entry.pointee.flags.union(.dirty)
    return true
  }

  /// Whether a dependent of a node is in need of that for certain when the turn comes to it: it reads nothing else, so
  /// that nothing has told it yet; and if it is derived, it is recorded, so that the same is asked of itself.
  private func isSure(_ dependent: UInt32) -> Bool {
    let flags = node(dependent).pointee.flags
    return flags.has([.computation, .seen])
      && link(node(dependent).pointee.firstDependency).pointee.nextDependency == 0
  }

  /// Whether a dependent that finds its inputs by itself may be stale when the node's turn comes, and so be the
  /// one that evaluates it.
  private func mayBeLeft(_ id: UInt32, to dependent: UInt32) -> Bool {
    let flags = node(dependent).pointee.flags
    var index = node(dependent).pointee.firstDependency
    if link(index).pointee.nextDependency == 0 { return false }
    if !flags.has(.seen) { return true }
    while index != 0 {
      let other = node(link(index).pointee.dependency)
      let isBefore =
        other.pointee.flags.has(.seen)
        ? other.pointee.rank < node(id).pointee.rank
        : other.pointee.flags.has(.derived) && !other.pointee.flags.has(.left)
          && other.pointee.verifiedAt == state.pointee.revision
      if isBefore { return true }
      index = link(index).pointee.nextDependency
    }
    return false
  }

  /// Goes through a record.
  ///
  /// A body that takes Ints is not marked as running while it runs: nearly all of them give a value and do nothing
  /// else. Whatever else one does begins with `disturb`, which makes up for that.
  /// - Returns: The node whose evaluation has ended it before its end, whose dependents are still to be told,
  ///   and whether it has changed; 0 where there is none.
  @inline(never)
  private func replay(_ trace: Address<Trace>) -> (UInt32, Bool) {
    var entry = trace.pointee.entries.address(0)
    let end = entry + trace.pointee.entries.count
    let revision = state.pointee.revision
    let firstStamp = state.pointee.lastStamp
    state.pointee.observer = 0
    state.pointee.settled = entry.pointee.node.pointee.rank
    if trace.pointee.isWhole { state.pointee.dirty.remove(thatOf: trace.pointee.waiting) }
    state.pointee.replaying = .entry
    do {
      going: while entry != end {
        let node = entry.pointee.node
        if _slowPath(!state.pointee.dirty.isEmpty), !takeWaiting(entry) { break }
        if node.pointee.flags != entry.pointee.flags {
          // What waited at the beginning is no longer queued.
          if node.pointee.flags != entry.pointee.flags.union(.dirty) { break }
          node.pointee.flags = entry.pointee.flags
        }
        let first = entry.pointee.first
        let new: Int
        // Not a switch, for a jump through a table costs more than these few comparisons.
        if entry.pointee.rule == .one {
          if _slowPath(first.pointee.changedAt <= node.pointee.verifiedAt) {
            entry += 1
            continue
          }
          state.pointee.replayed = entry
          state.pointee.lastStamp &+= 1
          new = try node.rule(as: MapRule.self).pointee.call(
            Int(truncatingIfNeeded: first.pointee.payload))
        } else if !entry.pointee.rule.isShort {
          switch try replayOther(entry, end, revision) {
          case .done: entry = state.pointee.replayed + 1
          case .refused: break going
          case .left(let isChanged): return leave(trace, behind: entry, isChanged)
          }
          continue
        } else {
          let second = entry.pointee.second
          if _slowPath(first.pointee.changedAt <= node.pointee.verifiedAt),
            second.pointee.changedAt <= node.pointee.verifiedAt
          {
            entry += 1
            continue
          }
          state.pointee.replayed = entry
          if entry.pointee.rule == .two {
            state.pointee.lastStamp &+= 1
            new = try node.rule(as: PairRule.self).pointee.call(
              Int(truncatingIfNeeded: first.pointee.payload),
              Int(truncatingIfNeeded: second.pointee.payload))
          } else {
            state.pointee.settled = node.pointee.rank
            state.pointee.outermost = entry.pointee.id
            beginUnnotedReads(entry.pointee.id)
            new = try node.rule(as: IntRule.self).pointee.call()
            state.pointee.observer = 0
            if _slowPath(state.pointee.cursor != 0) { disturb() }
          }
        }
        entry = state.pointee.replayed
        if _slowPath(!isReplaying) {
          endReads(entry.pointee.id)
          return leave(trace, behind: entry, hasStored(new, in: entry))
        }
        node.pointee.verifiedAt = revision
        let bits = UInt64(bitPattern: Int64(new))
        if _slowPath(node.pointee.payload == bits) {
          entry += 1
          continue
        }
        node.pointee.payload = bits
        node.pointee.changedAt = revision
        if entry.pointee.others != Trace.nobody {
          tellOthers(entry)
        } else if entry.pointee.chained >= Trace.leastChained, state.pointee.dirty.isEmpty {
          let isChanged = try replayChain(from: entry, new, revision)
          entry = state.pointee.replayed
          if _slowPath(!isReplaying) { return leave(trace, behind: entry, isChanged) }
          if isChanged, entry.pointee.others != Trace.nobody { tellOthers(entry) }
        }
        entry += 1
      }
    } catch {
      entry = state.pointee.replayed
      disturb()
      state.pointee.observer = 0
      endReads(entry.pointee.id)
      _ = failMapped(entry.pointee.id, error, revision)
      return leave(trace, behind: entry, true)
    }
    state.pointee.replaying = .nothing
    if entry != end { markStale(trace, from: entry) }
    // A record of what hardly ever changes costs more than it saves.
    let evaluated = Int(state.pointee.lastStamp &- firstStamp)
    if evaluated &* 4 < trace.pointee.entries.count { trace.pointee.progress = .seen }
    return (0, false)
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
      let bits = UInt64(bitPattern: Int64(value))
      node.pointee.verifiedAt = revision
      if _slowPath(node.pointee.payload == bits) { return false }
      node.pointee.payload = bits
      node.pointee.changedAt = revision
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
  /// False where that is none, and nothing has happened.
  @inline(__always)
  private func replayFormulas(
    from first: Address<Trace.Entry>, to end: Address<Trace.Entry>, _ revision: UInt64
  ) -> Bool {
    var entry = first
    repeat {
      if isStale(entry), !workOut(entry, revision) { break }
      entry += 1
    } while entry != end && entry.pointee.rule == .formula && state.pointee.dirty.isEmpty
      && entry.pointee.node.pointee.flags == entry.pointee.flags
    if entry == first { return false }
    state.pointee.replayed = entry + -1
    return true
  }

  /// Works out a node that is stale. False where that is not to be done by the graph.
  @inline(__always)
  private func workOut(_ entry: Address<Trace.Entry>, _ revision: UInt64) -> Bool {
    guard let isChanged = workOut(entry.pointee.id) else { return false }
    let stamp = state.pointee.lastStamp &+ 1
    state.pointee.lastStamp = stamp
    // It has two inputs at most.
    entry.pointee.first.pointee.stamp = stamp
    entry.pointee.second.pointee.stamp = stamp
    entry.pointee.node.pointee.verifiedAt = revision
    if isChanged { noteReplayed(entry, revision) }
    return true
  }

  /// Goes through an entry whose rule is not short, and perhaps through more behind it. The last one is that replayed.
  @inline(never)
  private func replayOther(
    _ entry: Address<Trace.Entry>, _ end: Address<Trace.Entry>, _ revision: UInt64
  ) throws -> ReplayStep {
    state.pointee.replayed = entry
    switch entry.pointee.rule {
    case .left: return !isStale(entry) || isLeftAgain(entry) ? .done : .refused
    case .formula where replayFormulas(from: entry, to: end, revision): return .done
    case .one, .two, .tracking, .formula, .any: return try replayAny(entry, revision)
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
  private func replayAny(_ entry: Address<Trace.Entry>, _ revision: UInt64) throws -> ReplayStep {
    let (node, flags, id) = (entry.pointee.node, entry.pointee.flags, entry.pointee.id)
    guard isStale(entry) else { return .done }
    if !flags.has(.mapped) { return replayInFull(entry, revision) }
    if entry.pointee.isForeign, !areReadable(inputsOf: id) { return .refused }
    if flags.isPromoted, workOut(entry, revision) { return .done }
    state.pointee.lastStamp &+= 1
    state.pointee.outermost = id
    node.pointee.flags = flags.union(.running)
    let isChanged: Bool
    if flags.isPromoted {
      guard let answer = try askShort(id) else { return replayInFull(entry, revision) }
      isChanged = answer
    } else {
      isChanged = try callMapped(id, flags)
    }
    if _slowPath(!isReplaying) { return .left(isChanged: isChanged) }
    node.pointee.flags = flags
    node.pointee.verifiedAt = revision
    if isChanged { noteReplayed(entry, revision) }
    return .done
  }

  /// The same of an entry whose node is evaluated as ever, since it tracks, or has refused its short form.
  @inline(never)
  private func replayInFull(_ entry: Address<Trace.Entry>, _ revision: UInt64) -> ReplayStep {
    let topology = state.pointee.topology
    state.pointee.replaying = .nothing
    state.pointee.settled = entry.pointee.node.pointee.rank
    state.pointee.outermost = entry.pointee.id
    let isChanged = evaluateOutermost(entry.pointee.id)
    state.pointee.observer = 0
    // It may have evaluated others, too: the rest must not come to the limit of the flush.
    guard state.pointee.topology == topology, state.pointee.revision == revision,
      state.pointee.postponed.count == 0, entry.pointee.node.pointee.flags == entry.pointee.flags,
      state.pointee.lastStamp &+ state.pointee.nodeCount < state.pointee.lastUnnoted
    else { return .left(isChanged: isChanged) }
    state.pointee.replaying = .entry
    if isChanged { noteReplayed(entry, revision) }
    return .done
  }

  /// A node has changed, and nothing else has happened.
  @inline(__always)
  private func noteReplayed(_ entry: Address<Trace.Entry>, _ revision: UInt64) {
    entry.pointee.node.pointee.changedAt = revision
    if _slowPath(entry.pointee.others != Trace.nobody) { tellOthers(entry) }
  }

  /// Whether a body runs without being marked, and nothing has happened yet but that.
  @inline(__always)
  var isReplaying: Bool { state.pointee.replaying != .nothing }

  /// Whatever is more than to give a value, or to look at what is up to date, begins so.
  @inline(__always)
  func disturb() {
    if _slowPath(isReplaying) { interrupt() }
  }

  /// What runs without being marked is made what any body is that runs.
  @inline(never)
  private func interrupt() {
    if state.pointee.replaying == .entry {
      countReplayed()
      let id = state.pointee.replayed.pointee.id
      state.pointee.outermost = id
      node(id).pointee.verifiedAt = state.pointee.revision
    }
    state.pointee.replaying = .nothing
    node(state.pointee.outermost).pointee.flags.insert(.running)
  }

  /// An evaluation has done more than to give a value: the settling goes on as ever.
  @inline(never)
  private func leave(
    _ trace: Address<Trace>, behind entry: Address<Trace.Entry>, _ isChanged: Bool
  ) -> (UInt32, Bool) {
    let id = entry.pointee.id
    // The node may have moved.
    let node = node(id)
    node.pointee.flags = node.pointee.flags.subtracting(.running)
    if isChanged { node.pointee.changedAt = state.pointee.revision }
    markStale(trace, from: entry + 1)
    return (id, isChanged)
  }

  /// Whether an input of a node has changed since that was evaluated.
  @inline(__always)
  private func isStale(_ entry: Address<Trace.Entry>) -> Bool {
    let seen = entry.pointee.node.pointee.verifiedAt
    if _fastPath(entry.pointee.first.pointee.changedAt > seen) { return true }
    if entry.pointee.flags.has(.unary) { return false }
    return entry.pointee.second.pointee.changedAt > seen
      || !entry.pointee.flags.has(.binary) && hasChangedInput(entry.pointee.id)
  }

  /// Takes what waits and is recorded out of the queue. False where something waits that ranks lower.
  @inline(__always)
  private func takeWaiting(_ entry: Address<Trace.Entry>) -> Bool {
    let node = entry.pointee.node
    let lowest = state.pointee.dirty.lowest
    let rank = node.pointee.rank
    if lowest > rank { return true }
    if lowest < rank { return false }
    _ = state.pointee.dirty.popLowest()
    node.pointee.flags = node.pointee.flags.subtracting(.dirty)
    return true
  }

  /// Tells those who depend on a node and are not recorded behind it.
  @inline(__always)
  private func tellOthers(_ entry: Address<Trace.Entry>) {
    let others = entry.pointee.others
    if _fastPath(others != Trace.all) {
      let other = node(others)
      let flags = other.pointee.flags
      if flags == .computation.union(.taking) {
        return queue(others, other, .computation.union(.taking))
      }
      if flags.isSimple { return queue(others, other, flags) }
    }
    tell(entry.pointee.id)
  }

  /// Has the settling go on with the rest of a record as ever.
  @inline(never)
  private func markStale(_ trace: Address<Trace>, from first: Address<Trace.Entry>) {
    let start = trace.pointee.entries.address(0)
    for place in (first - start)..<trace.pointee.entries.count {
      let id = trace.pointee.entries[place].id
      let flags = node(id).pointee.flags
      if flags.has(.live), !flags.has(.unset), flags.has(.dirty) || hasChangedInput(id) { mark(id) }
    }
  }
}
