import Reactor
import Scenarios
import Values

/// A message on its way, or at work.
final class Mail {
  let message: CaseValue
  /// The actor that sent it, which the world keeps; nil for all others.
  unowned(unsafe) let sender: ActorRun?
  /// Beside it, so that who sends the message on counts no reference for it.
  let senderID: ActorID
  /// Who is to be told the answer; nil where it was told, not asked.
  let promise: Promise?
  /// The message at whose handling it was sent.
  let cause: String?
  /// The step that sent it.
  let step: Step
  /// Whether the turn in which it is sent is its own, that of its timer.
  var isDue = false
  /// The entry of the log that tells of its sending, where there is a log.
  var entry: Int?

  /// - Parameter outsider: Who of the outside sent it, where no actor did and the order of messages hangs on it.
  init(
    _ message: CaseValue, from sender: ActorRun?, for promise: Promise?, cause: String?,
    step: Step, outsider: ActorID = .none
  ) {
    self.message = message
    self.sender = sender
    senderID = sender?.id ?? outsider
    self.promise = promise
    self.cause = cause
    self.step = step
  }

  /// What is told of it as part of the world's state.
  var parts: [StatePart] {
    var parts: [StatePart] = [.written(message)]
    if let sender {
      parts += [.text("from"), .actor(sender.number)]
    } else if senderID != .none {
      parts += [.text("from outside"), .text("\(senderID.outsider)")]
    }
    if let promise { parts += [.text("for"), .named(promise)] }
    return parts
  }

  /// Makes the same message again; of both the first answer counts.
  func duplicate() -> Mail {
    promise?.copies += 1
    let copy = Mail(
      message, from: sender, for: promise, cause: cause, step: step, outsider: senderID)
    copy.entry = entry
    copy.isDue = isDue
    return copy
  }
}

/// A message that an actor is at work at.
final class Work {
  let mail: Mail
  /// Its place among the messages on their way, which it keeps until it is worked off.
  let number: UInt64
  let actor: ActorRun
  let reaction: ActorDeclaration.Reaction
  /// While it is at work; none where the answer is a formula's value. The body holds the work too.
  var body: Body?
  /// The promise of the actor that it was forwarded to.
  var forwarded: Promise?
  /// Whether `stash` put the message aside.
  var isStashed = false

  init(_ mail: Mail, _ number: UInt64, at actor: ActorRun, _ reaction: ActorDeclaration.Reaction) {
    self.mail = mail
    self.number = number
    self.actor = actor
    self.reaction = reaction
  }

  /// Lets go of all that holds it in a circle, when the world ends.
  func sever() {
    let (body, forwarded) = (body, forwarded)
    self.body = nil
    self.forwarded = nil
    mail.promise?.sever()
    forwarded?.sever()
    body?.sever()
  }

  /// `worker#2.Resize`
  var name: String { "\(actor.name).\(mail.message.name)" }
}

/// The body that a message is handled by.
extension Work: BodyPurpose {
  func ended(_ body: Body, _ value: Value?) { actor.actors.ended(self, value) }

  var purposeParts: [StatePart] {
    [.actor(actor.number), .written(mail.message)]
      + (actor.work === self ? [] : [.text("answered")])
  }

  func completed(_ body: Body) { actor.lingering.remove(body) }

  func failed(_ body: Body, _ error: RunError) {
    actor.actors.fail(self, error, in: body)
  }

  func cancel(_ body: Body) {
    guard actor.work === self else { return body.bodies.drop(body) }
    actor.actors.cancelling(self)
    body.bodies.drop(body)
    actor.actors.over(self)
  }

  func letGo() { sever() }
}

/// What was forwarded is answered in a turn of its own.
extension Work: PromiseWaiter, ScheduledWork {
  func answered(_ promise: Promise) { actor.actors.world.post(self) }

  var waiterParts: [StatePart] { [.actor(actor.number), .text("which forwards it")] }

  var turnParts: [StatePart] {
    guard let forwarded, !forwarded.isPending else {
      return [.text("an answer comes too late to be passed on")]
    }
    return [.actor(actor.number), .text("passes on"), .named(forwarded)]
  }

  func take() { actor.actors.forwarded(self) }

  func about(at step: Step?) -> String { "\(name) (forward)" }

  func count(pending held: inout HeldBytes) { forwarded?.count(in: &held) }
}

extension ActorID {
  /// Somebody of the outside who is no actor, by a number of its own: these are numbered from the other end.
  init(outsider: Int) { self.init(rawValue: UInt32.max - UInt32(outsider)) }

  /// That number, of one that has one.
  var outsider: Int { Int(UInt32.max - rawValue) }
}
