/// The answer to something that was asked, of whatever type: open, or settled once and for ever
/// (RXPromise). There are two, the typed `Promise` and that of scenarios; what binds an open one to
/// others is the same, and stands here.
///
/// Whoever settles one sets its outcome first, then calls `settled()`, and then has those who wait
/// go on, each in a turn of its own. Whoever gives one up does the same inside `giveUp`.
package protocol AnyPromise: AnyObject {
  /// Whether it may still be settled.
  var isPending: Bool { get }
  /// What was asked, for reports of who waits for whom.
  var subject: String { get }
  /// Who has to do with it as long as it is pending.
  var bonds: PromiseBonds { get set }
  /// Whether it ends by itself when a time is over; then its asker is part of no deadlock.
  var hasTimeout: Bool { get }
  /// The time is measured no longer. Nothing happens where none is.
  func endTimeout()
}

extension AnyPromise {
  /// The outcome is there: nobody is at work at it any more, its time is not measured, and whoever
  /// waits for it as an actor is no part of a deadlock.
  @inlinable
  package func settled() {
    let wait = bonds.end()
    endTimeout()
    if let wait { wait.core.settled(wait.ticket) }
  }

  /// What was asked is lost, with all its copies. It stays open, and its time is measured on; but no
  /// actor holds the answer, so that whoever waits for it is part of no deadlock.
  package func lost() {
    if let wait = bonds.end() { wait.core.settled(wait.ticket) }
  }

  /// Nobody wants the answer any more: once it is settled so, those at work at it hear of it, in the
  /// order in which it was asked of them. A message that is still queued will be received all the
  /// same (Oscar), and its answer dropped.
  /// - Parameter settle: settles it. Not called where it is settled already.
  package func giveUp(_ settle: () -> Void) {
    guard isPending else { return }
    let (worker, addressees) = (bonds.worker, bonds.addressees)
    settle()
    worker?.cancel(workAt: self)
    addressees.each { $0.cancel(workAt: self) }
  }
}

/// Who has to do with a promise as long as it is pending. The end of a world empties it, for some of
/// them hold the promise in their turn.
package struct PromiseBonds {
  /// Who is at work at the answer and is no actor.
  package var worker: (any PromiseWorker)?
  /// The actors that the message went to, in that order.
  package private(set) var addressees = Addressees()
  /// Under which the core knows who waits for it. Held as long as it is out; when the core ends, it
  /// takes it back.
  private var wait: (ticket: UInt64, core: ActorCore)?

  /// A promise that has to do with nobody.
  package init() {}

  /// The message goes to an actor, which may answer it.
  package mutating func note(addressee actor: any ActorAddressee) { addressees.append(actor) }

  /// Takes a ticket, and says who has to answer. Nil where it has one, and where nobody in
  /// particular has to.
  mutating func take(_ ticket: UInt64, of core: ActorCore) -> ActorID? {
    guard wait == nil, let target = addressees.only else { return nil }
    wait = (ticket, core)
    return target.id
  }

  /// Gives the ticket back, if there is one; nobody is at work at the answer any more.
  package mutating func end() -> (ticket: UInt64, core: ActorCore)? {
    worker = nil
    let wait = wait
    self.wait = nil
    return wait
  }
}

/// The actors that a message went to. Mostly there is one.
package struct Addressees {
  /// To whom it went first.
  package private(set) var first: (any ActorAddressee)?
  private var others: [any ActorAddressee] = []

  /// Nobody.
  package init() {}

  /// Nil where there are none, or several.
  var only: (any ActorAddressee)? { others.isEmpty ? first : nil }

  /// All of them, in order.
  package var all: [any ActorAddressee] { (first.map { [$0] } ?? []) + others }

  mutating func append(_ actor: any ActorAddressee) {
    // It may come to the same actor twice.
    if first == nil {
      first = actor
    } else if others.last ?? first !== actor {
      others.append(actor)
    }
  }

  func each(_ body: (any ActorAddressee) -> Void) {
    guard let first else { return }
    body(first)
    for other in others { body(other) }
  }
}

/// Who is at work at an answer.
package protocol PromiseWorker: AnyObject {
  /// Nobody wants the answer any more. Nothing happens where it is at work at something else.
  func cancel(workAt promise: any AnyPromise)
}

/// An actor, for those who have asked it.
package protocol ActorAddressee: PromiseWorker {
  var id: ActorID { get }
  /// What it is called in reports.
  var name: String { get }
}
