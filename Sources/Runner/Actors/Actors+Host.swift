import Reactor
import Scenarios
import Values

extension Actors: ActorHost {
  // MARK: Life

  /// State and behaviour are new; then come the setup, as far as it goes without waiting, and the
  /// children that it has not made yet.
  func begin(_ actor: ActorID, isRestart: Bool) -> Bool {
    let run = run(actor)
    beginWork(of: run)
    defer { endWork(of: run) }
    run.behavior = 0
    // Of each there is one, the child of the actor that is not spawned. The workers of a pool are made
    // when they are needed.
    let children = run.isSpawned ? [] : run.kind.declaration.children.map { kinds[$0.number] }
    for kind in children {
      kind.one = nil
      world.touches.add(.actor(kind.index))
    }
    var failure: RunError?
    do { try reset(run) } catch { failure = error }
    world.noteBeginning(run.state, isRestart: isRestart || run.isRestart)
    do throws(RunError) {
      if let failure { throw failure }
      setUp(run)
      for kind in children where kind.pool == nil && kind.one == nil { try makeFirst(kind) }
    } catch {
      failed(run, error, run.name)
    }
    return run.setup == nil
  }

  private func setUp(_ run: ActorRun) {
    guard !run.kind.declaration.setup.isEmpty else { return }
    let body = Body(
      run.kind.declaration.setup, in: frame(of: run, nil), for: run, bodies)
    run.setup = body
    bodies.run(body)
  }

  private func reset(_ run: ActorRun) throws(RunError) {
    guard let cell = run.state.cell else {
      let cell = try world.cell(of: run.state)
      if run.isSpawned, world.touches.isObserving { run.firstState = cell.peek().value }
      return
    }
    let value = try world.startingValue(run.state)
    touch(run)
    do { try cell.write([], value) } catch { throw RunError(error.code, error.message, at: nil) }
  }

  /// The work under way is cut short, whatever it was.
  func ended(_ actor: ActorID, _ why: ActorEnd) {
    let run = run(actor)
    touch(run)
    defer { noteLoad(of: run) }
    var code = ProblemCode.crashed
    let reason: String
    switch why {
    case .stopped:
      code = .deadLetter
      reason = "\(run.name) has stopped"
    case .failed(let error), .restarting(let error?): reason = crash(of: run, error)
    case .restarting(nil): reason = "\(run.name) was restarted"
    }
    switch why {
    case .stopped: world.trail.add(TraceEvent(.stopped, run.name))
    case .failed:
      world.trail.record(TraceEvent(.crashed, run.name))
      world.trail.add(TraceEvent(.stopped, run.name))
    case .restarting(let error):
      if error != nil { world.trail.record(TraceEvent(.crashed, run.name)) }
    }
    cutShort(run, code, reason)
    for body in run.lingering.takeAll() { bodies.drop(body) }
  }

  /// It lives on with its state and its timers.
  func resumed(_ actor: ActorID, _ error: any Error) {
    let run = run(actor)
    world.trail.record(TraceEvent(.crashed, run.name))
    world.trail.record(TraceEvent(.resumed, run.name))
    cutShort(run, .crashed, crash(of: run, error))
    noteLoad(of: run)
  }

  private func crash(of run: ActorRun, _ error: any Error) -> String {
    let error = error as? RunError
    let cause = error === Actors.scriptedCrash ? nil : error?.text
    return "\(run.name) has crashed" + (cause.map { ": \($0)" } ?? "")
  }

  /// What is at work ends, and who waits for its answer is told why.
  func cutShort(_ run: ActorRun, _ code: ProblemCode, _ reason: String) {
    if let work = run.work {
      run.work = nil
      if !work.isStashed { _ = mails.take(work.number) }
      if let promise = work.mail.promise {
        world.settle(promise, .error(RunError(code, reason, at: nil)))
      }
      if let body = work.body { bodies.drop(body) }
      work.body = nil
      cancelForwarding(of: work)
    }
    if let setup = run.setup {
      run.setup = nil
      bodies.drop(setup)
    }
  }

  func dead(_ envelope: Envelope, to actor: ActorID, _ why: DeadLetter) {
    guard let mail = mails.take(envelope.word) else { return }
    let name = run(actor).name
    noteLoad(of: run(actor))
    switch why {
    case .stopped: bury(mail, .deadLetter, "\(name) has stopped")
    case .overflow(let limit):
      bury(mail, .mailboxFull, "the mailbox of \(name) is full (\(limit))")
    }
  }

  func terminated(_ actor: ActorID, watcher: ActorID) {
    let (target, run) = (run(actor), run(watcher))
    let watch = Watch(target: actor, watcher: watcher)
    guard let step = watches.removeValue(forKey: watch) else { return }
    let message = CaseValue("Terminated", .string(target.name))
    let mail = Mail(message, from: target, for: nil, cause: nil, step: step)
    noteSending(mail, by: target.name, to: .run(run))
    arrive(mail, at: .run(run))
  }

  func gaveUp(_ supervisor: ActorID, on child: ActorID, _ error: any Error) {
    let run = run(supervisor)
    let rule = (try? supervision(run.kind)) ?? Reactor.Supervision()
    let span = Duration(nanoseconds: rule.within)
    let times = (rule.restarts ?? 0).counted("restart")
    world.report(
      RunError(
        .restartLimit,
        "\(run.name): more than \(times) within \(span), the last of \(self.run(child).name)",
        at: run.kind.declaration.name.span))
  }

  func label(of actor: ActorID) -> String { run(actor).name }

  func describe(_ envelope: Envelope, to actor: ActorID) -> String {
    let name = run(actor).name
    return mails[envelope.word].map { "\(name).\($0.message.name)" } ?? name
  }

  // MARK: Messages

  func receive(_ envelope: Envelope, by actor: ActorID) -> Bool {
    guard let mail = mails.lent(envelope.word) else { return true }
    switch mail.lend({ react(plainlyTo: $0, by: actor) }) {
    case .done: _ = mails.take(envelope.word)
    case .failed(let error, let reaction):
      guard let mail = mails[envelope.word] else { break }
      let run = run(actor)
      let work = Work(mail, envelope.word, at: run, reaction)
      run.work = work
      fail(work, error)
    case .unfit:
      guard let mail = mails[envelope.word] else { break }
      return receive(mail, envelope.word, by: actor)
    }
    lent(actor).lend { endWork(of: $0) }
    return true
  }

  private enum PlainReaction {
    case done
    case failed(RunError, ActorDeclaration.Reaction)
    /// It has not begun: this is not done plainly.
    case unfit
  }

  /// Handles a message that nobody wants an answer of, by steps that need no body: nobody can cancel what is
  /// done about it, and what befalls the actor meanwhile waits until it is done. Nobody chooses what happens,
  /// for then the actor may crash between two steps.
  private func react(plainlyTo mail: Mail, by actor: ActorID) -> PlainReaction {
    lent(actor).lend { run in
      guard mail.promise == nil, world.chooser == nil, let behavior = run.behaviorAtWork else {
        return .unfit
      }
      return Lent(behavior).lend { behavior in
        guard let place = behavior.place(ofReactionTo: mail.message.name) else { return .unfit }
        return Lent(behavior.reactions[place]).lend { reaction in
          guard let steps = reaction.plainSteps else { return .unfit }
          beginReceipt(of: mail, by: run)
          run.mail = mail
          let frame = frame(of: run, mail)
          defer {
            run.mail = nil
            spare(frame)
          }
          do throws(RunError) { try bodies.executePlainly(steps, in: frame) } catch {
            return .failed(error, reaction)
          }
          return .done
        }
      }
    }
  }

  private func receive(_ mail: Mail, _ number: UInt64, by actor: ActorID) -> Bool {
    let run = run(actor)
    beginReceipt(of: mail, by: run)
    defer { endWork(of: run) }
    guard let reaction = run.behaviorAtWork?.reaction(to: mail.message.name) else {
      _ = mails.take(number)
      unknown(mail, run)
      return true
    }
    switch reaction.kind {
    case .result(let datum):
      let work = Work(mail, number, at: run, reaction)
      _ = mails.take(number)
      do throws(RunError) {
        let frame = frame(of: run, mail)
        let value = try world.untracked { () throws(RunError) -> Value in
          try world.value(of: datum, in: frame)
        }
        answer(work, .value(value))
      } catch {
        fail(work, error)
      }
      return true
    case .steps(let steps), .future(let steps):
      let work = Work(mail, number, at: run, reaction)
      run.work = work
      let frame = frame(of: run, mail)
      begin(work, by: Body(steps, in: frame, for: work, bodies))
      spare(frame)
      return run.work !== work
    }
  }

  private func beginReceipt(of mail: Mail, by run: ActorRun) {
    beginWork(of: run)
    if let entry = mail.entry { world.trail.tell(cause: entry) }
    if world.notesReceipts { noteReceipt(of: mail, by: run) }
  }

  @inline(never)
  private func noteReceipt(of mail: Mail, by run: ActorRun) {
    world.note(mail.message, by: run.state)
    world.coverage?.note(.message(actor: run.kind.index, name: mail.message.name))
  }

  /// Keeps a frame for the next message. Nobody keeps it whose body is over, and who looks into the
  /// future keeps copies.
  private func spare(_ frame: consuming Frame) {
    guard isKnownUniquelyReferenced(&frame) else { return }
    frame.end()
    spareFrame = frame
  }

  private func begin(_ work: Work, by body: Body) {
    work.body = body
    bodies.run(body)
  }

  private func unknown(_ mail: Mail, _ run: ActorRun) {
    let error = RunError(
      .unknownMessage, "Unknown message: \(mail.message.name)", at: mail.step.keyword.span,
      isDeadLetter: true)
    if let promise = mail.promise {
      world.settle(promise, .error(error))
    } else {
      world.report(error.about(run.name))
    }
  }

  private func frame(of run: ActorRun, _ mail: Mail?) -> Frame {
    var sender = Value.null
    if let name = mail?.sender?.name { sender = .string(name) }
    let frame = spareFrame ?? Frame(world: world)
    spareFrame = nil
    frame.begin(
      part: run.state.part, own: .member(Int(run.id.rawValue) - 1),
      with: mail?.message.payload ?? .null, sender, .string(run.name), run.arguments)
    return frame
  }

  // MARK: The end of a body

  /// The steps of a message's body are over.
  func ended(_ work: Work, _ value: Value?) {
    if let body = work.body { keepLingering(body, of: work.actor) }
    if work.isStashed { return over(work) }
    if work.forwarded != nil { return }
    switch work.reaction.kind {
    case .future: answer(work, .value(value ?? .null))
    case .steps, .result: answer(work, .value(.bool(true)))
    }
    over(work)
  }

  /// The actor that a message was forwarded to has answered. Nothing happens where the one that
  /// forwarded it has ended since.
  func forwarded(_ work: Work) {
    guard let promise = work.forwarded, let outcome = promise.outcome else { return }
    work.forwarded = nil
    if let asker = work.mail.promise {
      asker.isRefused = promise.isRefused
    } else if let error = promise.error, !promise.isRefused {
      world.report(error.about(work.name))
    }
    answer(work, outcome)
    over(work)
  }

  private func answer(_ work: Work, _ outcome: Promise.Outcome) {
    if let promise = work.mail.promise { world.settle(promise, outcome) }
  }

  /// The actor is free again.
  func over(_ work: Work) {
    guard work.actor.work === work else { return }
    work.actor.work = nil
    work.body = nil
    if !work.isStashed { _ = mails.take(work.number) }
    core.finish(work.actor.id)
    noteLoad(of: work.actor)
  }

  /// Keeps a body that is over but for its timers, as long as they run, so that the actor's end is
  /// theirs.
  private func keepLingering(_ body: Body, of run: ActorRun) {
    if body.status != .lingering {
      run.lingering.remove(body)
    } else if body.place == nil {
      run.lingering.append(body)
    }
  }

  /// A message's body failed, or what it left running did.
  func fail(_ work: Work, _ error: RunError, in body: Body? = nil) {
    if let body { keepLingering(body, of: work.actor) }
    // A spent budget is no answer, which the asker could take care of: it ends the scenario.
    if error.kind == .budget { return world.report(error.about(work.name)) }
    if let promise = work.mail.promise, promise.isPending {
      world.settle(promise, .error(error))
    } else if work.mail.promise == nil || work.actor.work !== work {
      world.report(error.about(work.name))
    }
    over(work)
    // A body's failure is the actor's where somebody watches over it.
    if core.isSupervised(work.actor.id) { core.fail(work.actor.id, error) }
  }

  /// The asker wants no answer any more; the body at work will be ended behind this, and with it
  /// what it waits for.
  func cancelling(_ work: Work) {
    answer(work, .cancelled)
    if work.reaction.onCancel.isEmpty { return }
    let frame = frame(of: work.actor, work.mail)
    frame.locals.append(work.mail.promise?.reason ?? .null)
    // What its steps cancel is cancelled for reasons of their own.
    let reason = world.cancelReason
    world.cancelReason = .null
    defer { world.cancelReason = reason }
    do throws(RunError) {
      try bodies.execute(work.reaction.onCancel, in: frame, as: "\(work.name) onCancel")
    } catch {
      world.report(error.about("\(work.name) onCancel"))
    }
  }

  /// The asker wants no answer any more: ends what is done about it.
  func cancel(_ work: Work) {
    if work.forwarded != nil {
      cancelling(work)
      cancelForwarding(of: work)
      if let body = work.body {
        bodies.drop(body)
        work.completed(body)
      }
      over(work)
    } else if let body = work.body {
      bodies.cancel(body)
    }
  }

  /// Nobody waits any more for the actor that the message was forwarded to.
  func cancelForwarding(of work: Work) {
    guard let forwarded = work.forwarded else { return }
    work.forwarded = nil
    forwarded.waiter = nil
    world.cancel(forwarded)
  }

  /// The setup is over, or has failed.
  func ended(setup body: Body, of run: ActorRun, _ error: RunError?) {
    keepLingering(body, of: run)
    let wasUnderWay = run.setup === body
    if wasUnderWay { run.setup = nil }
    if let error { return failed(run, error, "\(run.name) setup") }
    if wasUnderWay {
      core.finish(run.id)
      noteLoad(of: run)
    }
  }

  private func failed(_ run: ActorRun, _ error: RunError, _ subject: String) {
    world.report(error.about(subject))
    if core.isSupervised(run.id) { core.fail(run.id, error) } else { core.finish(run.id) }
    noteLoad(of: run)
  }
}
