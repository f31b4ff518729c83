public import Values

/// Something with a state of its own that reacts to messages, one at a time (Oscar). A subclass says
/// in `setup` which messages it knows and what it does about them:
///
///     final class Counter: Actor {
///       private var count = 0
///       override func setup() {
///         on(Increase.self, do: { self.count += $0.amount })
///         on(Count.self, result: { _ in self.count })
///       }
///     }
///
/// Reactions belong to the system, not to the actor, so that they may capture it. Actors are made by
/// providers and `spawn`; one that begins anew is a new instance. The members below are for the
/// subclass itself, from `setup` on.
open class Actor {
  private var place: (runtime: ActorRuntime, id: ActorID)?

  /// An actor that belongs to no system yet: a provider or `spawn` calls it.
  public init() {}

  /// Registers the reactions. Called once, when the actor is made; an error is a failure.
  open func setup() throws {}

  func settle(_ id: ActorID, in runtime: ActorRuntime) { place = (runtime, id) }

  @usableFromInline
  final var runtime: ActorRuntime {
    guard let place else { misuse("an actor that no system has made") }
    return place.runtime
  }

  /// Its number, which is its for good, and no other actor gets.
  public final var id: ActorID {
    guard let place else { misuse("an actor that no system has made") }
    return place.id
  }

  /// Does something, and answers true. A later reaction to the same type replaces this one.
  @inlinable
  @inline(__always)
  public final func on<M: Message>(_ type: M.Type, do body: @escaping (M) throws -> Void)
  where M.Answer == Bool {
    let answer: (M) throws -> Reacted<Bool> = { message in
      try body(message)
      return .now(true)
    }
    runtime.react(to: type, by: id, plainly: body, answer)
  }

  /// Answers at once; an error rejects the answer.
  @inlinable
  @inline(__always)
  public final func on<M: Message>(
    _ type: M.Type, result body: @escaping (M) throws -> M.Answer
  ) {
    runtime.react(
      to: type, by: id, plainly: { _ = try body($0) }, { .now(try body($0)) })
  }

  /// Answers when the promise is settled, and is busy until then. Returning another actor's answer
  /// itself forwards to it: should that be rejected, it is not this actor that has failed.
  @inlinable
  @inline(__always)
  public final func on<M: Message>(
    _ type: M.Type, future body: @escaping (M) throws -> Promise<M.Answer>
  ) {
    runtime.react(to: type, by: id, { .later(try body($0)) })
  }

  /// Replaces all reactions, from the next message on, by those that the body registers.
  public final func become(_ body: () throws -> Void) rethrows {
    runtime.forgetReactions(of: id)
    try body()
  }

  /// Puts the message at work aside until `unstash`; its answer stays open. For the reaction itself,
  /// not for what goes on later.
  public final func stash() throws(StashFull) { try runtime.stash(id) }

  /// What was put aside comes back, before newer mail.
  public final func unstash() { runtime.core.unstash(id) }

  /// The actor that a type's provider makes, for messages from this one. Nil where there is none.
  public final func actor<A: Actor>(_ type: A.Type) -> ActorRef? {
    runtime.actor(type, caller: id)
  }

  /// Messages to this one, from itself.
  public final var me: ActorRef { ActorRef(runtime, id.rawValue, caller: id) }

  /// Who sent the message at work; nil where that was no actor.
  public final var sender: ActorRef? {
    guard let sender = runtime.core.atWork(id)?.sender, sender != .none else { return nil }
    return ActorRef(runtime, sender.rawValue, caller: id)
  }

  /// What it finds the outside world by: those that the system was made with.
  public final var services: ServiceLocator { runtime.services }

  /// The settings that the system was made with, by name.
  public final var configs: [String: Value] { runtime.configs }

  /// Makes a promise, to be settled later.
  public final func promise<Answer>(_ type: Answer.Type) -> Promise<Answer> {
    runtime.promise(of: id)
  }

  /// Makes an actor that is a child of this one: it ends with it, and fails to it. Where this one has
  /// stopped before, as what it has left behind may find, the child never begins. As with every actor,
  /// about half a kilobyte stays of it as long as the system does, also when it has stopped.
  /// - Parameters:
  ///   - type: what it is called by.
  ///   - mailbox: how many messages may wait for it, and what becomes of one too many.
  ///   - supervision: what becomes of the children that it spawns.
  ///   - restart: when it begins anew, where this one has a supervision.
  ///   - make: makes the actor, at the beginning of each of its lives.
  public final func spawn<A: Actor>(
    _ type: A.Type, mailbox: Mailbox = Mailbox(), supervision: Supervision? = nil,
    restart: Supervision.Restart = .transient, _ make: @escaping () -> A
  ) throws(ActorLimit) -> ActorRef {
    let kind = runtime.kind(type, mailbox, supervision, make)
    let child = try runtime.add(kind, parent: id, restart: restart)
    return ActorRef(runtime, child.rawValue, caller: id)
  }

  /// Ends this one when the reaction returns: for good, unless it is a permanent child.
  public final func stop() { runtime.core.exit(id) }

  /// `Terminated` comes, once, when the other is no more, and for each call where it is no more already. The other must
  /// be an actor of the same system, as everywhere.
  public final func watch(_ other: ActorRef) {
    other.check(isOf: runtime)
    if other.actor != .none { runtime.core.watch(other.actor, by: id) }
  }

  /// Takes a watch back. Nothing happens where there is none.
  public final func unwatch(_ other: ActorRef) {
    other.check(isOf: runtime)
    if other.actor != .none { runtime.core.unwatch(other.actor, by: id) }
  }

  /// Tells itself something, so many nanoseconds from now, unless this life is over by then. A key
  /// that is set again takes the earlier message back, also where it is due already and its turn has not come.
  /// Where it finds itself idle, it receives it in the turn of the timer; where it is at something else
  /// then, the message waits in its mailbox as any, and neither `cancelReminder` nor the end of this
  /// life takes it back any more, as Pekko's timers do.
  public final func remind<M: Message>(
    _ message: M, key: String, afterNanoseconds delay: Int64
  ) throws(TimerError) {
    cancelReminder(key)
    let (me, runtime) = (me, runtime)
    let timer = try runtime.scheduler.after(delay, "\(me.label) \(key)") {
      runtime.dropTimer(key, of: me.actor)
      runtime.remind(message, of: me)
    }
    runtime.setTimer(timer, key, of: id)
  }

  /// Takes back what `remind` has set under a key, unless its turn has come.
  public final func cancelReminder(_ key: String) { runtime.cancelTimer(key, of: id) }
}
