// Bringing derived nodes up to date for whoever reads them.
extension Kernel {
  /// Whether a derived node can be read as it is, without a call.
  @inlinable
  @inline(__always)
  func isPlain(_ id: UInt32) -> Bool {
    let node = node(id)
    return node.pointee.flags.intersection(.readMask) == .live
      && node.pointee.rank < state.pointee.settled
  }

  /// Brings a derived node up to date, tracks the read, and throws where its value is an error.
  @usableFromInline
  @inline(never)
  func read(_ id: UInt32) throws {
    precondition(!state.pointee.isClosed, "the graph has been closed")
    try refresh(id)
    track(id)
    if node(id).pointee.flags.has(.failed) { throw failure(of: id) }
  }

  func failure(of id: UInt32) -> any Error {
    guard let error = side(of: id)?.error else {
      preconditionFailure("\(label(id)) failed without an error")
    }
    return error
  }

  /// Whether a derived node is known to be up to date.
  @inline(__always)
  func isCurrent(_ id: UInt32) -> Bool {
    let flags = node(id).pointee.flags
    if flags.has([.dirty, .unset, .running]) { return false }
    return node(id).pointee.verifiedAt == state.pointee.revision
      || (flags.has(.live) && node(id).pointee.rank < state.pointee.settled)
  }

  /// Brings a derived node up to date. Throws only where that cannot be: it is being evaluated, or
  /// evaluation nests too deep.
  func refresh(_ id: UInt32) throws {
    if isCurrent(id) { return }
    let flags = node(id).pointee.flags
    if flags.has(.running) { throw cycle(through: id) }
    if flags.has([.dirty, .unset, .fragile]) {
      try evaluateNested(id)
    } else {
      try verify(id)
    }
  }

  private func evaluateNested(_ id: UInt32) throws {
    if state.pointee.frames.count >= state.pointee.depthLimit { throw depthExceeded() }
    if evaluate(id) { _ = propagate(id, mayHandOver: false) }
  }

  /// Looks upstream, in the order of reading, for something that has changed since the node was
  /// last known to hold, and evaluates only what that shows to be stale. No recursion but through
  /// bodies.
  @inline(never)
  private func verify(_ root: UInt32) throws {
    let base = state.pointee.walk.count
    let revision = state.pointee.revision
    pushWalk(root)
    while state.pointee.walk.count > base {
      let top = state.pointee.walk.count - 1
      let walk = state.pointee.walk.base[top]
      let id = walk.node
      if walk.link == 0 {
        node(id).pointee.verifiedAt = revision
        popWalk()
        continue
      }
      let dependency = link(walk.link).pointee.dependency
      let flags = node(dependency).pointee.flags
      if !walk.isSettled, flags.has(.derived), !isCurrent(dependency) {
        if flags.has([.running, .visited]) {
          // It reads itself: evaluated, it will say so.
          popWalk()
          try evaluateOrAbandon(id, base)
          continue
        }
        state.pointee.walk.base[top].isSettled = true
        if flags.has([.dirty, .unset, .fragile]) {
          try evaluateOrAbandon(dependency, base)
        } else {
          pushWalk(dependency)
        }
        continue
      }
      if node(dependency).pointee.changedAt > node(id).pointee.verifiedAt {
        popWalk()
        try evaluateOrAbandon(id, base)
        continue
      }
      state.pointee.walk.base[top].link = link(walk.link).pointee.nextDependency
      state.pointee.walk.base[top].isSettled = false
    }
  }

  private func pushWalk(_ id: UInt32) {
    node(id).pointee.flags.insert(.visited)
    state.pointee.walk.push(Walk(node: id, link: node(id).pointee.firstDependency))
  }

  private func popWalk() {
    node(state.pointee.walk.pop().node).pointee.flags.remove(.visited)
  }

  private func evaluateOrAbandon(_ id: UInt32, _ base: Int) throws {
    do {
      try evaluateNested(id)
    } catch {
      while state.pointee.walk.count > base { popWalk() }
      throw error
    }
  }

  /// The error of a node that is read while it is evaluated. All that is on the way round keeps
  /// what it makes of it only until anything changes.
  private func cycle(through id: UInt32) -> CycleError {
    let frames = state.pointee.frames
    var position = frames.count - 1
    while frames.base[position].node != id { position -= 1 }
    var path: [String] = []
    for index in position..<frames.count {
      markFragile(frames.base[index].node)
      path.append(label(frames.base[index].node))
    }
    path.append(label(id))
    return CycleError(path: path)
  }

  private func depthExceeded() -> DepthError {
    let frames = state.pointee.frames
    if frames.count > 0 { markFragile(frames.base[frames.count - 1].node) }
    return DepthError(limit: state.pointee.depthLimit)
  }

  private func markFragile(_ id: UInt32) {
    guard node(id).pointee.flags.has(.derived), !node(id).pointee.flags.has(.fragile) else {
      return
    }
    node(id).pointee.flags.insert(.fragile)
    state.pointee.fragile.append(id)
  }

  /// Something has changed: what met a cycle or the depth limit is to be tried again.
  @inline(never)
  func retryFragile() {
    let ids = state.pointee.fragile
    state.pointee.fragile = []
    for id in ids where node(id).pointee.flags.has(.fragile) {
      if node(id).pointee.flags.has(.live) { mark(id) }
      state.pointee.fragile.append(id)
    }
  }
}
