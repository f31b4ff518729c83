import Values

// Who is where.
extension ActorRuntime {
  func actor<A: Actor>(_ type: A.Type, caller: ActorID) -> ActorRef? {
    switch providers[ObjectIdentifier(type)] {
    case nil: return nil
    case .singleton(_, let actor?): return ActorRef(self, actor.rawValue, caller: caller)
    case .pool(let place):
      return ActorRef(self, ActorRef.pools | UInt32(place), caller: caller)
    case .singleton(let kind, nil):
      do {
        let actor = try add(kind)
        providers[ObjectIdentifier(type)] = .singleton(kind, actor)
        return ActorRef(self, actor.rawValue, caller: caller)
      } catch {
        report(.failure(actor: kind.name, error))
        return nil
      }
    }
  }

  func addPool(_ type: ObjectIdentifier, _ kind: ActorKind, _ policy: Router.Policy, _ size: Int) {
    providers[type] = .pool(pools.count)
    // Messages that are told go past the runtime, so that nobody could note loads.
    let workers = ActorPool(policy, size: size, isNoted: false, of: core)
    pools.append(TypedPool(workers: workers, name: kind.name, kind: kind))
  }

  /// All that a message to an address goes to, made where they have to be.
  func eachTarget(_ address: UInt32, _ body: (ActorID) -> Void) {
    guard let pool = pool(at: address) else { return body(ActorID(rawValue: address)) }
    pool.workers.eachTarget(make: { makeWorker($0, of: pool) }, body)
  }

  /// The worker that a pool's router chooses. Nil where there is nothing to choose, and where no
  /// more actors may be made.
  func route(_ address: UInt32) -> ActorID? {
    guard let pool = pool(at: address), pool.workers.policy != .broadcast else { return nil }
    return pool.workers.next { makeWorker($0, of: pool) }
  }

  private func makeWorker(_ place: Int, of pool: TypedPool) -> ActorID? {
    guard let kind = pool.kind else { return nil }
    do {
      return try add(kind) { pool.workers.put($0, at: place) }
    } catch {
      report(.failure(actor: kind.name, error))
      return nil
    }
  }

  /// Nil where an address is that of one actor.
  func pool(at address: UInt32) -> TypedPool? {
    address & ActorRef.pools == 0 ? nil : pools[Int(address & ~ActorRef.pools)]
  }

  /// Those that have been made.
  func members(at address: UInt32) -> [ActorID] {
    pool(at: address)?.workers.members ?? [ActorID(rawValue: address)]
  }

  /// Of a reference, which must be to an actor of this system.
  func members(of ref: ActorRef) -> [ActorID] {
    ref.check(isOf: self)
    return members(at: ref.address)
  }

  func label(at address: UInt32) -> String {
    pool(at: address)?.name ?? label(of: ActorID(rawValue: address))
  }

  func setTimer(_ timer: TimerID, _ key: String, of actor: ActorID) {
    life(actor).timers[key] = timer
  }

  /// A timer has come: nothing is left of its key.
  func dropTimer(_ key: String, of actor: ActorID) { life(actor).timers[key] = nil }

  func cancelTimer(_ key: String, of actor: ActorID) {
    if let timer = life(actor).timers.removeValue(forKey: key) { scheduler.cancel(timer) }
  }
}
