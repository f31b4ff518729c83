import Testing
import Values

@testable import Reactor

/// Beyond Oscar, through the typed API.
@Suite struct ActorSystemTests {
  private let troupe = Troupe()

  private func talker(_ me: Player) {
    me.on(Say.self, do: { [log = troupe.log] in log("\(me.me.label) \($0.text)") })
  }

  @Test func bigMessagesAndSmallOnesArriveInOrder() throws {
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(Say.self, do: { log($0.text) })
      me.on(Raise.self, do: { log("\($0.amount)") })
    }
    for index in 0..<100 {
      actor.tell(Say("a long text, that needs memory of its own, number \(index)"))
      actor.tell(Raise(amount: -index))
    }
    let lines = try troupe.settle()
    #expect(lines.count == 200)
    #expect(lines[198].hasSuffix("number 99") && lines[199] == "-99")
  }

  @Test func aReactionReplacesItselfForTheMessagesBehind() throws {
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(
        Raise.self,
        do: { first in
          log("first \(first.amount)")
          me.on(Raise.self, do: { log("second \($0.amount)") })
        })
      me.on(
        Say.self,
        do: { first in
          log("first \(first.text)")
          me.become { me.on(Say.self, do: { log("second \($0.text)") }) }
          log("still \(first.text)")
        })
    }
    for amount in 1...3 { actor.tell(Raise(amount: amount)) }
    for text in ["a", "b", "c"] { actor.tell(Say(text)) }
    actor.tell(Raise(amount: 4))
    #expect(
      try troupe.settle() == [
        "first 1", "second 2", "second 3", "first a", "still a", "second b", "second c",
        "Unknown message: Raise",
      ])
  }

  @Test func aSmallMessagesErrorIsReportedAndItsFutureKeepsTheActorBusy() throws {
    var promises: [Promise<Bool>] = []
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(
        Raise.self,
        do: { message in
          if message.amount < 0 { throw Troupe.Mishap("below \(message.amount)") }
          log("\(message.amount)")
          me.on(
            Raise.self,
            future: { message in
              log("begins \(message.amount)")
              promises.append(me.promise(Bool.self))
              return promises[promises.count - 1]
            })
        })
    }
    for amount in [-1, 1, 2, 3] { actor.tell(Raise(amount: amount)) }
    #expect(try troupe.settle() == ["Player#1: below -1", "1", "begins 2"])
    promises[0].fulfil(true)
    #expect(try troupe.settle() == ["begins 3"])
  }

  @Test func aCrashMidFutureRejectsWhatWasAtWorkAndKeepsTheRest() throws {
    var promises: [Promise<String>] = []
    var worker: ActorRef?
    _ = try troupe.actor(supervision: Supervision(restarts: 3)) { [troupe] me in
      worker = try me.spawn(Player.self) {
        Player { me in
          me.on(
            Ask.self,
            future: { message in
              guard message.text == "hang" else {
                return Promise(message.text, on: troupe.clock.scheduler)
              }
              promises.append(me.promise(String.self))
              return promises[promises.count - 1]
            })
        }
      }
    }
    let ref = try #require(worker)
    let hanging = ref.ask(Ask("hang"))
    let waiting = ref.ask(Ask("next"))
    try troupe.clock.settle()
    troupe.system.crash(ref, Troupe.Mishap("oops"))
    try troupe.clock.settle()
    #expect(hanging.text == "rejected: Player#2 has crashed: oops")
    #expect(waiting.text == "next" && promises[0].outcome != nil && ref.isAlive)
  }

  @Test func aSupervisedActorFailsByItsOwnErrors() throws {
    var worker: ActorRef?
    _ = try troupe.actor(supervision: Supervision(restarts: 1)) { me in
      worker = try me.spawn(Player.self) {
        Player { me in
          me.on(HowMany.self, result: { _ in me.count })
          me.on(Raise.self, do: { me.count += $0.amount })
          me.on(Say.self, do: { throw Troupe.Mishap($0.text) })
        }
      }
    }
    let ref = try #require(worker)
    ref.tell(Raise(amount: 5))
    ref.tell(Say("one"))
    let count = ref.ask(HowMany())
    #expect(try troupe.settle() == ["Player#2: one"])
    #expect(count.text == "0")
    let answer = ref.ask(Say("two"))
    let dead = ref.ask(HowMany())
    #expect(
      try troupe.settle() == ["Player#1: too many failures of Player#2, the last: two"])
    #expect(answer.text == "rejected: two")
    #expect(dead.text == "rejected: Player#2 has crashed: two" && !ref.isAlive)
  }

  @Test func whoIsNotSupervisedGoesOn() throws {
    let actor = try troupe.actor { me in
      me.on(Say.self, do: { throw Troupe.Mishap($0.text) })
      me.on(HowMany.self, result: { _ in 1 })
    }
    actor.tell(Say("one"))
    let count = actor.ask(HowMany())
    #expect(try troupe.settle() == ["Player#1: one"])
    #expect(count.text == "1")
  }

  @Test func aStoppedActorsMessagesAreDeadLetters() throws {
    let actor = try troupe.actor { me in
      me.on(Ask.self, future: { _ in me.promise(String.self) })
    }
    let atWork = actor.ask(Ask())
    let queued = actor.ask(Ask())
    actor.tell(Ask())
    try troupe.clock.settle()
    troupe.system.stop(actor)
    let late = actor.ask(Ask())
    #expect(try troupe.settle() == ["dead letter: Player#1 has stopped: Ask"])
    for answer in [atWork, queued, late] {
      #expect(answer.text == "rejected: Player#1 has stopped")
    }
  }

  @Test func aWatcherReceivesTerminatedOnce() throws {
    let watched = try troupe.actor { _ in }
    _ = try troupe.actor { [log = troupe.log] me in
      me.watch(watched)
      me.on(Terminated.self, do: { log("no more \($0.actor.label)") })
    }
    troupe.system.stop(watched)
    #expect(try troupe.settle() == ["no more Player#1"])
  }

  @Test func anAskTimesOutAndTheLateAnswerIsDropped() throws {
    var promise: Promise<String>?
    let actor = try troupe.actor { me in
      me.on(
        Ask.self,
        future: { _ in
          let new = me.promise(String.self)
          promise = new
          return new
        })
    }
    let answer = actor.ask(Ask(), timeout: 10)
    #expect(try troupe.advance(10) == [])
    #expect(answer.text == "rejected: timed out" && promise?.text == "pending")
    promise?.fulfil("late")
    #expect(try troupe.settle() == [])
    #expect(answer.text == "rejected: timed out")
  }

  @Test func aFullMailboxIsReportedAndRejects() throws {
    let actor = try troupe.actor(mailbox: Mailbox(limit: 1), talker)
    actor.tell(Say("one"))
    actor.tell(Say("two"))
    let answer = actor.ask(Say("three"))
    #expect(
      try troupe.settle() == [
        "dead letter: the mailbox of Player#1 is full (1): Say", "Player#1 one",
      ])
    #expect(answer.text == "rejected: the mailbox of Player#1 is full (1)")
  }

  @Test(arguments: [
    (Router.Policy.roundRobin, ["#1 0", "#2 1", "#3 2", "#1 3", "#2 4"]),
    (.broadcast, ["#1 0", "#2 0", "#3 0", "#1 1", "#2 1", "#3 1"]),
  ])
  func routersShareTheWork(_ policy: Router.Policy, _ start: [String]) throws {
    troupe.system.pool(Player.self, 3, router: policy) { [troupe] in
      Player { me in
        me.on(Say.self, do: { [log = troupe.log] in log("\(me.me.label) \($0.text)") })
      }
    }
    let pool = try #require(troupe.system.actor(Player.self))
    for index in 0..<5 { pool.tell(Say("\(index)")) }
    #expect(Array(try troupe.settle().prefix(start.count)) == start.map { "Player\($0)" })
  }

  @Test func stashAndBecomeMakeAProtocol() throws {
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(Say.self, do: { _ in try me.stash() })
      me.on(Ask.self, result: { _ in throw Troupe.Mishap("closed") })
      me.on(
        HowMany.self,
        result: { _ in
          me.become { me.on(Say.self, do: { log($0.text) }) }
          me.unstash()
          return 1
        })
    }
    let stashed = actor.ask(Say("a"))
    actor.tell(Say("b, which is kept in a table"))
    actor.tell(HowMany())
    actor.tell(Say("c"))
    actor.tell(HowMany())
    #expect(
      try troupe.settle() == [
        "a", "b, which is kept in a table", "c", "Unknown message: HowMany",
      ])
    #expect(stashed.text == "true")
  }

  @Test(arguments: [false, true], [false, true])
  func whatFailsBehindAStashIsReported(_ isAsked: Bool, _ isLogging: Bool) throws {
    troupe.system.isLogging = isLogging
    let actor = try troupe.actor { me in
      me.on(
        HowMany.self,
        result: { _ in
          try me.stash()
          throw Troupe.Mishap("behind it")
        })
    }
    if isAsked { _ = actor.ask(HowMany()) } else { actor.tell(HowMany()) }
    let reports = try troupe.settle()
    #expect(reports.count == 1 && reports[0].contains("behind it"), "\(reports)")
  }

  @Test func aSmallMessageCanBeStashedToo() throws {
    let actor = try troupe.actor { [log = troupe.log] me in
      me.on(Raise.self, do: { _ in try me.stash() })
      me.on(
        Say.self,
        do: { _ in
          me.on(Raise.self, do: { log("\($0.amount)") })
          me.unstash()
        })
    }
    actor.tell(Raise(amount: 1))
    actor.tell(Raise(amount: 2))
    actor.tell(Say(""))
    #expect(try troupe.settle() == ["1", "2"])
  }

  @Test func remindersAreKeyedAndEndWithTheLife() throws {
    let actor = try troupe.actor { me in
      talker(me)
      me.on(
        Raise.self,
        do: { message in
          try me.remind(Say("\(message.amount)"), key: "k", afterNanoseconds: 10)
        })
    }
    actor.tell(Raise(amount: 1))
    _ = try troupe.advance(5)
    actor.tell(Raise(amount: 2))
    #expect(try troupe.advance(9) == [])
    #expect(try troupe.advance(1) == ["Player#1 2"])
    actor.tell(Raise(amount: 3))
    _ = try troupe.settle()
    troupe.system.restart(actor)
    #expect(try troupe.advance(100) == [])
  }

  @Test func nothingIsLeftOfAReminderThatHasCome() throws {
    let actor = try troupe.actor { me in
      me.on(Say.self, do: { [log = troupe.log] in log($0.text) })
      me.on(
        Raise.self,
        do: { try me.remind(Say("\($0.amount)"), key: "\($0.amount)", afterNanoseconds: 1) })
    }
    for amount in 0..<3 { actor.tell(Raise(amount: amount)) }
    _ = try troupe.settle()
    #expect(troupe.system.runtime.life(actor.actor).timers.count == 3)
    #expect(try troupe.advance(1) == ["0", "1", "2"])
    #expect(troupe.system.runtime.life(actor.actor).timers.isEmpty)
  }

  @Test func spawningWithoutEndMeetsALimit() throws {
    final class Endless: Actor {
      override func setup() throws { _ = try spawn(Endless.self) { Endless() } }
    }
    _ = try troupe.system.spawn(Endless.self) { Endless() }
    #expect(try troupe.settle() == ["Endless#100: more than 100 generations of actors"])
  }

  @Test func twoActorsThatTellEachOtherForEverAreNamed() throws {
    let echo: (Player) throws -> Void = { me in
      me.on(Say.self, do: { message in me.sender?.tell(message) })
    }
    let (a, b) = (try troupe.actor(echo), try troupe.actor(echo))
    a.sent(by: b.actor).tell(Say("hello"))
    troupe.clock.turnLimit = 1000
    #expect(throws: TurnLimitError(turning: ["Player#1.Say", "Player#2.Say"])) {
      try troupe.clock.settle()
    }
  }

  @Test func whenTheSystemGoesItsActorsEndWithoutAWord() throws {
    final class Canary {}
    weak var canary: Canary?
    let clock = VirtualClock(Graph())
    var system: ActorSystem? = ActorSystem(on: clock)
    var ref: ActorRef?
    do {
      let bird = Canary()
      canary = bird
      ref = try system?.spawn(Player.self) {
        Player { me in
          me.on(
            Ask.self,
            future: { _ in
              _ = bird
              return me.promise(String.self)
            })
          me.on(Say.self, do: { _ in system = nil })
        }
      }
    }
    ref?.ask(Ask())
    try clock.settle()
    system?.crash(try #require(ref), Troupe.Mishap("again"))
    ref = try system?.spawn(Player.self) {
      Player { me in
        me.on(
          Say.self,
          do: { message in
            system = nil
            me.me.tell(message)
            me.become { me.on(Say.self, do: { _ in }) }
          })
      }
    }
    ref?.tell(Say("a text that is kept in a table for as long as it waits"))
    ref?.tell(Say("another text, that nobody will read"))
    try clock.settle()
    #expect(system == nil)
    let late = ref?.ask(Say("late"))
    ref?.tell(Say("late"))
    try clock.settle()
    #expect(late?.text == "rejected: the system has stopped")
    ref = nil
    #expect(canary == nil)
  }

  @Test func whatKnowsEachOtherInASystemGoesWithIt() throws {
    final class Canary {}
    weak var canary: Canary?
    var services = ServiceLocator()
    var system: ActorSystem? = ActorSystem(on: VirtualClock(Graph()), services: services)
    do {
      let (bird, system) = (Canary(), try #require(system))
      canary = bird
      let first = try system.spawn(Player.self) { Player { _ in } }
      // The makers of actors know others, and so do the services and what is under way.
      system.pool(Player.self, 1) {
        Player { me in
          me.on(Say.self, do: { _ in first.tell(Say("\(bird)")) })
        }
      }
      let pool = try #require(system.actor(Player.self))
      for index in 0..<3 { pool.ask(Say("\(index)")).then { _ in pool.tell(Raise(amount: 1)) } }
      pool.tell(Introduce(other: first))
      services.add(pool, as: ActorRef.self)
    }
    services = ServiceLocator()
    system = nil
    #expect(canary == nil)
  }
}
