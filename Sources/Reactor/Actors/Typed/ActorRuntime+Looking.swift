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

  func addPool(_ type: ObjectIdentifier, _ kind: ActorKind, _ router: Router) {
    providers[type] = .pool(pools.count)
    let members = [ActorID](repeating: .none, count: router.size)
    pools.append(ActorPool(name: kind.name, kind: kind, router: router, members: members))
  }

  /// All that a message to an address goes to, made where they have to be.
  func targets(_ address: UInt32) -> [ActorID] {
    guard address & ActorRef.pools != 0 else { return [ActorID(rawValue: address)] }
    let pool = Int(address & ~ActorRef.pools)
    if pools[pool].router.policy == .broadcast {
      return (0..<pools[pool].router.size).compactMap { member($0, of: pool) }
    }
    return route(address).map { [$0] } ?? []
  }

  /// The worker that a pool's router chooses. Nil where there is nothing to choose, and where no
  /// more actors may be made.
  func route(_ address: UInt32) -> ActorID? {
    let pool = Int(address & ~ActorRef.pools)
    guard address & ActorRef.pools != 0, pools[pool].router.policy != .broadcast else {
      return nil
    }
    let members = pools[pool].members
    let place = pools[pool].router.pick { place in
      let actor = members[place]
      return actor != .none && core.isAlive(actor) ? core.load(actor) : nil
    }
    return member(place, of: pool)
  }

  private func member(_ place: Int, of pool: Int) -> ActorID? {
    let old = pools[pool].members[place]
    if old != .none, core.isAlive(old) { return old }
    guard let kind = pools[pool].kind else { return nil }
    do {
      let actor = try add(kind)
      pools[pool].members[place] = actor
      return actor
    } catch {
      report(.failure(actor: kind.name, error))
      return nil
    }
  }

  /// Those that have been made.
  func members(at address: UInt32) -> [ActorID] {
    guard address & ActorRef.pools != 0 else { return [ActorID(rawValue: address)] }
    return pools[Int(address & ~ActorRef.pools)].members.filter { $0 != .none }
  }

  func label(at address: UInt32) -> String {
    guard address & ActorRef.pools != 0 else { return label(of: ActorID(rawValue: address)) }
    return pools[Int(address & ~ActorRef.pools)].name
  }

  func setTimer(_ timer: TimerID, _ key: String, of actor: ActorID) {
    life(actor).timers[key] = timer
  }

  func cancelTimer(_ key: String, of actor: ActorID) {
    if let timer = life(actor).timers.removeValue(forKey: key) { scheduler.cancel(timer) }
  }
}
