/// Why a life of an actor is over.
package enum ActorEnd {
  /// For good, by `stop`, its own or that of a parent.
  case stopped
  /// For good: it failed, and nobody supervises it, or its supervisor gave up.
  case failed(any Error)
  /// To begin anew; with the error where it failed itself.
  case restarting((any Error)?)
}

/// Why a message was never received.
package enum DeadLetter: Equatable, Sendable {
  /// Its receiver is not alive.
  case stopped
  /// Its receiver's mailbox was full.
  case overflow(limit: Int)
}

/// What actors are and do, for the core that runs them: their names, states and reactions, what
/// envelopes say, and who gets an answer. Every call may call the core.
package protocol ActorHost: AnyObject {
  /// Gives an actor a new state and sets it up. True: it is ready; false: it is busy until
  /// `finish`.
  func begin(_ actor: ActorID, isRestart: Bool) -> Bool

  /// Reacts to a message. True: it is done; false: the actor is busy until `finish`.
  func receive(_ envelope: Envelope, by actor: ActorID) -> Bool

  /// A life is over: what is under way in it is to be cancelled, the answer of what was at work
  /// (`ActorCore.atWork`) rejected, its timers ended. Comes for good once, and before that once for
  /// every restart of one that had begun; never inside `begin` or `receive` of the same actor.
  func ended(_ actor: ActorID, _ why: ActorEnd)

  /// An actor has failed and lives on: what is under way in it is to be cancelled, and the answer of
  /// what was at work rejected. Its timers stay.
  func resumed(_ actor: ActorID, _ error: any Error)

  /// A message that nobody will receive.
  func dead(_ envelope: Envelope, to actor: ActorID, _ why: DeadLetter)

  /// An actor that `watcher` watches is no more.
  func terminated(_ actor: ActorID, watcher: ActorID)

  /// A supervisor bears no more failures, and fails itself.
  func gaveUp(_ supervisor: ActorID, on child: ActorID, _ error: any Error)

  /// What an actor is called in reports, such as `worker#2`.
  func label(of actor: ActorID) -> String

  /// What a message to an actor is called in reports, such as `worker#2.Work`.
  func describe(_ envelope: Envelope, to actor: ActorID) -> String
}

/// A host called in place, neither retained nor released.
struct HostHolder: ~Copyable {
  let host: any ActorHost

  @inline(__always)
  borrowing func receive(_ envelope: Envelope, by actor: ActorID) -> Bool {
    host.receive(envelope, by: actor)
  }
}

/// Keeps a host as long as a party.
final class HostKeeper: Party {
  private let host: any ActorHost

  init(_ host: any ActorHost) { self.host = host }

  func take(_ turn: Turn) {}
  func describe(_ turn: Turn) -> String { "nobody" }
}

/// Stands where a host has left.
final class NoHost: ActorHost {
  func begin(_ actor: ActorID, isRestart: Bool) -> Bool { true }
  func receive(_ envelope: Envelope, by actor: ActorID) -> Bool { true }
  func ended(_ actor: ActorID, _ why: ActorEnd) {}
  func resumed(_ actor: ActorID, _ error: any Error) {}
  func dead(_ envelope: Envelope, to actor: ActorID, _ why: DeadLetter) {}
  func terminated(_ actor: ActorID, watcher: ActorID) {}
  func gaveUp(_ supervisor: ActorID, on child: ActorID, _ error: any Error) {}
  func label(of actor: ActorID) -> String { "nobody" }
  func describe(_ envelope: Envelope, to actor: ActorID) -> String { "nobody" }
}
