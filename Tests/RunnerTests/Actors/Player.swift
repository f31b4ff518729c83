@testable import Reactor

/// A typed actor that does what its kind in a program does.
class Player: Actor {
  let play: TypedPlay
  let number: Int
  private var count = 0
  private var reminders = 0

  init(_ play: TypedPlay, _ number: Int) {
    self.play = play
    self.number = number
  }

  private var kind: ActorProgram.Kind { play.program.kinds[number] }

  override func setup() throws {
    play.note("began \(me.label)")
    behave(0)
    for child in play.program.kinds.indices where play.program.kinds[child].parent == number {
      play.children[child] = try spawn(child)
    }
    if kind.failsInSetup { throw Boom(text: "no setup") }
  }

  /// Its number among those of its kind; 0 where that is alone.
  var place: Int64 {
    guard kind.isNumbered, play.program.mode != .meeting else { return 0 }
    return Int64(me.label.drop { $0 != "#" }.dropFirst()) ?? 0
  }

  private func spawn(_ child: Int) throws -> ActorRef {
    let kind = play.program.kinds[child]
    return try spawn(
      ActorProgram.players[child], mailbox: kind.mailbox, supervision: kind.supervision,
      restart: kind.parent == nil ? .transient : kind.restart, play.maker(child))
  }

  private func behave(_ behavior: Int) {
    for (message, reaction) in kind.reactions[behavior].enumerated() {
      if let reaction { react(to: ActorProgram.messages[message], reaction) }
    }
    if play.program.watches(number) {
      on(
        Terminated.self,
        do: { [unowned self] in play.note("terminated \(me.label)\($0.actor.label)") })
    }
  }

  private func react<M: PlayedMessage>(to type: M.Type, _ reaction: ActorProgram.Reaction) {
    if reaction.isAtOnce, !reaction.isPromised {
      return M.react(self) { [unowned self] message in
        begin(message)
        for operation in reaction.operations { try act(operation, message.value) }
      }
    }
    if let other = reaction.forwardedAtOnce { return react(to: type, reaction, other) }
    on(
      type,
      future: { [unowned self] message in
        begin(message)
        let course = Course(message, reaction.operations, self)
        course.goOn(0)
        return course.result
      })
  }

  /// Forwards without further turns: the other's answer is the answer.
  private func react<M: PlayedMessage>(
    to type: M.Type, _ reaction: ActorProgram.Reaction,
    _ other: (kind: Int, message: Int, number: Int)
  ) {
    on(
      type,
      future: { [unowned self] message in
        begin(message)
        for operation in reaction.operations { try act(operation, message.value) }
        let (value, ref) = (message.value * 10 + other.number, try play.ref(other.kind))
        let answer = M.forward(
          value, as: ActorProgram.messages[other.message], to: ref.sent(by: id))
        // Where there is no way to the other, that is the answer at once; a scenario takes a turn.
        if answer?.outcome != nil { play.end() }
        return answer ?? promise(M.Answer.self)
      })
  }

  private func begin<M: PlayedMessage>(_ message: M) {
    play.note("\(M.self) \(me.label) \(message.value)")
    play.received[received(message.value), default: 0] += 1
  }

  private func received(_ value: Int) -> TypedPlay.Sent {
    TypedPlay.Sent(value: value, sender: sender?.actor ?? .none)
  }

  /// What is done at once.
  func act(_ operation: ActorProgram.Operation, _ value: Int) throws {
    switch operation {
    case .count:
      count += 1
      play.note("count \(me.label) \(count)")
    case .tell(let kind, let message, let number):
      tell(ActorProgram.messages[message], value * 10 + number, try play.ref(kind))
    case .fail: throw Boom(text: "boom \(value)")
    case .stash:
      let sent = received(value)
      try stash()
      play.received[sent, default: 1] -= 1
    case .unstash: unstash()
    case .stop: stop()
    case .become(let behavior): become { behave(behavior) }
    case .watch(let kind): watch(try play.ref(kind))
    case .unwatch(let kind): unwatch(try play.ref(kind))
    case .spawn(let kind, let message, let number):
      tell(ActorProgram.messages[message], value * 10 + number, try spawn(kind))
    case .remind(let message, let number, let span):
      try remind(ActorProgram.messages[message], value * 10 + number, span)
    case .ask, .forward, .wait: break
    }
  }

  private func remind<M: PlayedMessage>(_ type: M.Type, _ value: Int, _ span: Int64) throws {
    reminders += 1
    try remind(M(value), key: "\(reminders)", afterNanoseconds: span)
  }

  private func tell<M: PlayedMessage>(_ type: M.Type, _ value: Int, _ ref: ActorRef) {
    ref.sent(by: id).tell(M(value))
  }
}

/// A reaction under way: its operations, one behind the other.
final class Course<M: PlayedMessage> {
  let result: Promise<M.Answer>
  private let message: M
  private let operations: [ActorProgram.Operation]
  private let player: Player
  /// What gives up on the answer that it waits for.
  private var giveUp: ((any Error) -> Void)?
  /// When it had an answer last.
  private var answered: Instant?

  init(_ message: M, _ operations: [ActorProgram.Operation], _ player: Player) {
    self.message = message
    self.operations = operations
    self.player = player
    result = player.promise(M.Answer.self)
    result.whenSettled { [self] outcome in
      if case .cancelled(let reason) = outcome { abandon(reason) }
    }
  }

  /// Goes on until it has to wait, or its answer is there.
  func goOn(_ place: Int) {
    for next in place..<operations.count {
      guard result.outcome == nil else { return }
      do {
        switch operations[next] {
        case .wait(let span):
          return try wait(span, next + 1)
        case .ask(let kind, let message, let number, let timeout, let failure):
          return try ask(
            ActorProgram.messages[message], self.message.value * 10 + number, kind, timeout,
            failure, next + 1)
        case .forward(let kind, let message, let number):
          return try forward(
            ActorProgram.messages[message], self.message.value * 10 + number, kind)
        default: try player.act(operations[next], message.value)
        }
      } catch {
        return result.reject(error)
      }
    }
    result.fulfil(M.answer(message.value))
  }

  private func wait(_ span: Int64, _ place: Int) throws {
    try after(span) { self.goOn(place) }
  }

  private func after(_ span: Int64, _ body: @escaping () -> Void) throws {
    let delay = player.place * ActorProgram.Kind.delay(of: span)
    try player.play.clock.scheduler.after(span + delay, "wait", body)
  }

  private func ask<Sent: PlayedMessage>(
    _ type: Sent.Type, _ value: Int, _ kind: Int, _ timeout: Int64?, _ failure: Int64?, _ place: Int
  ) throws {
    let promise = try ref(kind).ask(Sent(value), timeout: timeout)
    expect(promise, value, kind)
    guard value.isMultiple(of: 2) else {
      promise.whenSettled { [self] outcome in
        hear()
        if case .fulfilled(let answer) = outcome { went(well: "\(answer)", place) }
        if let error = outcome.error { lost(value, error, failure, place) }
      }
      return
    }
    promise.then { [self] answer in
      hear()
      went(well: "\(answer)", place)
    }
    promise.recover { [self] error in
      hear()
      lost(value, error, failure, place)
      throw error
    }
  }

  private func went(well answer: String, _ place: Int) {
    guard result.outcome == nil else { return }
    player.play.note("got \(player.me.label) \(answer)")
    goOn(place)
  }

  private func lost(_ value: Int, _ error: any Error, _ failure: Int64?, _ place: Int) {
    guard result.outcome == nil else { return }
    player.play.note("lost \(player.me.label) \(error)")
    if failure == 0 { return result.reject(Boom(text: "lost \(value)")) }
    if let failure { return fail(value, after: failure) }
    went(well: "null", place)
  }

  private func fail(_ value: Int, after span: Int64) {
    do {
      try after(span) { self.result.reject(Boom(text: "lost \(value)")) }
    } catch {
      result.reject(error)
    }
  }

  private func forward(
    _ type: any PlayedMessage.Type, _ value: Int, _ kind: Int
  ) throws {
    guard let promise = M.forward(value, as: type, to: try ref(kind)) else { return }
    expect(promise, value, kind)
    // As `follow`, but for cancelling, which is `abandon`'s.
    promise.whenSettled { [self] outcome in
      hear()
      if result.settle(outcome) { result.isAnswer = true }
    }
  }

  private func ref(_ kind: Int) throws -> ActorRef {
    try player.play.ref(kind).sent(by: player.id)
  }

  private func expect<Answer>(_ promise: Promise<Answer>, _ value: Int, _ kind: Int) {
    let play = player.play
    let sent = TypedPlay.Sent(value: value, sender: player.id)
    giveUp = { [player] reason in
      if play.isAtWork(sent, kind) {
        promise.cancel(reason)
      } else if play.lives(player) || play.received[sent, default: 0] > 0 {
        play.end()
      }
    }
  }

  private func hear() {
    giveUp = nil
    answered = player.play.clock.scheduler.now
  }

  /// Where nobody wants the result any more, nobody wants the answer: but a typed actor that begins
  /// with a message whose asker has given up would end it at once, and that of a scenario does not.
  /// And what is given up comes to an end a few turns later than in a scenario, so that it may have
  /// heard of an answer before.
  private func abandon(_ reason: any Error) {
    giveUp?(reason)
    giveUp = nil
    if answered == player.play.clock.scheduler.now { player.play.end() }
  }
}
