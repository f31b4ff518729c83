/// Somebody waits for an answer: who, from whom, and under what name.
package struct ActorWait: Hashable, Sendable {
  /// Who waits.
  package let actor: ActorID
  /// Whose answer it waits for.
  package let target: ActorID
  /// The name of the wait, which no other has.
  package let ticket: UInt64

  /// One who waits, as its three parts say.
  package init(actor: ActorID, target: ActorID, ticket: UInt64) {
    self.actor = actor
    self.target = target
    self.ticket = ticket
  }
}

// Who watches whom, and who waits for whom.
extension ActorCore {
  /// The watcher is told once when the target is no more, at once where it is no more now. Watching
  /// twice is watching once. A watch outlives restarts of both.
  package func watch(_ target: ActorID, by watcher: ActorID) {
    guard isAlive(target) else { return host.terminated(target, watcher: watcher) }
    let place = Int(target.rawValue)
    if tables.pointee.records[place].watches[watcher] == nil {
      let number = tables.pointee.records[place].watchers.insert(watcher)
      tables.pointee.records[place].watches[watcher] = number
    }
  }

  /// Takes a watch back. Nothing happens where there is none.
  package func unwatch(_ target: ActorID, by watcher: ActorID) {
    _ = cell(target)
    let place = Int(target.rawValue)
    guard let number = tables.pointee.records[place].watches.removeValue(forKey: watcher)
    else { return }
    tables.pointee.records[place].watchers.remove(number)
  }

  /// An actor has asked, and what it does may depend on the answer. The end of its life forgets it.
  /// - Parameters:
  ///   - ticket: names the wait for `resume`; each is used once.
  ///   - hasTimeout: whether it ends by itself; then it is part of no deadlock.
  package func wait(
    _ actor: ActorID, for target: ActorID, ticket: UInt64, hasTimeout: Bool = false
  ) {
    guard isAlive(actor) else { return }
    resume(ticket)
    tables.pointee.waits.add(
      ticket, actor, for: target, hasTimeout: hasTimeout,
      isFork: !tables.pointee.records[Int(actor.rawValue)].waits.isEmpty)
    tables.pointee.records[Int(actor.rawValue)].waits.append(ticket)
  }

  /// A wait is over, however it ended. Nothing happens where it is over already.
  package func resume(_ ticket: UInt64) {
    guard let wait = tables.pointee.waits.remove(ticket) else { return }
    guard
      let place = tables.pointee.records[Int(wait.actor.rawValue)].waits.firstIndex(of: ticket)
    else { return }
    tables.pointee.records[Int(wait.actor.rawValue)].waits.remove(at: place)
  }

  /// Cycles of actors at work that wait for each other without a timeout, each told once, in order
  /// of their lowest members, with which they begin. Of cycles that share members some, one at
  /// least, are told. To be asked where nothing is ready. Looks at what has come since it was last
  /// asked, and around it; where actors wait for several answers at once, at what stands in circles, too.
  package func deadlocks() -> [[ActorWait]] {
    let closers = tables.pointee.waits.closers(isBusy) { actor in
      tables.pointee.records[Int(actor.rawValue)].waits
    }
    if closers.isEmpty { return [] }
    var search = WaitSearch(nextWaits: blockingWaits)
    var cycles: [[ActorWait]] = []
    for actor in closers { search.visit(actor) }
    for cycle in search.cycles {
      let isNew = cycle.contains { tables.pointee.waits[$0.ticket]?.isReported == false }
      for wait in cycle { tables.pointee.waits.markReported(wait.ticket) }
      if isNew { cycles.append(cycle) }
    }
    return cycles.sorted { $0[0].actor < $1[0].actor }
  }

  /// All circles of actors at work that wait for each other without a timeout; of those that share
  /// members some, one at least.
  func circles() -> [[ActorWait]] {
    var search = WaitSearch(nextWaits: blockingWaits)
    for actor in tables.pointee.waits.actors { search.visit(actor) }
    return search.cycles
  }

  private func blockingWaits(_ actor: ActorID) -> [ActorWait] {
    guard isBusy(actor) else { return [] }
    return tables.pointee.records[Int(actor.rawValue)].waits.compactMap { ticket in
      guard let wait = tables.pointee.waits[ticket], !wait.hasTimeout else { return nil }
      return ActorWait(actor: actor, target: wait.target, ticket: ticket)
    }
  }
}

/// A search in depth for cycles, without recursion. Each actor is visited once.
struct WaitSearch {
  let nextWaits: (ActorID) -> [ActorWait]
  private var seen: Set<ActorID> = []
  private(set) var cycles: [[ActorWait]] = []

  init(nextWaits: @escaping (ActorID) -> [ActorWait]) { self.nextWaits = nextWaits }

  mutating func visit(_ start: ActorID) {
    guard seen.insert(start).inserted else { return }
    var path: [(actor: ActorID, waits: [ActorWait], next: Int)] = [(start, nextWaits(start), 0)]
    var places: [ActorID: Int] = [start: 0]
    while let last = path.last {
      guard last.next < last.waits.count else {
        places[last.actor] = nil
        path.removeLast()
        continue
      }
      let target = last.waits[last.next].target
      path[path.count - 1].next += 1
      if let place = places[target] {
        close(path[place...].map { $0.waits[$0.next - 1] })
      } else if seen.insert(target).inserted {
        places[target] = path.count
        path.append((target, nextWaits(target), 0))
      }
    }
  }

  private mutating func close(_ cycle: [ActorWait]) {
    guard let first = cycle.indices.min(by: { cycle[$0].actor < cycle[$1].actor }) else { return }
    cycles.append(Array(cycle[first...] + cycle[..<first]))
  }
}
