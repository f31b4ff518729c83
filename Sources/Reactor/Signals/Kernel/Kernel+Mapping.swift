// Derived nodes of an Int that a closure makes of one or two others, which are named when the node is
// made. Their links stand from then on; a run confirms none, and the flush takes the inputs from their
// nodes. All else about them is as of any derived node: here stand only the short ways.
extension Kernel {
  /// A new mapped node without its rule.
  func makeMapped(_ inputs: [UInt32], label: String?) -> UInt32 {
    let id = makeDerived([.int, .mapped], label: label)
    var next: UInt32 = 0
    for input in inputs.reversed() {
      let index = makeLink()
      link(index).pointee.dependency = input
      link(index).pointee.dependent = id
      link(index).pointee.nextDependency = next
      next = index
    }
    node(id).pointee.firstDependency = next
    return id
  }

  @usableFromInline
  func makeMapped(_ input: UInt32, label: String?, _ body: @escaping (Int) throws -> Int) -> UInt32
  {
    let id = makeMapped([input], label: label)
    node(id).put(MapRule(body: body))
    return id
  }

  @usableFromInline
  func makeMapped(
    _ first: UInt32, _ second: UInt32, label: String?, _ body: @escaping (Int, Int) throws -> Int
  ) -> UInt32 {
    let id = makeMapped([first, second], label: label)
    node(id).put(PairRule(body: body))
    return id
  }

  /// Whether a mapped node has two inputs.
  @inline(__always)
  func isPair(_ id: UInt32) -> Bool {
    link(node(id).pointee.firstDependency).pointee.nextDependency != 0
  }

  /// Calls the body of a mapped node that has been put on the stack, with inputs brought up to date.
  /// What an input throws is what the node gives.
  @inline(never)
  func callMapped(_ id: UInt32, _ before: NodeFlags) throws -> Bool {
    try pullInputs(of: id)
    let first = link(node(id).pointee.firstDependency).pointee
    let a = node(first.dependency).pointee.payload
    let new: Int
    if first.nextDependency == 0 {
      new = try node(id).rule(as: MapRule.self).pointee.call(Int(truncatingIfNeeded: a))
    } else {
      let b = node(link(first.nextDependency).pointee.dependency).pointee.payload
      new = try node(id).rule(as: PairRule.self).pointee.call(
        Int(truncatingIfNeeded: a), Int(truncatingIfNeeded: b))
    }
    let bits = UInt64(bitPattern: Int64(new))
    let isChanged = before.has(.unset) || node(id).pointee.payload != bits
    node(id).pointee.payload = bits
    return isChanged
  }

  /// Reads the inputs, so that their links are confirmed. Nothing is tracked from then on, and no link
  /// goes, also where one of them fails.
  private func pullInputs(of id: UInt32) throws {
    node(id).pointee.flags.insert(.pulling)
    defer {
      node(id).pointee.flags.remove(.pulling)
      state.pointee.observer = 0
      state.pointee.cursor = 0
    }
    var index = node(id).pointee.firstDependency
    while index != 0 {
      let input = link(index).pointee.dependency
      if node(input).pointee.flags.has(.derived) { try read(input) } else { track(input) }
      index = link(index).pointee.nextDependency
    }
  }

  /// Evaluates a dirty live mapped node, and, as long as each changes and the next one is mapped, has
  /// no other readers beside it and nothing waits that ranks lower, those behind it.
  /// - Returns: the last one, and whether it has changed.
  func settleMapped(_ first: UInt32) -> (UInt32, Bool) {
    state.pointee.observer = 0
    var id = first
    var length = 0
    while evaluateMapped(id) {
      // What a body has found changed, and who waits, comes first.
      if state.pointee.postponed.count > 0 || isSpent { return (id, true) }
      let index = node(id).pointee.firstDependent
      let next = link(index).pointee.dependent
      if node(id).pointee.flags != .evaluatedMap || link(index).pointee.next != 0
        || node(next).pointee.flags != .evaluatedMap
        || node(next).pointee.rank > state.pointee.dirty.lowest
      {
        return (id, true)
      }
      id = next
      length &+= 1
      // Behind some, more are to be expected, for which it pays to prepare.
      if length >= 4, node(next).pointee.firstDependency == index,
        link(index).pointee.nextDependency == 0
      {
        let (last, isChanged) = settleChain(next)
        if let isChanged { return (last, isChanged) }
        id = last
      }
      state.pointee.settled = node(id).pointee.rank
      state.pointee.outermost = id
    }
    return (id, false)
  }

  /// Evaluates a dirty live mapped node, and says whether it has changed.
  @inline(__always)
  private func evaluateMapped(_ id: UInt32) -> Bool {
    let first = link(node(id).pointee.firstDependency).pointee
    let a = node(first.dependency)
    let second = first.nextDependency
    let b = second == 0 ? a : node(link(second).pointee.dependency)
    if a.pointee.flags.union(b.pointee.flags).has(.unreadable) { return evaluateOutermost(id) }
    let revision = state.pointee.revision
    node(id).pointee.flags = .evaluatedMap.union(.running)
    noteMappedTurn(id)
    do {
      let x = Int(truncatingIfNeeded: a.pointee.payload)
      let new =
        second == 0
        ? try node(id).rule(as: MapRule.self).pointee.call(x)
        : try node(id).rule(as: PairRule.self).pointee.call(
          x, Int(truncatingIfNeeded: b.pointee.payload))
      return endMapped(id, UInt64(bitPattern: Int64(new)), revision)
    } catch {
      return failMapped(id, error, revision)
    }
  }

  @inline(__always)
  private func endMapped(_ id: UInt32, _ bits: UInt64, _ revision: UInt64) -> Bool {
    let node = node(id)
    node.pointee.flags = node.pointee.flags.subtracting(.running)
    node.pointee.verifiedAt = revision
    if node.pointee.payload == bits { return false }
    node.pointee.payload = bits
    node.pointee.changedAt = state.pointee.revision
    return true
  }

  @inline(never)
  private func failMapped(_ id: UInt32, _ error: any Error, _ revision: UInt64) -> Bool {
    fail(id, error)
    node(id).pointee.verifiedAt = revision
    node(id).pointee.changedAt = state.pointee.revision
    return true
  }

  /// The same for a node with one input that has just changed, and for such behind it. It ends where a
  /// body does anything but to give a value, so that within it nothing that it has loaded changes.
  /// - Returns: the last one, and whether it has changed; nil where it has still to be evaluated, in the
  ///   general way, which ends turns where their number is limited.
  private func settleChain(_ first: UInt32) -> (UInt32, Bool?) {
    let nodes = state.pointee.nodes.start
    let links = state.pointee.links.start
    let count = state.pointee.nodes.count
    let lowest = state.pointee.dirty.lowest
    let revision = state.pointee.revision
    let lastUnnoted = state.pointee.lastUnnoted
    var stamp = state.pointee.lastStamp
    var id = first
    var bits = node(link(node(id).pointee.firstDependency).pointee.dependency).pointee.payload
    while true {
      let node = nodes + Int(id)
      let following = id &+ 1
      if stamp >= lastUnnoted { return (id, nil) }
      stamp &+= 1
      state.pointee.lastStamp = stamp
      state.pointee.outermost = id
      node.pointee.flags = .evaluatedMap.union(.running)
      do {
        let new = try node.rule(as: MapRule.self).pointee.call(Int(truncatingIfNeeded: bits))
        bits = UInt64(bitPattern: Int64(new))
      } catch {
        return (id, failMapped(id, error, revision))
      }
      if state.pointee.lastStamp != stamp || state.pointee.revision != revision
        || state.pointee.nodes.count != count
        || node.pointee.flags != .evaluatedMap.union(.running)
      {
        return (id, endMapped(id, bits, revision))
      }
      node.pointee.flags = .evaluatedMap
      node.pointee.verifiedAt = revision
      if node.pointee.payload == bits { return (id, false) }
      node.pointee.payload = bits
      node.pointee.changedAt = revision
      let index = node.pointee.firstDependent
      let only = links + Int(index)
      let behind = nodes + Int(following)
      if only.pointee.dependent != following || only.pointee.next != 0
        || only.pointee.nextDependency != 0 || behind.pointee.flags != .evaluatedMap
        || behind.pointee.firstDependency != index
        || behind.pointee.rank > lowest
      {
        return (id, true)
      }
      id = following
    }
  }

  /// A run of a mapped node counts as any other.
  @inline(__always)
  private func noteMappedTurn(_ id: UInt32) {
    if isNoted { noteTurn(id) }
    state.pointee.lastStamp &+= 1
  }
}
