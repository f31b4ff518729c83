extension Scheduler {
  /// All that decides how a scheduler goes on, but its policy, as a value. What is ready or
  /// pending is copied byte by byte, the rest is shared. Restoring one also restores who has
  /// joined, and the closures that wait.
  public struct State {
    let now: Int64
    let turnCount: UInt64
    let ready: [Turn]
    let cancelledCount: Int
    let timers: TimerHeap.Copy
    let parties: [any Party]
    let freeParties: [UInt32]
    let picks: [Pick]
    let closures: [ClosureTable.Entry]
    let freeClosures: [UInt32]
  }

  /// The state between two turns.
  public var state: State {
    get {
      require(!isTurning, "the state of a scheduler inside a turn")
      let ready = (0..<core.pointee.ready.count).map { core.pointee.ready[$0] }
      return State(
        now: core.pointee.now, turnCount: core.pointee.turnCount, ready: ready,
        cancelledCount: core.pointee.cancelledCount, timers: core.pointee.timers.copy,
        parties: core.pointee.parties, freeParties: core.pointee.freeParties,
        picks: core.pointee.picks, closures: closures.entries, freeClosures: closures.free)
    }
    set {
      require(!isTurning, "the state of a scheduler inside a turn")
      if core.pointee.cares.contains(.closed) { return }
      core.pointee.now = newValue.now
      core.pointee.turnCount = newValue.turnCount
      core.pointee.unheard?.begin()
      core.pointee.ready.removeAll { _ in true }
      for entry in newValue.ready { core.pointee.ready.push(entry) }
      core.pointee.cancelledCount = newValue.cancelledCount
      core.pointee.timers.restore(newValue.timers)
      let gone = core.pointee.restoreParties(newValue.parties, free: newValue.freeParties)
      core.pointee.picks = newValue.picks
      closures.restore(newValue.closures, free: newValue.freeClosures)
      withExtendedLifetime(gone) {}
    }
  }
}
