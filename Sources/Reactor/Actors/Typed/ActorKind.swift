import Values

/// How actors of one type are made.
final class ActorKind {
  let name: String
  let mailbox: Mailbox
  let supervision: Supervision?
  let make: () -> Actor
  /// Whether its actors are told apart by numbers, as those of pools and spawned ones are.
  var isNumbered = true

  init(
    _ name: String, _ mailbox: Mailbox, _ supervision: Supervision?, _ make: @escaping () -> Actor
  ) {
    self.name = name
    self.mailbox = mailbox
    self.supervision = supervision
    self.make = make
  }
}

/// From the beginning of a life to its end, for those who may outlast it.
final class LifeSpan {
  /// Why what is unfinished stays so; nil while the life goes on.
  fileprivate(set) var end: ActorError?
}

/// An actor of a system, in its present life.
final class ActorLife: ActorAddressee {
  let id: ActorID
  /// Nil when it is over for good.
  var kind: ActorKind?
  let name: String
  var instance: Actor?
  var work: AnyWork?
  /// Its promises know it. That of the last life stays.
  private(set) var span = LifeSpan()
  var timers: TextTable<TimerID> = [:]
  /// The number of the invocation at work, where they are written down; 0 is none.
  var invocation = 0
  /// What is said of messages that come after its end.
  var epitaph: ActorError

  init(_ kind: ActorKind, _ id: ActorID, name: String) {
    self.kind = kind
    self.id = id
    self.name = name
    epitaph = .stopped(actor: name)
  }

  /// - Parameter isLast: whether no other life follows.
  func endSpan(_ reason: ActorError, isLast: Bool) {
    span.end = reason
    if !isLast { span = LifeSpan() }
  }

  /// What it has asked in its turn is cancelled with it, which another actor may have to hear of, and so on: in a row,
  /// so that a long one needs no stack.
  func cancel(workAt promise: any AnyPromise) {
    guard let work, work.asked === promise else { return }
    work.scheduler.inRow { [self] in
      if let work = self.work, work.asked === promise { work.cancel() }
    }
  }
}

/// Where the actors of a type come from.
enum ActorProvider {
  /// The actor is made when it is first looked up.
  case singleton(ActorKind, ActorID?)
  /// A place among the pools.
  case pool(Int)
}

/// A pool of typed actors.
struct TypedPool {
  let workers: ActorPool
  let name: String
  /// Nil when the system is no more.
  var kind: ActorKind?
}
