// Who was asked, and who goes no further without the answer.
extension ActorCore {
  /// An actor goes no further before it has an answer that it has asked for. Where several actors
  /// may give it, none of them is the one waited for, and nobody knows of a circle.
  package func wait(_ actor: ActorID, for promise: any AnyPromise) {
    guard promise.isPending, isAlive(actor),
      let target = promise.bonds.take(lastTicket + 1, of: self)
    else { return }
    lastTicket += 1
    open[lastTicket] = promise
    wait(actor, for: target, ticket: lastTicket, hasTimeout: promise.hasTimeout)
  }

  /// An answer is there for which an actor has waited, or no actor will give it any more.
  package func settled(_ ticket: UInt64) {
    open[ticket] = nil
    resume(ticket)
  }

  /// Whether an actor waits for an answer.
  package var hasWaits: Bool { !open.isEmpty }

  /// The answer that is waited for by a ticket, as long as it is open.
  package func promise(_ ticket: UInt64) -> (any AnyPromise)? { open[ticket] }

  /// Promises may outlive the world of those who have asked.
  func takeBackTickets() {
    let promises = open
    open = [:]
    for promise in promises.values { _ = promise.bonds.end() }
  }
}
