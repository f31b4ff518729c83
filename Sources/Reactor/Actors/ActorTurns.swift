/// The turns of actors that are not messages: the next message from a mailbox, a new life.
final class ActorTurns: Party {
  enum Purpose: UInt32 { case next, begin }

  private let core: ActorCore

  init(_ core: ActorCore) { self.core = core }

  static func turn(_ kind: Purpose, of party: UInt32, to actor: ActorID) -> Turn {
    Turn(party: party, kind: kind.rawValue, word: UInt64(actor.rawValue))
  }

  func take(_ turn: Turn) {
    let actor = ActorID(rawValue: UInt32(truncatingIfNeeded: turn.word))
    switch Purpose(rawValue: turn.kind) {
    case .next: core.takeNext(actor)
    case .begin: core.beginAnew(actor)
    case nil: misuse("no such turn: \(turn.kind)")
    }
  }

  func describe(_ turn: Turn) -> String {
    let actor = ActorID(rawValue: UInt32(truncatingIfNeeded: turn.word))
    guard Purpose(rawValue: turn.kind) == .next,
      let envelope = core.tables.pointee.mail.first(of: core.side(actor).pointee.mail)
    else { return "\(core.host.label(of: actor)) restarts" }
    return core.host.describe(envelope, to: actor)
  }
}

/// Envelopes that are delayed: each arrives in the turn of its timer.
final class EnvelopesInTransit: Party {
  private let core: ActorCore

  init(_ core: ActorCore) { self.core = core }

  func take(_ turn: Turn) { core.arrive(Envelope(turn), to: ActorID(rawValue: turn.kind)) }

  func describe(_ turn: Turn) -> String {
    core.host.describe(Envelope(turn), to: ActorID(rawValue: turn.kind))
  }
}
