import Reactor
import Scenarios
import Values

extension Actors {
  // MARK: Sending

  /// Sends a message on its way: what befalls it there is decided first. Where it is due, it is
  /// received in this very turn.
  func send(
    _ written: Case, to recipient: Recipient, for promise: Promise?, _ step: Step,
    isDue: Bool = false, in frame: Frame
  ) throws(RunError) {
    let address = try address(recipient, in: frame)
    let message = try world.value(of: written, in: frame, "message", of: address.name)
    let mail = mail(message, for: promise, step, in: frame)
    noteSending(mail, by: world.origin(of: frame), to: address)
    mail.isDue = isDue
    try dispatch(mail, to: address, in: frame)
  }

  /// Tells a declared actor what a step of a body says. Mostly there is one of it, and nothing is to befall
  /// messages: then no reference is counted on the way, but for that to the message.
  func tell(_ telling: Step.Telling, _ step: Step, in frame: Frame) throws(RunError) {
    try Lent(kinds[telling.actor]).lend { (kind) throws(RunError) in
      let message = try world.value(of: telling.message, in: frame, "message", of: kind.name)
      let mail = mail(message, for: nil, step, in: frame)
      noteSending(mail, by: world.origin(of: frame), to: .kind(kind))
      guard disturbances.isEmpty, kind.pool == nil, let run = kind.one else {
        return try dispatch(mail, to: .kind(kind), in: frame)
      }
      try Lent(run).lend { (run) throws(RunError) in try deliver(mail, to: run) }
    }
  }

  /// A message from whose frame it is, sent while another is handled.
  private func mail(
    _ message: CaseValue, for promise: Promise?, _ step: Step, in frame: Frame
  ) -> Mail {
    guard case .member(let index)? = frame.own else {
      return Mail(
        message, from: nil, for: promise, cause: nil, step: step,
        outsider: frame.isScript ? outsider : .none)
    }
    return Lent(runs[index]).lend { sender in
      Mail(message, from: sender, for: promise, cause: sender.mail?.message.name, step: step)
    }
  }

  /// Whom a message is for: a name, behind which is one actor or a pool, or one actor itself.
  func address(_ recipient: Recipient, in frame: Frame) throws(RunError) -> Address {
    if let run = try meant(by: recipient, in: frame) { return .run(run) }
    guard case .declared(let name) = recipient else {
      preconditionFailure("all but a declaration's name mean one actor")
    }
    return .kind(kinds[name.number])
  }

  func noteSending(
    _ mail: Mail, by sender: @autoclosure () -> String, to address: @autoclosure () -> Address
  ) {
    world.trail.add(
      TraceEvent(
        .told, sender(), to: address().name, name: mail.message.name, mail.message.payload,
        cause: mail.cause))
    mail.entry = world.trail.lastEntry
  }

  private func dispatch(
    _ mail: Mail, to address: Address, in frame: Frame
  ) throws(RunError) {
    guard let disturbance = disturbance(of: mail, to: address, in: frame) else {
      return try deliver(mail, to: address)
    }
    world.trail.add(TraceEvent(.note, text: "\(mail.message.name) is \(disturbance.words)"))
    switch disturbance.fault.kind {
    case .drop: lose(mail)
    case .duplicate:
      try deliver(mail, to: address)
      try deliver(mail.duplicate(), to: address)
    case .delay:
      mail.isDue = false
      _ = try world.post(Delivery(mail, address, self), after: disturbance.span, mail.step)
    }
  }

  /// Puts it into the mailbox of the actor, or of the worker that the pool's rule gives.
  func deliver(_ mail: Mail, to address: Address) throws(RunError) {
    switch address {
    case .run(let run): try deliver(mail, to: run)
    case .kind(let kind):
      guard let pool = kind.pool else { return try deliver(mail, to: try single(kind)) }
      var parent: ActorRun?
      if let index = kind.declaration.parent {
        let run = try single(kinds[index])
        guard core.isBegun(run.id) else {
          return bury(mail, .deadLetter, "\(kind.name) has stopped")
        }
        parent = run
      }
      try pool.eachTarget(
        make: { (place) throws(RunError) in try makeWorker(place, of: kind, under: parent).id },
        { (id) throws(RunError) in try deliver(mail, to: run(id)) })
    }
  }

  private func makeWorker(
    _ place: Int, of kind: ActorKind, under parent: ActorRun?
  ) throws(RunError) -> ActorRun {
    try make(kind, under: parent) { run in
      run.place = place
      kind.pool?.put(run.id, at: place)
    }
  }

  private func deliver(_ mail: Mail, to run: ActorRun) throws(RunError) {
    guard mails.count < Actors.mailLimit else {
      throw RunError(
        .workLimit,
        "more than \(Actors.mailLimit) messages are on their way, many of them to \(run.name)",
        kind: .budget, at: mail.step.keyword.span)
    }
    let envelope = Envelope(from: mail.senderID, kind: 0, word: mails.put(mail))
    defer { noteLoad(of: run) }
    do {
      if let promise = mail.promise { promise.bonds.note(addressee: run) }
      if mail.isDue {
        try core.deliver(envelope, to: run.id)
      } else {
        try core.send(envelope, to: run.id)
      }
    } catch {
      _ = mails.take(envelope.word)
      let fault = RunError(
        .mailboxFull, "the mailbox of \(run.name) is full (\(error.limit))",
        at: mail.step.keyword.span)
      guard let promise = mail.promise else { throw fault }
      world.settle(promise, .error(fault))
    }
  }

  static let mailLimit = 100_000

  // MARK: Dead letters

  /// A message that nobody will work on: its ask is rejected, what was told is reported.
  func bury(_ mail: Mail, _ code: ProblemCode, _ reason: String) {
    if let promise = mail.promise {
      world.settle(promise, .error(RunError(code, reason, at: mail.step.keyword.span)))
    } else {
      let text = "dead letter: \(reason): \(mail.message.name)"
      world.report(RunError(code, text, at: mail.step.keyword.span, isDeadLetter: true))
    }
  }
}

/// Whom a message is for.
enum Address {
  case kind(ActorKind)
  case run(ActorRun)

  /// What is told of it as part of the world's state.
  var parts: [StatePart] {
    switch self {
    case .kind(let kind): [.text(kind.name)]
    case .run(let run): [.text("actor"), .actor(run.number)]
    }
  }

  var name: String {
    switch self {
    case .kind(let kind): kind.name
    case .run(let run): run.name
    }
  }
}

/// A message that was held up arrives.
private final class Delivery: ScheduledWork {
  private let mail: Mail
  private let address: Address
  private unowned(unsafe) let actors: Actors

  init(_ mail: Mail, _ address: Address, _ actors: Actors) {
    self.mail = mail
    self.address = address
    self.actors = actors
  }

  func take() { actors.arrive(mail, at: address) }

  func about(at step: Step?) -> String { "\(address.name).\(mail.message.name)" }

  var turnParts: [StatePart] { mail.parts + [.text("arrives at")] + address.parts }

  func count(pending held: inout HeldBytes) { held.add(mail.message.payload) }

  func sever() { mail.promise?.sever() }
}
