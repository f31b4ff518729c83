import Reactor
import Testing

/// What is made from an actor's promises goes no further than the life that they belong to.
@Suite struct LifeSpanTests {
  private let troupe = Troupe()
  private var system: ActorSystem { troupe.system }

  /// One that asks the other when it is told to, and writes down what follows.
  private func asker(of other: ActorRef, _ made: @escaping (Promise<Int>) -> Void) throws
    -> ActorRef
  {
    try troupe.actor { [log = troupe.log] me in
      me.on(
        Say.self,
        do: { [unowned me] _ in
          let asked = other.sent(by: me.id).ask(Ask())
          made(
            asked.then { [unowned me] in
              me.count += 1
              log("then \($0)")
              return me.count
            }.recover { [unowned me] in
              me.count += 1
              log("recover \($0)")
              return me.count
            })
        })
    }
  }

  private func answerer(_ promise: Promise<String>) throws -> ActorRef {
    try troupe.actor { me in me.on(Ask.self, future: { _ in promise }) }
  }

  @Test(arguments: ["stop", "crash", "restart", "go on"], [true, false])
  func whatFollowsAnAskEndsWithTheAskersLife(_ end: String, _ isAnswered: Bool) throws {
    let answer = Promise<String>(on: troupe.clock.scheduler)
    var made: [Promise<Int>] = []
    let asker = try asker(of: try answerer(answer)) { made.append($0) }
    asker.tell(Say(""))
    _ = try troupe.settle()
    switch end {
    case "stop": system.stop(asker)
    case "crash": system.crash(asker, Troupe.Mishap("no"))
    case "restart": system.restart(asker)
    default: break
    }
    if isAnswered { answer.fulfil("late") } else { answer.reject(Troupe.Mishap("late")) }
    let log = try troupe.settle().filter { $0.hasPrefix("then") || $0.hasPrefix("recover") }
    switch end {
    case "stop", "restart":
      #expect(log == [] && made.map(\.text) == ["cancelled: Player#2 has stopped"])
    case "crash":
      #expect(log == [] && made.map(\.text) == ["cancelled: Player#2 has crashed: no"])
    default:
      #expect(log == [isAnswered ? "then late" : "recover late"] && made.map(\.text) == ["1"])
    }
  }

  @Test func theLifeMayEndBetweenTheAnswerAndWhatFollows() throws {
    let answer = Promise<String>(on: troupe.clock.scheduler)
    var made: [Promise<Int>] = []
    let asker = try asker(of: try answerer(answer)) { made.append($0) }
    asker.tell(Say(""))
    _ = try troupe.settle()
    answer.fulfil("in time")
    _ = troupe.clock.scheduler.step()
    system.stop(asker)
    #expect(try troupe.settle() == [])
    #expect(made.map(\.text) == ["cancelled: Player#2 has stopped"])
  }

  @Test func aNewLifeGoesOnWithItsOwnAsks() throws {
    var made: [Promise<Int>] = []
    let asker = try asker(of: try troupe.actor { $0.on(Ask.self, result: { _ in "yes" }) }) {
      made.append($0)
    }
    system.restart(asker)
    asker.tell(Say(""))
    #expect(try troupe.settle() == ["then yes"])
    #expect(made.map(\.text) == ["1"])
  }

  @Test func whatAnActorPromisesBelongsToItsLifeToo() throws {
    var promise: Promise<Int>?
    let actor = try troupe.actor { me in promise = me.promise(Int.self) }
    let nested = promise?.then { Promise($0 + 1, on: self.troupe.clock.scheduler) }
    system.stop(actor)
    promise?.fulfil(1)
    _ = try troupe.settle()
    #expect(nested?.text == "cancelled: Player#1 has stopped")
  }

  @Test func whatWasAskedFromOutsideBelongsToNoLife() throws {
    let actor = try troupe.actor { $0.on(Ask.self, result: { _ in "yes" }) }
    let length = actor.ask(Ask()).then { $0.count }
    try troupe.clock.settle()
    system.stop(actor)
    #expect(length.text == "3")
  }
}
