/// Where a message waits that has not been received.
package enum WaitingPlace: Hashable, Sendable {
  /// It has arrived: so many stand before it in the mailbox.
  case mail(Int)
  /// It is on its way: its place among the ready turns.
  case sent(Int)
}

// For whoever chooses which message is received next, lets one wait or vanish, or has it come twice. All
// of it is done between two turns.
extension ActorCore {
  /// Whether it lives, and nothing keeps it from its next message.
  package func isFree(_ actor: ActorID) -> Bool {
    let flags = cell(actor).pointee.flags
    return flags.contains(.alive) && flags.isDisjoint(with: ActorCell.Flags.hindered)
  }

  /// Whether a message that comes up is received at once: it is free, and none has arrived before.
  package func isIdle(_ actor: ActorID) -> Bool { cell(actor).pointee.flags == .idle }

  /// The message that waits at a place; nil where none does. Linear in that place of a mailbox.
  package func waiting(at place: WaitingPlace, of actor: ActorID) -> Envelope? {
    switch place {
    case .sent(let place): message(of: scheduler.ready(place))?.envelope
    case .mail(let place): tables.pointee.mail.envelope(at: place, of: side(actor).pointee.mail)
    }
  }

  /// Takes a message out of where it waits. Linear in its place.
  package func remove(_ place: WaitingPlace, of actor: ActorID) -> Envelope {
    let cell = cell(actor)
    cell.pointee.queued &-= 1
    switch place {
    case .sent(let place): return Envelope(scheduler.remove(ready: place))
    case .mail(let place):
      let side = side(actor)
      let envelope = tables.pointee.mail.remove(at: place, of: &side.pointee.mail)
      if side.pointee.mail.count == 0 {
        cell.pointee.flags.remove(.mail)
        takeBackNext(actor)
      }
      return envelope
    }
  }

  /// Has a message wait directly behind another. No limit of the mailbox is asked.
  package func insert(_ envelope: Envelope, behind place: WaitingPlace, of actor: ActorID) {
    cell(actor).pointee.queued += 1
    switch place {
    case .sent(let place): scheduler.insert(envelope.turn(of: party, to: actor), ready: place + 1)
    case .mail(let place):
      tables.pointee.mail.insert(envelope, at: place + 1, of: &side(actor).pointee.mail)
    }
  }

  /// Has an actor that is free receive a message before all that wait for it, as a turn of its own.
  package func receive(first envelope: Envelope, by actor: ActorID) {
    require(isFree(actor), "it is at something else")
    let cell = cell(actor)
    takeBackNext(actor)
    cell.pointee.queued += 1
    tables.pointee.mail.insert(envelope, at: 0, of: &side(actor).pointee.mail)
    cell.pointee.flags.formUnion([.mail, .nextPosted])
    scheduler.turn(host.describe(envelope, to: actor)) { takeNext(actor) }
  }

  /// Takes the turn back in which an actor would take the next message of its mailbox.
  func takeBackNext(_ actor: ActorID) {
    guard cell(actor).pointee.flags.contains(.nextPosted) else { return }
    cell(actor).pointee.flags.remove(.nextPosted)
    let next = ActorTurns.turn(.next, of: ownParty, to: actor)
    _ = scheduler.removeFirstReady { $0 == next }
  }

  /// Who waits for whom in a circle without a timeout, whether or not it has been told: the first
  /// such circle, by its lowest member. To be asked where nothing is ready.
  package func circle() -> [ActorWait]? {
    guard hasWaits else { return nil }
    return circles().min { $0[0].actor < $1[0].actor }
  }
}
