// Running bodies.
extension Kernel {
  /// Evaluates a derived node and says whether its value changed. Its readers are not told.
  /// Where nothing else is running there is nothing to save: see `settle`.
  @inline(__always)
  func evaluate(_ id: UInt32, isOutermost: Bool) -> Bool {
    let revision = state.pointee.revision
    let before = node(id).pointee.flags
    node(id).pointee.flags = before.subtracting(.marks.union(.fragile)).union(.running)
    if before.isKept { noteClearing() }
    if !isOutermost { saveFrame(id) }
    beginReads(id)
    var isChanged: Bool
    do {
      isChanged =
        try before.isNamed
        ? pullMapped(id, before) : callRule(id, before)
      endReads(id)
      node(id).pointee.flags = node(id).pointee.flags.subtracting([.running, .unset, .failed])
      if before.has(.failed) {
        isChanged = true
        forgetError(of: id)
      }
    } catch {
      endReads(id)
      isChanged = fail(id, error)
    }
    if !isOutermost { restoreFrame() }
    node(id).pointee.verifiedAt = revision
    if isChanged { node(id).pointee.changedAt = state.pointee.revision }
    return isChanged
  }

  /// The same for a linked node of an Int, marked or not (`isLinkedInt`), without its frame, and noted already where it has to be.
  /// - Parameter before: its flags, of which the compiler may know more than that.
  @inline(__always)
  func evaluateInt(_ id: UInt32, _ before: NodeFlags) -> Bool {
    let revision = state.pointee.revision
    node(id).pointee.flags = before.subtracting(.marks).union(.running)
    if !before.has(.live) { noteClearing() }
    beginUnnotedReads(id, from: node(id).pointee.firstDependency)
    do {
      let bits = UInt64(
        bitPattern: Int64(try node(id).rule(as: IntRule.self).pointee.call()))
      endReads(id)
      let node = node(id)
      node.pointee.flags = node.pointee.flags.subtracting(.running)
      node.pointee.verifiedAt = revision
      if node.pointee.payload == bits { return false }
      node.pointee.payload = bits
      node.pointee.changedAt = state.pointee.revision
      return true
    } catch {
      endReads(id)
      return failSettled(id, error, revision)
    }
  }

  /// Makes an error the value of a derived node, and says whether that is a change. Any error is one, but the same way
  /// round: those on it would tell each other for ever.
  @inline(never)
  func fail(_ id: UInt32, _ error: any Error) -> Bool {
    demote(id)
    let flags = node(id).pointee.flags
    node(id).pointee.flags = flags.subtracting([.running, .unset]).union(.failed)
    let before = self.side(of: id)?.error
    if flags.has(.failed), let cycle = error as? CycleError, before as? CycleError == cycle {
      return false
    }
    // What goes may run code: only after the table is whole again.
    withExtendedLifetime(before) { side(of: id) { $0.error = error } }
    return true
  }

  @inline(never)
  private func forgetError(of id: UInt32) {
    let error = side(of: id)?.error
    withExtendedLifetime(error) { side(of: id) { $0.error = nil } }
  }

  /// Calls the body, compares what it gives with the value before, and stores it if that is a
  /// change. Nodes may have moved while the body ran.
  @inline(__always)
  func callRule(_ id: UInt32, _ before: NodeFlags) throws -> Bool {
    if before.has(.int) {
      let new = try node(id).rule(as: IntRule.self).pointee.call()
      return storeBits(UInt64(bitPattern: Int64(new)), in: id, before)
    }
    if !before.has(.bool) {
      return try node(id).rule(as: StoringRule.self).pointee.call(self, id)
    }
    return storeBits(try node(id).rule(as: BoolRule.self).pointee.call() ? 1 : 0, in: id, before)
  }

  /// Stores what a body gave, and says whether that is a change.
  @inline(__always)
  func storeBits(_ bits: UInt64, in id: UInt32, _ before: NodeFlags) -> Bool {
    let node = node(id)
    if node.pointee.payload == bits { return before.has(.unset) }
    node.pointee.payload = bits
    return true
  }

  /// Runs a computation's body for the first time.
  func run(_ id: UInt32) throws {
    node(id).pointee.flags.insert(.running)
    saveFrame(id)
    beginReads(id)
    node(id).pointee.stamp = state.pointee.stamp
    defer {
      endReads(id)
      restoreFrame()
      node(id).pointee.flags.subtract([.running, .firstRun])
    }
    if node(id).pointee.flags.has(.mapped) {
      try pullInputs(ofComputation: id, isFirst: true)
      state.pointee.observer = 0
      state.pointee.cursor = 0
    }
    try callBody(id)
  }

  /// Calls the body of a computation.
  @inline(__always)
  func callBody(_ id: UInt32) throws {
    if node(id).pointee.flags.has(.int) { return try callTaking(id) }
    try node(id).rule(as: RunningRule.self).pointee.call(
      Computation(kernel: self, id: id, use: node(id).pointee.rank))
  }

  /// What is to be called where a computation is stopped is nobody's any more but the caller's.
  @inline(never)
  func takeStopHandlers(of id: UInt32) -> [Handler] {
    handlers(of: id) { side in
      let held = side.onStop
      side.onStop = []
      return held
    }
  }

  /// Runs code whose reads are not tracked.
  @inlinable
  func untracked<Result>(_ body: () throws -> Result) rethrows -> Result {
    let observer = state.pointee.observer
    let cursor = state.pointee.cursor
    state.pointee.observer = 0
    state.pointee.cursor = 0
    defer {
      state.pointee.observer = observer
      state.pointee.cursor = cursor
    }
    return try body()
  }

  /// Calls a handler; what it throws goes to the graph's error handler.
  func call(_ handler: () throws -> Void, for computation: Computation?) {
    state.pointee.calls += 1
    defer { state.pointee.calls -= 1 }
    untracked {
      do {
        try handler()
      } catch {
        report(error, computation)
      }
    }
  }

  func report(_ error: any Error, _ computation: Computation?) {
    guard let handler = state.pointee.onError else { return }
    untracked { handler(error, computation) }
  }
}
