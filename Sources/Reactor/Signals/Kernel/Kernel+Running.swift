// Running bodies.
extension Kernel {
  /// Evaluates a derived node and says whether its value changed. Its dependents are not told.
  func evaluate(_ id: UInt32) -> Bool {
    let revision = state.pointee.revision
    let before = node(id).pointee.flags
    node(id).pointee.flags = before.subtracting([.dirty, .fragile, .suspect]).union(.running)
    state.pointee.budget &-= 1
    if state.pointee.budget < KernelState.turnsKept { noteTurn(id) }
    pushFrame(id)
    var isChanged: Bool
    var failure: (any Error)?
    do {
      isChanged = try callRule(id, before)
    } catch {
      isChanged = true
      failure = error
    }
    popFrame(id)
    var flags = node(id).pointee.flags.subtracting([.running, .unset, .failed])
    if failure != nil || before.has(.failed) {
      isChanged = true
      side(of: id) { $0.error = failure }
      if failure != nil { flags.insert(.failed) }
    }
    node(id).pointee.flags = flags
    node(id).pointee.verifiedAt = revision
    if isChanged { node(id).pointee.changedAt = state.pointee.revision }
    return isChanged
  }

  /// Calls the body, compares what it gives with the value before, and stores it if that is a
  /// change. Nodes may have moved while the body ran.
  @inline(__always)
  private func callRule(_ id: UInt32, _ before: NodeFlags) throws -> Bool {
    if before.has(.int) {
      let new = try node(id).rule(as: IntRule.self).pointee.call()
      let bits = UInt64(bitPattern: Int64(new))
      let isChanged = before.has(.unset) || node(id).pointee.payload != bits
      node(id).pointee.payload = bits
      return isChanged
    }
    if !before.has(.bool) {
      return try node(id).rule(as: StoringRule.self).pointee.call(self, id)
    }
    let new: UInt64 = try node(id).rule(as: BoolRule.self).pointee.call() ? 1 : 0
    let isChanged = before.has(.unset) || node(id).pointee.payload != new
    node(id).pointee.payload = new
    return isChanged
  }

  /// Runs a computation's body once.
  func run(_ id: UInt32) throws {
    if node(id).pointee.side != 0 { forgetStopHandlers(id) }
    node(id).pointee.flags.remove(.invalid)
    node(id).pointee.flags.insert(.running)
    pushFrame(id)
    node(id).pointee.stamp = state.pointee.stamp
    var failure: (any Error)?
    do {
      try node(id).rule(as: RunningRule.self).pointee.call(
        Computation(kernel: self, id: id, use: node(id).pointee.rank))
    } catch {
      failure = error
    }
    popFrame(id)
    node(id).pointee.flags.subtract([.running, .firstRun])
    if let failure { throw failure }
  }

  private func forgetStopHandlers(_ id: UInt32) {
    let held = side(of: id) { side in
      let held = side.onStop
      side.onStop = []
      return held
    }
    withExtendedLifetime(held) {}
  }

  /// Runs code whose reads are not tracked.
  @inlinable
  func untracked<Result>(_ body: () throws -> Result) rethrows -> Result {
    let observer = state.pointee.observer
    state.pointee.observer = 0
    defer { state.pointee.observer = observer }
    return try body()
  }

  /// Calls a handler; what it throws goes to the graph's error handler.
  func call(_ handler: () throws -> Void, for computation: Computation?) {
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
