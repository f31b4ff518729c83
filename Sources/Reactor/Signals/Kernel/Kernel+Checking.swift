extension Kernel {
  /// Stops the program where the graph contradicts itself. Linear in its size; for tests.
  func checkInvariants() {
    let isIdle = !isComputing
    for id in 1..<state.pointee.nodeCount where node(id).pointee.flags != [] {
      checkDependencies(of: id, isIdle: isIdle)
      checkDependents(of: id)
      checkFlags(of: id)
      checkKept(id)
    }
    if isIdle {
      precondition(state.pointee.readers.count == 0 || state.pointee.isFlushing, "readers left")
    }
    precondition(
      state.pointee.settled <= state.pointee.dirty.lowest,
      "settled \(state.pointee.settled) is above the lowest key of the queue")
  }

  private func checkDependencies(of id: UInt32, isIdle: Bool) {
    let flags = node(id).pointee.flags
    let isLinked = flags.has([.computation, .live])
    var index = node(id).pointee.firstDependency
    precondition(index == 0 || flags.has([.derived, .computation]), "a cell depends on something")
    var steps: UInt32 = 0
    var isBehindFailure = false
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
      if flags.isKept { checkKept(index, isIdle: isIdle, isBehindFailure: isBehindFailure) }
      // Inputs that are named are read as far as they are values.
      if flags.isNamed, dependency.pointee.flags.has(.failed) { isBehindFailure = true }
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
    checkList(from: node(id).pointee.firstDependent, of: id) { $0.has([.computation, .live]) }
  }

  /// The links to a node from one kind of its dependents.
  private func checkList(
    from first: UInt32, of id: UInt32, _ isMember: (NodeFlags) -> Bool
  ) {
    var index = first
    var last = first
    var steps: UInt32 = 0
    while index != 0 {
      let current = link(index).pointee
      precondition(current.dependency == id, "link \(index) stands in another's list")
      precondition(isMember(node(current.dependent).pointee.flags), "a dependent in a wrong list")
      if index != first { precondition(current.previous == last, "a list is torn") }
      last = index
      index = current.next
      steps += 1
      precondition(steps <= state.pointee.linkCount, "a list of \(id) goes round")
    }
    if first != 0 { precondition(link(first).pointee.previous == last, "a list's end is lost") }
  }

  /// A link from a kept node, which holds unless it is marked.
  private func checkKept(_ index: UInt32, isIdle: Bool, isBehindFailure: Bool) {
    let (dependency, dependent) = (link(index).pointee.dependency, link(index).pointee.dependent)
    let readers = state.pointee.kept[Int(dependency)]
    let previous = link(index).pointee.previous
    precondition(
      readers.first == index || link(previous).pointee.next == index,
      "a kept link is not in its list")
    guard node(dependency).pointee.flags.has(.derived) else { return }
    precondition(node(dependency).pointee.flags.has(.linked), "a kept node reads one not linked")
    precondition(
      node(dependency).pointee.rank < node(dependent).pointee.rank, "ranks of kept out of order")
    let isKnown =
      !node(dependency).pointee.flags.has(.suspect)
      || node(dependent).pointee.flags.has([.suspect, .running]) || isBehindFailure
    precondition(isKnown, "a kept node that does not know of what it read")
    if isIdle, !isBehindFailure, isCurrent(dependent),
      !node(dependent).pointee.flags.has(.fragile)
    {
      // A live one that is not marked holds, also where a run that was stopped has set `settled` below it.
      let flags = node(dependency).pointee.flags
      let isClean = flags.has(.live) && !flags.has([.dirty, .suspect])
      precondition(isClean || isCurrent(dependency), "a kept node is read as if it held")
    }
  }

  private func checkKept(_ id: UInt32) {
    let flags = node(id).pointee.flags
    let first = Int(id) < state.pointee.kept.count ? state.pointee.kept[Int(id)].first : 0
    precondition(
      flags.has(.hasKept) == (first != 0), "kept readers that a flag denies, or the reverse")
    checkList(from: first, of: id) { $0.isKept }
  }

  private func checkFlags(of id: UInt32) {
    let flags = node(id).pointee.flags
    if flags.has(.derived) {
      precondition(
        state.pointee.ranked[Int(node(id).pointee.rank)] == id, "a rank that is another's")
      let isRead = node(id).pointee.firstDependent != 0
      precondition(flags.has(.live) == isRead, "live without dependents, or the reverse")
      if flags.has(.dirty) {
        precondition(flags.has(.live), "dirty and not live")
        precondition(
          state.pointee.dirty.contains(node(id).pointee.rank) || flags.has(.suspect),
          "dirty, and nobody will see to it")
      }
      precondition(!flags.has(.live) || flags.has(.linked), "live and not linked")
      if flags.has(.suspect), flags.has(.live) {
        precondition(isLeft(id), "suspect, and not left to its readers")
      }
      if !isComputing {
        precondition(!flags.has([.visited, .seen]), "a walk left its mark")
      }
    }
    if flags.has(.hooked) { checkHooks(of: id) }
    if flags.has(.computation) {
      precondition(!flags.has(.pending) || flags.has(.invalid), "queued and valid")
      let hasHandlers = side(of: id).map { !$0.onInvalidate.isEmpty || !$0.onStop.isEmpty }
      precondition(flags.has(.handled) == hasHandlers ?? false, "handlers that a flag denies")
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

  /// Whether all readers of a suspect node will run again, or are known to be stale, or fail before they come to it.
  private func isLeft(_ id: UInt32) -> Bool {
    dependents(of: id).allSatisfy { dependent in
      let flags = node(dependent).pointee.flags
      let isBehindFailure = flags.isNamed && flags.has(.failed)
      return isBehindFailure || flags.has([.dirty, .invalid, .running, .suspect])
    }
  }
}

extension Graph {
  /// Stops the program where the graph contradicts itself. Linear in its size; for tests.
  package func checkInvariants() { kernel.checkInvariants() }
}
