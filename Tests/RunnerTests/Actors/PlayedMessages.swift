import Reactor

/// A message of a program: its type alone says what it is called and how it is answered.
protocol PlayedMessage: Message {
  init(_ value: Int)
  var value: Int { get }

  /// The answer that a body gives at its end.
  static func answer(_ value: Int) -> Answer

  /// Registers a reaction whose answer is there when it returns.
  static func react(_ player: Player, _ body: @escaping (Self) throws -> Void)

  /// Lets another actor answer where its message is answered with the same type.
  static func forward(_ value: Int, as message: any PlayedMessage.Type, to other: ActorRef)
    -> Promise<Answer>?
}

extension PlayedMessage {
  static func ask(_ value: Int, _ other: ActorRef) -> AnyObject { other.ask(Self(value)) }
}

extension PlayedMessage where Answer == Int {
  static func answer(_ value: Int) -> Int { value * 10 }

  static func react(_ player: Player, _ body: @escaping (Self) throws -> Void) {
    player.on(
      Self.self,
      result: { (message: Self) throws -> Int in
        try body(message)
        return answer(message.value)
      })
  }

  static func forward(_ value: Int, as message: any PlayedMessage.Type, to other: ActorRef)
    -> Promise<Int>?
  {
    message.ask(value, other) as? Promise<Int>
  }
}

extension PlayedMessage where Answer == Bool {
  static func answer(_ value: Int) -> Bool { true }

  static func react(_ player: Player, _ body: @escaping (Self) throws -> Void) {
    player.on(Self.self, do: body)
  }

  static func forward(_ value: Int, as message: any PlayedMessage.Type, to other: ActorRef)
    -> Promise<Bool>?
  { nil }
}

// Two that are plain bits, and two that have to be kept.
struct M0: PlayedMessage {
  typealias Answer = Int
  let value: Int
  init(_ value: Int) { self.value = value }
}

struct M1: PlayedMessage {
  typealias Answer = Bool
  let value: Int
  init(_ value: Int) { self.value = value }
}

struct M2: PlayedMessage {
  typealias Answer = Int
  let values: [Int]
  var value: Int { values[0] }
  init(_ value: Int) { values = [value] }
}

struct M3: PlayedMessage {
  typealias Answer = Bool
  let values: [Int]
  var value: Int { values[0] }
  init(_ value: Int) { values = [value] }
}

struct M4: PlayedMessage {
  typealias Answer = Int
  let value: Int
  init(_ value: Int) { self.value = value }
}

extension ActorProgram {
  static var messages: [any PlayedMessage.Type] { [M0.self, M1.self, M2.self, M3.self, M4.self] }
  static var players: [Player.Type] { [K0.self, K1.self, K2.self, K3.self, K4.self] }
}

final class K0: Player {}
final class K1: Player {}
final class K2: Player {}
final class K3: Player {}
final class K4: Player {}
