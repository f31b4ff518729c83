// What is dirty is left to those who read it, where nobody is in need of it.
extension Kernel {
  /// Whether nobody needs a dirty node: all that reads it, directly or through nodes not known to be
  /// stale, will run again anyway. If that then still reads the node, it evaluates it; if not, a
  /// branch no longer taken stays unevaluated. What names its inputs reads them whatever comes, so that
  /// it is in need of them if anybody needs itself. Such chains nest evaluations, so only so many nodes
  /// are left in one go; a search that grows too large counts as a need.
  @inline(__always)
  func isLeftToReaders(_ id: UInt32) -> Bool {
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
    if isSureToRead(reader) || state.pointee.hasReturned { return hasNoNeed(id) }
    if state.pointee.deferred >= KernelState.mostDeferred { return false }
    state.pointee.deferred += 1
    return true
  }

  /// Whether a dependent reads all its inputs where it runs. One that has found that out by itself reads none
  /// behind one that fails; and what is left to it is evaluated when it reads that, so that nobody sees by
  /// the order of evaluations how often it has run.
  @inline(__always)
  private func isSureToRead(_ id: UInt32) -> Bool { node(id).pointee.flags.isNamed }

  /// Whether a dirty node will run. Where a cell has returned to what it was, one may be dirty that finds all that it
  /// read as it last saw it; what is left to it would look like a change.
  @inline(__always)
  private func isSureToRun(_ id: UInt32) -> Bool {
    !state.pointee.hasReturned || node(id).pointee.flags.has([.unset, .fragile])
      || hasChangedInput(id)
  }

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
      if flags.has(.suspect) || flags.has(.dirty) && !flags.isNamed && isSureToRun(dependent) {
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
}

extension KernelState {
  /// How many dirty nodes one settling leaves to their readers.
  static let mostDeferred = 256
  /// How many nodes are searched for a need of one.
  static let mostSearched = 64
  /// How many of them, each the first reader of the one before, are looked at without more ado.
  static let mostNear = 12
}
