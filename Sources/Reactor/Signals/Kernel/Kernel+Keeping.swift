// Derived nodes that nobody live depends on, and that are read from outside again and again: they are
// kept. A kept node stands in a second list of each node that it read, the one of kept readers, as do
// all derived nodes upstream of it that are not live. So a change marks what is kept downstream of it,
// and a read of what is not marked is one comparison, as of a live node. Who is read once costs nothing,
// and who is no longer read is let go: its links stay, for verifying, but in no list.
//
// A change of a cell or of a live node makes all that is kept downstream of it suspect, as far as that is not
// already. Kept nodes are never queued: whoever reads one finds by revisions whether it holds, and evaluates it
// where it does not; those downstream of it were marked when it was, and need not be told.

/// The kept readers of a node. Nodes without any have no entry, or an empty one.
struct KeptReaders: BitwiseCopyable {
  /// The first of the links from them.
  var first: UInt32 = 0
  /// What `KernelState.clearings` was when all of them were marked last; 0 where they are not.
  var told: UInt64 = 0
}

extension Kernel {
  /// Whether reads are from outside: no body is under way.
  @inline(__always)
  private var isOutside: Bool { state.pointee.observer == 0 && !isComputing }

  /// A read has found a derived node not to be current. The second time that this happens to one that
  /// is read from outside, it is kept from then on.
  @inline(__always)
  func noteOutsideRead(of id: UInt32) {
    let flags = node(id).pointee.flags
    if flags.has([.linked, .fragile]) || !isOutside { return }
    if flags.has(.readBefore) {
      keep(id)
    } else {
      node(id).pointee.flags = flags.union(.readBefore)
    }
  }

  /// Puts a derived node that is not linked, and all upstream of it that are not, among the kept readers
  /// of what they read. It has just been read, and so it holds, unless a body has written meanwhile.
  func keep(_ root: UInt32) {
    let base = state.pointee.walk.count
    var misranked: [UInt32] = []
    var doubtful: [UInt32] = []
    node(root).pointee.flags.insert(.linked)
    state.pointee.walk.push(Walk(node: root, link: 0))
    var position = base
    while position < state.pointee.walk.count {
      let id = state.pointee.walk[position].node
      position += 1
      let rank = node(id).pointee.rank
      if node(id).pointee.verifiedAt != state.pointee.revision { doubtful.append(id) }
      var isMisranked = false
      var index = node(id).pointee.firstDependency
      while index != 0 {
        let dependency = link(index).pointee.dependency
        insertKept(index)
        let flags = node(dependency).pointee.flags
        if flags.has(.derived) {
          if node(dependency).pointee.rank >= rank { isMisranked = true }
          if !flags.has(.linked) {
            node(dependency).pointee.flags = flags.union(.linked)
            state.pointee.walk.push(Walk(node: dependency, link: 0))
          }
        }
        index = link(index).pointee.nextDependency
      }
      if isMisranked { misranked.append(id) }
    }
    state.pointee.walk.removeLast(downTo: base)
    noteClearing()
    for id in doubtful {
      node(id).pointee.flags.insert(.suspect)
      suspectKept(of: id)
    }
    if !misranked.isEmpty { raise(misranked) }
  }

  /// Puts a link from a kept node that is being evaluated into place. The dependency has just been read.
  @inline(never)
  func connectKept(_ index: UInt32) {
    insertKept(index)
    let dependency = link(index).pointee.dependency
    let dependent = link(index).pointee.dependent
    guard node(dependency).pointee.flags.has(.derived) else { return }
    if !node(dependency).pointee.flags.has(.linked) { keep(dependency) }
    if node(dependency).pointee.rank >= node(dependent).pointee.rank { raise([dependent]) }
  }

  /// Puts a link at the end of the list of its dependency's kept readers.
  func insertKept(_ index: UInt32) {
    state.pointee.topology &+= 1
    let dependency = link(index).pointee.dependency
    while state.pointee.kept.count <= Int(dependency) { state.pointee.kept.append(KeptReaders()) }
    let readers = state.pointee.kept.address(Int(dependency))
    readers.pointee.first = append(index, to: readers.pointee.first)
    readers.pointee.told = 0
    node(dependency).pointee.flags.insert(.hasKept)
  }

  /// Takes a link out of the list of its dependency's kept readers.
  func removeKept(_ index: UInt32) {
    let dependency = link(index).pointee.dependency
    let readers = state.pointee.kept.address(Int(dependency))
    readers.pointee.first = take(index, from: readers.pointee.first)
    if readers.pointee.first == 0 { node(dependency).pointee.flags.remove(.hasKept) }
  }

  /// A kept node is marked no longer: whoever was told of a change is to be told of the next one.
  @inline(__always)
  func noteClearing() { state.pointee.clearings &+= 1 }

  /// A cell or a live node has changed. Where a cell has told its kept readers before, and none has been read
  /// since, there is nothing to do; those not read for many writes are let go.
  @inline(never)
  func tellKept(of id: UInt32) {
    let clearings = state.pointee.clearings
    let readers = state.pointee.kept.address(Int(id))
    if readers.pointee.told == clearings { return }
    readers.pointee.told = clearings
    if node(id).pointee.flags.has(.cell), isSampled {
      suspectCounting(id)
    } else {
      suspectDownstream(of: id)
    }
  }

  /// Whether visits downstream are counted for this change: about one in eight, whatever the rhythm of
  /// writes, for looking at each marked reader costs those that are read each time.
  private var isSampled: Bool { (state.pointee.revision &* 0x9e37_79b9_7f4a_7c15) >> 61 == 0 }

  /// A kept node has been told in vain. One that has been as often as can be counted is let go.
  @inline(never)
  private func noteVisit(_ id: UInt32) {
    let count = node(id).pointee.flags.rawValue &+ NodeFlags.oneVisit
    // It stays at the highest count until it is let go.
    if count < NodeFlags.oneVisit { return }
    node(id).pointee.flags.rawValue = count
    if count >= NodeFlags.mostVisits { state.pointee.unread.push(id) }
  }

  /// What is kept downstream of a node may not hold.
  @inline(__always)
  func suspectKept(of id: UInt32) {
    if node(id).pointee.flags.has(.hasKept) { suspectDownstream(of: id) }
  }

  /// The same of a kept node and what is kept downstream of it.
  func suspect(_ id: UInt32) {
    node(id).pointee.flags.insert(.suspect)
    doubt(node(id))
    suspectKept(of: id)
  }

  @inline(never)
  private func suspectDownstream(of id: UInt32) { suspectDownstream(of: id, isCounting: false) }

  /// The same where visits are counted.
  @inline(never)
  private func suspectCounting(_ id: UInt32) {
    suspectDownstream(of: id, isCounting: true)
    while state.pointee.unread.count > 0 { letGo(state.pointee.unread.pop()) }
  }

  /// Marks what is kept downstream of a node with kept readers. Where visits are counted, that is one for
  /// each node in one walk, however much of what it read is new in doubt: by its first link.
  @inline(__always)
  private func suspectDownstream(of id: UInt32, isCounting: Bool) {
    let nodes = state.pointee.nodes.start
    let links = state.pointee.links.start
    let base = state.pointee.walk.count
    var id = id
    while id != 0 {
      // One of those found is next, the others wait.
      var next: UInt32 = 0
      var index = state.pointee.kept[Int(id)].first
      while index != 0 {
        let link = links + Int(index)
        let reader = link.pointee.dependent
        let node = nodes + Int(reader)
        let flags = node.pointee.flags
        if flags.has(.suspect) {
          if isCounting, node.pointee.firstDependency == index, !flags.has(.running) {
            noteVisit(reader)
          }
        } else if !flags.has(.running) || isToldInRun(reader, of: id) {
          node.pointee.flags = flags.union(.suspect)
          doubt(node)
          if flags.has(.hasKept) {
            if next != 0 { state.pointee.walk.push(Walk(node: next, link: 0)) }
            next = reader
          }
        }
        index = link.pointee.next
      }
      if next == 0, state.pointee.walk.count > base { next = state.pointee.walk.pop().node }
      id = next
    }
  }

  /// Whether a kept node that runs is to be told, as it has read another. If not, it is going to see what that is
  /// then, and is to be told of the next change.
  @inline(never)
  private func isToldInRun(_ reader: UInt32, of id: UInt32) -> Bool {
    if !isUnreadBy(reader, id), hasRead(reader, id) { return true }
    state.pointee.kept.address(Int(id)).pointee.told = 0
    return false
  }

  /// What has been found to hold at this revision is in doubt again.
  @inline(__always)
  private func doubt(_ node: Address<Node>) {
    if node.pointee.verifiedAt == state.pointee.revision { node.pointee.verifiedAt &-= 1 }
  }

  /// Takes a kept node, and all that is kept downstream of it, out of the lists of what they read.
  private func letGo(_ root: UInt32) {
    let base = state.pointee.walk.count
    state.pointee.walk.push(Walk(node: root, link: 0))
    while state.pointee.walk.count > base {
      let id = state.pointee.walk.pop().node
      let flags = node(id).pointee.flags
      guard flags.has(.linked) else { continue }
      becomeLoose(id)
      var index = node(id).pointee.firstDependency
      while index != 0 {
        removeKept(index)
        index = link(index).pointee.nextDependency
      }
      guard flags.has(.hasKept) else { continue }
      index = state.pointee.kept[Int(id)].first
      while index != 0 {
        state.pointee.walk.push(Walk(node: link(index).pointee.dependent, link: 0))
        index = link(index).pointee.next
      }
    }
  }
}
