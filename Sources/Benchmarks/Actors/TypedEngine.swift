import Reactor

/// Actors of the typed API whose messages are nothing but their bytes.
struct TypedEngine: MessageEngine {
  let name = "typed actors"

  func ring(_ count: Int, _ hops: Int) -> Double {
    let clock = VirtualClock(Graph())
    clock.turnLimit = .max
    let system = ActorSystem(on: clock)
    let nodes = (0..<count).compactMap { _ in try? system.spawn(Node.self) { Node() } }
    for (index, node) in nodes.enumerated() { node.tell(Link(next: nodes[(index + 1) % count])) }
    try? clock.settle()
    return Stopwatch.time(hops) {
      nodes[0].tell(Token(left: hops))
      try? clock.settle()
    }
  }

  func fanIn(_ count: Int, each: Int) -> Double {
    let clock = VirtualClock(Graph())
    clock.turnLimit = .max
    let system = ActorSystem(on: clock)
    guard let sink = try? system.spawn(Node.self, { Node() }) else { return .nan }
    let nodes = (0..<count).compactMap { _ in try? system.spawn(Node.self) { Node() } }
    for node in nodes { node.tell(Link(next: sink)) }
    try? clock.settle()
    return Stopwatch.time(count * each) {
      for node in nodes { node.tell(Burst(count: each)) }
      try? clock.settle()
    }
  }
}

private struct Link: Message { let next: ActorRef }
private struct Token: Message { let left: Int }
private struct Burst: Message { let count: Int }

private final class Node: Actor {
  private var received = 0

  override func setup() {
    on(Link.self, do: { link in self.pass(to: link.next) })
    on(Token.self, do: { _ in self.received += 1 })
  }

  private func pass(to next: ActorRef) {
    on(
      Token.self,
      do: { token in
        if token.left > 1 { next.tell(Token(left: token.left - 1)) }
      })
    on(
      Burst.self,
      do: { burst in
        for _ in 0..<burst.count { next.tell(Token(left: 1)) }
      })
  }
}

/// How long something takes, in nanoseconds for each of so many.
enum Stopwatch {
  static func time(_ count: Int, _ body: () -> Void) -> Double {
    let start = Clock.nanoseconds()
    body()
    return Double(Clock.nanoseconds() - start) / Double(count)
  }

  static func time(_ count: Int, _ body: () async -> Void) async -> Double {
    let start = Clock.nanoseconds()
    await body()
    return Double(Clock.nanoseconds() - start) / Double(count)
  }
}
