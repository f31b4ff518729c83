import Testing
import Values

@testable import Reactor

/// A program played by typed actors.
final class TypedPlay {
  let program: ActorProgram
  let clock = VirtualClock(Graph())
  private let system: ActorSystem
  var account = ActorAccount()
  /// The children that were made with their parents.
  var children: [Int: ActorRef] = [:]
  /// The kinds of which there has been one.
  private var made: Set<Int> = []
  /// How many have begun with each message.
  var received: [Sent: Int] = [:]
  private var asks: [(value: Int, ask: ScriptAsk)] = []

  /// A message by its value and who sent it.
  struct Sent: Hashable {
    let value: Int
    let sender: ActorID
  }

  private struct ScriptAsk {
    let kind: Int
    let outcome: () -> String
    let isPending: () -> Bool
    let cancel: () -> Void
  }

  init(_ program: ActorProgram) {
    self.program = program
    system = ActorSystem(on: clock)
  }

  static func account(of program: ActorProgram) throws -> ActorAccount {
    let play = TypedPlay(program)
    try play.play()
    return play.account
  }

  private func play() throws {
    system.onReport = { [unowned self] report in
      account.report(plain(report.message), at: now)
    }
    defer { system.onReport = nil }
    for number in program.kinds.indices where program.kinds[number].provider != .instance {
      provide(number)
    }
    for number in program.kinds.indices where program.kinds[number].provider == .instance {
      try system.instance(
        ActorProgram.players[number], mailbox: program.kinds[number].mailbox,
        supervision: program.kinds[number].supervision, maker(number))
    }
    try settle()
    lookBehindStep()
    for step in program.script {
      try act(step)
      try settle()
      lookBehindStep()
    }
  }

  private func provide(_ number: Int) {
    let (kind, type) = (program.kinds[number], ActorProgram.players[number])
    guard kind.parent == nil else { return }
    switch kind.provider {
    case .singleton:
      system.singleton(
        type, mailbox: kind.mailbox, supervision: kind.supervision, maker(number))
    case .pool(let size, let policy):
      system.pool(
        type, size, router: policy, mailbox: kind.mailbox, supervision: kind.supervision,
        maker(number))
    case .instance, .spawned: break
    }
  }

  func maker(_ number: Int) -> () -> Player {
    { [unowned self] in
      made.insert(number)
      return switch number {
      case 0: K0(self, number)
      case 1: K1(self, number)
      case 2: K2(self, number)
      case 3: K3(self, number)
      default: K4(self, number)
      }
    }
  }

  // MARK: Whom a name means

  /// The actor of a name, made where it has not been; a child with its parent. Messages to it come
  /// from nobody.
  func ref(_ number: Int) throws -> ActorRef {
    if let parent = program.kinds[number].parent {
      _ = try ref(parent)
      return try #require(children[number]).sent(by: .none)
    }
    return try #require(system.actor(ActorProgram.players[number]))
  }

  /// What an actor is called: children that are made with their parents have no numbers in scenarios.
  func name(of ref: ActorRef) -> String { plain(ref.label) }

  private func plain(_ text: String) -> String {
    var plain = text
    for number in program.kinds.indices where program.kinds[number].parent != nil {
      while let found = plain.firstRange(of: "K\(number)#") {
        let rest = plain[found.upperBound...].drop { $0.isNumber }
        plain = plain[..<found.lowerBound] + "K\(number)" + rest
      }
    }
    return plain
  }

  /// Writes down what an actor did.
  func note(_ text: String) { account.note(ActorAccount.plain(plain(text)), at: now) }

  private var now: Instant { clock.scheduler.now }

  // MARK: The script

  private func act(_ step: ActorProgram.ScriptStep) throws {
    switch step {
    case .tell(let kind, let message, let value):
      send(ActorProgram.messages[message], value, try ref(kind))
    case .ask(let kind, let message, let value, let timeout):
      ask(
        ActorProgram.messages[message], value, try ref(kind), kind, timeout)
    case .advance(let span): try advance(span)
    case .stop(let kind): system.stop(try ref(kind))
    case .restart(let kind): try restart(kind)
    case .crash(let kind): system.crash(try ref(kind), Boom(text: "crash"))
    case .cancel(let value): cancel(value)
    }
  }

  private func restart(_ number: Int) throws {
    let isPool = program.kinds[number].isPool
    guard isPool || made.contains(number) else {
      return account.report("nothing to restart: K\(number) has not been made", at: now)
    }
    let ref = try ref(number)
    if system.runtime.members(at: ref.address).contains(where: system.runtime.core.isAlive) {
      system.restart(ref)
    } else if isPool {
      account.report("nothing to restart: no worker of K\(number) is alive", at: now)
    } else {
      // Scenarios make it once more.
      account.end = account.end ?? now
    }
  }

  private func send<M: PlayedMessage>(_ type: M.Type, _ value: Int, _ ref: ActorRef) {
    ref.tell(M(value))
  }

  private func ask<M: PlayedMessage>(
    _ type: M.Type, _ value: Int, _ ref: ActorRef, _ kind: Int, _ timeout: Int64?
  ) {
    let promise = ref.ask(M(value), timeout: timeout)
    let ask = ScriptAsk(
      kind: kind,
      outcome: { [unowned self] in
        switch promise.outcome {
        case nil: "pending"
        case .fulfilled(let answer): "\(answer)"
        case .rejected(let error): "rejected: \(ActorAccount.plain(plain("\(error)")))"
        case .cancelled: "cancelled"
        }
      },
      isPending: { promise.outcome == nil }, cancel: { promise.cancel() })
    asks.append((value, ask))
  }

  private func cancel(_ value: Int) {
    let ask = asks.first { $0.value == value }?.ask
    if let ask, !ask.isPending() || isAtWork(Sent(value: value, sender: .none), ask.kind) {
      ask.cancel()
    } else {
      account.uncancelled.insert(account.states.count - 1)
    }
  }

  /// Whether all whom a message went to have begun with it.
  func isAtWork(_ sent: Sent, _ kind: Int) -> Bool {
    program.mode == .bare || received[sent, default: 0] >= program.kinds[kind].receiverCount
  }

  /// From now on the two may differ.
  func end() {
    if program.mode != .meeting, program.mode != .bare { account.end = account.end ?? now }
  }

  /// Whether this is what it was made for, and no later life of the actor.
  func lives(_ player: Player) -> Bool { system.runtime.life(player.id).instance === player }

  private func settle() throws {
    try clock.settle()
    for cycle in system.deadlocks() { account.deadlocks.append("deadlock: \(plain(cycle))") }
  }

  /// As a scenario moves its clock: who waits in a circle is asked behind each instant.
  private func advance(_ span: Int64) throws {
    let end = try #require(clock.scheduler.now.adding(nanoseconds: span))
    while clock.scheduler.moveToNextDue(upTo: end) { try settle() }
    clock.scheduler.move(to: end)
  }

  private func lookBehindStep() {
    let core = system.runtime.core
    let actors = system.runtime.lives.indices.dropFirst().map { number in
      let id = ActorID(rawValue: UInt32(number))
      return (plain(system.runtime.life(id).name), id)
    }
    account.note(asks.map { $0.ask.outcome() }, actors, core, at: now)
  }
}

struct Boom: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
