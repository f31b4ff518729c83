import Reactor
import Testing

/// What other schedules may change, and what a snapshot holds.
@Suite struct ActorScheduleTests {
  private struct Source {
    var state: UInt64
    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  /// Some actors tell each other numbers under a random schedule; which message came when.
  private func chat(_ seed: UInt64, _ delivery: ActorDelivery) throws -> [(ActorID, Envelope)] {
    let stage = Mail()
    stage.core.delivery = delivery
    var source = Source(state: seed)
    let actors = try (0..<5).map { _ in try stage.core.add() }
    for actor in actors { stage.core.begin(actor) }
    for word in 0..<400 {
      let sender = actors[source.below(5)]
      let envelope = Envelope(from: sender, kind: 1, word: UInt64(word))
      try stage.core.send(envelope, to: actors[source.below(5)])
    }
    stage.scheduler.policy = { scheduler in source.below(scheduler.readyCount) }
    while stage.scheduler.step() || stage.finishOne(source.below(100)) {}
    #expect(stage.received.count == 400)
    return stage.received
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func messagesOfOnePairStayInOrderUnderAnyPolicy(_ seed: UInt64) throws {
    var last: [[UInt32]: UInt64] = [:]
    for (actor, envelope) in try chat(seed, .pairwise) {
      let pair = [envelope.sender.rawValue, actor.rawValue]
      if let before = last[pair] { #expect(before < envelope.word, "seed \(seed)") }
      last[pair] = envelope.word
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func causallyEachActorReceivesInTheOrderOfSending(_ seed: UInt64) throws {
    var last: [ActorID: UInt64] = [:]
    for (actor, envelope) in try chat(seed, .causal) {
      if let before = last[actor] { #expect(before < envelope.word, "seed \(seed)") }
      last[actor] = envelope.word
    }
  }

  @Test func deliveriesDifferAndRepeat() throws {
    let words = try [ActorDelivery.causal, .pairwise, .unordered].map { delivery in
      try chat(7, delivery).map(\.1.word)
    }
    #expect(words[0] != words[1] && words[1] != words[2])
    #expect(words[2] != words[2].sorted())
    #expect(try chat(7, .pairwise).map(\.1.word) == words[1])
  }

  @Test func aSnapshotWithMailAndDelaysGoesOnTheSameTwice() throws {
    let stage = Stage()
    let supervision = Supervision(.oneForOne, backoff: .init(least: 10, most: 10))
    let boss = try stage.add("boss", supervision: supervision)
    let a = try stage.add("a", under: boss)
    let b = try stage.add("b", under: boss)
    stage.reactions["f"] = { _ in false }
    stage.reactions["s"] = { actor in
      try? stage.core.stash(actor)
      return true
    }
    stage.send("sf12", to: b)
    _ = stage.run()
    stage.core.watch(b, by: boss)
    stage.core.wait(b, for: b, ticket: 1)
    stage.fail(a)
    stage.send("3", to: a)
    stage.send("4", to: b)
    try stage.core.send(Stage.envelope("d"), to: b, afterNanoseconds: 5)
    let snapshot = (stage.scheduler.state, stage.core.state)

    func goOn() throws -> String {
      var log = stage.run(to: 20)
      #expect(stage.core.deadlocks().count == 1)
      try stage.add("new")
      stage.core.finish(b)
      log += " " + stage.run()
      stage.core.stop(b)
      return log + " " + stage.run()
    }
    let first = try goOn()
    #expect(
      first == "a-restarts/oops a+ a:3 new. b:1 b:2 b:4 b:d b-stopped dead:b:s boss<-b")
    (stage.scheduler.state, stage.core.state) = snapshot
    #expect(stage.core.actorCount == 3 && stage.core.queued(b).map(Stage.name) == ["1", "2", "4"])
    #expect("a-restarts/oops " + (try goOn()) == first)
  }
}

/// A host whose actors are busy with every message until the test ends one.
private final class Mail: ActorHost {
  let scheduler = Scheduler()
  private(set) lazy var core = ActorCore(scheduler, host: self)
  private(set) var received: [(ActorID, Envelope)] = []
  private var busy: [ActorID] = []

  deinit { scheduler.close() }

  func finishOne(_ choice: Int) -> Bool {
    guard !busy.isEmpty else { return false }
    core.finish(busy.remove(at: choice % busy.count))
    return true
  }

  func begin(_ actor: ActorID, isRestart: Bool) -> Bool { true }

  func receive(_ envelope: Envelope, by actor: ActorID) -> Bool {
    received.append((actor, envelope))
    guard envelope.word % 3 == 0 else { return true }
    busy.append(actor)
    return false
  }

  func ended(_ actor: ActorID, _ why: ActorEnd) {}
  func resumed(_ actor: ActorID, _ error: any Error) {}
  func dead(_ envelope: Envelope, to actor: ActorID, _ why: DeadLetter) {}
  func terminated(_ actor: ActorID, watcher: ActorID) {}
  func gaveUp(_ supervisor: ActorID, on child: ActorID, _ error: any Error) {}
  func label(of actor: ActorID) -> String { "\(actor.rawValue)" }
  func describe(_ envelope: Envelope, to actor: ActorID) -> String { "\(envelope.word)" }
}
