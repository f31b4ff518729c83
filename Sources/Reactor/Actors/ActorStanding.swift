/// All that decides how an actor goes on, but for the messages that are on their way to it: plain data,
/// for whoever writes down a state.
package struct ActorStanding {
  /// An answer that it waits for, by the ticket of its host.
  package struct Wait {
    package let ticket: UInt64
    package let target: ActorID
    package let hasTimeout: Bool
    /// Whether a deadlock with this wait in it has been told.
    package let isReported: Bool
  }

  package let isAlive: Bool
  /// Whether something is at work that goes on in a later turn.
  package let isBusy: Bool
  /// Whether that is its beginning.
  package let isBeginning: Bool
  /// Whether this life has begun.
  package let isBegun: Bool
  /// Whether a turn is on its way that takes the next message of its mailbox.
  package let isNextPosted: Bool
  /// Whether what is at work has been put aside.
  package let isPutAside: Bool
  /// What has arrived and waits, in order.
  package let mail: [Envelope]
  /// What has been put aside, in order.
  package let stash: [Envelope]
  /// Those alive, in order of start.
  package let children: [ActorID]
  /// In the order in which they came.
  package let watchers: [ActorID]
  /// How long ago children failed, in nanoseconds, as far as it still counts.
  package let failures: [Int64]
  package let supervision: Supervision?
  /// How long it still waits until it begins anew, in nanoseconds; nil where it does not.
  package let restart: Int64?
  /// In the order in which it began to wait.
  package let waits: [Wait]
}

extension ActorCore {
  /// How an actor stands between two turns.
  package func standing(of actor: ActorID) -> ActorStanding {
    let flags = cell(actor).pointee.flags
    let side = side(actor)
    let record = tables.pointee.records[Int(actor.rawValue)]
    let now = scheduler.now.nanoseconds
    let within = record.supervision?.within ?? 0
    return ActorStanding(
      isAlive: flags.contains(.alive), isBusy: flags.contains(.busy),
      isBeginning: flags.contains(.beginning), isBegun: !flags.contains(.unbegun),
      isNextPosted: flags.contains(.nextPosted), isPutAside: flags.contains(.stashed),
      mail: tables.pointee.mail.envelopes(of: side.pointee.mail),
      stash: tables.pointee.mail.envelopes(of: side.pointee.stash),
      children: record.children, watchers: record.watchers.elements,
      failures: record.failures.map { now - $0 }.filter { $0 <= within },
      supervision: record.supervision, restart: scheduler.rest(of: record.beginning),
      waits: record.waits.compactMap { ticket in
        guard let wait = tables.pointee.waits[ticket] else { return nil }
        return ActorStanding.Wait(
          ticket: ticket, target: wait.target, hasTimeout: wait.hasTimeout,
          isReported: wait.isReported)
      })
  }

  /// The actor that a turn takes to its next message, or to a new life; nil for any other turn.
  package func ownTurn(_ turn: Turn) -> (actor: ActorID, isBeginning: Bool)? {
    guard turn.party == ownParty else { return nil }
    let actor = ActorID(rawValue: UInt32(truncatingIfNeeded: turn.word))
    return (actor, ActorTurns.Purpose(rawValue: turn.kind) == .begin)
  }
}
