import Reactor
import Scenarios
import Values

extension Actors {
  // MARK: Asking

  /// A body asks and waits for the answer.
  func begin(_ ask: Verb.Ask, _ step: Step, _ body: Body) throws(RunError) {
    let promise = Promise(of: ask, step)
    bodies.wait(for: promise, at: step, body)
    try start(promise, ask, step, isDue: body.isEvent, in: body.frame)
    if let waiting = waiter(behind: body) { core.wait(waiting.id, for: promise) }
  }

  /// The script asks and goes on; the answer is a turn.
  func askFromScript(
    _ ask: Verb.Ask, _ step: Step, isDue: Bool, in frame: Frame
  ) throws(RunError) {
    let promise = Promise(of: ask, step)
    try calls.keep(promise, step, in: frame) { () throws(RunError) in
      try start(promise, ask, step, isDue: isDue, in: frame)
    }
  }

  /// One of several that are asked at once. Who waits for all of them waits for each.
  func ask(
    _ ask: Verb.Ask, _ step: Step, for gathering: Gathering, in frame: Frame, by body: Body?
  ) throws(RunError) {
    let promise = Promise(of: ask, step)
    gathering.add(promise)
    try start(promise, ask, step, isDue: false, in: frame)
    guard gathering.rule == .all, !gathering.promise.hasTimeout, let body,
      let waiting = waiter(behind: body)
    else { return }
    core.wait(waiting.id, for: promise)
  }

  private func start(
    _ promise: Promise, _ ask: Verb.Ask, _ step: Step, isDue: Bool, in frame: Frame
  ) throws(RunError) {
    try world.limit(promise, by: ask.timeout, step, in: frame)
    try send(ask.message, to: ask.recipient, for: promise, step, isDue: isDue, in: frame)
    // What could not be sent has not been asked.
    if world.chooser != nil { asked.append(promise) }
  }

  /// Answers with whatever the other answers, when it does.
  func forward(
    _ message: Case, to recipient: Recipient, _ step: Step, _ body: Body
  ) throws(RunError) {
    let work = try body.message(toBe: "forwarded")
    let promise = Promise(message.words, at: step)
    promise.waiter = work
    work.forwarded = promise
    body.result = .null
    try send(message, to: recipient, for: promise, step, in: body.frame)
    core.wait(work.actor.id, for: promise)
  }

  // MARK: Who waits for whom

  /// A delayed message is there; only now is it known whom its asker waits for.
  func arrive(_ mail: Mail, at address: Address) {
    do throws(RunError) { try deliver(mail, to: address) } catch { return world.report(error) }
    guard let promise = mail.promise else { return }
    if let body = promise.waiter as? Body {
      if let waiting = waiter(behind: body) { core.wait(waiting.id, for: promise) }
    } else if let work = promise.waiter as? Work {
      core.wait(work.actor.id, for: promise)
    }
  }

  /// The actor that cannot go on before the body does: its own, or the one that called the method
  /// whose body it is.
  private func waiter(behind body: Body) -> ActorRun? {
    var body = body
    while true {
      if let work = body.purpose as? Work { return work.actor }
      if let run = body.purpose as? ActorRun { return run }
      guard let caller = body.caller else { return nil }
      body = caller
    }
  }

  /// The most of a circle that a report tells.
  private static let linksTold = 12

  /// Reports who waits for whom in a circle, once; nothing is ready.
  func reportDeadlocks() {
    guard !kinds.isEmpty, core.hasWaits else { return }
    for circle in core.deadlocks() { world.report(deadlock(circle)) }
  }

  /// What a circle is told as of which each actor waits for the next.
  func deadlock(_ circle: [ActorWait]) -> RunError {
    let promises = circle.compactMap { core.promise($0.ticket) as? Promise }
    var links = circle.prefix(Actors.linksTold).map { wait in
      let message = core.promise(wait.ticket)?.subject ?? ""
      return "\(run(wait.actor).name) waits for \(run(wait.target).name) (\(message))"
    }
    var places: [Failure.Place] = []
    for (link, promise) in zip(links, promises)
    where !places.contains(where: { $0.span == promise.step.span }) {
      places.append(Failure.Place(link, at: promise.step.span))
    }
    let rest = circle.count - links.count
    if rest > 0 { links.append("and so on, \(rest.counted("actor")) more") }
    return RunError(
      .deadlock, "deadlock: \(links.joined(separator: ", "))",
      at: promises.first?.step.keyword.span,
      help: ["let one of them `tell` where it need not wait, or give an ask a `timeout`"],
      places: places)
  }
}

extension Promise {
  fileprivate convenience init(of ask: Verb.Ask, _ step: Step) {
    self.init(ask.message.words, at: step)
  }
}
