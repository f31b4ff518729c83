import Reactor
import Testing

/// Random lives: whatever happens, no message is lost or received twice, what the core says of
/// itself is consistent, and a snapshot goes on like the original.
@Suite struct ActorWalkTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func noMessageIsLostOrReceivedTwice(_ seed: UInt64) throws {
    let walk = ActorWalk(seed: seed)
    for _ in 0..<400 {
      walk.step()
      walk.check("seed \(seed)")
    }
    walk.finish()
    walk.check("seed \(seed)")
    #expect(walk.core.deadlocks().count <= walk.core.actorCount, "seed \(seed)")
    walk.stopAll()
    #expect(walk.core.aliveCount == 0 && walk.openCount == 0, "seed \(seed)")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aRestoredSnapshotGoesOnTheSame(_ seed: UInt64) throws {
    let walk = ActorWalk(seed: seed)
    for _ in 0..<150 { walk.step() }
    let snapshot = walk.snapshot()
    let start = walk.log.count
    for _ in 0..<150 { walk.step() }
    walk.finish()
    let first = Array(walk.log[start...])
    walk.restore(snapshot)
    for _ in 0..<150 { walk.step() }
    walk.finish()
    #expect(Array(walk.log[start...]) == first, "seed \(seed)")
    #expect(first.count > 10)
  }
}

/// A host that does something random at every call. All that it knows is a value.
private final class ActorWalk: ActorHost {
  struct Mishap: Error {}

  struct Memory {
    var random: UInt64
    var actors: [ActorID] = []
    var sent: UInt64 = 0
    /// Messages that are neither received nor dead.
    var open: Set<UInt64> = []
    var log: [String] = []
    /// How many calls are on the stack: what happens in a call happens to a few levels only.
    var depth = 0
  }

  let scheduler = Scheduler()
  private(set) lazy var core = ActorCore(scheduler, host: self)
  private var memory: Memory

  init(seed: UInt64) { memory = Memory(random: seed) }

  deinit { scheduler.close() }

  var log: [String] { memory.log }

  func snapshot() -> (Scheduler.State, ActorCore.State, Memory) {
    (scheduler.state, core.state, memory)
  }

  func restore(_ snapshot: (Scheduler.State, ActorCore.State, Memory)) {
    (scheduler.state, core.state, memory) = snapshot
  }

  private func below(_ limit: Int) -> Int {
    memory.random = memory.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((memory.random >> 33) % UInt64(limit))
  }

  private func anyone() -> ActorID? {
    memory.actors.isEmpty ? nil : memory.actors[below(memory.actors.count)]
  }

  /// One thing from outside, or a turn, or a moment.
  func step() {
    switch below(10) {
    case 0...3: _ = scheduler.step()
    case 4: _ = scheduler.readyCount > 0 ? scheduler.step(choice: below(scheduler.readyCount)) : ()
    case 5: _ = scheduler.moveToNextDue(upTo: Instant(nanoseconds: .max))
    default: act()
    }
  }

  func finish() {
    for _ in 0..<5000 where !scheduler.step() {
      if !scheduler.moveToNextDue(upTo: Instant(nanoseconds: .max)) { break }
    }
  }

  var openCount: Int { memory.open.count }

  /// Ends may lead to more actors, of which there is a limit.
  func stopAll() {
    for _ in 0..<50 {
      for actor in memory.actors { core.stop(actor) }
      finish()
    }
  }

  private func act() {
    guard let actor = anyone(), let other = anyone() else { return add(.none) }
    switch below(24) {
    case 0: add(below(2) == 0 ? .none : actor)
    case 1: core.stop(actor)
    case 2: core.restart(actor)
    case 3, 4: core.fail(actor, Mishap())
    case 5...8: core.finish(actor)
    case 9: stash(actor)
    case 10: core.unstash(actor)
    case 11: core.watch(other, by: actor)
    case 12: core.wait(actor, for: other, ticket: UInt64(below(20)))
    case 13: core.resume(UInt64(below(20)))
    default: send(actor, other)
    }
  }

  private func send(_ sender: ActorID, _ target: ActorID) {
    memory.sent += 1
    let number = memory.sent
    memory.open.insert(number)
    let envelope = Envelope(from: sender, kind: 0, word: number)
    if below(8) == 0 {
      try? core.send(envelope, to: target, afterNanoseconds: Int64(below(20)))
      return
    }
    do { try core.send(envelope, to: target) } catch { memory.open.remove(number) }
  }

  /// What is put aside is open again.
  private func stash(_ actor: ActorID) {
    let envelope = core.atWork(actor)
    let count = core.stashed(actor).count
    try? core.stash(actor)
    if let envelope, core.stashed(actor).count > count { memory.open.insert(envelope.word) }
  }

  private func add(_ parent: ActorID) {
    let strategies: [Supervision.Strategy] = [.oneForOne, .oneForAll, .restForOne]
    let overflows: [Mailbox.Overflow] = [.fail, .dropNew, .dropOld]
    let supervision = Supervision(
      strategies[below(3)], restarts: below(4), within: Int64(below(30)),
      backoff: below(2) == 0 ? nil : .init(least: 3, most: 10))
    let mailbox = Mailbox(
      limit: below(3) == 0 ? below(4) : nil, overflow: overflows[below(3)], stashLimit: 2)
    guard memory.actors.count < 40,
      let actor = try? core.add(
        parent: parent, mailbox: mailbox, supervision: below(3) == 0 ? nil : supervision)
    else { return }
    memory.actors.append(actor)
    core.begin(actor)
  }

  /// What is done inside a call.
  private func react() {
    guard memory.depth < 3 else { return }
    memory.depth += 1
    for _ in 0..<below(3) { act() }
    memory.depth -= 1
  }

  private func close(_ envelope: Envelope, _ what: String) {
    #expect(memory.open.contains(envelope.word), "\(what) \(envelope.word) twice")
    memory.open.remove(envelope.word)
  }

  func begin(_ actor: ActorID, isRestart: Bool) -> Bool {
    memory.log.append("\(actor.rawValue)\(isRestart ? "+" : ".")")
    react()
    return below(4) > 0
  }

  func receive(_ envelope: Envelope, by actor: ActorID) -> Bool {
    memory.log.append("\(actor.rawValue):\(envelope.word)")
    #expect(core.isAlive(actor) && core.atWork(actor) == envelope)
    close(envelope, "received")
    react()
    return below(3) > 0
  }

  func ended(_ actor: ActorID, _ why: ActorEnd) {
    memory.log.append("\(actor.rawValue)-")
    react()
  }

  func dead(_ envelope: Envelope, to actor: ActorID, _ why: DeadLetter) {
    memory.log.append("dead \(actor.rawValue):\(envelope.word)")
    close(envelope, "dead")
  }

  func terminated(_ actor: ActorID, watcher: ActorID) {
    memory.log.append("\(watcher.rawValue)<-\(actor.rawValue)")
    #expect(!core.isAlive(actor))
  }

  func resumed(_ actor: ActorID, _ error: any Error) {}

  func gaveUp(_ supervisor: ActorID, on child: ActorID, _ error: any Error) {
    memory.log.append("\(supervisor.rawValue)!\(child.rawValue)")
  }

  func label(of actor: ActorID) -> String { "\(actor.rawValue)" }
  func describe(_ envelope: Envelope, to actor: ActorID) -> String { "\(envelope.word)" }

  /// What has to be true between two turns.
  func check(_ seed: String) {
    var found: Set<UInt64> = []
    for actor in memory.actors {
      let queued = core.queued(actor)
      #expect(!core.isAlive(actor) || core.queuedCount(actor) == queued.count, "\(seed)")
      let envelopes = queued + core.stashed(actor)
      for envelope in envelopes { #expect(found.insert(envelope.word).inserted, "\(seed): twice") }
      for child in core.children(of: actor) {
        #expect(core.isAlive(child) && core.parent(of: child) == actor, "\(seed)")
      }
      #expect(core.isAlive(actor) || !core.isBusy(actor), "\(seed)")
    }
    #expect(found.isSubset(of: memory.open), "\(seed)")
    // Those that are delayed are open and nowhere else.
    #expect(memory.open.count - found.count <= scheduler.timerCount + 40, "\(seed)")
    #expect(core.aliveCount == memory.actors.filter(core.isAlive).count, "\(seed)")
  }
}
