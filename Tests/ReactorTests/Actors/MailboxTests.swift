import Reactor
import Testing

/// One message at a time, and what waits meanwhile.
@Suite struct MailboxTests {
  @Test func messagesOfAllActorsRunInTheOrderOfSending() throws {
    let stage = Stage()
    let a = try stage.add("a")
    let b = try stage.add("b")
    stage.send("1", to: a)
    stage.send("2", to: b)
    stage.send("3", to: a)
    #expect(stage.run() == "a. b. a:1 b:2 a:3")
  }

  @Test func aHostMayNumberItsMessagesAsItLikes() throws {
    let stage = Stage()
    let a = try stage.add("a")
    for kind in [0, 1 << 30, 1 << 31, .max, .max] as [UInt32] {
      try stage.core.send(Envelope(kind: kind), to: a)
    }
    let received = stage.run().split(separator: " ")
    #expect(received.count == 6 && received.dropFirst().allSatisfy { $0.hasPrefix("a:") })
  }

  @Test func aMessageSentInAReactionComesBehindAllThatIsReady() throws {
    let stage = Stage()
    let a = try stage.add("a")
    let b = try stage.add("b")
    stage.reactions["f"] = { actor in
      stage.send("x", to: b, from: actor)
      return true
    }
    stage.send("f", to: a)
    stage.send("1", to: b)
    #expect(stage.run() == "a. b. a:f b:1 b:x")
  }

  @Test func aBusyActorLetsMessagesWaitAndTakesThemOneATurn() throws {
    let stage = Stage()
    let a = try stage.add("a")
    let b = try stage.add("b")
    stage.reactions["f"] = { _ in false }
    stage.send("f12", to: a)
    #expect(stage.run() == "a. b. a:f")
    #expect(stage.core.isBusy(a) && stage.core.queuedCount(a) == 2 && stage.core.load(a) == 3)
    stage.core.finish(a)
    stage.send("3", to: a)
    stage.send("4", to: b)
    #expect(stage.run() == "a:1 b:4 a:2 a:3")
    #expect(stage.core.load(a) == 0)
  }

  @Test func whatFinishesInsideTheReactionIsDone() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.reactions["f"] = { actor in
      stage.core.finish(actor)
      return false
    }
    stage.send("f1", to: a)
    #expect(stage.run() == "a. a:f a:1")
    stage.core.finish(a)
    #expect(!stage.core.isBusy(a))
  }

  @Test func anActorThatBeginsSlowlyReceivesAfterwards() throws {
    let stage = Stage()
    stage.setups["a"] = { _ in false }
    let a = try stage.add("a")
    stage.send("12", to: a)
    #expect(stage.run() == "a.")
    #expect(stage.core.atWork(a) == nil && stage.core.isBusy(a))
    stage.core.finish(a)
    #expect(stage.run() == "a:1 a:2")
  }

  @Test func whatWasAddedButNotBegunKeepsItsMail() throws {
    let stage = Stage()
    let a = try stage.core.add()
    stage.send("1", to: a)
    #expect(stage.run() == "")
    #expect(stage.core.isAlive(a) && !stage.core.isBegun(a))
    stage.core.begin(a)
    #expect(stage.run() == "#1. #1:1")
  }

  @Test func whatIsQueuedIsSeenInTheOrderInWhichItWillCome() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.reactions["f"] = { _ in false }
    stage.send("f1", to: a)
    _ = stage.run()
    stage.send("2", to: a)
    #expect(stage.core.queued(a).map(Stage.name) == ["1", "2"])
    #expect(stage.core.atWork(a) == Stage.envelope("f"))
  }

  @Test func theStashComesBackBeforeNewerMailInItsOrder() throws {
    let stage = Stage()
    let a = try stage.add("a")
    for name in "12" {
      stage.reactions[name] = { actor in
        guard stage.core.stashed(actor).count < 2 else { return true }
        try? stage.core.stash(actor)
        return true
      }
    }
    stage.reactions["u"] = { actor in
      stage.reactions = [:]
      stage.core.unstash(actor)
      return true
    }
    stage.send("12", to: a)
    #expect(stage.run() == "a. a:1 a:2")
    #expect(stage.core.load(a) == 0)
    stage.send("u34", to: a)
    #expect(stage.run() == "a:u a:1 a:2 a:3 a:4")
    #expect(stage.core.stashed(a).isEmpty)
  }

  @Test func aMessageIsPutAsideOnceAndAStashHasALimit() throws {
    let stage = Stage()
    let a = try stage.add("a", Mailbox(stashLimit: 1))
    var errors: [StashFull] = []
    for name in "12" {
      stage.reactions[name] = { actor in
        do throws(StashFull) {
          try stage.core.stash(actor)
          try stage.core.stash(actor)
        } catch {
          errors.append(error)
        }
        return true
      }
    }
    stage.send("12", to: a)
    #expect(stage.run() == "a. a:1 a:2")
    #expect(errors == [StashFull(actor: a, limit: 1)])
    #expect(stage.core.stashed(a) == [Stage.envelope("1")])
  }

  @Test func aFullMailboxFailsItsSender() throws {
    let stage = Stage()
    let a = try stage.add("a", Mailbox(limit: 2))
    stage.send("123", to: a)
    #expect(stage.run() == "a. full:3 a:1 a:2")
    stage.reactions["f"] = { _ in false }
    stage.send("f", to: a)
    _ = stage.run()
    stage.send("123", to: a)
    #expect(stage.run() == "full:3")
  }

  @Test func aFullMailboxDropsTheNewMessage() throws {
    let stage = Stage()
    let a = try stage.add("a", Mailbox(limit: 2, overflow: .dropNew))
    stage.send("123", to: a)
    #expect(stage.run() == "a. dead:a:3! a:1 a:2")
  }

  @Test func aFullMailboxDropsTheOldestMessageWhereverItIs() throws {
    let stage = Stage()
    let a = try stage.add("a", Mailbox(limit: 2, overflow: .dropOld))
    stage.send("123", to: a)
    #expect(stage.run() == "a. dead:a:1! a:2 a:3")
    stage.reactions["f"] = { _ in false }
    stage.send("f", to: a)
    _ = stage.run()
    stage.send("12", to: a)
    #expect(stage.run() == "")
    stage.send("34", to: a)
    #expect(stage.run() == "dead:a:1! dead:a:2!")
    #expect(stage.core.queued(a).map(Stage.name) == ["3", "4"])
  }

  @Test(arguments: [Mailbox.Overflow.dropNew, .dropOld])
  func aMailboxOfNothingReceivesNothing(_ overflow: Mailbox.Overflow) throws {
    let stage = Stage()
    let a = try stage.add("a", Mailbox(limit: 0, overflow: overflow))
    stage.send("12", to: a)
    #expect(stage.run() == "a. dead:a:1! dead:a:2!")
  }

  @Test func unstashMayExceedTheLimit() throws {
    let stage = Stage()
    let a = try stage.add("a", Mailbox(limit: 1))
    stage.reactions["1"] = { actor in
      try? stage.core.stash(actor)
      return true
    }
    stage.reactions["f"] = { _ in false }
    stage.send("1", to: a)
    _ = stage.run()
    stage.send("f", to: a)
    _ = stage.run()
    stage.send("2", to: a)
    stage.reactions["1"] = nil
    stage.core.unstash(a)
    #expect(stage.core.queuedCount(a) == 2)
    stage.core.finish(a)
    #expect(stage.run() == "a:1 a:2")
  }

  @Test func aDelayedMessageArrivesInItsTimersTurn() throws {
    let stage = Stage()
    let a = try stage.add("a", Mailbox(limit: 1))
    try stage.core.send(Stage.envelope("d"), to: a, afterNanoseconds: 10)
    #expect(stage.core.queuedCount(a) == 0)
    stage.send("1", to: a)
    #expect(stage.run(to: 9) == "a. a:1")
    #expect(stage.run(to: 10) == "a:d")
    try stage.core.send(Stage.envelope("d"), to: a, afterNanoseconds: 10)
    stage.reactions["f"] = { _ in false }
    stage.send("f", to: a)
    _ = stage.run()
    stage.send("1", to: a)
    #expect(stage.run(to: 20) == "dead:a:d!")
  }

  @Test func aStormOfMessagesEndsByTheTurnBudget() throws {
    let stage = Stage()
    let a = try stage.add("ping")
    let b = try stage.add("pong")
    stage.reactions["x"] = { actor in
      stage.send("x", to: actor == a ? b : a, from: actor)
      return true
    }
    stage.send("x", to: a)
    var limit = 1000
    #expect(throws: TurnLimitError(turning: ["ping.x", "pong.x"])) {
      try stage.scheduler.settle(limit: &limit)
    }
  }
}
