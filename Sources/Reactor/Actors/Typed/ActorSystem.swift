public import Values

/// Actors on a virtual clock, the providers that make them, and what they find the outside by
/// (Oscar). The system owns its actors; when the last reference to it goes, they end without a word,
/// and refs to them lead nowhere. Actors and their makers may capture each other and refs; one that
/// captures the system itself keeps it alive.
///
/// An actor of a type that no provider is registered for is nil, as in Oscar, so that a message to
/// it vanishes. Oscar's actor without an executor, which receives many messages at once, is not
/// offered.
public final class ActorSystem {
  /// The clock on which its actors live.
  public let clock: VirtualClock
  let runtime: ActorRuntime

  /// - Parameters:
  ///   - clock: the clock on which its actors live.
  ///   - services: what actors may look up by its type.
  ///   - configs: settings that actors may look up.
  ///   - delivery: what schedules other than the plain one may do to the order of messages.
  public init(
    on clock: VirtualClock, services: ServiceLocator = ServiceLocator(),
    configs: [String: Value] = [:], delivery: ActorDelivery = .causal
  ) {
    self.clock = clock
    runtime = ActorRuntime(clock.scheduler, services, configs)
    runtime.core.delivery = delivery
  }

  deinit { runtime.leave() }

  /// One actor, made when it is first looked up.
  /// - Parameters:
  ///   - type: what it is looked up by.
  ///   - mailbox: how many messages may wait for it, and what becomes of one too many.
  ///   - supervision: what becomes of the children that it spawns; see `spawn` of what becomes of itself.
  ///   - make: makes the actor, at the beginning of each of its lives.
  public func singleton<A: Actor>(
    _ type: A.Type, mailbox: Mailbox = Mailbox(), supervision: Supervision? = nil,
    _ make: @escaping () -> A
  ) {
    let kind = runtime.kind(type, mailbox, supervision, make)
    kind.isNumbered = false
    runtime.providers[ObjectIdentifier(type)] = .singleton(kind, nil)
  }

  /// One actor, made now.
  public func instance<A: Actor>(
    _ type: A.Type, mailbox: Mailbox = Mailbox(), supervision: Supervision? = nil,
    _ make: @escaping () -> A
  ) throws(ActorLimit) {
    let kind = runtime.kind(type, mailbox, supervision, make)
    kind.isNumbered = false
    runtime.providers[ObjectIdentifier(type)] = .singleton(kind, try runtime.add(kind))
  }

  /// So many workers at most, one at least, each made when it is first needed; the router chooses among them. For
  /// each message `.firstFree` and `.smallestMailbox` look at all of them.
  public func pool<A: Actor>(
    _ type: A.Type, _ size: Int, router: Router.Policy = .firstFree,
    mailbox: Mailbox = Mailbox(), supervision: Supervision? = nil, _ make: @escaping () -> A
  ) {
    let kind = runtime.kind(type, mailbox, supervision, make)
    runtime.addPool(ObjectIdentifier(type), kind, router, size)
  }

  /// Who is registered for a type, exactly. Nil where nobody is.
  public func actor<A: Actor>(_ type: A.Type) -> ActorRef? { runtime.actor(type, caller: .none) }

  /// Makes an actor that is nobody's child. Its place is never given to another, so that refs to it
  /// go on to mean it: about half a kilobyte stays of each actor as long as the system does, also when
  /// it has stopped. Where many come and go, a pool's workers cost that once.
  ///
  /// It has no supervisor, and goes on after a failure: `supervision` is about the children that it spawns. What is to be
  /// restarted is spawned by an actor with a supervision.
  public func spawn<A: Actor>(
    _ type: A.Type, mailbox: Mailbox = Mailbox(), supervision: Supervision? = nil,
    _ make: @escaping () -> A
  ) throws(ActorLimit) -> ActorRef {
    let actor = try runtime.add(runtime.kind(type, mailbox, supervision, make))
    return ActorRef(runtime, actor.rawValue, caller: .none)
  }

  /// Ends an actor for good, or all workers of a pool: their children first, then they. What waits
  /// is lost and reported.
  public func stop(_ ref: ActorRef) {
    for actor in runtime.members(of: ref) { runtime.core.stop(actor) }
  }

  /// Begins a new life.
  public func restart(_ ref: ActorRef) {
    for actor in runtime.members(of: ref) { runtime.core.restart(actor) }
  }

  /// Makes an actor fail, whatever it is doing.
  public func crash(_ ref: ActorRef, _ error: any Error) {
    for actor in runtime.members(of: ref) { runtime.core.fail(actor, error) }
  }

  /// The workers of a pool that have been made, or the one actor.
  public func members(of ref: ActorRef) -> [ActorRef] {
    runtime.members(of: ref).map { ActorRef(runtime, $0.rawValue, caller: ref.caller) }
  }

  /// Receives what went wrong where nobody had asked. Dropped without it.
  public var onReport: ((ActorReport) -> Void)? {
    get { runtime.onReport }
    set {
      // What it held may run code when it goes, which may come back here.
      let old = runtime.onReport
      runtime.onReport = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// Whether each message is written down from now on: see `invocations`.
  public var isLogging: Bool {
    get { runtime.isLogging }
    set { runtime.isLogging = newValue }
  }

  /// The messages received while it was logging, in order.
  public var invocations: [Invocation] { runtime.invocations }

  /// Those who wait for each other in a circle, each circle told once: `a waits for b (Ask), b
  /// waits for a (Ask)`. To be asked where nothing is ready.
  public func deadlocks() -> [String] {
    runtime.core.deadlocks().map { cycle in
      cycle.map { wait in
        let asked = runtime.core.promise(wait.ticket)?.subject ?? "?"
        return
          "\(runtime.label(of: wait.actor)) waits for \(runtime.label(of: wait.target)) (\(asked))"
      }.joined(separator: ", ")
    }
  }
}

/// A message that an actor received.
public struct Invocation {
  /// Counts from 1 in the order in which they began.
  public let number: Int
  /// The number of the one in which it was sent, where an actor at work sent it.
  public let cause: Int?
  /// What the sender is called; nil where that was no actor.
  public let sender: String?
  /// What the receiver is called.
  public let receiver: String
  /// The type of the message.
  public let message: String
  /// When the receiver began with it.
  public let start: Instant
  /// Nil while it is at work.
  public internal(set) var finish: Instant?
  /// Why it failed; nil where it did not, or is at work.
  public internal(set) var error: (any Error)?
}
