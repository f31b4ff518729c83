/// What can be sent to an actor. Its type alone says which reaction it meets; a subclass or a
/// wrapper is another message (Oscar: the exact class).
///
/// One that is plain bits, of 8 bytes at most, travels without any memory of its own.
public protocol Message {
  /// What asking for it is answered with. A reaction that only does something answers true.
  associatedtype Answer = Bool
}

/// Comes to a watcher when a watched actor is no more.
public struct Terminated: Message {
  /// The one that is no more.
  public let actor: ActorRef
}

/// Why an answer will not come.
public enum ActorError: Error, Equatable {
  /// The receiver has no reaction to a message of this type.
  case unknownMessage(String)
  /// The receiver has ended, or ended before it came to this.
  case stopped(actor: String)
  /// It failed while it worked on this, or while this waited; the reason is the error's text.
  case crashed(actor: String, reason: String)
  /// The mailbox of the receiver had no room.
  case mailboxFull(actor: String, limit: Int)
  /// The time that the asker gave is over.
  case timedOut
  /// The asker, or what the answer was made from, has given up.
  case cancelled

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .unknownMessage(let name): "Unknown message: \(name)"
    case .stopped(let actor): "\(actor) has stopped"
    case .crashed(let actor, let reason): "\(actor) has crashed: \(reason)"
    case .mailboxFull(let actor, let limit): "the mailbox of \(actor) is full (\(limit))"
    case .timedOut: "timed out"
    case .cancelled: "cancelled"
    }
  }
}

extension ActorError: CustomStringConvertible {
  public var description: String { message }
}

/// What went wrong where nobody had asked.
public enum ActorReport {
  /// A message told, not asked, that nobody received or knew.
  case deadLetter(message: String, ActorError)
  /// A reaction to a message told, or a setup.
  case failure(actor: String, any Error)
  /// A supervisor bore no more failures of a child.
  case gaveUp(supervisor: String, child: String, any Error)

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .deadLetter(_, .unknownMessage(let name)): "Unknown message: \(name)"
    case .deadLetter(let message, let error): "dead letter: \(error.message): \(message)"
    case .failure(let actor, let error): "\(actor): \(error)"
    case .gaveUp(let supervisor, let child, let error):
      "\(supervisor): too many failures of \(child), the last: \(error)"
    }
  }
}

extension ActorReport: CustomStringConvertible {
  public var description: String { message }
}
