// Ranks: a live derived node's is above those of all derived nodes it depends on. At first it is
// the order of creation, which nearly always is such an order already.
extension Kernel {
  func nextRank() -> UInt32 {
    if state.pointee.lastRank >= .max - 1 { renumber() }
    state.pointee.lastRank += 1
    return state.pointee.lastRank
  }

  /// The first of so many ranks that no other node gets. A node that later reads what ranks above it
  /// is raised like any other.
  func reserveRanks(_ count: Int) -> UInt32 {
    let first = nextRank()
    if count > 1 {
      precondition(count < 1 << 31, "a graph holds at most 2^31 nodes")
      state.pointee.lastRank += UInt32(count - 1)
    }
    return first
  }

  /// Ranks some nodes, and all derived nodes downstream of them, above everything else. Linear in
  /// the number of edges downstream: however many nodes are out of rank, each edge is followed once.
  /// Keys that wait in the queue are put right when they come out.
  @inline(never)
  func raise(_ roots: [UInt32]) {
    var finished: [UInt32] = []
    for root in roots where !node(root).pointee.flags.has(.seen) {
      finish(root, &finished)
    }
    for id in finished.reversed() {
      node(id).pointee.flags.remove(.seen)
      node(id).pointee.rank = nextRank()
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

  /// Gives all derived nodes the lowest ranks in the same order. Once in some thousand millions of
  /// ranks.
  private func renumber() {
    var order: [(rank: UInt32, id: UInt32)] = []
    for id in 1..<state.pointee.nodeCount where node(id).pointee.flags.has(.derived) {
      order.append((node(id).pointee.rank, id))
    }
    order.sort { $0.rank < $1.rank }
    state.pointee.dirty.removeAll()
    state.pointee.lastRank = 0
    for entry in order {
      state.pointee.lastRank += 1
      node(entry.id).pointee.rank = state.pointee.lastRank
      if node(entry.id).pointee.flags.has(.queued) {
        state.pointee.dirty.push(key(entry.id))
        state.pointee.settled = min(state.pointee.settled, state.pointee.lastRank)
      }
    }
    precondition(state.pointee.lastRank < .max - 1, "a graph holds at most 2^32 derived nodes")
  }
}
