// Who stands in whose list. A computation's links always stand in the lists of what it read; a
// derived node's only while the node is live, that is, while its own list is not empty.
extension Kernel {
  /// Puts a link at the end of its dependency's list.
  @inline(__always)
  func insert(_ index: UInt32) {
    let node = node(link(index).pointee.dependency)
    let first = node.pointee.firstDependent
    link(index).pointee.next = 0
    if first == 0 {
      link(index).pointee.previous = index
      node.pointee.firstDependent = index
      if node.pointee.flags.has(.hooked) { noteObservation(of: link(index).pointee.dependency) }
    } else {
      let last = link(first).pointee.previous
      link(last).pointee.next = index
      link(index).pointee.previous = last
      link(first).pointee.previous = index
    }
  }

  /// Takes a link out of its dependency's list.
  @inline(__always)
  func remove(_ index: UInt32) {
    let removed = link(index).pointee
    let node = node(removed.dependency)
    let first = node.pointee.firstDependent
    if first == index {
      node.pointee.firstDependent = removed.next
      if removed.next != 0 {
        link(removed.next).pointee.previous = removed.previous
      } else if node.pointee.flags.has(.hooked) {
        noteObservation(of: removed.dependency)
      }
    } else {
      link(removed.previous).pointee.next = removed.next
      link(removed.next == 0 ? first : removed.next).pointee.previous = removed.previous
    }
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
  /// of what they depend on.
  func enliven(_ root: UInt32) {
    let base = state.pointee.walk.count
    let revision = state.pointee.revision
    var misranked: [UInt32] = []
    node(root).pointee.flags.insert(.live)
    state.pointee.walk.push(Walk(node: root, link: 0))
    var position = base
    while position < state.pointee.walk.count {
      let id = state.pointee.walk[position].node
      position += 1
      let rank = node(id).pointee.rank
      if node(id).pointee.verifiedAt != revision { mark(id) }
      var index = node(id).pointee.firstDependency
      var isMisranked = false
      while index != 0 {
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

  /// Takes a derived node that has lost its last dependent, and all that it alone kept live, out
  /// of the lists of what they depend on. They keep their links, for verifying.
  func retire(_ root: UInt32) {
    let base = state.pointee.walk.count
    state.pointee.walk.push(Walk(node: root, link: 0))
    while state.pointee.walk.count > base {
      let id = state.pointee.walk.pop().node
      // Only by its rank was it known to hold, and that means nothing from now on.
      if isCurrent(id) { node(id).pointee.verifiedAt = state.pointee.revision }
      node(id).pointee.flags.subtract([.live, .dirty, .suspect])
      var index = node(id).pointee.firstDependency
      while index != 0 {
        let dependency = link(index).pointee.dependency
        remove(index)
        if node(dependency).pointee.firstDependent == 0,
          node(dependency).pointee.flags.has(.live)
        {
          state.pointee.walk.push(Walk(node: dependency, link: 0))
        }
        index = link(index).pointee.nextDependency
      }
    }
  }

  /// Frees the links of a dependent from `first` to the end of its list.
  func disconnect(from first: UInt32, isLinked: Bool) {
    var index = first
    while index != 0 {
      let following = link(index).pointee.nextDependency
      if isLinked {
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
