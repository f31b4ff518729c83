// What a failure leads to.
extension ActorCore {
  /// An actor that is alive and in no call has failed. As deep as there are generations.
  func crash(_ actor: ActorID, _ error: any Error) {
    guard let (supervisor, supervision) = supervisor(of: actor) else {
      return end(actor, .failed(error))
    }
    switch supervision.directive(about: error) ?? .restart {
    case .resume: resume(actor, error)
    case .restart where restart(of: actor) != .temporary:
      beginAnew(actor, error, supervisor, supervision)
    case .restart, .stop: end(actor, .failed(error))
    case .escalate:
      end(actor, .failed(error))
      fail(supervisor, error)
    }
  }

  /// An actor that is alive and in no call has come to its end by itself.
  func exit(now actor: ActorID) {
    guard restart(of: actor) == .permanent, let (supervisor, supervision) = supervisor(of: actor)
    else { return end(actor, .stopped) }
    beginAnew(actor, nil, supervisor, supervision)
  }

  private func supervisor(of actor: ActorID) -> (ActorID, Supervision)? {
    let supervisor = parent(of: actor)
    guard supervisor != .none, isAlive(supervisor),
      let supervision = tables.pointee.records[Int(supervisor.rawValue)].supervision
    else { return nil }
    return (supervisor, supervision)
  }

  func restart(of actor: ActorID) -> Supervision.Restart {
    tables.pointee.records[Int(actor.rawValue)].restart
  }

  private func beginAnew(
    _ actor: ActorID, _ error: (any Error)?, _ supervisor: ActorID, _ supervision: Supervision
  ) {
    let failures = countFailure(supervisor, supervision)
    if let limit = supervision.restarts, failures > limit {
      host.gaveUp(supervisor, on: actor, error ?? ActorExit())
      if isAlive(actor) { end(actor, error.map { .failed($0) } ?? .stopped) }
      return fail(supervisor, error ?? ActorExit())
    }
    let delay = supervision.backoff?.delay(failures) ?? 0
    let members = members(supervision.strategy, failed: actor, of: supervisor)
    for member in members.reversed() {
      if member == actor {
        endLife(actor, error)
      } else if isAlive(member) {
        if restart(of: member) == .temporary { stop(member) } else { endOther(member) }
      }
    }
    for member in members where isWaitingToBegin(member) { beginLater(member, after: delay) }
  }

  /// Gives up what an actor is at, and lets it go on with its next message.
  private func resume(_ actor: ActorID, _ error: any Error) {
    cell(actor).pointee.flags.insert(.ending)
    host.resumed(actor, error)
    forgetWaits(of: actor)
    cell(actor).pointee.flags.subtract([.ending, .busy, .beginning, .stashed])
    if cell(actor).pointee.flags.contains(.deferred) { doDeferred(actor) } else { proceed(actor) }
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
    let isLimited = supervision.restarts != nil
    if !isLimited, supervision.backoff == nil { return 0 }
    let now = scheduler.now.nanoseconds
    let place = Int(supervisor.rawValue)
    // In order of time: only what has left the window is touched.
    let old = tables.pointee.records[place].failures.prefix { now - $0 > supervision.within }.count
    if old > 0 { tables.pointee.records[place].failures.removeFirst(old) }
    // By then no delay can double any more.
    if !isLimited, tables.pointee.records[place].failures.count >= 64 {
      tables.pointee.records[place].failures.removeFirst()
    }
    tables.pointee.records[place].failures.append(now)
    return tables.pointee.records[place].failures.count
  }
}
