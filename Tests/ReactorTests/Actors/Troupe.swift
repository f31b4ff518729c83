import Reactor
import Values

/// A small world of typed actors, and what is written down in it.
final class Troupe {
  struct Mishap: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  let clock = VirtualClock(Graph())
  let system: ActorSystem
  let log = Log()

  init(delivery: ActorDelivery = .causal, configs: [String: Int] = [:]) {
    system = ActorSystem(
      on: clock, configs: configs.mapValues { .int(Int64($0)) }, delivery: delivery)
    system.onReport = { [log] in log($0.message) }
  }

  /// An actor whose setup is given here.
  func actor(
    mailbox: Mailbox = Mailbox(), supervision: Supervision? = nil,
    _ setup: @escaping (Player) throws -> Void
  ) throws -> ActorRef {
    try system.spawn(Player.self, mailbox: mailbox, supervision: supervision) { Player(setup) }
  }

  /// What has been written down, when all has been done that can be done now.
  func settle() throws -> [String] {
    try clock.settle()
    return log.take()
  }

  func advance(_ nanoseconds: Int64) throws -> [String] {
    try clock.advance(nanoseconds: nanoseconds)
    return log.take()
  }
}

/// An actor whose setup is given where it is made.
final class Player: Actor {
  private let body: (Player) throws -> Void
  var count = 0

  init(_ body: @escaping (Player) throws -> Void) { self.body = body }

  override func setup() throws { try body(self) }
}

struct Say: Message {
  let text: String
  init(_ text: String) { self.text = text }
}

struct Ask: Message {
  typealias Answer = String
  let text: String
  init(_ text: String = "") { self.text = text }
}

struct Raise: Message { let amount: Int }

struct Introduce: Message { let other: ActorRef }

struct HowMany: Message { typealias Answer = Int }

extension Promise {
  /// How it stands, for comparing.
  var text: String {
    switch outcome {
    case nil: "pending"
    case .fulfilled(let value): "\(value)"
    case .rejected(let error): "rejected: \(error)"
    case .cancelled(let error): "cancelled: \(error)"
    }
  }
}
