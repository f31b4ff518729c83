// What a settling evaluates is written down, for one that begins as it did (`Kernel+Replaying.swift`).
extension Kernel {
  func makeTraces() {
    if state.pointee.traces.count > 0 { return }
    for _ in 0..<Trace.most { state.pointee.traces.append(Trace()) }
  }

  @inline(never)
  func noteBeginning(_ place: Int, _ beginning: UInt64, _ isKnown: Bool) {
    let trace = state.pointee.traces.address(place)
    // What is known of it holds no longer.
    trace.pointee.sweep.cell = 0
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
    trace.pointee.passed.removeLast(downTo: 0)
    trace.pointee.sweep = Sweep()
    trace.pointee.progress = .recorded
    markRecorded(true)
    trace.pointee.isWhole = isRecorded(trace.pointee.waiting)
    for place in 0..<state.pointee.recorded.count {
      guard let entry = entry(for: state.pointee.recorded[place], in: trace) else {
        trace.pointee.progress = .unfit
        break
      }
      trace.pointee.entries.push(entry)
    }
    markRecorded(false)
    if trace.pointee.progress == .unfit {
      // It is never gone through, and must not have others given up.
      trace.pointee.entries.removeLast(downTo: 0)
      return trace.pointee.passed.removeLast(downTo: 0)
    }
    for place in (1..<max(1, trace.pointee.entries.count)).reversed() {
      let (entry, before) = (trace.pointee.entries[place], trace.pointee.entries.address(place - 1))
      if entry.chained < .max, entry.isChained(to: before.pointee) {
        before.pointee.chained = entry.chained + 1
      }
    }
    markTakers(of: trace)
    limitTraces()
  }

  /// Where all who are to be told are simple computations that take what an entry gives, in order of creation, the
  /// entries say so: these need be neither sorted nor asked.
  private func markTakers(of trace: Address<Trace>) {
    var last: UInt64 = 0
    for place in 0..<trace.pointee.entries.count {
      let others = trace.pointee.entries[place].others
      if others == Trace.nobody { continue }
      if others == Trace.all { return }
      // It has been told in the settling that is recorded.
      let flags = node(others).pointee.flags.union(.waiting)
      let number = node(others).pointee.payload
      if flags != .waiting.union(.taking) || number <= last { return }
      last = number
    }
    for place in 0..<trace.pointee.entries.count
    where trace.pointee.entries[place].others != Trace.nobody {
      trace.pointee.entries.address(place).pointee.others |= Trace.taking
    }
  }

  /// Marks what has been evaluated or left, or nothing of it.
  private func markRecorded(_ isMarked: Bool) {
    for place in 0..<state.pointee.recorded.count {
      let recorded = state.pointee.recorded[place]
      markRecorded(node(recorded.node), isLeft: recorded.isLeft, isMarked)
    }
  }

  /// Marks a node that has been evaluated as seen, one that has been left as left, or neither.
  func markRecorded(_ node: Address<Node>, isLeft: Bool, _ isMarked: Bool) {
    let flags = node.pointee.flags.subtracting([.seen, .left])
    let mark: NodeFlags = isLeft ? .left : .seen
    node.pointee.flags = isMarked ? flags.union(mark) : flags
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
      if node.pointee.rank <= last || !node.pointee.flags.isEvaluated
        || hasChangedInput(recorded[place].node)
      {
        return false
      }
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
  private func entry(for recorded: Trace.Recorded, in trace: Address<Trace>) -> Trace.Entry? {
    if recorded.isLeft { return leftEntry(for: recorded.node, in: trace) }
    let id = recorded.node
    let inputs = link(node(id).pointee.firstDependency).pointee
    let first = node(inputs.dependency)
    let second =
      inputs.nextDependency == 0 ? first : node(link(inputs.nextDependency).pointee.dependency)
    var (others, isForeign, readsCell, count) = (Trace.nobody, false, false, 0)
    for input in self.inputs(of: id) {
      let flags = node(input).pointee.flags
      if flags.has(.cell) { readsCell = true } else if !flags.has(.seen) { isForeign = true }
      count += 1
    }
    for dependent in dependents(of: id) {
      let flags = node(dependent).pointee.flags
      if flags.has(.seen) { continue }
      others = others == Trace.nobody && flags.has(.computation) ? dependent : Trace.all
    }
    var steps = Trace.mostAsked
    if !isNeeded(id, &steps), mayBeLeft(id) { return nil }
    let flags = node(id).pointee.flags.subtracting(.seen)
    let rule: Trace.EntryRule
    if !isForeign, flags.isPromoted, usableFormula(of: id) != nil {
      rule = .formula
    } else if !isForeign, flags.has(.mapped), flags.has([.unary, .binary]) {
      rule = flags.has(.unary) ? .one : .two
    } else if !isForeign, flags == .evaluatedInt, count <= 2 {
      rule = .tracking
    } else {
      rule = flags.has(.mapped) ? .any : .inFull
    }
    return Trace.Entry(
      node: node(id), first: first, second: second,
      formula: rule == .formula ? usableFormula(of: id) : nil, id: id, flags: flags, others: others,
      isForeign: isForeign, readsCell: readsCell, readsMore: count > 2, rule: rule)
  }

  /// The same of a node that was left.
  private func leftEntry(for id: UInt32, in trace: Address<Trace>) -> Trace.Entry? {
    let first = trace.pointee.passed.count
    guard let (suspects, readers) = passed(from: id),
      first + suspects.count + readers.count < UInt16.max
    else { return nil }
    for id in suspects + readers { trace.pointee.passed.push(id) }
    let inputs = link(node(id).pointee.firstDependency).pointee
    let last = inputs.nextDependency == 0 ? inputs : link(inputs.nextDependency).pointee
    return Trace.Entry(
      node: node(id), first: node(inputs.dependency), second: node(last.dependency), formula: nil,
      id: id, flags: node(id).pointee.flags.subtracting(.left), others: Trace.all, isForeign: false,
      readsCell: false, readsMore: last.nextDependency != 0, rule: .left,
      firstPassed: UInt16(first), suspects: UInt16(suspects.count), readers: UInt16(readers.count))
  }

  /// What the search for a need of a node comes to that was left: those that are suspect with it, and those that have
  /// been evaluated, to which all of them are left. Nil where it comes to anything else, or to what does not find its
  /// inputs by itself. That they follow it, their ranks say.
  private func passed(from id: UInt32) -> (suspects: [UInt32], readers: [UInt32])? {
    var (suspects, readers, place) = ([id], [UInt32](), 0)
    while place < suspects.count {
      for dependent in dependents(of: suspects[place]) {
        let flags = node(dependent).pointee.flags
        if flags.has(.seen), !flags.isNamed {
          if !readers.contains(dependent) { readers.append(dependent) }
        } else if flags.isEvaluated {
          if !suspects.contains(dependent) { suspects.append(dependent) }
        } else {
          return nil
        }
      }
      place += 1
      if place > KernelState.mostSearched || readers.count > Trace.mostReaders { return nil }
    }
    return (Array(suspects.dropFirst()), readers)
  }

  /// Whether a node is needed for certain when the turn comes to it: by what reads it whatever comes, or reads nothing
  /// else, so that nothing has told that yet. Of what is recorded, the same is asked by itself; what is not is looked
  /// through.
  private func isNeeded(_ id: UInt32, _ steps: inout Int) -> Bool {
    for dependent in dependents(of: id) {
      if steps == 0 { break }
      steps -= 1
      let flags = node(dependent).pointee.flags
      let readsMore =
        link(node(dependent).pointee.firstDependency).pointee.nextDependency != 0
      if readsMore, !flags.isNamed { continue }
      if flags.has([.computation, .seen]) { return true }
      if !flags.has(.left), isNeeded(dependent, &steps) { return true }
    }
    return false
  }

  private func mayBeLeft(_ id: UInt32) -> Bool {
    dependents(of: id).contains { mayBeLeft(id, to: $0) }
  }

  /// Whether a dependent may be stale when the node's turn comes, and so be the one that evaluates it, or leads to such
  /// as are.
  private func mayBeLeft(_ id: UInt32, to dependent: UInt32) -> Bool {
    let flags = node(dependent).pointee.flags
    let readsOne = link(node(dependent).pointee.firstDependency).pointee.nextDependency == 0
    if readsOne || flags.isNamed { return flags.has(.derived) && !flags.has(.seen) }
    if !flags.has(.seen) { return true }
    return inputs(of: dependent).contains { input in
      let other = node(input)
      return other.pointee.flags.has(.seen)
        ? other.pointee.rank < node(id).pointee.rank
        : other.pointee.flags.has(.derived) && !other.pointee.flags.has(.left)
          && other.pointee.verifiedAt == state.pointee.revision
    }
  }
}
