// Ranks: a live derived node's is above those of all derived nodes it depends on. At first it is
// the order of creation, which nearly always is such an order already.
extension Kernel {
  /// Ranks a derived node above all others.
  @inline(__always)
  func rankHighest(_ id: UInt32) {
    let rank = state.pointee.lastRank &+ 1
    if rank & 63 == 0 { makeRoom(upTo: rank) }
    state.pointee.lastRank = rank
    state.pointee.ranked.append(id)
    node(id).pointee.rank = rank
  }

  /// Gives a derived node that nobody has read yet a rank that was reserved for it.
  func rank(_ id: UInt32, at rank: UInt32) {
    require(state.pointee.ranked[Int(rank)] == 0, "the rank is another's")
    state.pointee.ranked[Int(rank)] = id
    node(id).pointee.rank = rank
  }

  /// The first of so many ranks that no other node gets. A node that later reads what ranks above it
  /// is raised like any other.
  func reserveRanks(_ count: Int) -> UInt32 {
    let first = state.pointee.lastRank + 1
    require(count >= 0 && count < 1 << 31, "a graph holds at most 2^31 nodes")
    makeRoom(upTo: first + UInt32(count))
    for _ in 0..<count { state.pointee.ranked.append(0) }
    state.pointee.lastRank += UInt32(count)
    state.pointee.lastReserved = state.pointee.lastRank
    return first
  }

  @inline(never)
  private func makeRoom(upTo rank: UInt32) {
    require(rank < .max - 64, "a graph holds at most 2^31 derived nodes")
    state.pointee.dirty.reserve(upTo: rank | 63)
  }

  /// Ranks some nodes, and all derived nodes downstream of them, above everything else. Linear in
  /// the number of edges downstream: however many nodes are out of rank, each edge is followed once.
  @inline(never)
  func raise(_ roots: [UInt32]) {
    state.pointee.topology &+= 1
    // More ranks have been given up than there are nodes.
    let least = 2 * Int(state.pointee.nodeCount) + Int(state.pointee.lastReserved)
    if Int(state.pointee.lastRank) > least + state.pointee.spareRanks { renumber() }
    var finished: [UInt32] = []
    for root in roots where !node(root).pointee.flags.has(.seen) {
      finish(root, &finished)
    }
    for id in finished.reversed() {
      node(id).pointee.flags.remove(.seen)
      let before = node(id).pointee.rank
      rankHighest(id)
      if state.pointee.dirty.remove(before) { state.pointee.dirty.insert(node(id).pointee.rank) }
    }
  }

  /// Adds a node behind all derived nodes downstream of it that have not been seen.
  private func finish(_ root: UInt32, _ finished: inout [UInt32]) {
    let base = state.pointee.walk.count
    node(root).pointee.flags.insert(.seen)
    state.pointee.walk.push(Walk(node: root, link: node(root).pointee.firstDependent))
    while state.pointee.walk.count > base {
      let top = state.pointee.walk.count - 1
      let index = state.pointee.walk[top].link
      if index == 0 {
        let id = state.pointee.walk[top].node
        if !state.pointee.walk[top].isSettled, node(id).pointee.flags.has(.hasKept) {
          // Behind its dependents, its kept readers.
          state.pointee.walk[top].isSettled = true
          state.pointee.walk[top].link = state.pointee.kept[Int(id)].first
        } else {
          finished.append(state.pointee.walk.pop().node)
        }
        continue
      }
      state.pointee.walk[top].link = link(index).pointee.next
      let dependent = link(index).pointee.dependent
      let flags = node(dependent).pointee.flags
      if flags.has(.derived), !flags.has(.seen) {
        node(dependent).pointee.flags.insert(.seen)
        state.pointee.walk.push(
          Walk(node: dependent, link: node(dependent).pointee.firstDependent))
      }
    }
  }

  /// Leaves out the ranks that have been given up: all others become lower, in the same order. Those that
  /// were reserved stay.
  func renumber() {
    var last = state.pointee.lastReserved
    // What ranked below it is to rank below it.
    let settled = state.pointee.settled
    var isPassed = settled <= last || settled > state.pointee.lastRank
    if last < state.pointee.lastRank {
      for rank in last + 1...state.pointee.lastRank {
        let id = state.pointee.ranked[Int(rank)]
        if !isPassed, rank >= settled {
          state.pointee.settled = last + 1
          isPassed = true
        }
        guard node(id).pointee.rank == rank else { continue }
        last += 1
        state.pointee.ranked[Int(last)] = id
        node(id).pointee.rank = last
        if last != rank, state.pointee.dirty.remove(rank) { state.pointee.dirty.insert(last) }
      }
    }
    state.pointee.ranked.removeLast(downTo: Int(last) + 1)
    state.pointee.lastRank = last
  }
}
