import Reactor
import Testing

/// The blocks of the module's page, word for word, and what the page says of them. `PageTests` of
/// `TidyTests` compares the two.
@Suite struct ReactorPageTests {
  @Test func cells() throws {
    // block
    let graph = Graph()
    let count = graph.cell(1)
    let label = graph.derived { count.value == 1 ? "1 apple" : "\(count.value) apples" }

    var shown: [String] = []
    try graph.computation { _ in shown.append(try label.value) }

    count.value = 2
    count.value = 3
    try graph.flush()
    // end
    #expect(shown == ["1 apple", "3 apples"])
  }

  @Test func time() throws {
    // block
    let clock = VirtualClock(Graph())
    var rung: [Int64] = []
    try clock.scheduler.after(2_000_000_000, "bell") {
      rung.append(clock.scheduler.now.nanoseconds)
    }
    try clock.advance(by: .seconds(3))
    // end
    #expect(rung == [2_000_000_000])
  }

  @Test func reactors() throws {
    // block
    struct Counter: StateReactor {
      enum Action { case add(Int) }
      let initialState = 0

      func reduce(_ state: Int, _ mutation: Action) -> Int {
        switch mutation {
        case .add(let amount): state + amount
        }
      }
    }

    let reactor = LiveReactor(Counter(), on: VirtualClock(Graph()))
    reactor.send(.add(2))
    reactor.send(.add(3))
    // end
    #expect(reactor.currentState == 5)
  }

  @Test func actors() throws {
    // block
    final class Greeter: Actor {
      override func setup() {
        on(Greet.self, result: { greet in "Hello, \(greet.name)!" })
      }
    }

    struct Greet: Message {
      typealias Answer = String
      let name: String
    }

    let clock = VirtualClock(Graph())
    let system = ActorSystem(on: clock)
    let greeter = try system.spawn(Greeter.self) { Greeter() }
    let answer = greeter.ask(Greet(name: "Ada"))
    try clock.settle()
    // end
    guard case .fulfilled(let text) = answer.outcome else {
      Issue.record("no answer")
      return
    }
    #expect(text == "Hello, Ada!")
  }
}
