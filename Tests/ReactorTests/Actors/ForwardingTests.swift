import Reactor
import Testing

/// Actors that answer with what they ask another, and what becomes of that when somebody goes.
@Suite struct ForwardingTests {
  private struct Question: Message { typealias Answer = Int }
  private struct Go: Message {}

  private final class Link: Actor {
    private let next: () -> ActorRef?

    init(_ next: @escaping () -> ActorRef?) { self.next = next }

    override func setup() {
      on(
        Question.self,
        future: { question in
          self.next()?.sent(by: self.id).ask(question) ?? self.promise(Int.self)
        })
    }
  }

  private enum End: CaseIterable { case cancelled, firstStops, lastStops, systemGoes }

  /// - Returns: What the one who has asked the first is told.
  private func end(_ end: End, ofARowOf count: Int) throws -> String {
    let clock = VirtualClock(Graph())
    clock.turnLimit = .max
    var system: ActorSystem? = ActorSystem(on: clock)
    var row: [ActorRef] = []
    let next = { (place: Int) in place + 1 < row.count ? row[place + 1] : nil }
    for place in 0..<count {
      row.append(try #require(try system?.spawn(Link.self) { Link { next(place) } }))
    }
    let answer = row[0].ask(Question())
    try clock.settle()
    switch end {
    case .cancelled: answer.cancel()
    case .firstStops: system?.stop(row[0])
    case .lastStops: system?.stop(row[count - 1])
    case .systemGoes: system = nil
    }
    row = []
    try clock.settle()
    withExtendedLifetime(system) {}
    // It names the one who has stopped.
    return answer.text.filter { !$0.isNumber }
  }

  @Test func aLongRowEndsAsAShortOneDoes() throws {
    for end in End.allCases {
      #expect(try self.end(end, ofARowOf: 30_000) == self.end(end, ofARowOf: 2), "\(end)")
    }
  }

  @Test func theWaitingAreToldInTheOrderOfTheRow() throws {
    let troupe = Troupe()
    var row: [ActorRef] = []
    for place in 0..<4 {
      let actor = try troupe.actor { player in
        player.on(
          Question.self,
          future: { question in
            let answer =
              place < 3
              ? row[place + 1].sent(by: player.id).ask(question) : player.promise(Int.self)
            answer.whenSettled { outcome in troupe.log("\(place): \(outcome.error != nil)") }
            return answer
          })
      }
      row.append(actor)
    }
    let answer = row[0].ask(Question())
    _ = try troupe.settle()
    answer.cancel()
    #expect(try troupe.settle() == ["0: true", "1: true", "2: true", "3: true"])
  }

  private final class Held {
    private let log: Log
    init(_ log: Log) { self.log = log }
    deinit { log("let go") }
  }

  @Test func whatAFutureHoldsGoesWithTheSystem() throws {
    let log = Log()
    let clock = VirtualClock(Graph())
    do {
      let system = ActorSystem(on: clock)
      let held = Held(log)
      let actor = try system.spawn(Player.self) {
        Player { player in
          player.on(
            Question.self,
            future: { _ in
              let answer = player.promise(Int.self)
              answer.then { _ in withExtendedLifetime(held) {} }
              return answer
            })
        }
      }
      actor.tell(Question())
      try clock.settle()
    }
    #expect(log.take() == ["let go"])
  }

  @Test func whatAnActorHoldsGoesWithItWhenTheTurnIsOver() throws {
    let log = Log()
    let clock = VirtualClock(Graph())
    let system = ActorSystem(on: clock)
    func spawn() throws -> ActorRef {
      let held = Held(log)
      return try system.spawn(Player.self) {
        Player { player in
          player.on(
            Go.self,
            do: { _ in
              player.stop()
              log("stops")
              withExtendedLifetime(held) {}
            })
        }
      }
    }
    // A player of its own holds what it is made with, so that it must not be held here.
    let first = try spawn()
    system.stop(first)
    #expect(log.take() == ["let go"])
    try spawn().tell(Go())
    try clock.settle()
    #expect(log.take() == ["stops", "let go"])
  }

  @Test func anActorOfAnotherSystemIsNotTakenForOnesOwn() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let clock = VirtualClock(Graph())
      let (one, two) = (ActorSystem(on: clock), ActorSystem(on: clock))
      let actor = try one.spawn(Player.self) { Player { _ in } }
      _ = try two.spawn(Player.self) { Player { _ in } }
      two.stop(actor)
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("an actor of another system"), "\(told)")
  }

  @Test func watchersAreToldInTheirOrderThoughSomeHaveLeft() throws {
    let troupe = Troupe()
    let target = try troupe.actor { _ in }
    var watchers: [ActorRef] = []
    for number in 0..<20 {
      let watcher = try troupe.actor { player in
        player.watch(target)
        player.on(Terminated.self, do: { _ in troupe.log("\(number)") })
        player.on(Go.self, do: { _ in player.unwatch(target) })
      }
      watchers.append(watcher)
    }
    for number in 0..<20 where number % 3 != 0 { watchers[number].tell(Go()) }
    _ = try troupe.settle()
    troupe.system.stop(target)
    #expect(try troupe.settle() == (0..<20).filter { $0 % 3 == 0 }.map(String.init))
  }
}
