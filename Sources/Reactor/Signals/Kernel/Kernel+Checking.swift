extension Kernel {
  /// Stops the program where the graph contradicts itself. Linear in its size; for tests.
  func checkInvariants() {
    let isIdle = !isComputing
    for id in 1..<state.pointee.nodeCount where node(id).pointee.flags != [] {
      checkDependencies(of: id, isIdle: isIdle)
      checkDependents(of: id)
      checkFlags(of: id)
    }
    if isIdle {
      precondition(state.pointee.readers.count == 0 || state.pointee.isFlushing, "readers left")
    }
    precondition(
      state.pointee.settled <= UInt32(state.pointee.dirty.lowest >> 32),
      "settled \(state.pointee.settled) is above the lowest key of the queue")
  }

  private func checkDependencies(of id: UInt32, isIdle: Bool) {
    let flags = node(id).pointee.flags
    let isLinked = flags.has([.computation, .live])
    var index = node(id).pointee.firstDependency
    precondition(index == 0 || flags.has([.derived, .computation]), "a cell depends on something")
    var steps: UInt32 = 0
    while index != 0 {
      let current = link(index).pointee
      precondition(current.dependent == id, "link \(index) stands in the list of another")
      let dependency = node(current.dependency)
      precondition(
        dependency.pointee.flags.has([.cell, .derived]), "link \(index) leads to a freed node")
      if isLinked {
        precondition(stands(index, in: current.dependency), "link \(index) is not in its list")
        if dependency.pointee.flags.has(.derived) {
          precondition(dependency.pointee.flags.has(.live), "a live node depends on one not live")
          if flags.has(.derived) {
            precondition(dependency.pointee.rank < node(id).pointee.rank, "ranks out of order")
          }
        }
      }
      index = current.nextDependency
      steps += 1
      precondition(steps <= state.pointee.linkCount, "the dependencies of \(id) go round")
    }
  }

  private func stands(_ index: UInt32, in id: UInt32) -> Bool {
    let first = node(id).pointee.firstDependent
    if first == index { return true }
    let previous = link(index).pointee.previous
    return link(previous).pointee.next == index && link(previous).pointee.dependency == id
  }

  private func checkDependents(of id: UInt32) {
    let first = node(id).pointee.firstDependent
    var index = first
    var last = first
    var steps: UInt32 = 0
    while index != 0 {
      let current = link(index).pointee
      precondition(current.dependency == id, "link \(index) stands among another's dependents")
      precondition(
        node(current.dependent).pointee.flags.has([.computation, .live]),
        "a dependent that is not live")
      if index != first { precondition(current.previous == last, "a list is torn") }
      last = index
      index = current.next
      steps += 1
      precondition(steps <= state.pointee.linkCount, "the dependents of \(id) go round")
    }
    if first != 0 { precondition(link(first).pointee.previous == last, "a list's end is lost") }
  }

  private func checkFlags(of id: UInt32) {
    let flags = node(id).pointee.flags
    if flags.has(.derived) {
      let isRead = node(id).pointee.firstDependent != 0
      precondition(flags.has(.live) == isRead, "live without dependents, or the reverse")
      if flags.has(.dirty) {
        precondition(flags.has(.live), "dirty and not live")
        precondition(flags.has(.queued) || isLeft(id), "dirty, and nobody will see to it")
      }
      if flags.has(.suspect) { precondition(flags.has(.dirty) || isLeft(id), "read as if it held") }
      if !isComputing {
        precondition(!flags.has([.visited, .seen]), "a walk left its mark")
      }
    }
    if flags.has(.hooked) { checkHooks(of: id) }
    if flags.has(.computation) {
      precondition(!flags.has(.pending) || flags.has(.invalid), "queued and valid")
      precondition(
        !flags.has(.stopped) || flags.has([.running, .pending]), "stopped and still in its place")
    }
  }

  /// A hook that has still to hear of a change is waited for by a flush.
  private func checkHooks(of id: UInt32) {
    guard let observation = state.pointee.observations?[id] else {
      preconditionFailure("hooked without hooks")
    }
    let isObserved = node(id).pointee.firstDependent != 0
    precondition(
      observation.isQueued || isComputing || state.pointee.isFlushing
        || observation.hooks.allSatisfy { $0.isObserved == isObserved },
      "a hook has not heard")
  }

  /// Whether all readers of a dirty node will run again, or are known to be stale.
  private func isLeft(_ id: UInt32) -> Bool {
    var index = node(id).pointee.firstDependent
    while index != 0 {
      let flags = node(link(index).pointee.dependent).pointee.flags
      if !flags.has([.dirty, .invalid, .running, .suspect]) { return false }
      index = link(index).pointee.next
    }
    return true
  }
}

extension Graph {
  /// Stops the program where the graph contradicts itself. Linear in its size; for tests.
  package func checkInvariants() { kernel.checkInvariants() }
}
