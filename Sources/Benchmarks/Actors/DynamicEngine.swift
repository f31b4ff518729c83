import Reactor
import Values

/// Messages as scenarios have them: a name, by its number, and any value.
struct DynamicEngine: MessageEngine {
  enum Payload { case number, map }

  let payload: Payload

  var name: String {
    switch payload {
    case .number: "dynamic messages, a number"
    case .map: "dynamic messages, a map"
    }
  }

  private var value: Value {
    switch payload {
    case .number: .int(1)
    case .map: (try? Map(record: [("email", .string("ada@example.org"))])).map(Value.map) ?? .null
    }
  }

  func ring(_ count: Int, _ hops: Int) -> Double {
    let clock = VirtualClock(Graph())
    clock.turnLimit = .max
    let system = ActorSystem(on: clock)
    let counter = HopCounter()
    let nodes = (0..<count).compactMap { _ in
      try? system.spawn(Node.self) { Node(counter) }
    }
    for (index, node) in nodes.enumerated() { node.tell(Link(next: nodes[(index + 1) % count])) }
    try? clock.settle()
    counter.left = hops
    return Stopwatch.time(hops) {
      nodes[0].tell(Datum(name: Datum.token, payload: value))
      try? clock.settle()
    }
  }

  func fanIn(_ count: Int, each: Int) -> Double {
    let clock = VirtualClock(Graph())
    clock.turnLimit = .max
    let system = ActorSystem(on: clock)
    let counter = HopCounter()
    guard let sink = try? system.spawn(Node.self, { Node(counter) }) else { return .nan }
    let nodes = (0..<count).compactMap { _ in
      try? system.spawn(Node.self) { Node(counter) }
    }
    for node in nodes { node.tell(Link(next: sink)) }
    try? clock.settle()
    counter.each = each
    return Stopwatch.time(count * each) {
      for node in nodes { node.tell(Datum(name: Datum.burst, payload: value)) }
      try? clock.settle()
    }
  }
}

private struct Link: Message { let next: ActorRef }

private struct Datum: Message {
  static let token: UInt32 = 0
  static let burst: UInt32 = 1

  let name: UInt32
  let payload: Value
}

private final class HopCounter {
  var left = 0
  var each = 0
}

private final class Node: Actor {
  private let counter: HopCounter

  init(_ counter: HopCounter) { self.counter = counter }

  override func setup() {
    on(Link.self, do: { link in self.pass(to: link.next) })
    on(Datum.self, do: { _ in })
  }

  private func pass(to next: ActorRef) {
    on(
      Datum.self,
      do: { [counter] datum in
        switch datum.name {
        case Datum.token:
          counter.left -= 1
          if counter.left > 0 { next.tell(datum) }
        default:
          for _ in 0..<counter.each { next.tell(Datum(name: Datum.token, payload: datum.payload)) }
        }
      })
  }
}
