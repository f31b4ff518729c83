// What happens around a reaction.
extension ActorRuntime {
  /// Registers a reaction to messages of a type.
  @inlinable
  @inline(__always)
  func react<M: Message>(
    to type: M.Type, by actor: ActorID, _ body: @escaping (M) throws -> Reacted<M.Answer>
  ) {
    let table = kinds.table(of: M.self)
    register(table.number, of: actor) { envelope in self.work(envelope, actor, table, body) }
  }

  /// The same with a fast path for messages told, which nobody waits for.
  @inlinable
  @inline(__always)
  func react<M: Message>(
    to type: M.Type, by actor: ActorID, plainly plain: @escaping (M) throws -> Void,
    _ body: @escaping (M) throws -> Reacted<M.Answer>
  ) {
    let table = kinds.table(of: M.self)
    if !table.hasLender { table.setLender(lender(of: table)) }
    register(table, of: actor, told: plain) { envelope in
      self.work(envelope, actor, table, body)
    }
  }

  /// What gives messages of a type to reactions. The places of those that are kept are there as long as
  /// envelopes are received.
  @inlinable
  @inline(__always)
  func lender<M: Message>(of table: MessageTable<M>) -> Lender {
    if MessageTable<M>.isPlain {
      return { word, actor in
        try actor.holder(for: .init()).pointee.call(MessageBits.message(word, as: M.self))
      }
    }
    let tables = tables
    let messages = Unretained(table.messages)
    let type = LentReaction.MessageType<M>()
    return { place, actor in
      let reaction = actor.holder(for: type)
      var failure: (any Error)?
      Slots<M>.place(place).pointee.lend { message in
        do { try reaction.pointee.call(message) } catch { failure = error }
      }
      // Where it was put aside, it stays in its place.
      if tables.pointee.isStashed {
        tables.pointee.isStashed = false
      } else {
        messages.lend { $0.drop(place) }
      }
      if let failure { throw failure }
    }
  }

  @usableFromInline
  func work<M: Message>(
    _ envelope: Envelope, _ actor: ActorID, _ table: MessageTable<M>,
    _ body: (M) throws -> Reacted<M.Answer>
  ) -> Bool {
    let request = request(envelope, table)
    let isRequest = envelope.kind & AnyMessageTable.requested != 0
    let number = begin(invocation: table.name, envelope, request.cause, actor)
    let reacted = Result { try body(request.message) }
    if tables.pointee.isStashed {
      tables.pointee.isStashed = false
      var failure: (any Error)?
      if case .failure(let error) = reacted { failure = error }
      if number > 0 { finish(number, failure) }
      // Whoever asks is not answered by it, for the message waits.
      if let failure { failed(actor, failure, wasAsked: false) }
      return true
    }
    if isRequest { _ = table.requests.remove(envelope.word) }
    if envelope.kind & AnyMessageTable.kept != 0 { _ = table.messages.remove(envelope.word) }
    switch reacted {
    case .success(.now(let answer)): conclude(.fulfilled(answer), request.reply, actor, number)
    case .success(.later(let inner)):
      guard let outcome = inner.outcome else {
        return wait(for: inner, request.reply, actor, number)
      }
      conclude(outcome, request.reply, actor, number, isForwarded: inner.isAnswer)
    case .failure(let error): conclude(.rejected(error), request.reply, actor, number)
    }
    return true
  }

  private func request<M: Message>(_ envelope: Envelope, _ table: MessageTable<M>) -> Request<M> {
    if envelope.kind & AnyMessageTable.requested != 0 { return table.requests[envelope.word] }
    let isKept = envelope.kind & AnyMessageTable.kept != 0
    let message =
      isKept ? table.messages[envelope.word] : MessageBits.message(envelope.word, as: M.self)
    return Request(message: message, reply: nil, cause: 0)
  }

  /// The actor is busy until the promise is settled. Cancelling goes both ways: an asker who gave up
  /// already cancels it at once (Oscar: a message in the queue is received all the same).
  private func wait<Answer>(
    for inner: Promise<Answer>, _ reply: Promise<Answer>?, _ actor: ActorID, _ invocation: Int
  ) -> Bool {
    workCount += 1
    let number = workCount
    let work = Work(inner, reply, number: number)
    let life = life(actor)
    life.work = work
    inner.whenSettled { [weak self, unowned life] outcome in
      guard let self, let work = life.work, work.number == number else { return }
      life.work = nil
      conclude(outcome, reply, actor, invocation, isForwarded: work.isForwarded)
      core.finish(actor)
    }
    work.cancel()
    return false
  }

  /// - Parameter isForwarded: whether the outcome is another actor's answer, whose failure is not
  ///   this one's.
  private func conclude<Answer>(
    _ outcome: Promise<Answer>.Outcome, _ reply: Promise<Answer>?, _ actor: ActorID, _ number: Int,
    isForwarded: Bool = false
  ) {
    if number > 0 { finish(number, outcome.error) }
    if life(actor).invocation == number { life(actor).invocation = 0 }
    reply?.settle(outcome)
    guard case .rejected(let error) = outcome else { return }
    if isForwarded {
      if reply == nil { report(.failure(actor: label(of: actor), error)) }
    } else {
      failed(actor, error, wasAsked: reply != nil)
    }
  }

  /// What an error in a reaction leads to: an unsupervised actor goes on as Oscar's do.
  @usableFromInline
  func failed(_ actor: ActorID, _ error: any Error, wasAsked: Bool) {
    guard !hasLeft else { return }
    if !wasAsked { report(.failure(actor: label(of: actor), error)) }
    if core.isSupervised(actor) { core.fail(actor, error) }
  }

  @usableFromInline
  func stash(_ actor: ActorID) throws(StashFull) {
    guard !hasLeft, let envelope = core.atWork(actor), life(actor).work == nil else { return }
    try core.stash(actor)
    if envelope.kind & ~AnyMessageTable.numbers != 0 { tables.pointee.isStashed = true }
  }

  private func begin(
    invocation name: String, _ envelope: Envelope, _ cause: Int, _ actor: ActorID
  ) -> Int {
    guard isLogging else { return 0 }
    let number = invocations.count + 1
    invocations.append(
      Invocation(
        number: number, cause: cause == 0 ? nil : cause,
        sender: envelope.sender == .none ? nil : label(of: envelope.sender),
        receiver: label(of: actor), message: name, start: scheduler.now))
    life(actor).invocation = number
    return number
  }

  private func finish(_ number: Int, _ error: (any Error)?) {
    invocations[number - 1].finish = scheduler.now
    invocations[number - 1].error = error
  }
}
