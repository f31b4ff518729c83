import Reactor
import Scenarios
import Values

extension World {
  // MARK: Asking

  /// A body asks and waits for the answer.
  func begin(_ ask: Verb.Ask, _ step: Step, _ body: Body) throws(RunError) {
    let promise = Promise(of: ask, step)
    promise.waiter = .body(body, step)
    body.wait = .answer(promise)
    try start(promise, ask, step, in: body.frame)
    if let waiting = waiter(behind: body) { wait(waiting, for: promise) }
  }

  /// The script asks and goes on; the answer is a turn.
  func askFromScript(_ ask: Verb.Ask, _ step: Step, in frame: Frame) throws(RunError) {
    let promise = Promise(of: ask, step)
    try keep(promise, step, in: frame) { () throws(RunError) in
      try start(promise, ask, step, in: frame)
    }
  }

  private func start(
    _ promise: Promise, _ ask: Verb.Ask, _ step: Step, in frame: Frame
  ) throws(RunError) {
    try limit(promise, by: ask.timeout, step, in: frame)
    try send(ask.message, to: ask.recipient, for: promise, step, in: frame)
  }

  /// Answers with whatever the other answers, when it does.
  func forward(
    _ message: Case, to recipient: Recipient, _ step: Step, _ body: Body
  ) throws(RunError) {
    let work = try body.message(toBe: "forwarded")
    let promise = Promise(.message(message.words), at: step)
    promise.waiter = .forwarder(work)
    work.forwarded = promise
    body.result = .null
    try send(message, to: recipient, for: promise, step, in: body.frame)
    wait(work.actor, for: promise)
  }

  // MARK: Who waits for whom

  /// A delayed message is there; only now is it known whom its asker waits for.
  func arrive(_ mail: Mail, at address: Address) {
    do throws(RunError) { try deliver(mail, to: address) } catch { return report(error) }
    guard let promise = mail.promise else { return }
    switch promise.waiter {
    case .body(let body, _):
      if let waiting = waiter(behind: body) { wait(waiting, for: promise) }
    case .forwarder(let work): wait(work.actor, for: promise)
    case .nobody, .script: break
    }
  }

  /// The actor that cannot go on before the body does: its own, or the one that called the method
  /// whose body it is.
  private func waiter(behind body: Body) -> ActorRun? {
    var body = body
    while true {
      switch body.purpose {
      case .message(let work): return work.actor
      case .setup(let run): return run
      case .method(let promise):
        guard case .body(let caller, _) = promise.waiter else { return nil }
        body = caller
      default: return nil
      }
    }
  }

  /// With several that may answer, none of them is the one waited for.
  private func wait(_ actor: ActorRun, for promise: Promise) {
    guard promise.isPending, promise.addressees.count == 1 else { return }
    waitCount += 1
    promise.ticket = waitCount
    waits[waitCount] = promise
    core.wait(
      actor.id, for: promise.addressees[0].id, ticket: waitCount,
      hasTimeout: promise.timeout != nil)
  }

  /// Forgets that somebody waits for a promise.
  func endWait(for promise: Promise) {
    guard let ticket = promise.ticket else { return }
    promise.ticket = nil
    waits[ticket] = nil
    core.resume(ticket)
  }

  /// The most of a circle that a report tells.
  private static let linksTold = 12

  /// Reports who waits for whom in a circle, once; nothing is ready.
  func reportDeadlocks() {
    guard !waits.isEmpty else { return }
    for cycle in core.deadlocks() {
      let promises = cycle.compactMap { waits[$0.ticket] }
      var links = cycle.prefix(World.linksTold).map { wait in
        let message = waits[wait.ticket]?.subject.name ?? ""
        return "\(run(wait.actor).name) waits for \(run(wait.target).name) (\(message))"
      }
      var places: [Failure.Place] = []
      for (link, promise) in zip(links, promises)
      where !places.contains(where: { $0.span == promise.step.span }) {
        places.append(Failure.Place(link, at: promise.step.span))
      }
      let rest = cycle.count - links.count
      if rest > 0 { links.append("and so on, \(rest.counted("actor")) more") }
      report(
        RunError(
          .deadlock, "deadlock: \(links.joined(separator: ", "))",
          at: promises.first?.step.keyword.span,
          help: ["let one of them `tell` where it need not wait, or give an ask a `timeout`"],
          places: places))
    }
  }
}

extension Promise {
  fileprivate convenience init(of ask: Verb.Ask, _ step: Step) {
    self.init(.message(ask.message.words), at: step)
  }
}

extension Case {
  /// The message's name, where it is written.
  var words: String {
    if case .named(let name, _, _) = content { return name.text }
    return "a message"
  }
}
