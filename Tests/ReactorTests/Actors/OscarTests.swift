import Reactor
import Testing
import Values

/// Oscar's semantics, row by row.
@Suite struct OscarTests {
  private let troupe = Troupe()
  private var system: ActorSystem { troupe.system }
  private var clock: VirtualClock { troupe.clock }

  @Test func anActorRegistersItsReactionsInSetupAndIsAnswered() throws {
    let actor = try troupe.actor { me in
      me.on(Raise.self, do: { me.count += $0.amount })
      me.on(HowMany.self, result: { _ in me.count })
    }
    let added = actor.ask(Raise(amount: 2))
    actor.tell(Raise(amount: 3))
    let count = actor.ask(HowMany())
    #expect(added.text == "pending")
    try clock.settle()
    #expect(added.text == "true" && count.text == "5")
  }

  @Test func aResultThatThrowsRejects() throws {
    let actor = try troupe.actor { me in
      me.on(Ask.self, result: { _ in throw Troupe.Mishap("no") })
    }
    let answer = actor.ask(Ask())
    #expect(try troupe.settle() == [])
    #expect(answer.text == "rejected: no")
    actor.tell(Ask())
    #expect(try troupe.settle() == ["Player#1: no"])
  }

  @Test func aFutureFollowsItsPromise() throws {
    var promises: [Promise<String>] = []
    let actor = try troupe.actor { me in
      me.on(
        Ask.self,
        future: { _ in
          promises.append(me.promise(String.self))
          return promises[promises.count - 1]
        })
    }
    let (first, second) = (actor.ask(Ask()), actor.ask(Ask()))
    try clock.settle()
    promises[0].fulfil("one")
    try clock.settle()
    promises[1].reject(Troupe.Mishap("two"))
    try clock.settle()
    #expect(first.text == "one" && second.text == "rejected: two")
  }

  @Test func aLaterReactionReplacesAnEarlierOneAlsoFromInside() throws {
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(Say.self, do: { _ in log("never") })
      me.on(
        Say.self,
        do: { message in
          me.on(Say.self, do: { log("second \($0.text)") })
          log("first \(message.text)")
        })
    }
    actor.tell(Say("a"))
    actor.tell(Say("b"))
    #expect(try troupe.settle() == ["first a", "second b"])
  }

  @Test func theExactTypeOfAMessageDecides() throws {
    class Base: Message {}
    final class Special: Base {}
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(Base.self, do: { _ in log("base") })
    }
    actor.tell(Base())
    actor.tell(Special())
    #expect(try troupe.settle() == ["base", "Unknown message: Special"])
  }

  @Test func anUnknownMessageRejectsAndIsReportedWhereItWasTold() throws {
    let actor = try troupe.actor { _ in }
    let answer = actor.ask(Ask())
    actor.tell(Ask())
    actor.tell(Raise(amount: 1))
    #expect(try troupe.settle() == ["Unknown message: Ask", "Unknown message: Raise"])
    #expect(answer.text == "rejected: Unknown message: Ask")
  }

  @Test func anActorWithoutAProviderIsNil() { #expect(system.actor(Player.self) == nil) }

  @Test func aLaterProviderReplacesAnEarlierOne() throws {
    for name in ["one", "two"] {
      system.singleton(Player.self) { Player { $0.on(Ask.self, result: { _ in name }) } }
    }
    let answer = system.actor(Player.self)?.ask(Ask())
    try clock.settle()
    #expect(answer?.text == "two")
  }

  @Test func aSingletonIsMadeOnceWhenItIsLookedUp() throws {
    system.singleton(Player.self) { [log = troupe.log] in Player { _ in log("made") } }
    #expect(troupe.log.take() == [])
    let first = system.actor(Player.self)
    #expect(first == system.actor(Player.self) && first != nil)
    #expect(troupe.log.take() == ["made"] && first?.label == "Player")
  }

  @Test func anInstanceIsMadeAtOnce() throws {
    try system.instance(Player.self) { [log = troupe.log] in Player { _ in log("made") } }
    #expect(troupe.log.take() == ["made"])
    _ = system.actor(Player.self)
    #expect(troupe.log.take() == [])
  }

  @Test func aPoolTakesTheFirstFreeWorkerThenANewOneThenTheFirst() throws {
    var promises: [Promise<String>] = []
    system.pool(Player.self, 2) {
      Player { me in
        me.on(
          Ask.self,
          future: { _ in
            promises.append(me.promise(String.self))
            return promises[promises.count - 1]
          })
        me.on(HowMany.self, result: { _ in Int(me.id.rawValue) })
      }
    }
    let pool = try #require(system.actor(Player.self))
    #expect(system.members(of: pool).isEmpty)
    let pinned = pool.pinned
    #expect(pinned == pool.pinned)
    let first = pool.ask(Ask())
    let second = pool.ask(Ask())
    let third = pool.ask(Ask())
    try clock.settle()
    #expect(
      promises.count == 2 && system.members(of: pool).map(\.label) == ["Player#1", "Player#2"])
    promises[1].fulfil("b")
    try clock.settle()
    let fourth = pool.ask(Ask())
    try clock.settle()
    #expect(second.text == "b" && promises.count == 3 && first.text == "pending")
    promises[0].fulfil("a")
    try clock.settle()
    #expect(first.text == "a" && promises.count == 4)
    promises[3].fulfil("c")
    promises[2].fulfil("d")
    let count = pinned.ask(HowMany())
    try clock.settle()
    #expect(third.text == "c" && fourth.text == "d" && count.text == "1")
  }

  @Test func aPendingFutureKeepsTheNextMessageWaiting() throws {
    var promise: Promise<String>?
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(
        Ask.self,
        future: { _ in
          let new = me.promise(String.self)
          promise = new
          return new
        })
      me.on(Say.self, do: { log($0.text) })
    }
    actor.tell(Ask())
    actor.tell(Say("a"))
    #expect(try troupe.settle() == [])
    promise?.fulfil("")
    #expect(try troupe.settle() == ["a"])
  }

  @Test func aRedirectAnswersWithWhatTheOtherAnswers() throws {
    let other = try troupe.actor { $0.on(Ask.self, result: { "got \($0.text)" }) }
    let actor = try troupe.actor { $0.on(Ask.self, future: { other.ask($0) }) }
    let answer = actor.ask(Ask("x"))
    try clock.settle()
    #expect(answer.text == "got x")
  }

  @Test func whatThenMakesIsANewPromise() throws {
    let other = try troupe.actor { $0.on(Ask.self, result: { _ in "plain" }) }
    let actor = try troupe.actor { me in
      me.on(
        Ask.self,
        future: { message in
          let answer = other.ask(message)
          answer.then { $0 + " mapped" }
          return answer
        })
    }
    let answer = actor.ask(Ask())
    try clock.settle()
    #expect(answer.text == "plain")
  }

  @Test func askingInACircleIsADeadlockThatIsToldOnce() throws {
    system.singleton(Player.self) {
      Player { me in
        me.on(Ask.self, future: { me.actor(Player.self)?.ask($0) ?? me.promise(String.self) })
      }
    }
    let answer = system.actor(Player.self)?.ask(Ask())
    try clock.settle()
    #expect(system.deadlocks() == ["Player waits for Player (Ask)"])
    #expect(system.deadlocks() == [] && answer?.text == "pending")
  }

  @Test func askingSeveralWhoMayAnswerIsNoDeadlock() throws {
    var asker: ActorRef?
    let late = Promise<String>(on: clock.scheduler)
    system.pool(Player.self, 2, router: .broadcast) {
      Player { me in
        me.on(
          Ask.self,
          future: { _ in
            if me.me.label == "Player#3" { return late }
            let count = asker?.sent(by: me.id).ask(HowMany())
            return count?.then { "\($0)" } ?? me.promise(String.self)
          })
      }
    }
    let pool = try #require(system.actor(Player.self))
    asker = try troupe.actor { me in
      me.on(Ask.self, future: { pool.sent(by: me.id).ask($0) })
      me.on(HowMany.self, result: { _ in 1 })
    }
    let answer = asker?.ask(Ask())
    try clock.settle()
    #expect(system.deadlocks() == [] && answer?.text == "pending")
    late.fulfil("two")
    try clock.settle()
    #expect(answer?.text == "two")
  }

  @Test func aFailureThatIsForwardedIsNotTheForwardersOwn() throws {
    let failing = try troupe.actor { me in
      me.on(Ask.self, result: { _ in throw Troupe.Mishap("no") })
    }
    var lives = 0
    var forwarder: ActorRef?
    _ = try troupe.actor(supervision: Supervision(restarts: 3)) { [log = troupe.log] me in
      forwarder = try me.spawn(Player.self) {
        Player { child in
          lives += 1
          child.on(
            Ask.self,
            future: { question in
              let answer = failing.sent(by: child.id).ask(question)
              switch question.text {
              case "itself": return answer
              case "followed":
                return Promise((), on: answer.scheduler).then { _ in answer }
              default: return answer.recover { throw $0 }
              }
            })
          log("begun")
        }
      }
    }
    for (text, expected) in [("itself", 1), ("followed", 1), ("own", 2)] {
      let answer = forwarder?.ask(Ask(text))
      _ = try troupe.settle()
      #expect(answer?.text == "rejected: no" && lives == expected, "\(text)")
    }
    forwarder?.tell(Ask("itself"))
    #expect(try troupe.settle() == ["Player#3: no"])
  }

  @Test func aWorkerMaySendToItsOwnPoolWhileItIsMade() throws {
    system.pool(Player.self, 2) { [log = troupe.log] in
      Player { me in
        me.actor(Player.self)?.tell(Say("from \(me.me.label)"))
        me.on(Say.self, do: { log("\(me.me.label) \($0.text)") })
      }
    }
    system.actor(Player.self)?.tell(Say("hello"))
    #expect(
      try troupe.settle() == [
        "Player#1 from Player#2", "Player#2 from Player#1", "Player#1 hello",
      ])
  }

  @Test func cancellingTheAnswerCancelsTheFutureAndTheOtherWayRound() throws {
    var promises: [Promise<String>] = []
    let actor = try troupe.actor { me in
      me.on(
        Ask.self,
        future: { _ in
          promises.append(me.promise(String.self))
          return promises[promises.count - 1]
        })
    }
    let (first, second) = (actor.ask(Ask()), actor.ask(Ask()))
    try clock.settle()
    first.cancel(Troupe.Mishap("enough"))
    try clock.settle()
    #expect(promises[0].text == "cancelled: enough" && promises.count == 2)
    promises[1].cancel()
    #expect(try troupe.settle() == [])
    #expect(second.text == "cancelled: cancelled")
  }

  @Test func aQueuedMessageThatWasCancelledIsReceivedAllTheSame() throws {
    var promises: [Promise<String>] = []
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(
        Ask.self,
        future: { message in
          log(message.text)
          promises.append(me.promise(String.self))
          return promises[promises.count - 1]
        })
    }
    actor.ask(Ask("a"))
    let second = actor.ask(Ask("b"))
    second.cancel()
    #expect(try troupe.settle() == ["a"])
    promises[0].fulfil("")
    #expect(try troupe.settle() == ["b"])
    #expect(promises[1].text == "cancelled: cancelled")
  }

  @Test func eachInvocationKnowsItsCause() throws {
    system.isLogging = true
    let other = try troupe.actor { $0.on(Ask.self, result: { _ in throw Troupe.Mishap("no") }) }
    let actor = try troupe.actor { me in
      me.on(
        Ask.self,
        future: { message in
          me.watch(other)
          return other.sent(by: me.id).ask(message)
        })
      me.on(Raise.self, do: { _ in })
    }
    actor.ask(Ask())
    actor.tell(Raise(amount: 1))
    try clock.settle()
    let lines = system.invocations.map { invocation in
      "\(invocation.number) \(invocation.cause ?? 0) \(invocation.sender ?? "-") "
        + "\(invocation.receiver) \(invocation.message) \(invocation.error.map { "\($0)" } ?? "ok")"
    }
    #expect(
      lines == [
        "1 0 - Player#2 Ask no", "2 1 Player#2 Player#1 Ask no", "3 0 - Player#2 Raise ok",
      ])
    #expect(system.invocations.allSatisfy { $0.finish != nil })
  }

  @Test func servicesAreFoundByExactTypeAndName() {
    let locator = ServiceLocator()
    #expect(locator.find(Int.self) == nil)
    locator.add(1, as: Int.self)
    locator.add(2, as: Int.self, named: "two")
    locator.add(3, as: Int.self)
    locator.add(4, as: (any Equatable).self)
    #expect(locator.find(Int.self) == 3 && locator.find(Int.self, named: "two") == 2)
    #expect(locator.find((any Equatable).self) as? Int == 4)
    #expect(locator.find((any Hashable).self) == nil)
  }

  @Test func actorsFindServicesAndConfigs() throws {
    let troupe = Troupe(configs: ["limit": 3])
    let actor = try troupe.actor { me in
      me.on(
        Ask.self,
        result: { _ in
          guard case .int(3)? = me.configs["limit"], me.configs["other"] == nil else { return "" }
          return "found"
        })
      #expect(me.services.find(Int.self) == nil)
    }
    let answer = actor.ask(Ask())
    try troupe.clock.settle()
    #expect(answer.text == "found")
  }
}
