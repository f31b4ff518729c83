extension Kernel {
  /// Gives back the closure and the object that a node holds by hand. The node is left without.
  /// - Parameter flags: the node's, which say what it holds.
  func destroy(_ id: UInt32, _ flags: NodeFlags) {
    let rule = node(id).takeRule(flags)
    let payload = node(id).pointee.payload
    if flags.has(.boxed) {
      node(id).pointee.payload = 0
      node(id).pointee.flags.remove(.boxed)
    }
    // Only now: what goes may run code that comes back here.
    _ = consume rule
    if flags.has(.boxed) { Payload.release(payload) }
  }

  /// Drops all bodies, handlers and values. Nothing can be made or run afterwards.
  func close() {
    guard !state.pointee.isClosed else { return }
    require(!isComputing, "a graph cannot be closed by its own bodies")
    state.pointee.isClosed = true
    state.pointee.nodes.giveUpRoom()
    state.pointee.dirty.removeAll()
    state.pointee.pending.removeAll()
    let held = (
      state.pointee.onError, state.pointee.afterFlush, state.pointee.sides,
      state.pointee.observations
    )
    state.pointee.onError = nil
    state.pointee.afterFlush = []
    state.pointee.afterFlushHead = 0
    state.pointee.afterFlushCount = 0
    state.pointee.sides = [Side()]
    state.pointee.observations = nil
    // Nobody is told of anything from now on, for what goes may run code that reads and writes.
    var each = node(0)
    let end = each + Int(state.pointee.nodeCount)
    while each != end {
      each.pointee.firstDependent = 0
      each += 1
    }
    for id in 0..<state.pointee.kept.count { state.pointee.kept.address(id).pointee.first = 0 }
    for id in 1..<state.pointee.nodeCount {
      let flags = node(id).pointee.flags
      node(id).pointee.side = 0
      node(id).pointee.flags = flags.intersection([.derived, .computation, .stopped])
      destroy(id, flags)
    }
    withExtendedLifetime(held) {}
  }
}
