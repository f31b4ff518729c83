internal import Values

/// What stands behind an `ActorSystem` and its actors and refs: the host of typed actors.
@usableFromInline
final class ActorRuntime: ActorHost {
  /// That of the core; behind the end one that is closed.
  private(set) var scheduler: Scheduler
  @usableFromInline let kinds = MessageKinds()
  /// The place of `kinds`.
  @usableFromInline let recent: Address<MessageKinds.Recent>
  let core: ActorCore
  /// The places of `core` and of `scheduler`; once the world has ended, nobody looks at that one.
  @usableFromInline let tables: Address<ActorTables>
  @usableFromInline let turns: Address<SchedulerCore>
  /// The party of all envelopes. Once the world has ended, nobody looks here: `kinds.isCareful`.
  @usableFromInline let party: UInt32
  private(set) var services: ServiceLocator
  let configs: [String: Value]
  var providers: [ObjectIdentifier: ActorProvider] = [:]
  var pools: [TypedPool] = []
  var onReport: ((ActorReport) -> Void)?
  var isLogging = false { didSet { kinds.isCareful = isLogging || hasLeft } }
  var invocations: [Invocation] = []
  private(set) var hasLeft = false
  /// How often an actor has had to wait for its answer.
  var workCount: UInt64 = 0

  /// Reactions by actor.
  private let seats: Owned<Arena<ReactionTable>>
  private(set) var lives: [ActorLife?] = [nil]
  private var numbers: TextTable<Int> = [:]
  /// Has the reactions that were replaced in the turn under way, perhaps by themselves.
  private weak var keeper: ReactionKeeper?
  /// Gives the word itself to reactions that find their envelope by themselves.
  private let wordLender = Owned(
    LenderHolder { word, actor in
      try actor.holder(for: .init()).pointee.call(word)
    })

  init(_ scheduler: Scheduler, _ services: ServiceLocator, _ configs: [String: Value]) {
    self.scheduler = scheduler
    self.services = services
    self.configs = configs
    seats = Owned(Arena(capacity: 16))
    seats.address.pointee.append(ReactionTable())
    recent = kinds.recent
    core = ActorCore(scheduler, host: NoHost())
    tables = core.tables
    turns = scheduler.core
    party = core.party
    core.replaceHost(self)
    core.onThrow = { [unowned self] actor, error in failed(actor, error, wasAsked: false) }
  }

  /// Ends everything without a word.
  func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    kinds.isCareful = true
    var gone: [ReactionTable.Old] = []
    for id in 0..<seats.address.pointee.count { gone += seat(id).pointee.removeAll() }
    for case let life? in lives {
      life.endSpan(.stopped(actor: life.name), isLast: true)
      life.kind = nil
      life.instance = nil
      life.work = nil
      for timer in life.timers.values { scheduler.cancel(timer) }
    }
    for place in pools.indices { pools[place].kind = nil }
    providers = [:]
    services = ServiceLocator()
    onReport = nil
    let tables = kinds.removeAll()
    core.leave()
    scheduler.keepForTurn(ReactionKeeper(gone, tables))
    scheduler = core.scheduler
  }

  func kind<A: Actor>(
    _ type: A.Type, _ mailbox: Mailbox, _ supervision: Supervision?, _ make: @escaping () -> A
  ) -> ActorKind { ActorKind("\(type)", mailbox, supervision, make) }

  /// - Parameter keep: gives it its place before it begins.
  func add(
    _ kind: ActorKind, parent: ActorID = .none, restart: Supervision.Restart = .transient,
    keep: (ActorID) -> Void = { _ in }
  ) throws(ActorLimit) -> ActorID {
    let id = try core.add(
      parent: parent, mailbox: kind.mailbox, supervision: kind.supervision, restart: restart)
    seats.address.pointee.append(ReactionTable())
    lives.append(ActorLife(kind, id, name: makeLabel(kind)))
    keep(id)
    core.begin(id)
    return id
  }

  private func makeLabel(_ kind: ActorKind) -> String {
    guard kind.isNumbered else { return kind.name }
    numbers[kind.name, default: 0] += 1
    return "\(kind.name)#\(numbers[kind.name, default: 0])"
  }

  private func seat(_ id: Int) -> Address<ReactionTable> { seats.address.pointee.address(id) }

  func life(_ actor: ActorID) -> ActorLife {
    guard let life = lives[Int(actor.rawValue)] else { misuse("no such actor") }
    return life
  }

  /// Whoever made an id up would have messages come from anybody, or from beyond all actors.
  func check(_ caller: ActorID) {
    let known = Int(caller.rawValue) < lives.count
    require(known, "no actor of this system has the id \(caller.rawValue)")
  }

  @usableFromInline
  func register(_ number: UInt32, of actor: ActorID, _ whole: @escaping Reaction) {
    register(plainly(whole, actor), number, of: actor)
  }

  /// - Parameter told: what to do about a message told, which is less.
  @usableFromInline
  func register<M: Message>(
    _ table: MessageTable<M>, of actor: ActorID, told: @escaping (M) throws -> Void,
    _ whole: @escaping Reaction
  ) {
    let reaction = ReactionHolder(told: KeptReaction(told), table.lender, whole: whole)
    register(reaction, table.number, of: actor)
  }

  private func register(
    _ reaction: consuming ReactionHolder, _ number: UInt32, of actor: ActorID
  ) {
    guard !hasLeft else { return }
    let seat = seat(Int(actor.rawValue))
    let old = seat.pointee.set(reaction, at: Int(number)) {
      plainly({ [unowned self] envelope in unknown(envelope, by: actor) }, actor)
    }
    core.setReactions(of: actor, seat.pointee.all)
    retire([old])
  }

  /// A reaction to envelopes as one that is called for what is told, too.
  private func plainly(_ reaction: @escaping Reaction, _ actor: ActorID) -> ReactionHolder {
    let told: (UInt64) throws -> Void = { [unowned core] _ in
      let envelope = core.cell(actor).pointee.envelope
      if !reaction(envelope) { core.leaveUnfinished(actor) }
    }
    return ReactionHolder(told: KeptReaction(told), wordLender.address, whole: reaction)
  }

  @usableFromInline
  func forgetReactions(of actor: ActorID) {
    core.setReactions(of: actor, ReactionTable.Range())
    let old = seat(Int(actor.rawValue)).pointee.removeAll()
    if !old.isEmpty { retire(old) }
  }

  /// They go when the turn is over: until then one of them may be on the stack.
  private func retire(_ reactions: [ReactionTable.Old]) {
    if let keeper { return keeper.add(reactions) }
    let new = ReactionKeeper(reactions, [])
    scheduler.keepForTurn(new)
    keeper = new
  }

  private func unknown(_ envelope: Envelope, by actor: ActorID) -> Bool {
    let table = kinds.tables[Int(envelope.kind & AnyMessageTable.numbers)]
    let error = ActorError.unknownMessage(table.name)
    if !table.reject(envelope, error) { report(.deadLetter(message: table.name, error)) }
    return true
  }

  func receive(_ envelope: Envelope, by actor: ActorID) -> Bool {
    unknown(envelope, by: actor)
  }

  func begin(_ actor: ActorID, isRestart: Bool) -> Bool {
    guard let instance = life(actor).kind?.make() else { return true }
    instance.settle(actor, in: self)
    life(actor).instance = instance
    do { try instance.setup() } catch { failed(actor, error, wasAsked: false) }
    return true
  }

  func ended(_ actor: ActorID, _ why: ActorEnd) {
    let life = life(actor)
    let work = life.work
    life.work = nil
    life.instance = nil
    life.invocation = 0
    for timer in life.timers.values { scheduler.cancel(timer) }
    life.timers = [:]
    forgetReactions(of: actor)
    let error =
      switch why {
      case .stopped, .restarting(nil): ActorError.stopped(actor: life.name)
      case .failed(let error), .restarting(let error?):
        ActorError.crashed(actor: life.name, reason: "\(error)")
      }
    life.epitaph = error
    switch why {
    case .restarting: life.endSpan(error, isLast: false)
    case .stopped, .failed:
      life.endSpan(error, isLast: true)
      life.kind = nil
    }
    work?.abandon(error)
  }

  func resumed(_ actor: ActorID, _ error: any Error) {
    let life = life(actor)
    let work = life.work
    life.work = nil
    life.invocation = 0
    work?.abandon(ActorError.crashed(actor: life.name, reason: "\(error)"))
  }

  func dead(_ envelope: Envelope, to actor: ActorID, _ why: DeadLetter) {
    let life = life(actor)
    let error =
      switch why {
      case .stopped: life.epitaph
      case .overflow(let limit): ActorError.mailboxFull(actor: life.name, limit: limit)
      }
    lose(envelope, error)
  }

  func terminated(_ actor: ActorID, watcher: ActorID) {
    let ref = ActorRef(self, actor.rawValue, caller: watcher)
    ActorRef(self, watcher.rawValue, caller: .none).tell(Terminated(actor: ref))
  }

  func gaveUp(_ supervisor: ActorID, on child: ActorID, _ error: any Error) {
    report(
      .gaveUp(supervisor: label(of: supervisor), child: label(of: child), error))
  }

  func label(of actor: ActorID) -> String { life(actor).name }

  func describe(_ envelope: Envelope, to actor: ActorID) -> String {
    let number = Int(envelope.kind & AnyMessageTable.numbers)
    return "\(label(of: actor)).\(kinds.tables[number].name)"
  }

  @usableFromInline
  @inline(never)
  func postWithCare(_ envelope: Envelope, to address: UInt32) {
    guard let pool = pool(at: address) else {
      return post(envelope, to: ActorID(rawValue: address))
    }
    let table = kinds.tables[Int(envelope.kind & AnyMessageTable.numbers)]
    let isBroadcast = pool.workers.policy == .broadcast
    var isLeft = true
    eachTarget(address) { actor in
      post(isBroadcast ? table.copy(envelope) : envelope, to: actor)
      isLeft = isBroadcast
    }
    if isLeft { _ = table.reject(envelope, ActorError.cancelled) }
  }

  private func post(_ envelope: Envelope, to actor: ActorID) {
    do { try core.send(envelope, to: actor) } catch { full(envelope, error) }
  }

  /// Tells an actor itself what it has set a timer for, in the turn of that timer.
  func remind<M: Message>(_ message: M, of me: ActorRef) {
    if kinds.isCareful { return send(message, nil, from: me.caller, to: me.address, isDue: true) }
    let envelope = kinds.table(of: M.self).envelope(message, me.caller)
    do { try core.deliver(envelope, to: me.actor) } catch { full(envelope, error) }
  }

  private func full(_ envelope: Envelope, _ error: MailboxFull) {
    lose(envelope, ActorError.mailboxFull(actor: label(of: error.actor), limit: error.limit))
  }

  private func lose(_ envelope: Envelope, _ error: ActorError) {
    guard !hasLeft else { return }
    let table = kinds.tables[Int(envelope.kind & AnyMessageTable.numbers)]
    if !table.reject(envelope, error) { report(.deadLetter(message: table.name, error)) }
  }

  /// A promise that belongs to an actor's present life; of nobody, to none.
  func promise<Answer>(of actor: ActorID) -> Promise<Answer> {
    let promise = Promise<Answer>(on: scheduler)
    if actor != .none { promise.life = life(actor).span }
    return promise
  }

  func ask<M: Message>(
    _ message: M, from caller: ActorID, to address: UInt32, _ timeout: Int64?
  ) -> Promise<M.Answer> {
    let reply: Promise<M.Answer> = promise(of: caller)
    if let timeout {
      do { try reply.timeout(nanoseconds: timeout) } catch { reply.reject(error) }
    }
    send(message, reply, from: caller, to: address)
    return reply
  }

  /// Sends as requests: what is asked, or written down.
  @usableFromInline
  func send<M: Message>(
    _ message: M, _ reply: Promise<M.Answer>?, from caller: ActorID, to address: UInt32,
    isDue: Bool = false
  ) {
    guard !hasLeft else {
      reply?.reject(ActorError.stopped(actor: "the system"))
      return
    }
    let table = kinds.table(of: M.self)
    reply?.subject = table.name
    reply?.isAnswer = true
    let cause = caller == .none ? 0 : life(caller).invocation
    var isLeft = true
    eachTarget(address) { actor in
      isLeft = false
      let request = Request(message: message, reply: reply, cause: cause)
      let envelope = Envelope(
        from: caller, kind: table.number | AnyMessageTable.requested,
        word: table.requests.add(request))
      do throws(MailboxFull) {
        let life = life(actor)
        reply?.bonds.note(addressee: life)
        if isDue {
          try core.deliver(envelope, to: life.id)
        } else {
          try core.send(envelope, to: life.id)
        }
      } catch {
        full(envelope, error)
      }
    }
    // A pool may have no room for a worker.
    if isLeft { reply?.reject(ActorError.cancelled) }
    guard let reply, caller != .none else { return }
    core.wait(caller, for: reply)
  }

  func report(_ report: ActorReport) { onReport?(report) }
}
