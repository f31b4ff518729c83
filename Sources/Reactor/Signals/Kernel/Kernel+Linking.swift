// Who stands in whose list. A computation's links always stand in the lists of what it read; a
// derived node's only while the node is live, that is, while its own list is not empty.
extension Kernel {
  /// Puts a link at the end of its dependency's list.
  @inline(__always)
  func insert(_ index: UInt32) {
    state.pointee.topology &+= 1
    let node = node(link(index).pointee.dependency)
    let first = node.pointee.firstDependent
    if first != 0 {
      _ = append(index, to: first)
      return
    }
    node.pointee.firstDependent = append(index, to: 0)
    if node.pointee.flags.has(.hooked) { noteObservation(of: link(index).pointee.dependency) }
  }

  /// Takes a link out of its dependency's list.
  @inline(__always)
  func remove(_ index: UInt32) {
    state.pointee.topology &+= 1
    let dependency = link(index).pointee.dependency
    let first = take(index, from: node(dependency).pointee.firstDependent)
    node(dependency).pointee.firstDependent = first
    if first == 0, node(dependency).pointee.flags.has(.hooked) { noteObservation(of: dependency) }
  }

  /// Puts a link at the end of a list, of which this is the first, and gives the first from then on.
  @inline(__always)
  func append(_ index: UInt32, to first: UInt32) -> UInt32 {
    link(index).pointee.next = 0
    if first == 0 {
      link(index).pointee.previous = index
      return index
    }
    let last = link(first).pointee.previous
    link(last).pointee.next = index
    link(index).pointee.previous = last
    link(first).pointee.previous = index
    return first
  }

  /// Takes a link out of a list, of which this is the first, and gives the first from then on.
  @inline(__always)
  func take(_ index: UInt32, from first: UInt32) -> UInt32 {
    let (next, previous) = (link(index).pointee.next, link(index).pointee.previous)
    if first == index {
      if next != 0 { link(next).pointee.previous = previous }
      return next
    }
    link(previous).pointee.next = next
    link(next == 0 ? first : next).pointee.previous = previous
    return first
  }

  /// Puts a link from a live dependent into place. The dependency, if derived, is up to date.
  @inline(__always)
  func connect(_ index: UInt32) {
    insert(index)
    let flags = node(link(index).pointee.dependency).pointee.flags
    guard flags.has(.derived) else { return }
    if !flags.has(.live) { enliven(link(index).pointee.dependency) }
    let dependent = link(index).pointee.dependent
    if node(dependent).pointee.flags.has(.derived),
      node(link(index).pointee.dependency).pointee.rank >= node(dependent).pointee.rank
    {
      raise([dependent])
    }
  }

  /// Puts a derived node that has got its first dependent, and all it depends on, into the lists
  /// of what they depend on. Those that are kept leave the lists of kept readers for these.
  func enliven(_ root: UInt32) {
    let base = state.pointee.walk.count
    var misranked: [UInt32] = []
    node(root).pointee.flags.insert(.live)
    state.pointee.walk.push(Walk(node: root, link: 0))
    var position = base
    while position < state.pointee.walk.count {
      let id = state.pointee.walk[position].node
      position += 1
      let rank = node(id).pointee.rank
      let wasKept = node(id).pointee.flags.has(.linked)
      let isStale = !isCurrent(id) && isDoubtful(id)
      node(id).pointee.flags = node(id).pointee.flags.subtracting(.linking).union([.linked, .live])
      if isStale { mark(id) }
      var index = node(id).pointee.firstDependency
      var isMisranked = false
      while index != 0 {
        if wasKept { removeKept(index) }
        insert(index)
        let dependency = node(link(index).pointee.dependency)
        if dependency.pointee.flags.has(.derived) {
          if dependency.pointee.rank >= rank { isMisranked = true }
          if !dependency.pointee.flags.has(.live) {
            dependency.pointee.flags.insert(.live)
            state.pointee.walk.push(Walk(node: link(index).pointee.dependency, link: 0))
          }
        }
        index = link(index).pointee.nextDependency
      }
      if isMisranked { misranked.append(id) }
    }
    state.pointee.walk.removeLast(downTo: base)
    if !misranked.isEmpty { raise(misranked) }
  }

  /// Whether a node that is not known to be current has to be evaluated as things stand: it is marked, or something that
  /// it read has changed since. A body that has written is no reason by itself.
  private func isDoubtful(_ id: UInt32) -> Bool {
    node(id).pointee.flags.has([.dirty, .unset, .running, .suspect, .fragile])
      || hasChangedInput(id)
  }

  /// Takes a derived node that has lost its last dependent, and all that it alone kept live, out
  /// of the lists of what they depend on. They keep their links, for verifying. Those that have kept
  /// readers are kept from now on.
  func retire(_ root: UInt32) {
    let base = state.pointee.walk.count
    state.pointee.walk.push(Walk(node: root, link: 0))
    while state.pointee.walk.count > base {
      let id = state.pointee.walk.pop().node
      let isKept = node(id).pointee.flags.has(.hasKept)
      if isKept { becomeKept(id) } else { becomeLoose(id) }
      var index = node(id).pointee.firstDependency
      while index != 0 {
        let dependency = link(index).pointee.dependency
        remove(index)
        if isKept { insertKept(index) }
        if node(dependency).pointee.firstDependent == 0,
          node(dependency).pointee.flags.has(.live)
        {
          state.pointee.walk.push(Walk(node: dependency, link: 0))
        }
        index = link(index).pointee.nextDependency
      }
    }
  }

  /// It stands in no list any more.
  func becomeLoose(_ id: UInt32) {
    // Only by its rank was it known to hold, and that means nothing from now on.
    if isCurrent(id) { node(id).pointee.verifiedAt = state.pointee.revision }
    node(id).pointee.flags.subtract(.linking)
  }

  private func becomeKept(_ id: UInt32) {
    // One that runs will be, unless it has been told of something meanwhile.
    let flags = node(id).pointee.flags
    let isCurrent = isCurrent(id) || flags.has(.running) && !flags.has([.dirty, .suspect])
    node(id).pointee.flags.remove(.live)
    noteClearing()
    if isCurrent {
      node(id).pointee.flags.subtract(.marks)
    } else {
      node(id).pointee.flags.remove(.dirty)
      suspect(id)
    }
  }

  /// Frees the links of a dependent from `first` to the end of its list.
  /// - Parameter flags: the dependent's, which say in whose lists they stand.
  func disconnect(from first: UInt32, of flags: NodeFlags) {
    var index = first
    while index != 0 {
      let following = link(index).pointee.nextDependency
      if flags.isKept {
        removeKept(index)
      } else if flags.has([.computation, .live]) {
        let dependency = link(index).pointee.dependency
        remove(index)
        if node(dependency).pointee.firstDependent == 0,
          node(dependency).pointee.flags.has(.live)
        {
          retire(dependency)
        }
      }
      freeLink(index)
      index = following
    }
  }
}
