import Reactor
import Scenarios
import Values

// Faults that somebody chooses.
extension Actors {
  /// An actor may crash behind what its body has just sent.
  func chooseCrash(behind body: Body) {
    guard let run = actor(of: body.frame), core.isAlive(run.id), body.status == .running,
      world.chooser?.allows(.crashMidway, actor: run.kind.index) == true,
      world.pick(.crash(run.name), among: 2) == 1
    else { return }
    // The body goes no further, and the engine hears of it when the call is over.
    cutShort(run, .crashed, "\(run.name) has crashed")
    if body.isAtWork { bodies.drop(body) }
    core.fail(run.id, Actors.scriptedCrash)
  }

  /// The first of what was asked that has no answer.
  var unanswered: Promise? { asked.first(where: \.isPending) }

  /// A message is lost that waited.
  func lose(_ envelope: Envelope) {
    if let mail = mails.take(envelope.word) { lose(mail) }
  }

  /// A message is lost: only a copy of it may be answered.
  func lose(_ mail: Mail) {
    guard let promise = mail.promise else { return }
    if promise.copies > 0 {
      promise.copies -= 1
    } else {
      bodies.unanswered.append(promise)
      promise.lost()
    }
  }

  /// The same message once more.
  func copy(_ envelope: Envelope) -> Envelope? {
    guard let mail = mails[envelope.word] else { return nil }
    return Envelope(from: envelope.sender, kind: 0, word: mails.put(mail.duplicate()))
  }
}

extension TurnVerb {
  /// Whether it has an actor or a service do something.
  var sends: Bool {
    switch self {
    case .event(.tell), .event(.ask), .event(.call), .result(.forward): true
    case .event, .result, .state, .life, .time, .computation, .promise, .fault: false
    }
  }
}
