import Reactor
import Testing

/// What a failure leads to: OTP's strategies and intensity, backoff, escalation.
@Suite struct SupervisionTests {
  private struct Family {
    let stage = Stage()
    let boss: ActorID
    let children: [ActorID]

    init(_ supervision: Supervision?) throws {
      boss = try stage.add("boss", supervision: supervision)
      let boss = boss
      let stage = stage
      children = try ["a", "b", "c"].map { try stage.add($0, under: boss) }
      _ = stage.run()
    }
  }

  @Test func oneForOneRestartsTheFailedChildAlone() throws {
    let family = try Family(Supervision(.oneForOne))
    #expect(family.stage.core.isSupervised(family.children[1]))
    family.stage.fail(family.children[1])
    #expect(family.stage.run() == "b-restarts/oops b+")
  }

  @Test func oneForAllEndsAllInReverseAndBeginsThemInOrder() throws {
    let family = try Family(Supervision(.oneForAll))
    family.stage.fail(family.children[1])
    #expect(family.stage.run() == "c-restarts b-restarts/oops a-restarts a+ b+ c+")
    #expect(family.stage.core.children(of: family.boss) == family.children)
  }

  @Test func restForOneTakesThoseStartedAfter() throws {
    let family = try Family(Supervision(.restForOne))
    family.stage.fail(family.children[1])
    #expect(family.stage.run() == "c-restarts b-restarts/oops b+ c+")
  }

  @Test func theMessageAtWorkIsNotRepeatedAndTheMailIsKept() throws {
    let family = try Family(Supervision(.oneForOne))
    let (stage, a) = (family.stage, family.children[0])
    stage.reactions["f"] = { _ in false }
    stage.send("f12", to: a)
    _ = stage.run()
    stage.fail(a)
    #expect(stage.run() == "a-restarts(f)/oops a+ a:1 a:2")
  }

  @Test func aFailureInsideAReactionTakesItsCourseAfterwards() throws {
    let family = try Family(Supervision(.oneForOne))
    let (stage, a) = (family.stage, family.children[0])
    stage.reactions["q"] = { actor in
      stage.fail(actor)
      stage.write("on")
      return true
    }
    stage.send("q1", to: a)
    #expect(stage.run() == "a:q on a-restarts/oops a+ a:1")
  }

  @Test func moreFailuresThanAllowedWithinTheWindowEndTheSupervisor() throws {
    let family = try Family(Supervision(.oneForOne, restarts: 2, within: 100))
    let stage = family.stage
    for instant: Int64 in [0, 100] {
      stage.scheduler.run(to: instant)
      stage.fail(family.children[0])
      #expect(stage.run() == "a-restarts/oops a+")
    }
    stage.fail(family.children[1], "last")
    #expect(
      stage.run()
        == "boss gives up on b b-failed/last c-stopped a-stopped boss-failed/last")
    #expect(stage.core.aliveCount == 0)
  }

  @Test func theWindowSlides() throws {
    let family = try Family(Supervision(.oneForOne, restarts: 1, within: 100))
    let stage = family.stage
    for instant: Int64 in [0, 101, 202] {
      stage.scheduler.run(to: instant)
      stage.fail(family.children[0])
      #expect(stage.run() == "a-restarts/oops a+")
    }
  }

  @Test func aSupervisorThatGivesUpFailsAtItsOwnSupervisor() throws {
    let stage = Stage()
    let top = try stage.add("top", supervision: Supervision(.oneForOne))
    let boss = try stage.add("boss", under: top, supervision: Supervision(restarts: 0))
    stage.setups["boss"] = { actor in
      _ = try? stage.add("a", under: actor)
      return true
    }
    let a = try stage.add("a", under: boss)
    stage.core.watch(a, by: top)
    _ = stage.run()
    stage.fail(a)
    #expect(
      stage.run() == "boss gives up on a a-failed/oops top<-a boss-restarts/oops boss+ a.")
    #expect(stage.core.isAlive(boss) && stage.core.isAlive(top))
    let newer = try #require(stage.core.children(of: boss).first)
    stage.fail(newer)
    #expect(
      stage.run()
        == "boss gives up on a a-failed/oops top gives up on boss boss-failed/oops top-failed/oops"
    )
  }

  @Test func delaysDoubleUpToTheirMost() throws {
    let backoff = Supervision.Backoff(least: 10, most: 35)
    let family = try Family(
      Supervision(.oneForOne, restarts: 9, within: 1000, backoff: backoff))
    let (stage, a) = (family.stage, family.children[0])
    var now: Int64 = 0
    for delay: Int64 in [10, 20, 35, 35] {
      stage.fail(a)
      stage.send("1", to: a)
      #expect(stage.run(to: now + delay - 1) == "a-restarts/oops")
      #expect(stage.core.queuedCount(a) == 1 && !stage.core.isBegun(a))
      #expect(stage.run(to: now + delay) == "a+ a:1")
      now += delay
    }
  }

  @Test(arguments: [
    (Supervision.Backoff(least: 0, most: 10), 9, Int64(0)),
    (Supervision.Backoff(least: 1, most: .max), 70, .max),
    (Supervision.Backoff(least: 20, most: 10), 1, 10),
    (Supervision.Backoff(least: -5, most: -1), 3, 0),
  ])
  func delaysNeverLeaveTheirBounds(
    _ backoff: Supervision.Backoff, _ number: Int, _ delay: Int64
  ) throws {
    let family = try Family(
      Supervision(.oneForOne, restarts: 100, within: .max, backoff: backoff))
    let (stage, a) = (family.stage, family.children[0])
    for _ in 1..<number { stage.fail(a) }
    _ = stage.run()
    stage.fail(a)
    #expect(stage.run().hasPrefix("a") || stage.core.isAlive(a))
    #expect(delay == 0 || stage.scheduler.nextDue == Instant(nanoseconds: delay))
  }

  @Test func aStopDuringTheDelayCancelsIt() throws {
    let family = try Family(Supervision(backoff: .init(least: 10, most: 10)))
    let (stage, a) = (family.stage, family.children[0])
    stage.fail(a)
    stage.send("1", to: a)
    _ = stage.run()
    stage.core.stop(a)
    #expect(stage.run(to: 100) == "a-stopped dead:a:1")
    #expect(stage.scheduler.timerCount == 0)
  }

  @Test func aRestartDuringTheDelayBeginsNow() throws {
    let family = try Family(Supervision(backoff: .init(least: 10, most: 10)))
    let (stage, a) = (family.stage, family.children[0])
    stage.fail(a)
    stage.core.restart(a)
    #expect(stage.run(to: 100) == "a-restarts/oops a+")
  }

  @Test func aFailingBeginningLoopsInTurnsAndEndsByTheBudget() throws {
    let stage = Stage()
    let boss = try stage.add("boss", supervision: Supervision(restarts: .max))
    stage.setups["a"] = { actor in
      stage.fail(actor)
      return true
    }
    try stage.add("a", under: boss)
    var limit = 1000
    #expect(throws: TurnLimitError(turning: ["a restarts"])) {
      try stage.scheduler.settle(limit: &limit)
    }
  }

  @Test func aSupervisorInsideACallFailsAfterIt() throws {
    let stage = Stage()
    let boss = try stage.add("boss", supervision: Supervision(restarts: 0))
    stage.setups["a"] = { actor in
      stage.fail(actor)
      return true
    }
    stage.reactions["m"] = { actor in
      _ = try? stage.add("a", under: actor)
      stage.write("on")
      return true
    }
    stage.send("m", to: boss)
    #expect(
      stage.run() == "boss. boss:m a. boss gives up on a a-failed/oops on boss-failed/oops")
  }
}

/// Which ends of a child lead to a restart, and what is done about errors of a kind.
@Suite struct RestartTests {
  private let stage = Stage()

  private func family(
    _ supervision: Supervision, _ restarts: [Supervision.Restart]
  ) throws -> (boss: ActorID, children: [ActorID]) {
    let boss = try stage.add("boss", supervision: supervision)
    let children = try zip(["a", "b", "c"], restarts).map { name, restart in
      try stage.add(name, under: boss, restart: restart)
    }
    _ = stage.run()
    return (boss, children)
  }

  @Test func aPermanentChildBeginsAnewHoweverItEnded() throws {
    let (_, children) = try family(Supervision(restarts: 2), [.permanent])
    stage.core.exit(children[0])
    #expect(stage.run() == "a-restarts a+")
    stage.fail(children[0])
    #expect(stage.run() == "a-restarts/oops a+")
    stage.core.exit(children[0])
    #expect(
      stage.run() == "boss gives up on a a-stopped boss-failed/it came to its end")
  }

  @Test func anEndThatOthersWantIsForGood() throws {
    let (_, children) = try family(Supervision(), [.permanent])
    stage.core.stop(children[0])
    #expect(stage.run() == "a-stopped")
  }

  @Test func aTransientChildBeginsAnewWhereItFailed() throws {
    let (_, children) = try family(Supervision(), [.transient, .transient])
    stage.fail(children[0])
    #expect(stage.run() == "a-restarts/oops a+")
    stage.core.exit(children[1])
    #expect(stage.run() == "b-stopped")
  }

  @Test func aTemporaryChildNeverBeginsAnewNorWithItsSiblings() throws {
    let (boss, children) = try family(
      Supervision(.oneForAll), [.permanent, .temporary, .permanent])
    stage.fail(children[0])
    #expect(stage.run() == "c-restarts b-stopped a-restarts/oops a+ c+")
    #expect(stage.core.children(of: boss) == [children[0], children[2]])
  }

  @Test func theEndOfATemporaryChildIsNotCounted() throws {
    let (boss, children) = try family(Supervision(restarts: 0), [.temporary])
    stage.fail(children[0])
    #expect(stage.run() == "a-failed/oops")
    #expect(stage.core.isAlive(boss))
  }

  @Test func itComesToItsEndWhenTheCallIsOver() throws {
    let (_, children) = try family(Supervision(), [.permanent])
    stage.reactions["x"] = { [stage] actor in
      stage.core.exit(actor)
      stage.write("on")
      return true
    }
    stage.send("x1", to: children[0])
    #expect(stage.run() == "a:x on a-restarts a+ a:1")
  }

  @Test func withoutALimitItIsNeverGivenUp() throws {
    let (boss, children) = try family(
      Supervision(restarts: nil, backoff: .init(least: 1, most: 4)), [.permanent])
    for _ in 0..<1_000 {
      stage.fail(children[0])
      stage.scheduler.run(to: stage.scheduler.now.nanoseconds + 4)
    }
    #expect(stage.core.isAlive(boss))
    #expect(stage.core.standing(of: boss).failures.count <= 64)
  }

  @Test func anErrorThatItsSupervisorLetsPassEndsTheMessageAlone() throws {
    let (_, children) = try family(
      Supervision(restarts: 0, rules: [.init("oops", .resume)]), [.permanent])
    stage.reactions["f"] = { _ in false }
    stage.send("f1", to: children[0])
    _ = stage.run()
    stage.fail(children[0], "an oops here")
    #expect(stage.run() == "a-resumes(f)/an oops here a:1")
    stage.fail(children[0], "other")
    #expect(
      stage.run() == "boss gives up on a a-failed/other boss-failed/other")
  }

  @Test func anErrorMayEndTheChildOrItsSupervisor() throws {
    let (boss, children) = try family(
      Supervision(
        restarts: 9,
        rules: [.init("one", .stop), .init("two", .escalate), .init("three", .restart)]),
      [.permanent, .permanent, .permanent])
    stage.fail(children[0], "one")
    #expect(stage.run() == "a-failed/one")
    stage.fail(children[1], "three")
    #expect(stage.run() == "b-restarts/three b+")
    stage.fail(children[1], "two")
    #expect(stage.run() == "b-failed/two c-stopped boss-failed/two")
    #expect(!stage.core.isAlive(boss))
  }

  @Test func aBeginningThatFailsAndIsLetPassIsOver() throws {
    let boss = try stage.add("boss", supervision: Supervision(rules: [.init("oops", .resume)]))
    stage.setups["a"] = { _ in false }
    let child = try stage.add("a", under: boss)
    stage.send("1", to: child)
    _ = stage.run()
    stage.fail(child)
    #expect(stage.run() == "a-resumes/oops a:1")
  }
}
