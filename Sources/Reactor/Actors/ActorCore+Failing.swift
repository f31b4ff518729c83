// What a failure leads to.
extension ActorCore {
  /// An actor that is alive and in no call has failed. As deep as there are generations.
  func crash(_ actor: ActorID, _ error: any Error) {
    let supervisor = parent(of: actor)
    guard supervisor != .none, isAlive(supervisor),
      let supervision = tables.pointee.records[Int(supervisor.rawValue)].supervision
    else { return end(actor, .failed(error)) }
    let failures = countFailure(supervisor, supervision)
    if failures > supervision.restarts {
      host.gaveUp(supervisor, on: actor, error)
      if isAlive(actor) { end(actor, .failed(error)) }
      return fail(supervisor, error)
    }
    let delay = supervision.backoff?.delay(failures) ?? 0
    let members = members(supervision.strategy, failed: actor, of: supervisor)
    for member in members.reversed() {
      if member == actor {
        endLife(actor, error)
      } else if isAlive(member) {
        endOther(member)
      }
    }
    for member in members where isWaitingToBegin(member) { beginLater(member, after: delay) }
  }

  /// A sibling that begins anew too. One that is in a call follows when it comes back, at once.
  private func endOther(_ member: ActorID) {
    if cell(member).pointee.flags.isDisjoint(with: [.running, .ending]) {
      endLife(member, nil)
    } else {
      restart(member)
    }
  }

  private func isWaitingToBegin(_ member: ActorID) -> Bool {
    cell(member).pointee.flags.isSuperset(of: [.alive, .unbegun])
  }

  /// Those that begin anew, in order of start.
  private func members(
    _ strategy: Supervision.Strategy, failed actor: ActorID, of supervisor: ActorID
  ) -> [ActorID] {
    let children = tables.pointee.records[Int(supervisor.rawValue)].children
    switch strategy {
    case .oneForOne: return [actor]
    case .oneForAll: return children
    case .restForOne: return Array(children.drop { $0 != actor })
    }
  }

  /// How many failures fall within the window, with the present one.
  private func countFailure(_ supervisor: ActorID, _ supervision: Supervision) -> Int {
    let now = scheduler.now.nanoseconds
    let place = Int(supervisor.rawValue)
    // In order of time: only what has left the window is touched.
    let old = tables.pointee.records[place].failures.prefix { now - $0 > supervision.within }.count
    if old > 0 { tables.pointee.records[place].failures.removeFirst(old) }
    tables.pointee.records[place].failures.append(now)
    return tables.pointee.records[place].failures.count
  }
}
