// Driving, and what to say where it does not end.
extension Scheduler {
  /// Whether the labels of turns are noted as they are taken. To be set when a budget nears its
  /// end, for the report; unsetting it forgets them.
  public var isNoting: Bool {
    get { core.pointee.cares.contains(.noting) }
    set {
      if newValue {
        core.pointee.cares.insert(.noting)
      } else {
        core.pointee.cares.remove(.noting)
        core.pointee.notes = []
      }
    }
  }

  /// What was taken most often of late, among what has been noted, in order of first appearance.
  public var turning: [String] { Labels.most(core.pointee.notes) }

  /// Takes turns until none is ready; after each `afterEach`, whose errors end it. Every turn takes
  /// one from the limit, and so may `afterEach`, to which it is passed. Where nothing is left of it
  /// and turns are ready, ends with a `TurnLimitError`; another call goes on.
  public func settle(
    limit: inout Int, afterEach: (_ limit: inout Int) throws -> Void = { _ in }
  ) throws {
    let noted = SchedulerCore.notesKept
    let wasNoting = isNoting
    defer { if isNoting != wasNoting { isNoting = wasNoting } }
    while limit > noted, step() {
      limit -= 1
      try afterEach(&limit)
    }
    while readyCount > 0 {
      if limit <= noted, !isNoting { isNoting = true }
      if limit <= 0 { throw TurnLimitError(turning: turning + readyLabels()) }
      limit -= 1
      _ = step()
      try afterEach(&limit)
    }
  }

  /// The same with a flush behind each turn that needs one.
  func settle(limit: inout Int, flushing graph: Graph) throws {
    let kernel = graph.kernel.state
    let wasNoting = isNoting
    defer { if isNoting != wasNoting { isNoting = wasNoting } }
    while limit > SchedulerCore.notesKept {
      let taken = takeRun(limit - SchedulerCore.notesKept, kernel)
      if taken == 0, !step() { break }
      limit -= max(taken, 1)
      if kernel.pointee.needsFlush { try graph.flush(limit: &limit) }
    }
    try settle(limit: &limit) { limit in
      if kernel.pointee.needsFlush { try graph.flush(limit: &limit) }
    }
  }

  /// Where the next turn is that of a party which takes many in one go, and nothing asks for care,
  /// lets it. Returns how many it has taken.
  @inline(never)
  private func takeRun(_ most: Int, _ kernel: Address<KernelState>) -> Int {
    let core = core
    guard core.pointee.cares == [], !core.pointee.ready.isEmpty else { return 0 }
    let party = core.pointee.ready.first.party
    guard party != ReadyQueue.timers, core.pointee.holders[Int(party)].runner != nil else {
      return 0
    }
    core.pointee.cares = .turning
    let first = core.pointee.turnCount
    core.pointee.holders[Int(party)].takeRun(party, until: first &+ UInt64(most), kernel)
    endTurn()
    return Int(core.pointee.turnCount &- first)
  }

  /// For a budget that was spent otherwise, on what led to the turns that are ready.
  private func readyLabels() -> [String] {
    guard core.pointee.notes.isEmpty else { return [] }
    return Labels.most((0..<min(readyCount, Labels.named)).map { describe(ready($0)) })
  }
}
