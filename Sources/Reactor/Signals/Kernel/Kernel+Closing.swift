extension Kernel {
  /// Gives back the closure and the object that a node holds by hand. The node is left without.
  func destroy(_ id: UInt32) {
    let node = node(id)
    let flags = node.pointee.flags
    let rule = node.pointee.rule
    let payload = node.pointee.payload
    let isBoxed = flags.has(.boxed)
    node.pointee.rule = (0, 0)
    if isBoxed {
      node.pointee.payload = 0
      node.pointee.flags.remove(.boxed)
    }
    // Only now: what goes may run code that comes back here.
    if rule.0 != 0 {
      var words = rule
      withUnsafeMutablePointer(to: &words) { words in
        _ = UnsafeMutableRawPointer(words).assumingMemoryBound(to: (() -> Void).self)
          .deinitialize(count: 1)
      }
    }
    if isBoxed, let object = UnsafeRawPointer(bitPattern: UInt(payload)) {
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }

  /// Drops all bodies, handlers and values. Nothing can be made or run afterwards.
  func close() {
    guard !state.pointee.isClosed else { return }
    precondition(!isComputing, "a graph cannot be closed by its own bodies")
    state.pointee.isClosed = true
    state.pointee.dirty.removeAll()
    state.pointee.pending.removeAll()
    state.pointee.onError = nil
    let held = (state.pointee.afterFlush, state.pointee.sides)
    state.pointee.afterFlush = []
    state.pointee.afterFlushHead = 0
    state.pointee.afterFlushCount = 0
    state.pointee.sides = [Side()]
    for id in 1..<state.pointee.nodeCount {
      node(id).pointee.side = 0
      destroy(id)
    }
    withExtendedLifetime(held) {}
  }

  func deallocate() {
    close()
    state.pointee.nodes.deallocate()
    state.pointee.links.deallocate()
    state.pointee.frames.deallocate()
    state.pointee.fragile.deallocate()
    state.pointee.walk.deallocate()
    state.pointee.readers.deallocate()
    state.pointee.postponed.deallocate()
    state.pointee.found.deallocate()
    state.pointee.dirty.deallocate()
    state.pointee.pending.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }
}
