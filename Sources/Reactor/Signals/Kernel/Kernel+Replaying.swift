// The same again. Applications mostly write the same few cells, and where inputs are named, all that follows is
// known: which nodes are evaluated, and in which order. What a settling evaluates that begins as the one
// before it is recorded; one that begins so again goes through the record: it looks at each node whether an
// input has changed since, and evaluates it then. Nobody is marked, queued, searched or sorted for it.
//
// A record is a guess, and cannot be wrong: it names candidates. Who depends on a recorded node and is not
// recorded behind it is told as ever. Where anything comes in between (a body that does more than to give a
// value, an error, a node that waits and ranks lower), the rest of the candidates are marked if they are
// stale, and the settling goes on as ever.

/// What a settling has evaluated, of mapped nodes.
struct Trace: ~Copyable {
  enum Progress {
    /// A settling has begun so once.
    case seen
    case recorded
    /// What depends on the nodes may leave some of them behind, or evaluate them itself: that cannot be known
    /// before.
    case unfit
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
    /// How many entries are plain from this one on: they take one Int, and have nobody to be told besides.
    var plain: UInt32 = 0

    var isPlain: Bool { flags.has(.unary) && others == Trace.nobody }
  }

  /// How many of them a graph keeps.
  static let most = 8
  static let nobody: UInt32 = 0
  static let all = UInt32.max >> 1
  /// Beside `others`: some input is a derived node that is not recorded before it.
  static let foreign = UInt32.max ^ UInt32.max >> 1

  /// What waited when the settling began.
  var beginning: UInt64 = 0
  /// What `KernelState.topology` was.
  var topology: UInt64 = 0
  var progress = Progress.seen
  /// By rank.
  var entries = Stack<Entry>(capacity: 1)
}

extension Kernel {
  /// Begins a settling where there are mapped nodes, and nothing but derived nodes waits.
  /// - Returns: As of `replay`; nothing where there is no record.
  @inline(never)
  func beginTraced() -> (UInt32, Bool) {
    guard state.pointee.pending.isEmpty, state.pointee.found.count == 0 else { return (0, false) }
    let beginning = state.pointee.dirty.digest
    let place = Int(truncatingIfNeeded: beginning >> 32) & (Trace.most - 1)
    let trace = state.pointee.traces.address(place)
    if trace.pointee.beginning != beginning || trace.pointee.topology != state.pointee.topology {
      trace.pointee.beginning = beginning
      trace.pointee.topology = state.pointee.topology
      trace.pointee.progress = .seen
      return (0, false)
    }
    switch trace.pointee.progress {
    case .seen:
      state.pointee.recorded.removeLast(downTo: 0)
      state.pointee.recording = place
    case .recorded:
      let most = UInt32(truncatingIfNeeded: trace.pointee.entries.count)
      if state.pointee.lastStamp &+ most < state.pointee.lastUnnoted { return replay(trace) }
    case .unfit: break
    }
    return (0, false)
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
    for place in 0..<state.pointee.recorded.count {
      node(state.pointee.recorded[place]).pointee.flags.insert(.seen)
    }
    for place in 0..<state.pointee.recorded.count {
      guard let entry = entry(for: state.pointee.recorded[place]) else {
        trace.pointee.progress = .unfit
        break
      }
      trace.pointee.entries.push(entry)
    }
    for place in 0..<state.pointee.recorded.count {
      node(state.pointee.recorded[place]).pointee.flags.remove(.seen)
    }
    countPlain(trace)
    limitTraces()
  }

  private func countPlain(_ trace: Address<Trace>) {
    var plain: UInt32 = 0
    for place in (0..<trace.pointee.entries.count).reversed() {
      let entry = trace.pointee.entries.address(place)
      plain = entry.pointee.isPlain ? plain + 1 : 0
      entry.pointee.plain = plain
    }
  }

  /// Whether nodes have been evaluated by rank, each once, and are values.
  private func areFit(_ ids: borrowing Stack<UInt32>) -> Bool {
    var last: UInt32 = 0
    for place in 0..<ids.count {
      let node = node(ids[place])
      if node.pointee.rank <= last || !node.pointee.flags.isEvaluatedMap { return false }
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

  /// What a record says of a node; those that are recorded are marked as seen. Nil where a node before it may
  /// be left to one of its dependents: such a one reads others, too, and may read them no more.
  private func entry(for id: UInt32) -> Trace.Entry? {
    let inputs = link(node(id).pointee.firstDependency).pointee
    let first = node(inputs.dependency)
    let second =
      inputs.nextDependency == 0 ? first : node(link(inputs.nextDependency).pointee.dependency)
    var (others, foreign) = (Trace.nobody, Trace.nobody)
    var index = node(id).pointee.firstDependency
    while index != 0 {
      let flags = node(link(index).pointee.dependency).pointee.flags
      if flags.has(.derived), !flags.has(.seen) { foreign = Trace.foreign }
      index = link(index).pointee.nextDependency
    }
    index = node(id).pointee.firstDependent
    while index != 0 {
      let dependent = link(index).pointee.dependent
      let flags = node(dependent).pointee.flags
      index = link(index).pointee.next
      if !flags.isNamed, mayBeLeft(id, to: dependent) { return nil }
      if flags.has(.seen) { continue }
      others = others == Trace.nobody && flags.has(.computation) ? dependent : Trace.all
    }
    return Trace.Entry(
      node: node(id), first: first, second: second, id: id,
      flags: node(id).pointee.flags.subtracting(.seen), others: others | foreign)
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
        : other.pointee.flags.has(.derived) && other.pointee.verifiedAt == state.pointee.revision
      if isBefore { return true }
      index = link(index).pointee.nextDependency
    }
    return false
  }

  /// Goes through a record.
  /// - Returns: The node whose evaluation has ended it before its end, whose dependents are still to be told,
  ///   and whether it has changed; 0 where there is none.
  @inline(never)
  private func replay(_ trace: Address<Trace>) -> (UInt32, Bool) {
    var entry = trace.pointee.entries.address(0)
    let end = entry + trace.pointee.entries.count
    let revision = state.pointee.revision
    let firstStamp = state.pointee.lastStamp
    state.pointee.observer = 0
    state.pointee.isDisturbed = false
    state.pointee.settled = entry.pointee.node.pointee.rank
    while entry != end {
      let node = entry.pointee.node
      if _slowPath(!state.pointee.dirty.isEmpty), !takeWaiting(entry) { break }
      let flags = entry.pointee.flags
      if _slowPath(node.pointee.flags != flags) { break }
      if !isStale(entry) {
        entry += 1
        continue
      }
      if _slowPath(entry.pointee.others >= Trace.foreign), !areReadable(inputsOf: entry.pointee.id)
      {
        break
      }
      if flags.has(.promoted), let isChanged = workOut(entry.pointee.id) {
        let stamp = state.pointee.lastStamp &+ 1
        state.pointee.lastStamp = stamp
        // It has two inputs at most.
        entry.pointee.first.pointee.stamp = stamp
        entry.pointee.second.pointee.stamp = stamp
        node.pointee.verifiedAt = revision
        if isChanged { noteReplayed(entry, revision) }
        entry += 1
        continue
      }
      state.pointee.outermost = entry.pointee.id
      state.pointee.lastStamp &+= 1
      node.pointee.flags = flags.union(.running)
      node.pointee.verifiedAt = revision
      do {
        let input = Int(truncatingIfNeeded: entry.pointee.first.pointee.payload)
        let new: Int
        if _fastPath(flags.has(.unary)) {
          new = try node.rule(as: MapRule.self).pointee.call(input)
        } else if flags.has(.binary) {
          new = try node.rule(as: PairRule.self).pointee.call(
            input, Int(truncatingIfNeeded: entry.pointee.second.pointee.payload))
        } else {
          let isChanged: Bool
          if flags.has(.promoted) {
            guard let answer = try askShort(entry.pointee.id) else {
              // It is as stale as it was.
              node.pointee.verifiedAt = 0
              break
            }
            isChanged = answer
          } else {
            isChanged = try callRule(entry.pointee.id, flags)
            if state.pointee.isDisturbed { return leave(trace, behind: entry, isChanged) }
          }
          node.pointee.flags = flags
          if isChanged { noteReplayed(entry, revision) }
          entry += 1
          continue
        }
        let bits = UInt64(bitPattern: Int64(new))
        if _slowPath(state.pointee.isDisturbed) {
          let isChanged = storeBits(bits, in: entry.pointee.id, flags)
          return leave(trace, behind: entry, isChanged)
        }
        node.pointee.flags = flags
        if _fastPath(node.pointee.payload != bits) {
          node.pointee.payload = bits
          node.pointee.changedAt = revision
          if entry.pointee.others & Trace.all != Trace.nobody {
            tellOthers(entry)
            entry += 1
            continue
          }
        }
        entry += 1
        if entry != end, entry.pointee.plain > 2, state.pointee.dirty.isEmpty,
          let last = replayPlain(&entry, trace, revision)
        {
          return last
        }
      } catch {
        _ = failMapped(entry.pointee.id, error, revision)
        return leave(trace, behind: entry, true)
      }
    }
    if entry != end { markStale(trace, from: entry) }
    // A record of what hardly ever changes costs more than it saves.
    let evaluated = Int(state.pointee.lastStamp &- firstStamp)
    if evaluated &* 4 < trace.pointee.entries.count { trace.pointee.progress = .seen }
    return (0, false)
  }

  /// The same of plain entries, as long as nothing waits, in a loop of which most is the evaluation. What a
  /// call may have changed is loaded anew behind it: that is cheaper than to save it before.
  /// - Parameter entry: Comes to lie behind what has been gone through.
  /// - Returns: As of `replay`, where that ends here.
  @inline(never)
  private func replayPlain(
    _ entry: inout Address<Trace.Entry>, _ trace: Address<Trace>, _ revision: UInt64
  ) -> (UInt32, Bool)? {
    var here = entry
    let end = here + Int(here.pointee.plain)
    defer { entry = here }
    do {
      while here != end {
        let node = here.pointee.node
        let input = here.pointee.first
        let flags = here.pointee.flags
        if _slowPath(node.pointee.flags != flags) { return nil }
        if _fastPath(input.pointee.changedAt > node.pointee.verifiedAt) {
          state.pointee.outermost = here.pointee.id
          state.pointee.lastStamp &+= 1
          node.pointee.flags = flags.union(.running)
          node.pointee.verifiedAt = revision
          let new = try node.rule(as: MapRule.self).pointee.call(
            Int(truncatingIfNeeded: input.pointee.payload))
          let bits = UInt64(bitPattern: Int64(new))
          if _slowPath(state.pointee.isDisturbed) {
            let isChanged = storeBits(bits, in: here.pointee.id, here.pointee.flags)
            return leave(trace, behind: here, isChanged)
          }
          let node = here.pointee.node
          node.pointee.flags = here.pointee.flags
          if _fastPath(node.pointee.payload != bits) {
            node.pointee.payload = bits
            node.pointee.changedAt = revision
          }
        }
        here += 1
      }
      return nil
    } catch {
      _ = failMapped(here.pointee.id, error, revision)
      return leave(trace, behind: here, true)
    }
  }

  /// A node has changed, and nothing else has happened.
  @inline(__always)
  private func noteReplayed(_ entry: Address<Trace.Entry>, _ revision: UInt64) {
    entry.pointee.node.pointee.changedAt = revision
    if _slowPath(entry.pointee.others & Trace.all != Trace.nobody) { tellOthers(entry) }
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
    let others = entry.pointee.others & Trace.all
    if others != Trace.all {
      let other = node(others)
      let flags = other.pointee.flags
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
      if flags.has(.live), !flags.has([.dirty, .unset]), hasChangedInput(id) { mark(id) }
    }
  }
}
