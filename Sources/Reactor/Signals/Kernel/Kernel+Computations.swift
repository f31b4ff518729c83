// The life of a computation: made, run, invalidated, run again, stopped.
extension Kernel {
  /// Makes a computation and runs it at once. A first run that fails stops it and is thrown here.
  func makeComputation(
    label: String?, about detail: AnyObject?, onError: ((any Error, Computation) -> Void)?,
    _ body: @escaping (Computation) throws -> Void
  ) throws -> Computation {
    let id = try takeComputation([], label: label, about: detail, onError: onError)
    node(id).put(RunningRule(body: body))
    return try start(id)
  }

  /// Runs a new computation, which has its rule, for the first time.
  func start(_ id: UInt32) throws -> Computation {
    let computation = Computation(kernel: self, id: id, use: node(id).pointee.rank)
    do {
      try run(id)
    } catch {
      if node(id).pointee.flags.has(.stopped) {
        releaseIfIdle(id)
      } else {
        stop(id)
      }
      throw error
    }
    if node(id).pointee.flags.has(.stopped) {
      releaseIfIdle(id)
    } else {
      adopt(computation)
    }
    return computation
  }

  /// A new computation of a kind, without its rule.
  func takeComputation(
    _ kind: NodeFlags, label: String?, about detail: AnyObject?,
    onError: ((any Error, Computation) -> Void)?
  ) throws -> UInt32 {
    if state.pointee.frames.count >= state.pointee.depthLimit {
      throw DepthError(limit: state.pointee.depthLimit)
    }
    disturb()
    let flags = kind.union([.computation, .firstRun])
    let free = state.pointee.freeNode
    var id = free
    if free != 0, !state.pointee.isClosed {
      let use = node(free).pointee.rank
      state.pointee.freeNode = node(free).pointee.firstDependency
      node(free).pointee = Node(flags)
      node(free).pointee.rank = use &+ 1
      if let label { side(of: free) { $0.label = label } }
    } else {
      id = makeNode(flags, label: label)
    }
    state.pointee.lastComputation += 1
    node(id).pointee.payload = state.pointee.lastComputation
    if let onError { side(of: id) { $0.onError = onError } }
    if let detail { side(of: id) { $0.detail = detail } }
    return id
  }

  /// Makes a new computation the child of the one whose reads are tracked. A parent invalidated
  /// or stopped meanwhile stops it at once.
  private func adopt(_ child: Computation) {
    let parent = state.pointee.observer
    guard parent != 0, node(parent).pointee.flags.has(.computation) else { return }
    if node(parent).pointee.flags.has([.invalid, .stopped]) {
      stop(child.id)
    } else {
      handlers(of: parent) { $0.onInvalidate.append(.stop(child)) }
    }
  }

  /// Whether a handle still means the computation it was made for.
  @inlinable
  func isPresent(_ computation: Computation) -> Bool {
    let node = node(computation.id)
    return node.pointee.rank == computation.use && node.pointee.flags.has(.computation)
  }

  /// Invalidates a computation: it is queued, its children are stopped, its handlers run. Nothing
  /// happens where it is invalid or stopped already.
  func invalidate(_ id: UInt32) {
    disturb()
    let flags = node(id).pointee.flags
    if flags.has([.invalid, .stopped]) || state.pointee.isClosed { return }
    if flags.has(.running), !flags.has(.firstRun) {
      // Its re-run is seen to where this run ends.
      node(id).pointee.flags = flags.union(.invalid)
    } else {
      node(id).pointee.flags = flags.union([.invalid, .pending])
      state.pointee.pending.push(id)
    }
    if flags.has(.handled) {
      run(
        Ending(
          id: id, computation: computation(id), onInvalidate: takeInvalidationHandlers(of: id),
          onStop: nil))
    }
  }

  /// Stops a computation: first what its invalidation does, if it is not invalid, then its
  /// handlers for stopping. Nothing happens where it is stopped already.
  func stop(_ id: UInt32) {
    if let ending = beginStop(id) { run(ending) }
  }

  private func computation(_ id: UInt32) -> Computation {
    Computation(kernel: self, id: id, use: node(id).pointee.rank)
  }

  /// What is left to do about one that has been invalidated or stopped.
  private struct Ending {
    let id: UInt32
    let computation: Computation
    let onInvalidate: [InvalidationHandler]
    /// Nil where it is only invalid.
    let onStop: [Handler]?
    var next = 0
  }

  /// - Returns: What is left to do; nil where that is nothing.
  private func beginStop(_ id: UInt32) -> Ending? {
    disturb()
    let flags = node(id).pointee.flags
    if flags.has(.stopped) { return nil }
    node(id).pointee.flags = flags.union([.stopped, .invalid])
    if !flags.has(.handled) {
      releaseIfIdle(id)
      return nil
    }
    // Taken first: a handler may flush, and with that give the place to another.
    let handlers = takeStopHandlers(of: id)
    return Ending(
      id: id, computation: computation(id),
      onInvalidate: flags.has(.invalid) ? [] : takeInvalidationHandlers(of: id), onStop: handlers)
  }

  private func takeInvalidationHandlers(of id: UInt32) -> [InvalidationHandler] {
    handlers(of: id) { side in
      let handlers = side.onInvalidate
      side.onInvalidate = []
      return handlers
    }
  }

  /// Does what is left, that of children in the place where they stand among the handlers. They may be nested as deep
  /// as re-runs have made them, so that no child is ended inside the end of its parent.
  @inline(never)
  private func run(_ first: Ending) {
    var endings = [first]
    while let last = endings.indices.last {
      let ending = endings[last]
      if ending.next < ending.onInvalidate.count {
        endings[last].next += 1
        switch ending.onInvalidate[ending.next] {
        case .call(let handler): call(handler.call, for: ending.computation)
        case .stop(let child):
          if isPresent(child), let next = beginStop(child.id) { endings.append(next) }
        }
        continue
      }
      endings.removeLast()
      guard let handlers = ending.onStop else { continue }
      for handler in handlers { call(handler.call, for: ending.computation) }
      releaseIfIdle(ending.id)
    }
  }

  /// Gives up the place of a computation that is stopped, and neither runs nor waits to.
  func releaseIfIdle(_ id: UInt32) {
    let flags = node(id).pointee.flags
    guard flags.has(.stopped), !flags.has([.running, .pending]), !state.pointee.isClosed else {
      return
    }
    let first = node(id).pointee.firstDependency
    node(id).pointee.firstDependency = 0
    if first != 0 { disconnect(from: first, of: flags) }
    node(id).pointee.flags = []
    // Whoever has found it must not take it for present: what goes now may run code that invalidates those.
    node(id).pointee.payload = 0
    giveUpFormula(of: id)
    formula(of: id)?.pointee.runs = 0
    dropSide(of: id)
    destroy(id, flags)
    node(id).pointee.rank &+= 1
    // Handles tell one use of a place from another, as long as there are numbers for them.
    if node(id).pointee.rank >= .max - 1 { return }
    node(id).pointee.firstDependency = state.pointee.freeNode
    state.pointee.freeNode = id
  }
}
