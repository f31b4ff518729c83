/// Where messages for an actor go: to the actor itself, or to a pool, whose router chooses the
/// worker for each message that is sent (Oscar chooses when the actor is looked up; `pinned` does).
/// A few words, free to copy. With it goes who sends: the actor whose `spawn`, `me` or `sent(by:)` has
/// given it, also where another uses it, to whom it came in a message or a capture. That one sends in
/// its own name by `ref.sent(by: id)`, so that the sender of a message, `ActorSystem.deadlocks` and the
/// end of a life speak of the right one.
public struct ActorRef {
  @usableFromInline let runtime: ActorRuntime
  @usableFromInline let address: UInt32
  @usableFromInline let caller: ActorID

  @inlinable static var pools: UInt32 { 1 << 31 }

  @usableFromInline
  init(_ runtime: ActorRuntime, _ address: UInt32, caller: ActorID) {
    self.runtime = runtime
    self.address = address
    self.caller = caller
  }

  /// Sends a message. What goes wrong is reported (`ActorSystem.onReport`).
  @inlinable
  @inline(__always)
  public func tell<M: Message>(_ message: M) {
    let type = MessageKinds.address(of: M.self)
    let found = runtime.recent + MessageKinds.place(of: type)
    let cell = runtime.tables.pointee.cells.start + Int(address)
    // In this order each is a branch of its own, and all of them lead to one call, around which alone
    // registers are saved.
    guard address & ActorRef.pools == 0, found.pointee.type == type,
      cell.pointee.queued < cell.pointee.limit,
      runtime.turns.pointee.ready.hasRoom, found.pointee.hasRoom(for: M.self)
    else { return tellWithCare(message) }
    let envelope = found.pointee.envelope(message, from: caller)
    let turn = envelope.turn(of: runtime.party, to: ActorID(rawValue: address))
    runtime.turns.pointee.ready.pushPlainly(turn)
    cell.pointee.queued &+= 1
  }

  /// Apart, so that the fast path needs no place on the stack.
  @inlinable
  @inline(never)
  func tellWithCare<M: Message>(_ message: M) {
    if runtime.kinds.isCareful { return runtime.send(message, nil, from: caller, to: address) }
    runtime.postWithCare(runtime.kinds.table(of: M.self).envelope(message, caller), to: address)
  }

  /// Sends a message, and promises the answer.
  /// - Parameters:
  ///   - message: what is sent, now.
  ///   - timeout: after so many nanoseconds the promise is rejected; the receiver hears nothing of it,
  ///     and a later answer is dropped.
  @discardableResult
  public func ask<M: Message>(_ message: M, timeout: Int64? = nil) -> Promise<M.Answer> {
    runtime.ask(message, from: caller, to: address, timeout)
  }

  /// Its number means another actor, or none, in another system.
  func check(isOf runtime: ActorRuntime) {
    require(self.runtime === runtime, "an actor of another system")
  }

  /// A reference to this actor, with the messages coming from another of the same system, or from nobody: `.none`. An
  /// id that no actor there has had is a mistake of the program, which ends.
  public func sent(by caller: ActorID) -> ActorRef {
    runtime.check(caller)
    return ActorRef(runtime, address, caller: caller)
  }

  /// For a pool the worker that its router chooses now, for good; else the same.
  public var pinned: ActorRef {
    guard let actor = runtime.route(address) else { return self }
    return ActorRef(runtime, actor.rawValue, caller: caller)
  }

  /// The actor; for a pool `.none`.
  public var actor: ActorID {
    address & ActorRef.pools == 0 ? ActorID(rawValue: address) : .none
  }

  /// Whether messages to it may be received; of a pool always.
  public var isAlive: Bool { actor == .none || runtime.core.isAlive(actor) }

  /// What it is called in reports.
  public var label: String { runtime.label(at: address) }
}

extension ActorRef: Hashable {
  /// Whether messages go to the same, whoever sends them.
  public static func == (left: ActorRef, right: ActorRef) -> Bool {
    left.runtime === right.runtime && left.address == right.address
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(runtime))
    hasher.combine(address)
  }
}

extension ActorRef: CustomStringConvertible {
  public var description: String { label }
}
